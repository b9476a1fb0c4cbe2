import type { UserMessage } from '../../account/user-message.ts';
import { reasonPrefix } from '../../connection/relay-message.ts';
import type { Seconds } from '../../core/time.ts';
import { acceptedBy, type OutboxRecord, stateOf } from './outbox.ts';
import { replaces } from './resend.ts';

/**
 * The meaning of a relay's refusal: the prefixes of NIP-01 and NIP-42. `clock`: it objects to the
 * date of the event. `other`: there are only its own words.
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
 * Why a job failed, as a code with parameters. The view makes texts from it. `ahead`: by how much
 * this device's clock is ahead, if known. `again`: it is resent automatically, once a relay is back
 * or after a pause without an answer. `said`: the relay's text, without the prefix. `refusal`: the
 * signer's result.
 */
export type FailureReason =
  | { readonly code: 'readonly' }
  | { readonly code: 'unreachable' | 'silent'; readonly again: boolean }
  | { readonly code: 'unsigned'; readonly refusal: UserMessage }
  | { readonly code: Exclude<RefusalCode, 'clock'>; readonly relay: string; readonly said: string }
  | {
      readonly code: 'clock';
      readonly relay: string;
      readonly said: string;
      readonly ahead?: Seconds;
    };

/** Why a publication waits for the network. The words tell whether this device is offline. */
export const UNREACHED: FailureReason = { code: 'unreachable', again: true };

const CODES: ReadonlyMap<string, RefusalCode> = new Map(
  (
    [
      'duplicate',
      'pow',
      'blocked',
      'rate-limited',
      'invalid',
      'restricted',
      'auth-required',
      'mute',
      'error',
    ] as const
  ).map((code) => [code, code]),
);

/**
 * Relays use many wordings: 'created_at is too far in the future', 'event from the future', 'event
 * creation date is too far off'.
 */
const OF_TIME =
  /\bcreated_at\b|\bfuture\b|\btimestamp\b|\bclock\b|\bcreation (?:date|time)\b|\btoo (?:far off|old|new|early|late)\b/i;

/**
 * Read the reason of an `OK false` (NIP-01). Any text is read. A text without a known prefix is
 * `other`.
 */
export function readRefusal(reason: string): { readonly code: RefusalCode; readonly said: string } {
  const prefix = reasonPrefix(reason);
  const known = CODES.get(prefix);
  const said = known === undefined ? reason : reason.slice(prefix.length + 2);
  const isOfTime = (known === undefined || known === 'invalid') && OF_TIME.test(said);
  return { code: isOfTime ? 'clock' : (known ?? 'other'), said };
}

/**
 * Return why no relay accepted it. `undefined` if it has not failed. A refusal takes precedence
 * over silence, and an objection to the date over other refusals.
 */
export function failureReason(record: OutboxRecord): FailureReason | undefined {
  const state = stateOf(record);
  if (state === 'unsigned')
    return { code: 'unsigned', refusal: record.refusal ?? { code: 'event_not_signed' } };
  if (state !== 'failed') return undefined;
  const [first, ...more] = refusalsOf(record);
  if (first) return [first, ...more].find(({ code }) => code === 'clock') ?? first;
  const code = areUnreachable(record) ? 'unreachable' : 'silent';
  return { code, again: !replaces(record.wish) };
}

/** `isProxied`: everything goes through the caching service, so no relay is connected. */
interface NetworkState {
  readonly isOffline: boolean;
  readonly isProxied: boolean;
}

/**
 * Why a job waits. `offlineOnly`: the device is offline, and the user has to send it again, because
 * it replaces an earlier version.
 */
export type WaitReason = 'offline' | 'offlineOnly' | 'proxied' | 'unreachable';

/**
 * Return why a job waits, instead of having failed. `undefined` if it has failed: relays that were
 * reached refused it or did not answer.
 */
export function waitOf(
  why: FailureReason | undefined,
  { isOffline, isProxied }: NetworkState,
): WaitReason | undefined {
  if (why?.code !== 'unreachable' && !(why?.code === 'silent' && isOffline)) return undefined;
  if (!why.again) return isOffline ? 'offlineOnly' : undefined;
  return isOffline ? 'offline' : isProxied ? 'proxied' : 'unreachable';
}

/**
 * True if a signed and stored event is sent once this device, which is offline, is back online.
 * Nothing is left to do for the user.
 */
export function isHeldOffline(record: OutboxRecord): boolean {
  if (!record.event) return false;
  const why = failureReason(record);
  return why === undefined
    ? stateOf(record) === 'sending'
    : waitOf(why, { isOffline: true, isProxied: false }) === 'offline';
}

function refusalsOf({
  relays,
}: OutboxRecord): ReadonlyArray<Extract<FailureReason, { relay: string }>> {
  return [...relays].flatMap(([relay, { outcome, reason }]) =>
    outcome === 'rejected' ? [{ ...refusalIn(reason), relay }] : [],
  );
}

function refusalIn(reason: UserMessage | undefined): ReturnType<typeof readRefusal> {
  if (reason?.code === 'relay.wantsAuth') return { code: 'auth-required', said: '' };
  return readRefusal(reason?.code === 'said' ? reason.params.text : '');
}

/** True if no relay was reached: none exceeded the time for an answer, and none answered. */
export function areUnreachable({ relays }: OutboxRecord): boolean {
  return (
    relays.size > 0 &&
    [...relays.values()].every(
      ({ outcome, reason }) => outcome === 'silent' && reason?.code !== 'publish.unconfirmed',
    )
  );
}

/** Return the progress of sending: the relays that accepted it, and all that were asked. */
export function progressOf(record: OutboxRecord): {
  readonly took: number;
  readonly asked: number;
} {
  const took = acceptedBy(record);
  return { took: took.length, asked: new Set([...record.relays.keys(), ...took]).size };
}
