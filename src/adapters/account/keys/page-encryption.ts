import {
  decryptForPage,
  encryptForPage,
  PAGE_KEY,
  PAGE_NONCE,
} from '../../../events/account/keys/page-cipher.ts';
import { base64Bytes, base64Of } from '../../../events/core/base64.ts';
import type { DeviceSeal } from './device-seal.ts';

/** Separator. Neither side contains it. */
const BETWEEN = '.';

/**
 * Seals data immediately, because the page may close before the device's own seal finishes
 * (INV-NO-LOSS). Uses a key that lives as long as the page. That key, sealed by the device,
 * precedes each sealed text. Rejects if the device cannot seal.
 */
export async function pageSeal(
  device: DeviceSeal,
  pubkey: string,
): Promise<(bytes: Uint8Array) => string> {
  const key = crypto.getRandomValues(new Uint8Array(PAGE_KEY));
  const sealedKey = await device.seal(key, pubkey);
  return (bytes) => {
    const nonce = crypto.getRandomValues(new Uint8Array(PAGE_NONCE));
    return `${sealedKey}${BETWEEN}${base64Of(encryptForPage(key, nonce, bytes, pubkey))}`;
  };
}

/**
 * Opens it in another page. `undefined`: the text was not sealed so for that account, or the device
 * key is gone.
 */
export async function openPageSeal(
  device: DeviceSeal,
  sealed: string,
  pubkey: string,
): Promise<Uint8Array | undefined> {
  const [sealedKey = '', text = ''] = sealed.split(BETWEEN);
  const [key, bytes] = [await device.open(sealedKey, pubkey), base64Bytes(text)];
  return key && bytes && decryptForPage(key, bytes, pubkey);
}
