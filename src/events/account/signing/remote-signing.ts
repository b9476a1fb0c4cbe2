import { safeUrl } from '../../core/url.ts';
import { isHex } from '../../core/hex.ts';
import { field, isRecord, parseJson } from '../../core/json.ts';
import { plainLine } from '../devices/device.ts';
import { NO_PERMITS, type Permits, readAsked } from '../devices/permits.ts';
import { type Secret, secretOf } from '../keys/secret.ts';
import type { EventTemplate } from './signed-answer.ts';
import type { Ours } from '../../nostr/ours.ts';
import { pressedRelays } from '../../connection/pressed-relays.ts';

/** Address of a remote signer (NIP-46, `bunker://`). Its key need not be the key it signs with. */
export interface BunkerPointer {
  readonly pubkey: string;
  readonly relays: ReadonlyArray<Ours<string>>;
  readonly secret: Secret<string> | undefined;
}

/**
 * An offer of this app to any remote signer that reads it (NIP-46, `nostrconnect://`), usually as a
 * QR code.
 */
export interface ConnectOffer {
  readonly clientPubkey: string;
  readonly relays: ReadonlyArray<Ours<string>>;
  readonly secret: string;
  readonly name: string;
  readonly url: string;
}

/** A request to a remote signer. `app`: the name and url that this app sends. */
export type RemoteCall =
  | {
      readonly method: 'connect';
      readonly pubkey: string;
      readonly secret: string | undefined;
      readonly app: { readonly name: string; readonly url: string };
    }
  | { readonly method: 'get_public_key' }
  | { readonly method: 'sign_event'; readonly template: Required<EventTemplate> }
  | {
      readonly method: 'nip04_encrypt' | 'nip04_decrypt' | 'nip44_encrypt' | 'nip44_decrypt';
      readonly peer: string;
      readonly text: string;
    };

/**
 * An answer of a remote signer. A `challenge` is the address of a page where the user has to
 * approve; the real answer comes later.
 */
export type RemoteAnswer =
  | { readonly id: string; readonly result: string }
  | { readonly id: string; readonly error: string }
  | { readonly id: string; readonly challenge: string };

const MAX_URL = 4_000;
const MAX_RELAYS = 5;
const MAX_ANSWER = 1024 * 1024;
const MAX_ERROR = 300;
const BUNKER = 'bunker://';
const CONNECT = 'nostrconnect://';

/** Permissions that this app requests, so that a signer need not ask the user each time. */
const PERMISSIONS = [
  'sign_event',
  'nip04_encrypt',
  'nip04_decrypt',
  'nip44_encrypt',
  'nip44_decrypt',
].join(',');

/**
 * Read `bunker://<key>?relay=...&secret=...`, with at most 5 relays. `undefined` if the key is
 * invalid or no relay passes the url policy.
 */
export function readBunkerUrl(text: string): BunkerPointer | undefined {
  const found = parts(text, BUNKER);
  if (!found || found.relays.length === 0) return undefined;
  const secret = found.query.get('secret');
  return {
    pubkey: found.pubkey,
    relays: found.relays,
    secret: secret ? secretOf(secret) : undefined,
  };
}

/** True if the text claims to be the address of a remote signer, but is none that can be used. */
export function isBrokenBunkerUrl(text: string): boolean {
  const typed = text.trim();
  return hasScheme(typed, BUNKER) && !parts(typed, BUNKER)?.relays.length;
}

/**
 * Return the address of a signer for another device. It holds the secret that admits one client:
 * show it, but never store it.
 */
export function bunkerUrl({
  pubkey,
  relays,
  secret,
}: {
  pubkey: string;
  relays: readonly string[];
  secret: string;
}): string {
  const query = new URLSearchParams(relays.map((relay) => ['relay', relay]));
  query.append('secret', secret);
  return `${BUNKER}${pubkey}?${query}`;
}

/** An offer of an app to a signer, with the permissions that it requests (`perms`). */
export interface AskingOffer extends ConnectOffer {
  readonly asked: Permits;
}

/**
 * Read an offer as a signer; `undefined` if key, relays or secret are missing. The name is one
 * line, and unchecked.
 */
export function readConnectUrl(text: string): AskingOffer | undefined {
  const found = parts(text, CONNECT);
  const secret = found?.query.get('secret');
  if (!found || found.relays.length === 0 || !secret) return undefined;
  const perms = found.query.get('perms');
  return {
    clientPubkey: found.pubkey,
    relays: found.relays,
    secret,
    name: plainLine(found.query.get('name')),
    url: plainLine(found.query.get('url')),
    asked: perms === null ? NO_PERMITS : readAsked(perms),
  };
}

/**
 * Return the offer as a signer scans it. It holds the secret that identifies the right signer: show
 * it, but never store it.
 */
export function connectUrl(offer: ConnectOffer): string {
  const query = new URLSearchParams(offer.relays.map((relay) => ['relay', relay]));
  query.append('secret', offer.secret);
  query.append('perms', PERMISSIONS);
  query.append('name', offer.name);
  query.append('url', offer.url);
  return `${CONNECT}${offer.clientPubkey}?${query}`;
}

/** Return a request as the text to encrypt for the signer. */
export function remoteRequest(id: string, call: RemoteCall): string {
  return JSON.stringify({ id, method: call.method, params: paramsOf(call) });
}

/**
 * Read a decrypted answer; `undefined` for everything else. An error is clipped, and a challenge
 * must be a web address.
 */
export function readRemoteAnswer(text: string): RemoteAnswer | undefined {
  const value = text.length > MAX_ANSWER ? undefined : parseJson(text);
  const id = isRecord(value) ? field(value, 'id') : undefined;
  if (!isRecord(value) || typeof id !== 'string') return undefined;
  const result = field(value, 'result');
  const error = field(value, 'error');
  if (result === 'auth_url') {
    const page = typeof error === 'string' ? safeUrl(error) : undefined;
    return page?.startsWith('https:') ? { id, challenge: page } : undefined;
  }
  if (typeof error === 'string' && error !== '')
    return { id, error: error.slice(0, MAX_ERROR).toWellFormed() };
  return typeof result === 'string' ? { id, result } : undefined;
}

function paramsOf(call: RemoteCall): readonly string[] {
  switch (call.method) {
    case 'connect':
      return [call.pubkey, call.secret ?? '', PERMISSIONS, JSON.stringify(call.app)];
    case 'get_public_key':
      return [];
    case 'sign_event': {
      const { kind, content, tags, created_at } = call.template;
      return [JSON.stringify({ kind, content, tags, created_at })];
    }
    default:
      return [call.peer, call.text];
  }
}

function hasScheme(text: string, scheme: string): boolean {
  return text.slice(0, scheme.length).toLowerCase() === scheme;
}

/** The user entered or scanned both forms of address, so their relays may be dialled. */
function parts(
  text: string,
  scheme: string,
): { pubkey: string; relays: ReadonlyArray<Ours<string>>; query: URLSearchParams } | undefined {
  if (text.length > MAX_URL || !hasScheme(text, scheme)) return undefined;
  const [host = '', ...rest] = text.slice(scheme.length).split('?');
  const pubkey = (host.endsWith('/') ? host.slice(0, -1) : host).toLowerCase();
  if (!isHex(pubkey, 64)) return undefined;
  const query = new URLSearchParams(rest.join('?'));
  const relays = pressedRelays(query.getAll('relay'));
  return { pubkey, relays: [...new Set(relays)].slice(0, MAX_RELAYS), query };
}
