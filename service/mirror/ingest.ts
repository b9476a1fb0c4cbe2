import { type Filter, matchFilters } from '../../src/events/connection/filter.ts';
import type { VerifiedEvent } from '../../src/events/nostr/event.ts';
import { readEvent } from '../../src/events/nostr/event-shape.ts';
import { inSeconds } from '../../src/events/core/time.ts';
import { countInserted, type Counts, countRefused } from '../transfer/import-counts.ts';
import { objectionTo, objectionToRepeated } from '../relay/admission.ts';
import { bytesOf, policyViolation, type Policy } from '../relay/policy.ts';
import type { Store } from '../store/store.ts';
import type { EventVerifier } from '../verify.ts';

/** Results of all events from a relay. */
export interface RelayCounts extends Counts {
  seen: number;
}

export interface IngestOptions {
  readonly store: Store;
  readonly gate: EventVerifier;
  readonly relay: string;
  readonly counts: RelayCounts;
  /** The publishing policy, or `undefined` without limits. */
  readonly policy?: Policy | undefined;
}

/**
 * A page of events: their ids, and the time of the oldest one (seconds), regardless of the result.
 */
export interface IngestedPage {
  readonly ids: ReadonlySet<string>;
  readonly oldest: number | undefined;
}

/** Events that are verified before other tasks run. */
const TURN = 50;

/**
 * Verify events from a relay and store the permitted ones, as if a client other than the author had
 * published them. Unrequested events are refused like invalid ones.
 */
export async function ingestEvents(
  { store, gate, relay, counts, policy }: IngestOptions,
  values: readonly unknown[],
  asked: readonly Filter[],
): Promise<IngestedPage> {
  const refuse = (reason: string) => countRefused(counts, reason);
  const good: VerifiedEvent[] = [];
  const ids = new Set<string>();
  // The time of an invalid event is not trusted.
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
        (policy && policyViolation(verified, bytesOf(verified), policy)))
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
