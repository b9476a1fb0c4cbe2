import { type Filter, matchFilters } from '../../src/events/connection/filter.ts';
import type { VerifiedEvent } from '../../src/events/event.ts';
import { readEvent } from '../../src/events/shape.ts';
import { inSeconds } from '../../src/events/time.ts';
import { objectionTo } from '../relay/admission.ts';
import type { Store } from '../store/store.ts';
import type { Gate } from '../verify.ts';

/** What came of events from a relay. Those that were refused, by reason. */
export interface Counts {
  seen: number;
  added: number;
  known: number;
  readonly refused: Map<string, number>;
}

export interface Taking {
  readonly store: Store;
  readonly gate: Gate;
  readonly relay: string;
  readonly counts: Counts;
}

/** A page of events: their ids, and the time of the oldest one (seconds), whatever became of them. */
export interface Taken {
  readonly ids: ReadonlySet<string>;
  readonly oldest: number | undefined;
}

/** Events that are verified before others have a turn. */
const TURN = 50;

/**
 * Verifies what a relay sent and stores what may be stored here, as if it had been published here by somebody who is not its author. What
 * was not asked for is refused like what does not hold.
 */
export async function takeIn({ store, gate, relay, counts }: Taking, values: readonly unknown[], asked: readonly Filter[]): Promise<Taken> {
  const refuse = (reason: string) => void counts.refused.set(reason, (counts.refused.get(reason) ?? 0) + 1);
  const good: VerifiedEvent[] = [];
  const ids = new Set<string>();
  // what does not hold says nothing of when the others were
  const [times, claimed]: [number[], number[]] = [[], []];
  for (const [n, value] of values.entries()) {
    if (n % TURN === TURN - 1) await new Promise(setImmediate);
    counts.seen++;
    const event = readEvent(value);
    if (!event) {
      refuse('invalid: malformed');
      continue;
    }
    ids.add(event.id);
    if (!matchFilters(asked, event)) {
      refuse('invalid: not asked for');
      continue;
    }
    const time = inSeconds(event.created_at);
    claimed.push(time);
    if (await store.isStored(event.id)) {
      counts.known++;
      times.push(time);
      continue;
    }
    const verified = gate.verify(event);
    const objection = verified ? objectionTo(verified, store.now(), []) : 'invalid: id or signature does not hold';
    if (verified) times.push(time);
    if (verified && objection === undefined) good.push(verified);
    else refuse(objection ?? '');
  }
  const oldest = (times.length > 0 ? times : claimed).toSorted((one, other) => one - other)[0];
  if (good.length === 0) return { ids, oldest };
  const { added, older, quarantined, duplicates, ephemeral, refused } = await store.insert(good, relay);
  counts.added += added.length + older.length + quarantined.length;
  counts.known += duplicates.length;
  for (const { reason } of [...refused, ...ephemeral.map(() => ({ reason: 'not meant to be kept' }))]) refuse(reason);
  return { ids, oldest };
}
