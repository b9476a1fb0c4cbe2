import { isHex } from '../../core/hex.ts';
import { field, isRecord } from '../../core/json.ts';
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
  | { readonly kept: 'device'; readonly sealed: string }
  | RemotePairing;

/** `ncryptsec`: from an earlier version, or if the browser cannot seal. */
export type LockedSecret =
  | { readonly kept: 'pin'; readonly ncryptsec: string }
  | { readonly kept: 'pin'; readonly sealed: string };

/**
 * Name of the device key that seals a locked key. It differs from the one that seals a key without
 * a PIN, and is deleted separately.
 */
export function lockOwner(pubkey: string): string {
  return `pin ${pubkey}`;
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
export function sealedIn(
  secret: StoredSecret | undefined,
  pubkey: string,
): { readonly owner: string; readonly sealed: string } | undefined {
  if (!secret || 'ncryptsec' in secret) return undefined;
  if (secret.kept === 'pin') return { owner: lockOwner(pubkey), sealed: secret.sealed };
  return { owner: secret.kept === 'remote' ? secret.client : pubkey, sealed: secret.sealed };
}

const MAX_SEALED = 1_000;
const MAX_RELAYS = 5;

/** Read the stored secret; `undefined` if it is corrupt (ACCOUNT-15). */
export function readStoredSecret(value: unknown): StoredSecret | undefined {
  if (!isRecord(value)) return undefined;
  const kept = field(value, 'kept');
  const ncryptsec = field(value, 'ncryptsec');
  const sealed = field(value, 'sealed');
  if (kept === 'pin' && typeof ncryptsec === 'string')
    return readLockedKey(ncryptsec) ? { kept, ncryptsec } : undefined;
  if (typeof sealed !== 'string' || sealed === '' || sealed.length > MAX_SEALED) return undefined;
  if (kept === 'pin') return { kept, sealed };
  if (kept === 'device') return { kept, sealed };
  return kept === 'remote' ? readPairing(value, sealed) : undefined;
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
