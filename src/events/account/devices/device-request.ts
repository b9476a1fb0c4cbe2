import { isHex } from '../../core/hex.ts';
import { field, isRecord, parseJson } from '../../core/json.ts';
import { readEvent } from '../../nostr/event-shape.ts';
import { isFarFuture, minus, type Seconds, seconds } from '../../core/time.ts';
import { plainLine } from './device.ts';
import {
  type CipherMethod,
  CIPHER_METHODS,
  type DeviceAction,
  isPermittable,
  NO_PERMITS,
  type Permits,
  readAsked,
} from './permits.ts';
import { type Secret, secretOf } from '../keys/secret.ts';
import type { EventTemplate } from '../signing/signed-answer.ts';

/** Name that a client gives itself, unchecked. */
interface ClientName {
  readonly name: string;
  readonly url: string;
}

/**
 * A request of a remote client to the signer of an account (NIP-46). Texts to encrypt or decrypt
 * are wrapped (TRUST-05).
 */
export type DeviceCall =
  | ({
      readonly do: 'connect';
      readonly secret: Secret<string>;
      readonly asked: Permits;
    } & ClientName)
  | { readonly do: 'get_public_key' | 'ping' | 'get_relays' | 'switch_relays' | 'logout' }
  | { readonly do: 'sign'; readonly template: Required<EventTemplate> }
  | {
      readonly do: 'cipher';
      readonly method: CipherMethod;
      readonly peer: string;
      readonly text: Secret<string>;
    };

/** Calls that need the account's key. */
export type KeyCall = Extract<DeviceCall, { do: 'sign' | 'cipher' }>;

/** `call` is `undefined` if no signer here supports the method; the client is notified. */
export interface DeviceRequest {
  readonly id: string;
  readonly call: DeviceCall | undefined;
}

/** The answer to a client: the result, or the reason why there is none. */
export type DeviceAnswer = { readonly result: string } | { readonly error: DeviceRefusal };

/** The refusal of every request of a device that the user has removed. */
export const REMOVED = 'removed';

/** Codes for programs. Users may see them on their other device. */
type DeviceRefusal = 'unsupported' | 'refused' | 'busy' | 'unanswered' | 'failed' | typeof REMOVED;

/** Characters of a whole request: room for the largest NIP-44 text, escaped as JSON. */
const MAX_REQUEST = 512 * 1024;
const MAX_ID = 128;
const MAX_SECRET = 512;
/** Users write a note for a while before they sign it. */
const PAST = seconds(60 * 60);
const NOBODY = { id: '0'.repeat(64), pubkey: '0'.repeat(64), sig: '0'.repeat(128) };
const PLAIN = ['get_public_key', 'ping', 'get_relays', 'switch_relays', 'logout'] as const;

/**
 * Read a decrypted request for the signer of `account`; `undefined` if there is nothing to answer.
 */
export function readDeviceRequest(text: string, account: string): DeviceRequest | undefined {
  const value = text.length > MAX_REQUEST ? undefined : parseJson(text);
  if (!isRecord(value)) return undefined;
  const [id, method, params] = [field(value, 'id'), field(value, 'method'), field(value, 'params')];
  if (typeof id !== 'string' || id === '' || id.length > MAX_ID || typeof method !== 'string')
    return undefined;
  const texts = Array.isArray(params)
    ? params.map((one: unknown) => (typeof one === 'string' ? one : undefined))
    : [];
  return { id, call: callOf(method, texts, account) };
}

/**
 * True if no permit covers the call. This holds for kinds that a permit cannot list, and for a post
 * whose zaps go to another account. It holds for a wrong date: a vote of next year cannot be
 * changed until then, and a note of last year claims to be that old. It also holds for decrypting
 * texts that the account encrypted to itself: private lists, drafts, wallets and ecash. `at`: the
 * time of the request.
 */
export function isAskedAlways(call: KeyCall, account: string, at: Seconds): boolean {
  if (call.do === 'cipher') return call.peer === account && call.method.endsWith('decrypt');
  const { template } = call;
  return (
    !isPermittable(deviceActionOf(call)) ||
    template.tags.some(([name]) => name === 'zap') ||
    datedAway(template.created_at, at) !== undefined
  );
}

/**
 * Return whether the event to sign is dated well before or after the request; `undefined` if it is
 * not.
 */
export function datedAway(createdAt: Seconds, at: Seconds): 'past' | 'future' | undefined {
  if (isFarFuture(createdAt, at)) return 'future';
  return createdAt < minus(at, PAST) ? 'past' : undefined;
}

/** Return the answer as the text to encrypt for the client. */
export function deviceAnswer(id: string, answer: DeviceAnswer): string {
  return JSON.stringify({ id, ...answer });
}

/** Return the action that the call performs with the account's key. */
export function deviceActionOf(call: KeyCall): DeviceAction {
  return call.do === 'sign' ? { kind: call.template.kind } : { cipher: call.method };
}

function callOf(
  method: string,
  params: ReadonlyArray<string | undefined>,
  account: string,
): DeviceCall | undefined {
  const [first = '', second = '', third = '', fourth = ''] = params;
  if (method === 'connect') {
    const asked = third === '' ? NO_PERMITS : readAsked(third);
    return {
      do: 'connect',
      secret: secretOf(second.slice(0, MAX_SECRET)),
      asked,
      ...nameIn(fourth),
    };
  }
  if (method === 'sign_event') {
    const template = templateIn(first, account);
    return template && { do: 'sign', template };
  }
  const plain = PLAIN.find((one) => one === method);
  if (plain) return { do: plain };
  const cipher = CIPHER_METHODS.find((one) => one === method);
  const isWhole = isHex(first, 64) && params[1] !== undefined;
  return cipher && isWhole
    ? { do: 'cipher', method: cipher, peer: first, text: secretOf(second) }
    : undefined;
}

/**
 * Read an event to sign: of the right shape, within its limits, and of the account itself if it
 * names an author.
 */
function templateIn(text: string, account: string): Required<EventTemplate> | undefined {
  const value = parseJson(text);
  if (!isRecord(value)) return undefined;
  const author = field(value, 'pubkey');
  if (author !== undefined && author !== '' && author !== account) return undefined;
  const event = readEvent({ ...value, ...NOBODY });
  return (
    event && {
      kind: event.kind,
      content: event.content,
      tags: event.tags,
      created_at: event.created_at,
    }
  );
}

/** Read the name that a client sends with its first request (JSON of `name` and `url`). */
function nameIn(text: string): ClientName {
  const value = text.length > MAX_SECRET * 4 ? undefined : parseJson(text);
  if (!isRecord(value)) return { name: '', url: '' };
  return { name: plainLine(field(value, 'name')), url: plainLine(field(value, 'url')) };
}
