import { type Filter, matchFilters } from '../../src/events/connection/filter.ts';
import type { VerifiedEvent } from '../../src/events/nostr/event.ts';
import { readEvent } from '../../src/events/nostr/event-shape.ts';
import { inSeconds } from '../../src/events/core/time.ts';
import { countInserted, type Counts, countRefused } from '../transfer/import-counts.ts';
import { objectionTo, objectionToRepeated } from '../relay/admission.ts';
import { bytesOf, misfitOf, type Policy } from '../relay/policy.ts';
import type { Store } from '../store/store.ts';
import type { Gate } from '../verify.ts';

/** What came of all events that a relay sent. */
export interface RelayCounts extends Counts {
  seen: number;
}

export interface Taking {
  readonly store: Store;
  readonly gate: Gate;
  readonly relay: string;
  readonly counts: RelayCounts;
  /** What is kept here; all that holds where none is given. */
  readonly policy?: Policy | undefined;
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
export async function takeIn(
  { store, gate, relay, counts, policy }: Taking,
  values: readonly unknown[],
  asked: readonly Filter[],
): Promise<Taken> {
  const refuse = (reason: string) => countRefused(counts, reason);
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
    const objection = verified
      ? (objectionTo(verified, store.now(), []) ??
        objectionToRepeated(verified, gate.verify) ??
        (policy && misfitOf(verified, bytesOf(verified), policy)))
      : 'invalid: id or signature does not hold';
    if (verified) times.push(time);
    if (verified && objection === undefined) good.push(verified);
    else refuse(objection ?? '');
  }
  const oldest = (times.length > 0 ? times : claimed).toSorted((one, other) => one - other)[0];
  if (good.length === 0) return { ids, oldest };
  countInserted(counts, await store.insert(good, relay));
  return { ids, oldest };
}
