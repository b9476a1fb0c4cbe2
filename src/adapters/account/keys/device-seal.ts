import { base64Bytes, base64Of } from '../../../events/core/base64.ts';
import { isHex } from '../../../events/core/hex.ts';

/** Keeps the keys of this device by name. `keep` gives back the one that is kept: the first wins. All reject where there is no place for them. */
export interface SealKeyBox {
  readonly read: (name: string) => Promise<CryptoKey | undefined>;
  /** Reads the key of that name which a tab of an earlier version may have made beside the other one. */
  readonly readShared: (name: string) => Promise<CryptoKey | undefined>;
  readonly keep: (name: string, key: CryptoKey) => Promise<CryptoKey>;
  /** Overwrites a key with `other` and deletes it. */
  readonly remove: (name: string, other: CryptoKey) => Promise<void>;
}

/** Encrypts for this device alone (E-36), each account with a key of its own. All reject where there is no place or no right to do so. */
export interface DeviceSeal {
  readonly seal: (bytes: Uint8Array, pubkey: string) => Promise<string>;
  /** Undefined: nothing that this device has sealed for that account, or its key is gone. */
  readonly open: (sealed: string, pubkey: string) => Promise<Uint8Array | undefined>;
  /** Deletes the key: what was sealed with it never opens again, wherever a copy of it lies. Undefined: the key that all accounts once shared. */
  readonly forget: (pubkey: string | undefined) => Promise<void>;
}

const SHARED = '1:';
const OWN = '2:';
const IV = 12;
const ALGORITHM = { name: 'AES-GCM', length: 256 };

/** Whether something was sealed by an earlier version, with one key for all accounts. */
export function isSharedSeal(sealed: string): boolean {
  return sealed.startsWith(SHARED);
}

/**
 * AES-GCM with keys that no script can read. The browser keeps them among its own files all the same: together with a copy of the whole profile a
 * sealed text opens elsewhere, too. The seal protects what is copied out of storage alone, and what was copied before its key was deleted is not
 * protected by that, if the key was copied with it. Against whoever has the profile only a PIN helps. Once the key is deleted, it is gone from the
 * browser's files (`seal-key-box.ts`), and texts that it sealed and that local storage still holds in its logs open with no PIN.
 */
export function deviceSeal(box: SealKeyBox, { subtle, getRandomValues }: Pick<Crypto, 'subtle' | 'getRandomValues'>): DeviceSeal {
  const newKey = async (): Promise<CryptoKey> => subtle.generateKey(ALGORITHM, false, ['encrypt', 'decrypt']);
  const seal = async (bytes: Uint8Array, pubkey: string): Promise<string> => {
    const iv = getRandomValues(new Uint8Array(IV));
    const key = (await box.read(nameOf(pubkey))) ?? (await box.keep(nameOf(pubkey), await newKey()));
    const made = await subtle.encrypt(parameters(iv, pubkey), key, new Uint8Array(bytes));
    const whole = new Uint8Array(IV + made.byteLength);
    whole.set(iv);
    whole.set(new Uint8Array(made), IV);
    return `${OWN}${base64Of(whole)}`;
  };
  const open = async (sealed: string, pubkey: string): Promise<Uint8Array | undefined> => {
    const whole = sealed.startsWith(OWN) || isSharedSeal(sealed) ? base64Bytes(sealed.slice(OWN.length)) : undefined;
    if (!whole) return undefined;
    const name = nameOf(isSharedSeal(sealed) ? undefined : pubkey);
    return (await decrypted(await box.read(name), whole, pubkey)) ?? decrypted(await box.readShared(name), whole, pubkey);
  };
  const decrypted = async (key: CryptoKey | undefined, whole: Uint8Array, pubkey: string): Promise<Uint8Array | undefined> => {
    if (!key) return undefined;
    try {
      return new Uint8Array(await subtle.decrypt(parameters(whole.slice(0, IV), pubkey), key, whole.slice(IV)));
    } catch {
      return undefined;
    }
  };
  return { seal, open, forget: async (pubkey) => box.remove(nameOf(pubkey), await newKey()) };
}

function nameOf(pubkey: string | undefined): string {
  return pubkey === undefined ? 'seal' : `seal ${pubkey}`;
}

/** True if the key of that name seals the secret of an account, not a locked key or a text. */
export function isOfSecret(name: string): boolean {
  return isHex(name.slice(nameOf('').length), 64);
}

function parameters(iv: Uint8Array, pubkey: string): AesGcmParams {
  return { name: 'AES-GCM', iv: new Uint8Array(iv), additionalData: new TextEncoder().encode(pubkey) };
}
