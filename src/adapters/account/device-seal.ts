import { base64Bytes, base64Of } from '../../events/base64.ts';

/** Keeps one key of this device, which no script can read. `keep` gives back the one that is kept: the first wins. */
export interface SealKeyBox {
  readonly read: () => Promise<CryptoKey | undefined>;
  readonly keep: (key: CryptoKey) => Promise<CryptoKey>;
}

/** Encrypts for this device alone (E-36), bound to an account. Both reject where there is no place or no right to do so. */
export interface DeviceSeal {
  readonly seal: (bytes: Uint8Array, pubkey: string) => Promise<string>;
  /** Undefined: nothing that this device has sealed for that account. */
  readonly open: (sealed: string, pubkey: string) => Promise<Uint8Array | undefined>;
}

const VERSION = '1:';
const IV = 12;

/** AES-GCM with a key that cannot be taken off the device: what is copied out of storage is of no use elsewhere (TRUST-05). */
export function deviceSeal(box: SealKeyBox, { subtle, getRandomValues }: Pick<Crypto, 'subtle' | 'getRandomValues'>): DeviceSeal {
  const key = async (): Promise<CryptoKey> => {
    const kept = await box.read();
    return kept ?? box.keep(await subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']));
  };
  const seal = async (bytes: Uint8Array, pubkey: string): Promise<string> => {
    const iv = getRandomValues(new Uint8Array(IV));
    const made = await subtle.encrypt(parameters(iv, pubkey), await key(), new Uint8Array(bytes));
    const whole = new Uint8Array(IV + made.byteLength);
    whole.set(iv);
    whole.set(new Uint8Array(made), IV);
    return `${VERSION}${base64Of(whole)}`;
  };
  const open = async (sealed: string, pubkey: string): Promise<Uint8Array | undefined> => {
    const whole = sealed.startsWith(VERSION) ? base64Bytes(sealed.slice(VERSION.length)) : undefined;
    const kept = whole && (await box.read());
    if (!whole || !kept) return undefined;
    try {
      return new Uint8Array(await subtle.decrypt(parameters(whole.slice(0, IV), pubkey), kept, whole.slice(IV)));
    } catch {
      return undefined;
    }
  };
  return { seal, open };
}

function parameters(iv: Uint8Array, pubkey: string): AesGcmParams {
  return { name: 'AES-GCM', iv: new Uint8Array(iv), additionalData: new TextEncoder().encode(pubkey) };
}
