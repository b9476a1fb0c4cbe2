import { decryptForPage, encryptForPage, PAGE_KEY, PAGE_NONCE } from '../../../events/account/keys/page-cipher.ts';
import { base64Bytes, base64Of } from '../../../events/core/base64.ts';
import type { DeviceSeal } from './device-seal.ts';

/** Neither side contains it. */
const BETWEEN = '.';

/**
 * Seals at once what a page has that may go at any moment, where the device's own seal would have to be waited for (INV-NO-LOSS): with a key that
 * lives as long as the page, and that stands, sealed by the device, before everything it sealed. Rejects where the device seals nothing.
 */
export async function pageSeal(device: DeviceSeal, pubkey: string): Promise<(bytes: Uint8Array) => string> {
  const key = crypto.getRandomValues(new Uint8Array(PAGE_KEY));
  const sealedKey = await device.seal(key, pubkey);
  return (bytes) => {
    const nonce = crypto.getRandomValues(new Uint8Array(PAGE_NONCE));
    return `${sealedKey}${BETWEEN}${base64Of(encryptForPage(key, nonce, bytes, pubkey))}`;
  };
}

/** Opens it in another page; undefined: nothing that was sealed so for that account, or the key of the device is gone. */
export async function openPageSeal(device: DeviceSeal, sealed: string, pubkey: string): Promise<Uint8Array | undefined> {
  const [sealedKey = '', text = ''] = sealed.split(BETWEEN);
  const [key, bytes] = [await device.open(sealedKey, pubkey), base64Bytes(text)];
  return key && bytes && decryptForPage(key, bytes, pubkey);
}
