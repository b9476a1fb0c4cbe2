import type { Message } from '../../account/user-message.ts';
import { reasonPrefix } from '../../connection/relay-message.ts';
import type { Seconds } from '../../core/time.ts';
import { acceptedBy, type OutboxRecord, stateOf } from './outbox.ts';
import { replaces } from './resend.ts';

/**
 * What a relay means when it refuses: the prefixes of NIP-01 and NIP-42, and `clock` where it objects to the date of an event. `other`: its own
 * words are all there is.
 */
export type RefusalCode =
  | 'clock'
  | 'duplicate'
  | 'pow'
  | 'blocked'
  | 'rate-limited'
  | 'invalid'
  | 'restricted'
  | 'auth-required'
  | 'mute'
  | 'error'
  | 'other';

/**
 * Why an act came to nothing, as a code with what belongs to it; words are made of it where it is shown. `ahead`: by how much this
 * device's clock is ahead, where that could be found out. `again`: it is sent by itself once a relay is back. `said`: what the relay
 * said, without the prefix. `refusal`: what came of asking the signer.
 */
export type FailureReason =
  | { readonly code: 'readonly' | 'silent' }
  | { readonly code: 'unreachable'; readonly again: boolean }
  | { readonly code: 'unsigned'; readonly refusal: Message }
  | { readonly code: Exclude<RefusalCode, 'clock'>; readonly relay: string; readonly said: string }
  | { readonly code: 'clock'; readonly relay: string; readonly said: string; readonly ahead?: Seconds };

const CODES: ReadonlyMap<string, RefusalCode> = new Map(
  (['duplicate', 'pow', 'blocked', 'rate-limited', 'invalid', 'restricted', 'auth-required', 'mute', 'error'] as const).map((code) => [
    code,
    code,
  ]),
);

/** Relays say it in many words: 'created_at is too far in the future', 'event from the future', 'event creation date is too far off'. */
const OF_TIME = /\bcreated_at\b|\bfuture\b|\btimestamp\b|\bclock\b|\bcreation (?:date|time)\b|\btoo (?:far off|old|new|early|late)\b/i;

/** Reads the reason of an `OK false` (NIP-01). Any text is read; what has no known prefix is `other`. */
export function readRefusal(reason: string): { readonly code: RefusalCode; readonly said: string } {
  const prefix = reasonPrefix(reason);
  const known = CODES.get(prefix);
  const said = known === undefined ? reason : reason.slice(prefix.length + 2);
  const isOfTime = (known === undefined || known === 'invalid') && OF_TIME.test(said);
  return { code: isOfTime ? 'clock' : (known ?? 'other'), said };
}

/** Why nobody took it; undefined as long as that is not so. A refusal tells more than silence, and an objection to the date more than others. */
export function failureReason(record: OutboxRecord): FailureReason | undefined {
  const state = stateOf(record);
  if (state === 'unsigned') return { code: 'unsigned', refusal: record.refusal ?? { code: 'event_not_signed' } };
  if (state !== 'failed') return undefined;
  const [first, ...more] = refusalsOf(record);
  if (first) return [first, ...more].find(({ code }) => code === 'clock') ?? first;
  return areUnreachable(record) ? { code: 'unreachable', again: !replaces(record.wish) } : { code: 'silent' };
}

/** What each relay objects to that refused it, in the order of the relays. */
function refusalsOf({ relays }: OutboxRecord): ReadonlyArray<Extract<FailureReason, { relay: string }>> {
  return [...relays].flatMap(([relay, { outcome, reason }]) => (outcome === 'rejected' ? [{ ...refusalIn(reason), relay }] : []));
}

function refusalIn(reason: Message | undefined): ReturnType<typeof readRefusal> {
  if (reason?.code === 'relay.wantsAuth') return { code: 'auth-required', said: '' };
  return readRefusal(reason?.code === 'said' ? reason.params.text : '');
}

/** Whether no relay was there to hear it: none has let its time pass, and none has answered. */
export function areUnreachable({ relays }: OutboxRecord): boolean {
  return (
    relays.size > 0 && [...relays.values()].every(({ outcome, reason }) => outcome === 'silent' && reason?.code !== 'publish.unconfirmed')
  );
}

/** How far sending has come: relays that took it, of all that were asked. */
export function progressOf(record: OutboxRecord): { readonly took: number; readonly asked: number } {
  const took = acceptedBy(record);
  return { took: took.length, asked: new Set([...record.relays.keys(), ...took]).size };
}
