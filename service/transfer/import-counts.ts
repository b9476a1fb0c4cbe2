import type { Inserted } from '../store/store.ts';

/** Results of imported events: new, known and refused, the latter by reason. */
export interface Counts {
  added: number;
  known: number;
  readonly refused: Map<string, number>;
}

const NOT_KEPT = { reason: 'not meant to be kept' };

export function noCounts(): Counts {
  return { added: 0, known: 0, refused: new Map() };
}

export function countRefused({ refused }: Counts, reason: string): void {
  refused.set(reason, (refused.get(reason) ?? 0) + 1);
}

/** Count the store's result of a batch. Ephemeral events leave no trace here. */
export function countInserted(
  counts: Counts,
  { added, older, quarantined, duplicates, ephemeral, refused }: Inserted,
): void {
  counts.added += added.length + older.length + quarantined.length;
  counts.known += duplicates.length;
  for (const { reason } of [...refused, ...ephemeral.map(() => NOT_KEPT)])
    countRefused(counts, reason);
}
