import type { VerifiedEvent } from '../../src/events/nostr/event.ts';
import { field, isRecord } from '../../src/events/core/json.ts';
import type { Store } from '../store/store.ts';
import { isDiskFull, StoreUnavailable } from '../errors.ts';
import type { EventVerifier } from '../verify.ts';
import { objectionTo, objectionToRepeated } from './admission.ts';
import type { Guard, Sender } from './enforce-policy.ts';
import { sizeFault } from './size-limits.ts';

/** The relay's response to an EVENT: accepted or not, and the reason (NIP-01 prefixes). */
interface Verdict {
  readonly id: string;
  readonly accepted: boolean;
  readonly reason: string;
}

/**
 * Accept events from all connections together. Each turn, one batch is verified, stored in one
 * transaction, and answered.
 */
export interface Intake {
  offer(value: unknown, answer: (verdict: Verdict) => void, sender: Sender): void;
  /** Process the remaining events. */
  close(): Promise<void>;
}

interface Offer {
  readonly value: unknown;
  readonly answer: (verdict: Verdict) => void;
  readonly sender: Sender;
}

// about 15 ms of verification, so that other clients are served in between
const MOST_AT_ONCE = 50;

/** Parts of an intake. `told` receives each verdict. */
interface Parts {
  readonly store: Store;
  readonly gate: EventVerifier;
  readonly guard: Guard;
  readonly told: (accepted: boolean, reason: string) => void;
  /** Receives the events that are stored and new. */
  readonly stored?: ((events: readonly VerifiedEvent[]) => void) | undefined;
}

export function openIntake(parts: Parts): Intake {
  let waiting: Offer[] = [];
  /** The next scheduled batch, and the running one. */
  let turn: NodeJS.Immediate | undefined;
  let working: Promise<void> = Promise.resolve();
  const work = () => {
    working = takeIn(parts, waiting.splice(0, MOST_AT_ONCE)).then(() => {
      turn = waiting.length > 0 ? setImmediate(work) : undefined;
    });
  };
  return {
    offer(value, answer, sender) {
      waiting.push({ value, answer, sender });
      turn ??= setImmediate(work);
    },
    async close() {
      clearImmediate(turn);
      await working;
      clearImmediate(turn);
      turn = undefined;
      const rest = waiting;
      waiting = [];
      await takeIn(parts, rest);
    },
  };
}

async function takeIn(
  { store, gate, guard, told, stored }: Parts,
  offers: readonly Offer[],
): Promise<void> {
  const verdicts = new Map<Offer, Verdict>();
  const good = new Map<Offer, VerifiedEvent>();
  const refuse = (offer: Offer, reason: string) =>
    verdicts.set(offer, { id: idOf(offer.value), accepted: false, reason });
  for (const offer of offers) {
    const early = guard.arriving(offer.sender.from);
    const event = early === undefined ? gate.admit(offer.value) : undefined;
    const reason = event
      ? (objectionTo(event, store.now(), offer.sender.proved) ??
        objectionToRepeated(event, gate.verify))
      : (early ?? sizeFault(offer.value) ?? MALFORMED);
    if (event && reason === undefined) good.set(offer, event);
    else refuse(offer, reason ?? '');
  }
  const standings = await standingsOf(guard, good);
  for (const [offer, event] of good) {
    const reason =
      standings instanceof StoreUnavailable
        ? unavailable(standings)
        : guard.objectionTo(event, offer.sender, standings);
    if (reason === undefined) continue;
    good.delete(offer);
    refuse(offer, reason);
  }
  const outcomes = await keep(store, [...good.values()]);
  for (const [offer, event] of good)
    verdicts.set(offer, { id: event.id, ...(outcomes.get(event) ?? ACCEPTED) });
  stored?.([...good.values()].filter((event) => !outcomes.has(event)));
  for (const [offer, verdict] of verdicts) {
    told(verdict.accepted, verdict.reason);
    offer.answer(verdict);
  }
}

/** Return an error if they cannot be read now. */
async function standingsOf(guard: Guard, good: ReadonlyMap<Offer, VerifiedEvent>) {
  try {
    return await guard.standingsOf(
      [...good].map(([{ sender }, event]) => [event, sender] as const),
    );
  } catch (error) {
    if (error instanceof StoreUnavailable) return error;
    throw error;
  }
}

const MALFORMED = 'invalid: malformed, or id or signature does not hold';
const ACCEPTED = { accepted: true, reason: '' };
const DUPLICATE = { accepted: true, reason: 'duplicate: already have this event' };
const REPLACED = { accepted: false, reason: 'replaced: have newer event' };
const AHEAD = {
  accepted: false,
  reason: 'invalid: created_at is too far in the future for something that replaces',
};
const FAILED = { accepted: false, reason: 'error: could not be stored' };
const FULL = { accepted: false, reason: 'error: the disk is full, nothing more is stored' };

const unavailable = ({ reason }: StoreUnavailable): string => `error: ${reason}`;

type Outcome = Omit<Verdict, 'id'>;

/** Return the outcome of each event. Simply accepted ones are left out. */
async function keep(
  store: Store,
  events: readonly VerifiedEvent[],
): Promise<ReadonlyMap<VerifiedEvent, Outcome>> {
  const outcomes = new Map<VerifiedEvent, Outcome>();
  if (events.length === 0) return outcomes;
  try {
    const { older, quarantined, duplicates, refused } = await store.insert(events);
    for (const event of older) outcomes.set(event, REPLACED);
    for (const event of quarantined) outcomes.set(event, AHEAD);
    for (const event of duplicates) outcomes.set(event, DUPLICATE);
    for (const { event, reason } of refused) outcomes.set(event, { accepted: false, reason });
  } catch (error) {
    if (error instanceof StoreUnavailable) {
      const away = { accepted: false, reason: unavailable(error) };
      return new Map(events.map((event) => [event, away]));
    }
    const [only] = events;
    if (events.length === 1 && only) return outcomes.set(only, isDiskFull(error) ? FULL : FAILED);
    // One event that cannot be stored must not fail the others.
    for (const event of events)
      for (const [key, outcome] of await keep(store, [event])) outcomes.set(key, outcome);
  }
  return outcomes;
}

/** Return the id that an offered value claims, so that the sender can identify it. */
export function idOf(value: unknown): string {
  const id = isRecord(value) ? field(value, 'id') : undefined;
  return typeof id === 'string' ? id.slice(0, 64) : '';
}
