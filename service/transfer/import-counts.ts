import type { Inserted } from '../store/store.ts';

/** What became of events that came from elsewhere: those that are new here, those that were known, and those that were refused, by reason. */
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

/** Counts what the store made of some. Of those that are passed on and not kept nothing stays here. */
export function countInserted(counts: Counts, { added, older, quarantined, duplicates, ephemeral, refused }: Inserted): void {
  counts.added += added.length + older.length + quarantined.length;
  counts.known += duplicates.length;
  for (const { reason } of [...refused, ...ephemeral.map(() => NOT_KEPT)]) countRefused(counts, reason);
}
