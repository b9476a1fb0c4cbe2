import { isLoopback } from '../../src/events/connection/host.ts';
import { type SignedEvent, tagValue, type VerifiedEvent } from '../../src/events/event.ts';
import { field, isRecord, parseJson } from '../../src/events/json.ts';
import { KIND, RESULT } from '../../src/events/kinds.ts';
import { readEvent } from '../../src/events/shape.ts';
import { minus, plus, seconds } from '../../src/events/time.ts';
import type { CacheContext } from './context.ts';
import { type Payload, Refusal } from './payload.ts';

/** On either side of now (15.2; what is older could have been said for another reason, and is not taken). */
const FRESH = seconds(300);
/** Accounts that one connection speaks for. */
const MOST_PROVED = 20;
/** What a request says that it is for where messages are asked for (15.1). */
const MESSAGES = 'direct_messages';
const WALLET_KINDS: readonly number[] = [RESULT.WalletOperation, RESULT.WalletNwcActive, RESULT.WalletNwcConnection];

/** A signed event that is part of a request (15.2), of any kind and age: refused where it is none, is not signed or comes from the future. */
export function signedEvent(context: CacheContext, value: unknown): VerifiedEvent {
  return checked(context, readEvent(value));
}

function checked({ store, options }: CacheContext, event: SignedEvent | undefined): VerifiedEvent {
  if (!event) throw new Refusal('error');
  const verified = options.verify(event);
  if (!verified) throw new Refusal('verification failed');
  if (verified.created_at >= plus(store.now(), FRESH)) throw new Refusal('event from the future');
  return verified;
}

/** The event of kind 30078 that proves who asks right now (section 15), or in its place the token of an HTTP request (SIGN-05). */
export function signedRequest(
  context: CacheContext,
  payload: Payload,
  key: 'event_from_user' | 'settings_event' = 'event_from_user',
): VerifiedEvent {
  if (context.caller && key === 'event_from_user' && field(payload, key) === undefined) return context.caller;
  const event = signedEvent(context, field(payload, key));
  if (event.kind !== KIND.Settings) throw new Refusal('invalid event kind');
  return fresh(context, event);
}

/**
 * Refuses a question about private messages unless one of those whom it concerns asks it. The protocol lets anybody ask (9.1, 9.2); a
 * relay does not (NIP-42). The proof is a signed request for this purpose that names this service in a `relay` tag, so that nothing
 * signed for other ends serves for it; it holds for the rest of its connection. By HTTP the token of the request is enough (NIP-98).
 */
export function requireParty(context: CacheContext, payload: Payload, parties: readonly string[]): void {
  const { proved, caller } = context;
  if (field(payload, 'event_from_user') !== undefined) {
    const request = signedRequest(context, payload);
    if (!isForMessages(request, context.options.origin)) throw new Refusal('auth-required: not signed for messages at this service');
    if (proved && proved.size < MOST_PROVED) proved.add(request.pubkey);
    if (parties.includes(request.pubkey)) return;
  }
  if (parties.some((pubkey) => proved?.has(pubkey) || caller?.pubkey === pubkey)) return;
  throw new Refusal('auth-required: private messages are only shown to those they are from or to');
}

function isForMessages(request: VerifiedEvent, origin: string | undefined): boolean {
  const purpose = request.tags.find(([name]) => name === 'd')?.[2];
  return purpose === MESSAGES && (origin === undefined || isSameService(tagValue(request, 'relay') ?? '', origin));
}

/** By whatever path and scheme; this machine has several names. */
function isSameService(given: string, own: string): boolean {
  if (!URL.canParse(given)) return false;
  const [one, other] = [new URL(given.replace(/^ws/, 'http')), new URL(own)];
  return one.host === other.host || (one.port === other.port && isLoopback(one.hostname) && isLoopback(other.hostname));
}

/** The event that carries an operation of a wallet (11.5): its kind lies beyond those that relays know, all else is as in any event. */
export function walletRequest(context: CacheContext, value: unknown): VerifiedEvent {
  const kind = isRecord(value) ? field(value, 'kind') : undefined;
  if (!isRecord(value) || typeof kind !== 'number' || !WALLET_KINDS.includes(kind)) throw new Refusal('invalid event kind');
  const event = readEvent({ ...value, kind: KIND.Settings });
  return fresh(context, checked(context, event && { ...event, kind }));
}

function fresh({ store }: CacheContext, event: VerifiedEvent): VerifiedEvent {
  if (event.created_at <= minus(store.now(), FRESH)) throw new Refusal('event too old');
  return event;
}

/** The JSON object that a signed request carries. */
export function contentOf(event: VerifiedEvent): Payload {
  const content = parseJson(event.content);
  if (!isRecord(content)) throw new Refusal('error');
  return content;
}
