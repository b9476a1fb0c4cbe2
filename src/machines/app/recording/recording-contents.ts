import { objectsIn } from './left-out.ts';
import type { Recording } from './recorder.ts';
import { intentIn, namedRule, ruleOf } from './recording-text.ts';

/** Entries of one type. */
export interface EntryKind {
  readonly type: string;
  readonly count: number;
  /** False: the file has only the lengths of their texts. */
  readonly hasTexts: boolean;
  /** True if it has their ids and addresses, and texts that are published in it anyway. */
  readonly hasIds: boolean;
}

/** Contents of the file of a recording, for the user who saves it (TRUST-05). */
export interface Contents {
  readonly entries: number;
  readonly timers: number;
  /** Entries of which the file has only the lengths of their texts. */
  readonly withheld: number;
  /** Signed events, each once, by their kind, the most frequent first. */
  readonly events: readonly (readonly [kind: number, count: number])[];
  readonly claims: number;
  /** The most frequent first. */
  readonly kinds: readonly EntryKind[];
  readonly dropped: number;
}

/** Count the contents of the file of a recording. It reads all entries. */
export function recordingContents({ log, boot, dropped }: Recording): Contents {
  const kinds = new Map<string, EntryKind>();
  for (const { event, to } of log) {
    const intent = intentIn(event);
    const hasTexts = ruleOf((intent ?? event).type, to) !== undefined;
    const hasIds = !hasTexts && namedRule((intent ?? event).type) !== undefined;
    // the rest is the id of an actor
    const name = event.type.replace(/^(xstate\.(?:done|error)\.actor)\..*/s, '$1');
    const type = intent ? `${name}, ${intent.type}` : name;
    const key = `${type} ${hasTexts} ${hasIds}`;
    kinds.set(key, { type, hasTexts, hasIds, count: (kinds.get(key)?.count ?? 0) + 1 });
  }
  const events = new Map<string, number>();
  let claims = 0;
  for (const one of objectsIn([boot?.input, log.map(({ event }) => event)]))
    if ('sig' in one && 'id' in one && 'kind' in one && typeof one.kind === 'number')
      events.set(String(one.id), one.kind);
    else if ('claim' in one) claims++;
  const byKind = Map.groupBy(events.values(), (kind) => kind);
  const sorted = [...kinds.values()].toSorted((a, b) => b.count - a.count);
  return {
    entries: log.length,
    timers: log.filter(({ timer }) => timer).length,
    withheld: sorted.reduce((sum, { count, hasTexts }) => (hasTexts ? sum : sum + count), 0),
    events: [...byKind]
      .map(([kind, all]) => [kind, all.length] as const)
      .toSorted(([, a], [, b]) => b - a),
    claims,
    kinds: sorted,
    dropped,
  };
}
