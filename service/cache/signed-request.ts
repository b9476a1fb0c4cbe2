import { isLoopback } from '../../src/events/core/host.ts';
import { isPurposeOf, PRIVATE_PURPOSE } from '../../src/events/connection/purposes.ts';
import { type SignedEvent, tagValue, type VerifiedEvent } from '../../src/events/nostr/event.ts';
import { field, isRecord, parseJson } from '../../src/events/core/json.ts';
import { KIND } from '../../src/events/nostr/kinds.ts';
import { isWalletKind, readWalletRequest } from '../../src/events/account/signing/wallet-request.ts';
import { readEvent } from '../../src/events/nostr/event-shape.ts';
import { minus, plus, seconds } from '../../src/events/core/time.ts';
import type { CacheContext } from './cache-context.ts';
import { type Payload, Refusal } from './payload.ts';

/** On either side of now (15.2; what is older could have been said for another reason, and is not taken). */
const FRESH = seconds(300);
/** Accounts that one connection speaks for. */
const MOST_PROVED = 20;

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

/**
 * The event of kind 30078 that proves who asks for this right now (section 15), or in its place the token of an HTTP request (SIGN-05).
 * What says no purpose, or another one, was signed for other ends; what was published here anybody can send.
 */
export async function signedRequest(
  context: CacheContext,
  payload: Payload,
  key: 'event_from_user' | 'settings_event' = 'event_from_user',
): Promise<VerifiedEvent> {
  if (context.caller && key === 'event_from_user' && field(payload, key) === undefined) return context.caller;
  const { verb = '' } = context;
  return requestFor(context, field(payload, key), (purpose) => isPurposeOf(verb, purpose));
}

/**
 * The request of an account for what this service shows to nobody else: like `signedRequest`, but bound to this service and this connection, by
 * its own tags or by an earlier proof of the same account. So a request that another service saw is worth nothing here.
 */
export async function privateRequest(context: CacheContext, payload: Payload): Promise<VerifiedEvent> {
  const { caller, verb = '' } = context;
  const proof = field(payload, 'event_from_user');
  if (caller && proof === undefined) return caller;
  if (proof === undefined) throw refusal(context, 'a signed request is missing');
  const request = await requestFor(context, proof, (purpose) => purpose === PRIVATE_PURPOSE || isPurposeOf(verb, purpose));
  requireProof(context, request);
  return request;
}

/** Refuses a request that is not bound to this service and this connection, by its own tags or by an earlier proof of the same account. */
export function requireProof(context: CacheContext, request: VerifiedEvent): void {
  const { connection, caller } = context;
  if (connection?.proved.has(request.pubkey) || caller?.pubkey === request.pubkey) return;
  prove(context, request);
}

/**
 * The request of an account for what it saved here, or for its membership. Clients of the protocol bind it to nothing (15.1), so it is accepted
 * unbound, but once: whoever saw a signature that was used learns nothing by it. The signature is what counts, as two tabs sign the same text in
 * one second.
 */
export async function savedRequest(context: CacheContext, payload: Payload): Promise<VerifiedEvent> {
  const { caller, connection, spent } = context;
  const request = await signedRequest(context, payload);
  if (request === caller || isBound(context, request) || connection?.proved.has(request.pubkey)) return request;
  if (spent.spend(request.sig, plus(request.created_at, FRESH))) return request;
  throw refusal(context, 'this signature was used before');
}

/** True if the request names this service and this connection. */
function isBound({ connection, options }: CacheContext, request: VerifiedEvent): boolean {
  return isForUs(request, options.origin) && connection !== undefined && tagValue(request, 'challenge') === connection.challenge;
}

/** The purpose stands in the third element of the d tag; older clients have it in the second one. */
async function requestFor(context: CacheContext, value: unknown, isMeant: (purpose: string) => boolean): Promise<VerifiedEvent> {
  const event = signedEvent(context, value);
  if (event.kind !== KIND.Settings) throw new Refusal('invalid event kind');
  const [, ...said] = event.tags.find(([name]) => name === 'd') ?? [];
  if (!said.slice(0, 2).some(isMeant)) throw new Refusal('not signed for this request');
  if (await context.store.isStored(event.id)) throw new Refusal('published, so that anybody could have sent it');
  const isForOther = tagValue(event, 'relay') !== undefined && !isForUs(event, context.options.origin);
  if (isForOther) throw refusal(context, 'not signed for this service');
  const challenge = tagValue(event, 'challenge');
  if (challenge !== undefined && challenge !== context.connection?.challenge) throw refusal(context, 'not signed for this connection');
  return fresh(context, event);
}

/**
 * Refuses a question about what is private unless one of those whom it concerns asks it. The protocol lets anybody ask (4.9, 9.1, 9.2); a
 * relay does not (NIP-42). The proof is a signed request for this purpose that names this service and the challenge of this connection,
 * which a refusal tells: so nothing that was signed for other ends serves for it, nor one that somebody has seen. It holds for the rest
 * of its connection. By HTTP the token of the request is enough (NIP-98), and nothing else.
 */
export async function requireParty(context: CacheContext, payload: Payload, parties: readonly string[]): Promise<void> {
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

/** Notes who proved to be there, or refuses a request that is not bound to this service and this connection. */
function prove(context: CacheContext, request: VerifiedEvent): void {
  const { connection, options } = context;
  if (!isForUs(request, options.origin)) throw refusal(context, 'not signed for this service');
  if (!connection || !isBound(context, request)) throw refusal(context, 'not signed for this connection');
  if (connection.proved.size < MOST_PROVED) connection.proved.add(request.pubkey);
}

/** Tells the challenge that a proof has to name. */
function refusal({ connection }: CacheContext, reason: string): Refusal {
  return new Refusal(`auth-required: ${reason}${connection ? `; challenge=${connection.challenge}` : ''}`);
}

function isForUs(request: VerifiedEvent, origin: string | undefined): boolean {
  return origin === undefined || isSameService(tagValue(request, 'relay') ?? '', origin);
}

/** By whatever path and scheme; this machine has several names. */
function isSameService(given: string, own: string): boolean {
  if (!URL.canParse(given)) return false;
  const [one, other] = [new URL(given.replace(/^ws/, 'http')), new URL(own)];
  return one.host === other.host || (one.port === other.port && isLoopback(one.hostname) && isLoopback(other.hostname));
}

/** The event that carries an operation of a wallet (11.5). */
export function walletRequest(context: CacheContext, value: unknown): VerifiedEvent {
  if (!isRecord(value) || !isWalletKind(field(value, 'kind'))) throw new Refusal('invalid event kind');
  return fresh(context, checked(context, readWalletRequest(value)));
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
