import type { VerifiedEvent } from '../../src/events/event.ts';
import { field, isRecord } from '../../src/events/json.ts';
import type { Store } from '../store/store.ts';
import { isDiskFull, StoreAway } from '../trouble.ts';
import type { Gate } from '../verify.ts';
import { objectionTo, type Proved } from './admission.ts';
import { sizeFault } from './size.ts';

/** What the relay answers to an EVENT: accepted or not, and why (NIP-01 prefixes). */
interface Verdict {
  readonly id: string;
  readonly accepted: boolean;
  readonly reason: string;
}

/** Takes events in from all connections together: one batch a turn is verified and stored in one transaction, then answered. */
export interface Intake {
  /** `proved`: who offers it, as far as that is known. */
  offer(value: unknown, answer: (verdict: Verdict) => void, proved?: Proved): void;
  /** Works off what is left. */
  close(): Promise<void>;
}

interface Offer {
  readonly value: unknown;
  readonly answer: (verdict: Verdict) => void;
  readonly proved: Proved;
}

// about 15 ms of verification: nobody else waits longer for his turn
const MOST_AT_ONCE = 50;

export function openIntake(store: Store, gate: Gate): Intake {
  let waiting: Offer[] = [];
  /** The next batch, or the one that is being worked on. */
  let turn: NodeJS.Immediate | undefined;
  let working: Promise<void> = Promise.resolve();
  const work = () => {
    working = takeIn(store, gate, waiting.splice(0, MOST_AT_ONCE)).then(() => {
      turn = waiting.length > 0 ? setImmediate(work) : undefined;
    });
  };
  return {
    offer(value, answer, proved = []) {
      waiting.push({ value, answer, proved });
      turn ??= setImmediate(work);
    },
    async close() {
      clearImmediate(turn);
      await working;
      clearImmediate(turn);
      turn = undefined;
      const rest = waiting;
      waiting = [];
      await takeIn(store, gate, rest);
    },
  };
}

async function takeIn(store: Store, gate: Gate, offers: readonly Offer[]): Promise<void> {
  const verdicts = new Map<Offer, Verdict>();
  const good = new Map<Offer, VerifiedEvent>();
  for (const offer of offers) {
    const event = gate.admit(offer.value);
    const reason = event ? objectionTo(event, store.now(), offer.proved) : (sizeFault(offer.value) ?? MALFORMED);
    if (event && reason === undefined) good.set(offer, event);
    else verdicts.set(offer, { id: idOf(offer.value), accepted: false, reason: reason ?? '' });
  }
  const outcomes = await keep(store, [...good.values()]);
  for (const [offer, event] of good) verdicts.set(offer, { id: event.id, ...(outcomes.get(event) ?? ACCEPTED) });
  for (const [offer, verdict] of verdicts) offer.answer(verdict);
}

const MALFORMED = 'invalid: malformed, or id or signature does not hold';
const ACCEPTED = { accepted: true, reason: '' };
const DUPLICATE = { accepted: true, reason: 'duplicate: already have this event' };
const REPLACED = { accepted: false, reason: 'replaced: have newer event' };
const AHEAD = { accepted: false, reason: 'invalid: created_at is too far in the future for something that replaces' };
const FAILED = { accepted: false, reason: 'error: could not be stored' };
const AWAY = { accepted: false, reason: 'error: the database is away, try again later' };
const FULL = { accepted: false, reason: 'error: the disk is full, nothing more is stored' };

type Outcome = Omit<Verdict, 'id'>;

/** What became of each event; those that were simply accepted are left out. */
async function keep(store: Store, events: readonly VerifiedEvent[]): Promise<ReadonlyMap<VerifiedEvent, Outcome>> {
  const outcomes = new Map<VerifiedEvent, Outcome>();
  if (events.length === 0) return outcomes;
  try {
    const { older, quarantined, duplicates, refused } = await store.insert(events);
    for (const event of older) outcomes.set(event, REPLACED);
    for (const event of quarantined) outcomes.set(event, AHEAD);
    for (const event of duplicates) outcomes.set(event, DUPLICATE);
    for (const { event, reason } of refused) outcomes.set(event, { accepted: false, reason });
  } catch (error) {
    if (error instanceof StoreAway) return new Map(events.map((event) => [event, AWAY]));
    const [only] = events;
    if (events.length === 1 && only) return outcomes.set(only, isDiskFull(error) ? FULL : FAILED);
    // one that cannot be stored must not take the others with it
    for (const event of events) for (const [key, outcome] of await keep(store, [event])) outcomes.set(key, outcome);
  }
  return outcomes;
}

/** The id an offered value claims, so that the sender can tell which one is meant. */
export function idOf(value: unknown): string {
  const id = isRecord(value) ? field(value, 'id') : undefined;
  return typeof id === 'string' ? id.slice(0, 64) : '';
}
