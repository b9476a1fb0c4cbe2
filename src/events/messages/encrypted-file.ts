import { safeMediaUrl } from '../core/url.ts';
import { tagValue } from '../nostr/event.ts';
import { isHex } from '../core/hex.ts';
import { field, isRecord, parseJson } from '../core/json.ts';
import type { Rumor } from './rumor.ts';

/** An encrypted file (NIP-17, kind 15): its address, and the key and nonce that open it, in hex. */
export interface EncryptedFile {
  readonly url: string;
  readonly key: string;
  readonly nonce: string;
}

/** The only algorithm of NIP-17. */
const ALGORITHM = 'aes-gcm';
/** Hex digits of a nonce: 12 to 32 bytes are in use. */
const NONCE = /^(?:[\da-f]{2}){12,32}$/;

/**
 * Return the address and keys of a message's file as text, which is a secret of the account;
 * `undefined` if it cannot be opened.
 */
export function sealedIn(rumor: Rumor): string | undefined {
  if (tagValue(rumor, 'encryption-algorithm')?.toLowerCase() !== ALGORITHM) return undefined;
  const [key, nonce] = ['decryption-key', 'decryption-nonce'].map((name) =>
    tagValue(rumor, name)?.toLowerCase(),
  );
  const text = JSON.stringify({ url: rumor.content.trim(), key, nonce });
  return readEncryptedFile(text) && text;
}

/** Read that text. The address must pass the url policy. */
export function readEncryptedFile(text: string): EncryptedFile | undefined {
  const value = parseJson(text);
  if (!isRecord(value)) return undefined;
  const [said, key, nonce] = ['url', 'key', 'nonce'].map((name) => field(value, name));
  const url = typeof said === 'string' ? safeMediaUrl(said) : undefined;
  if (
    url === undefined ||
    typeof key !== 'string' ||
    !isHex(key, 64) ||
    typeof nonce !== 'string' ||
    !NONCE.test(nonce)
  )
    return undefined;
  return { url, key, nonce };
}
