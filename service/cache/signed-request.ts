import { isSameService } from '../../src/events/core/same-service.ts';
import { isPurposeOf, PRIVATE_PURPOSE } from '../../src/events/connection/purposes.ts';
import { type SignedEvent, tagValue, type VerifiedEvent } from '../../src/events/nostr/event.ts';
import { field, isRecord, parseJson } from '../../src/events/core/json.ts';
import { KIND } from '../../src/events/nostr/kinds.ts';
import {
  isWalletKind,
  readWalletRequest,
} from '../../src/events/account/signing/wallet-request.ts';
import { readEvent } from '../../src/events/nostr/event-shape.ts';
import { minus, plus, seconds } from '../../src/events/core/time.ts';
import type { CacheContext } from './cache-context.ts';
import { type Payload, Refusal } from './payload.ts';

/**
 * Accepted deviation from the current time. Older events may have been signed for another purpose.
 */
const FRESH = seconds(300);
/** Maximum number of accounts with a proof on one connection. */
const MOST_PROVED = 20;

/**
 * Return a signed event in a request, of any kind and age. Refused if it is missing, has no valid
 * signature, or comes from the future.
 */
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

/**
 * Return the kind 30078 event that proves the requesting account, or the token of an HTTP request
 * (SIGN-05). Events without the right purpose were signed for other ends. Events that were
 * published here could be sent by anyone.
 */
export async function signedRequest(
  context: CacheContext,
  payload: Payload,
  key: 'event_from_user' | 'settings_event' = 'event_from_user',
): Promise<VerifiedEvent> {
  if (context.caller && key === 'event_from_user' && field(payload, key) === undefined)
    return context.caller;
  const { verb = '' } = context;
  return requestFor(context, field(payload, key), (purpose) => isPurposeOf(verb, purpose));
}

/**
 * Return an account's request for its private data. Like `signedRequest`, but bound to this service
 * and connection, by its tags or an earlier proof. So a request that another service received
 * cannot be replayed here.
 */
export async function privateRequest(
  context: CacheContext,
  payload: Payload,
): Promise<VerifiedEvent> {
  const { caller, verb = '' } = context;
  const proof = field(payload, 'event_from_user');
  if (caller && proof === undefined) return caller;
  if (proof === undefined) throw refusal(context, 'a signed request is missing');
  const request = await requestFor(
    context,
    proof,
    (purpose) => purpose === PRIVATE_PURPOSE || isPurposeOf(verb, purpose),
  );
  requireProof(context, request);
  return request;
}

/**
 * Refuse a request that is not bound to this service and this connection. Its own tags or an
 * earlier proof of the same account bind it.
 */
export function requireProof(context: CacheContext, request: VerifiedEvent): void {
  const { connection, caller } = context;
  if (connection?.proved.has(request.pubkey) || caller?.pubkey === request.pubkey) return;
  prove(context, request);
}

/**
 * Return an account's request for its saved data or its membership. Clients of the protocol do not
 * bind it, so it is accepted unbound, but only once. A used signature is therefore worthless to
 * others. The signature is the key, because two tabs may sign the same text in one second.
 */
export async function savedRequest(
  context: CacheContext,
  payload: Payload,
): Promise<VerifiedEvent> {
  const { caller, connection, spent } = context;
  const request = await signedRequest(context, payload);
  if (request === caller || isBound(context, request) || connection?.proved.has(request.pubkey))
    return request;
  if (spent.spend(request.sig, plus(request.created_at, FRESH))) return request;
  throw refusal(context, 'this signature was used before');
}

/** True if the request names this service and this connection. */
function isBound({ connection, options }: CacheContext, request: VerifiedEvent): boolean {
  return (
    isForUs(request, options.origin) &&
    connection !== undefined &&
    tagValue(request, 'challenge') === connection.challenge
  );
}

/** The purpose is the third element of the d tag. Older clients use the second one. */
async function requestFor(
  context: CacheContext,
  value: unknown,
  isMeant: (purpose: string) => boolean,
): Promise<VerifiedEvent> {
  const event = signedEvent(context, value);
  if (event.kind !== KIND.Settings) throw new Refusal('invalid event kind');
  const [, ...said] = event.tags.find(([name]) => name === 'd') ?? [];
  if (!said.slice(0, 2).some(isMeant)) throw new Refusal('not signed for this request');
  if (await context.store.isStored(event.id))
    throw new Refusal('published, so that anybody could have sent it');
  const isForOther =
    tagValue(event, 'relay') !== undefined && !isForUs(event, context.options.origin);
  if (isForOther) throw refusal(context, 'not signed for this service');
  const challenge = tagValue(event, 'challenge');
  if (challenge !== undefined && challenge !== context.connection?.challenge)
    throw refusal(context, 'not signed for this connection');
  return fresh(context, event);
}

/**
 * Refuse a request for private data unless a concerned account makes it. The protocol lets anyone
 * ask, but a relay does not (NIP-42). The proof is a request signed for this purpose, this service
 * and this connection's challenge. The refusal contains the challenge, so replayed events do not
 * work. A proof is valid for its connection. By HTTP only the token of the request counts (NIP-98).
 */
export async function requireParty(
  context: CacheContext,
  payload: Payload,
  parties: readonly string[],
): Promise<void> {
  const { connection, caller } = context;
  const proof = field(payload, 'event_from_user');
  if (connection && proof !== undefined) {
    const request = await requestFor(context, proof, (purpose) => purpose === PRIVATE_PURPOSE);
    prove(context, request);
    if (parties.includes(request.pubkey)) return;
  }
  if (parties.some((pubkey) => connection?.proved.has(pubkey) || caller?.pubkey === pubkey)) return;
  throw refusal(context, 'what is private is only shown to those whom it concerns');
}

/**
 * Record the proved account, or refuse a request that is not bound to this service and this
 * connection.
 */
function prove(context: CacheContext, request: VerifiedEvent): void {
  const { connection, options } = context;
  if (!isForUs(request, options.origin)) throw refusal(context, 'not signed for this service');
  if (!connection || !isBound(context, request))
    throw refusal(context, 'not signed for this connection');
  if (connection.proved.size < MOST_PROVED) connection.proved.add(request.pubkey);
}

/** Return a refusal with the challenge for a proof. */
function refusal({ connection }: CacheContext, reason: string): Refusal {
  return new Refusal(
    `auth-required: ${reason}${connection ? `; challenge=${connection.challenge}` : ''}`,
  );
}

function isForUs(request: VerifiedEvent, origin: string | undefined): boolean {
  const given = URL.parse(tagValue(request, 'relay') ?? '');
  return origin === undefined || (given !== null && isSameService(given, new URL(origin)));
}

/** Return the event with a wallet operation. */
export function walletRequest(context: CacheContext, value: unknown): VerifiedEvent {
  if (!isRecord(value) || !isWalletKind(field(value, 'kind')))
    throw new Refusal('invalid event kind');
  return fresh(context, checked(context, readWalletRequest(value)));
}

function fresh({ store }: CacheContext, event: VerifiedEvent): VerifiedEvent {
  if (event.created_at <= minus(store.now(), FRESH)) throw new Refusal('event too old');
  return event;
}

/** Return the JSON object in a signed request. */
export function contentOf(event: VerifiedEvent): Payload {
  const content = parseJson(event.content);
  if (!isRecord(content)) throw new Refusal('error');
  return content;
}
