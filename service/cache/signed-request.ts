import type { SignedEvent, VerifiedEvent } from '../../src/events/event.ts';
import { field, isRecord, parseJson } from '../../src/events/json.ts';
import { KIND, RESULT } from '../../src/events/kinds.ts';
import { readEvent } from '../../src/events/shape.ts';
import { minus, plus, seconds } from '../../src/events/time.ts';
import type { CacheContext } from './context.ts';
import { type Payload, Refusal } from './payload.ts';

/** On either side of now (15.2; what is older could have been said for another reason, and is not taken). */
const FRESH = seconds(300);
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
