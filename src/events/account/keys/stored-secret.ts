import { isHex } from '../../core/hex.ts';
import { field, isRecord } from '../../core/json.ts';
import { type Seconds, seconds } from '../../core/time.ts';
import { readLockedKey } from './locked-key.ts';
import type { Ours } from '../../nostr/ours.ts';
import { pressedRelays } from '../../connection/pressed-relays.ts';

/**
 * The secret that a device stores to act for an account. It is either the account's key, locked
 * with a PIN (NIP-49) or sealed by the device. Or it is a remote signer with this app's sealed key
 * there (NIP-46, E-36). None of it is of use elsewhere without PIN or device. A locked key is
 * sealed, too: a PIN of four digits is guessed in an hour. So a copy of the browser's files must
 * not open with the PIN alone.
 */
export type StoredSecret =
  | LockedSecret
  | { readonly kept: 'device'; readonly sealed: string; readonly past?: PastSeals }
  | RemotePairing;

/**
 * `ncryptsec`: from an earlier version, or if the browser cannot seal. `place`: number of the
 * device key that sealed it, if the PIN was changed.
 */
export type LockedSecret =
  | { readonly kept: 'pin'; readonly ncryptsec: string; readonly past?: PastSeals }
  | {
      readonly kept: 'pin';
      readonly sealed: string;
      readonly place?: number;
      readonly past?: PastSeals;
    };

/**
 * Device keys that sealed earlier forms of a secret, until they are deleted. The browser writes the
 * new form to disk later than it deletes a key. After a power failure the earlier form may be back.
 */
interface PastSeals {
  readonly owners: readonly string[];
  readonly at: Seconds;
}

/** The name of a device key: of a key without a PIN, or of a locked key and its place. */
const OWNER = /^(pin(\d{0,7}) )?[0-9a-f]{64}$/;

/** Time after which the new form of a secret is on disk, in seconds. */
export const ON_DISK_AFTER = 600;

/**
 * Name of the device key that seals a locked key. It differs from the one that seals a key without
 * a PIN, and is deleted separately. Each new PIN uses another `place`, so that the earlier PIN
 * opens no remaining copy.
 */
export function lockOwner(pubkey: string, place = 1): string {
  return place === 1 ? `pin ${pubkey}` : `pin${place} ${pubkey}`;
}

/** Return the names of all device keys that can open a form of this secret. */
export function ownersOf(secret: StoredSecret | undefined, pubkey: string): readonly string[] {
  const current = sealedPartOf(secret, pubkey)?.owner;
  const past = secret && 'past' in secret ? (secret.past?.owners ?? []) : [];
  return [...(current === undefined ? [] : [current]), ...past];
}

/** Return the place of a new PIN: one that no remaining device key has. */
export function nextPlace(owners: readonly string[]): number {
  return 1 + Math.max(0, ...owners.map(placeOf));
}

/** Return the place in the name of a device key; 0 for the key of a secret without a PIN. */
function placeOf(owner: string): number {
  const place = OWNER.exec(owner)?.[2];
  return place === '' ? 1 : Number(place ?? 0);
}

/** Return the secret without its earlier device keys, once they are deleted. */
export function withoutPast(secret: StoredSecret): StoredSecret {
  if (!('past' in secret)) return secret;
  const { past: _, ...rest } = secret;
  return rest;
}

/** `signer`: the key of the remote signer. `client`: our own key towards it. */
interface RemotePairing {
  readonly kept: 'remote';
  readonly signer: string;
  readonly relays: ReadonlyArray<Ours<string>>;
  readonly client: string;
  readonly sealed: string;
}

/**
 * Return the part that this device has sealed, and the key it belongs to: the account's, or that of
 * this app at its remote signer.
 */
export function sealedPartOf(
  secret: StoredSecret | undefined,
  pubkey: string,
): { readonly owner: string; readonly sealed: string } | undefined {
  if (!secret || 'ncryptsec' in secret) return undefined;
  if (secret.kept === 'pin')
    return { owner: lockOwner(pubkey, secret.place), sealed: secret.sealed };
  return { owner: secret.kept === 'remote' ? secret.client : pubkey, sealed: secret.sealed };
}

const MAX_SEALED = 1_000;
const MAX_PAST = 50;
const MAX_PLACE = 1_000_000;
const MAX_RELAYS = 5;

/** Read the stored secret; `undefined` if it is corrupt (ACCOUNT-15). */
export function readStoredSecret(value: unknown): StoredSecret | undefined {
  if (!isRecord(value)) return undefined;
  const kept = field(value, 'kept');
  const ncryptsec = field(value, 'ncryptsec');
  const sealed = field(value, 'sealed');
  const past = readPast(field(value, 'past'));
  if (kept === 'pin' && typeof ncryptsec === 'string')
    return readLockedKey(ncryptsec) ? { kept, ncryptsec, ...past } : undefined;
  if (typeof sealed !== 'string' || sealed === '' || sealed.length > MAX_SEALED) return undefined;
  if (kept === 'pin') return { kept, sealed, ...readPlace(field(value, 'place')), ...past };
  if (kept === 'device') return { kept, sealed, ...past };
  return kept === 'remote' ? readPairing(value, sealed) : undefined;
}

function readPlace(value: unknown): { readonly place?: number } {
  const isPlace = typeof value === 'number' && Number.isSafeInteger(value) && value > 1;
  return isPlace && value <= MAX_PLACE ? { place: value } : {};
}

function readPast(value: unknown): { readonly past?: PastSeals } {
  if (!isRecord(value)) return {};
  const rows = field(value, 'owners');
  const at = field(value, 'at');
  if (!Array.isArray(rows) || typeof at !== 'number' || !Number.isSafeInteger(at)) return {};
  const owners = rows
    .filter((row): row is string => typeof row === 'string' && OWNER.test(row))
    .slice(0, MAX_PAST);
  return { past: { owners, at: seconds(at) } };
}

function readPairing(
  value: Readonly<Record<string, unknown>>,
  sealed: string,
): RemotePairing | undefined {
  const signer = field(value, 'signer');
  const client = field(value, 'client');
  const rows = field(value, 'relays');
  if (
    typeof signer !== 'string' ||
    !isHex(signer, 64) ||
    typeof client !== 'string' ||
    !isHex(client, 64)
  )
    return undefined;
  const relays = pressedRelays(rows);
  return relays.length > 0
    ? { kept: 'remote', signer, relays: relays.slice(0, MAX_RELAYS), client, sealed }
    : undefined;
}
