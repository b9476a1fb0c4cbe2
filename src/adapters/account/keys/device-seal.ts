import { base64Bytes, base64Of } from '../../../events/core/base64.ts';
import { isHex } from '../../../events/core/hex.ts';

/**
 * Stores the keys of this device by name. `keep` returns the stored key: the first one wins. All
 * methods reject if there is no storage.
 */
export interface SealKeyStore {
  readonly read: (name: string) => Promise<CryptoKey | undefined>;
  /**
   * Reads the key of that name that a tab of an earlier version may have created in the shared
   * database.
   */
  readonly readShared: (name: string) => Promise<CryptoKey | undefined>;
  readonly keep: (name: string, key: CryptoKey) => Promise<CryptoKey>;
  /** Overwrites a key with `other` before deleting it. */
  readonly remove: (name: string, other: CryptoKey) => Promise<void>;
}

/**
 * Encrypts for this device only (E-36), with one key for each account. All methods reject if
 * storage or Web Crypto is not available.
 */
export interface DeviceSeal {
  readonly seal: (bytes: Uint8Array, pubkey: string) => Promise<string>;
  /** `undefined`: this device sealed nothing like it for that account, or its key is gone. */
  readonly open: (sealed: string, pubkey: string) => Promise<Uint8Array | undefined>;
  /**
   * Deletes the key: no copy of a text that it sealed opens again. `undefined`: the key that all
   * accounts once shared.
   */
  readonly forget: (pubkey: string | undefined) => Promise<void>;
}

const SHARED = '1:';
const OWN = '2:';
const IV = 12;
const ALGORITHM = { name: 'AES-GCM', length: 256 };

/** True if an earlier version sealed the text, with one key for all accounts. */
export function isSharedSeal(sealed: string): boolean {
  return sealed.startsWith(SHARED);
}

/**
 * AES-GCM with keys that no script can read. The browser still stores the keys in its own files. A
 * sealed text therefore opens elsewhere together with a copy of the whole profile. The seal
 * protects only data that is copied out of storage. It does not protect earlier copies if the key
 * was copied with them. Against an attacker who has the profile, only a PIN helps. A deleted key is
 * gone from the browser's files (`seal-key-store.ts`). Texts that it sealed no longer open, even if
 * the logs of local storage still contain them.
 */
export function deviceSeal(
  box: SealKeyStore,
  { subtle, getRandomValues }: Pick<Crypto, 'subtle' | 'getRandomValues'>,
): DeviceSeal {
  const newKey = async (): Promise<CryptoKey> =>
    subtle.generateKey(ALGORITHM, false, ['encrypt', 'decrypt']);
  const seal = async (bytes: Uint8Array, pubkey: string): Promise<string> => {
    const iv = getRandomValues(new Uint8Array(IV));
    const key =
      (await box.read(nameOf(pubkey))) ?? (await box.keep(nameOf(pubkey), await newKey()));
    const made = await subtle.encrypt(parameters(iv, pubkey), key, new Uint8Array(bytes));
    const whole = new Uint8Array(IV + made.byteLength);
    whole.set(iv);
    whole.set(new Uint8Array(made), IV);
    return `${OWN}${base64Of(whole)}`;
  };
  const open = async (sealed: string, pubkey: string): Promise<Uint8Array | undefined> => {
    const whole =
      sealed.startsWith(OWN) || isSharedSeal(sealed)
        ? base64Bytes(sealed.slice(OWN.length))
        : undefined;
    if (!whole) return undefined;
    const name = nameOf(isSharedSeal(sealed) ? undefined : pubkey);
    return (
      (await decrypted(await box.read(name), whole, pubkey)) ??
      decrypted(await box.readShared(name), whole, pubkey)
    );
  };
  const decrypted = async (
    key: CryptoKey | undefined,
    whole: Uint8Array,
    pubkey: string,
  ): Promise<Uint8Array | undefined> => {
    if (!key) return undefined;
    try {
      return new Uint8Array(
        await subtle.decrypt(parameters(whole.slice(0, IV), pubkey), key, whole.slice(IV)),
      );
    } catch {
      return undefined;
    }
  };
  return { seal, open, forget: async (pubkey) => box.remove(nameOf(pubkey), await newKey()) };
}

function nameOf(pubkey: string | undefined): string {
  return pubkey === undefined ? 'seal' : `seal ${pubkey}`;
}

/** True if the device key of that account or lock exists. Rejects if there is no storage. */
export async function hasSealKey(
  box: Pick<SealKeyStore, 'read'>,
  pubkey: string,
): Promise<boolean> {
  return (await box.read(nameOf(pubkey))) !== undefined;
}

/** True if the key of that name seals the secret of an account, not a locked key or a text. */
export function isOfSecret(name: string): boolean {
  return isHex(name.slice(nameOf('').length), 64);
}

function parameters(iv: Uint8Array, pubkey: string): AesGcmParams {
  return {
    name: 'AES-GCM',
    iv: new Uint8Array(iv),
    additionalData: new TextEncoder().encode(pubkey),
  };
}
