import type { UserMessage } from '../../account/user-message.ts';
import { reasonPrefix } from '../../connection/relay-message.ts';
import type { Seconds } from '../../core/time.ts';
import { acceptedBy, type OutboxRecord, stateOf } from './outbox.ts';
import { replaces } from './resend.ts';

/**
 * The meaning of a relay's refusal: the prefixes of NIP-01 and NIP-42. `clock`: it objects to the
 * date of the event. `replaced`: it has a newer version of the list or the profile. `other`: there
 * are only its own words.
 */
export type RefusalCode =
  | 'clock'
  | 'replaced'
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
      'replaced',
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

/** Relays without the prefix: 'have newer event', 'older than the existing version'. */
const OF_NEWER =
  /\b(?:newer|more recent|later) (?:event|version|one|list|profile|replaceable)\b|\bolder than (?:the |an? |your )?(?:existing|current|stored|known|latest|newest)\b|\b(?:superseded|outdated)\b/i;

/** Refusals that may be about a newer version, beside texts without a known prefix. */
const UNCLEAR: ReadonlySet<RefusalCode> = new Set(['duplicate', 'invalid', 'error']);

/**
 * Read the reason of an `OK false` (NIP-01). Any text is read. A text without a known prefix is
 * `other`.
 */
export function readRefusal(reason: string): { readonly code: RefusalCode; readonly said: string } {
  const prefix = reasonPrefix(reason);
  const known = CODES.get(prefix);
  const said = known === undefined ? reason : reason.slice(prefix.length + 2);
  if ((known === undefined || UNCLEAR.has(known)) && OF_NEWER.test(said))
    return { code: 'replaced', said };
  const isOfTime = (known === undefined || known === 'invalid') && OF_TIME.test(said);
  return { code: isOfTime ? 'clock' : (known ?? 'other'), said };
}

/**
 * Return why no relay accepted it. `undefined` if it has not failed. A refusal takes precedence
 * over silence. First comes an objection to the date, then a newer version, then other refusals.
 */
export function failureReason(record: OutboxRecord): FailureReason | undefined {
  const state = stateOf(record);
  if (state === 'unsigned')
    return { code: 'unsigned', refusal: record.refusal ?? { code: 'event_not_signed' } };
  if (state !== 'failed') return undefined;
  const refusals = refusalsOf(record);
  const [first] = refusals;
  const clock = refusals.find(({ code }) => code === 'clock');
  if (clock) return clock;
  if (isOutdated(record)) return { code: 'replaced', relay: first?.relay ?? '', said: '' };
  if (first) return first;
  const code = areUnreachable(record) ? 'unreachable' : 'silent';
  return { code, again: !replaces(record.wish) };
}

/**
 * True if it failed because a relay has a newer version of the list or the profile. Sent again as
 * it is, it would be refused again. `duplicate` says the same: a relay that had this very version
 * would have answered OK (NIP-01).
 */
export function isOutdated(record: OutboxRecord): boolean {
  if (stateOf(record) !== 'failed' || !replaces(record.wish)) return false;
  const { code } = refusalIn(record.broadcast.reason);
  return [code, ...refusalsOf(record).map((one) => one.code)].some(
    (one) => one === 'replaced' || one === 'duplicate',
  );
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
