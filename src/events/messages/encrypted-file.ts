import { safeMediaUrl } from '../core/url.ts';
import { tagValue } from '../nostr/event.ts';
import { isHex } from '../core/hex.ts';
import { field, isRecord, parseJson } from '../core/json.ts';
import type { Rumor } from './rumor.ts';

/** A file that lies somewhere encrypted (NIP-17, kind 15), and what opens it, in hex. */
export interface SealedFile {
  readonly url: string;
  readonly key: string;
  readonly nonce: string;
}

/** The one algorithm that NIP-17 names. */
const ALGORITHM = 'aes-gcm';
/** Hex digits of a nonce: 12 to 32 bytes are in use. */
const NONCE = /^(?:[\da-f]{2}){12,32}$/;

/** All that opens the file of a message, as text, as it is nobody's but the account's; undefined where it cannot be opened. */
export function sealedIn(rumor: Rumor): string | undefined {
  if (tagValue(rumor, 'encryption-algorithm')?.toLowerCase() !== ALGORITHM) return undefined;
  const [key, nonce] = ['decryption-key', 'decryption-nonce'].map((name) => tagValue(rumor, name)?.toLowerCase());
  const text = JSON.stringify({ url: rumor.content.trim(), key, nonce });
  return readSealedFile(text) && text;
}

/** Reads that again; its address has passed the url policy. */
export function readSealedFile(text: string): SealedFile | undefined {
  const value = parseJson(text);
  if (!isRecord(value)) return undefined;
  const [said, key, nonce] = ['url', 'key', 'nonce'].map((name) => field(value, name));
  const url = typeof said === 'string' ? safeMediaUrl(said) : undefined;
  if (url === undefined || typeof key !== 'string' || !isHex(key, 64) || typeof nonce !== 'string' || !NONCE.test(nonce)) return undefined;
  return { url, key, nonce };
}

/** Types that a page may show of what others send; nothing that could hold a script. */
const SHOWN: Readonly<Record<string, 'image' | 'video' | 'audio'>> = {
  'image/jpeg': 'image',
  'image/png': 'image',
  'image/gif': 'image',
  'image/webp': 'image',
  'image/avif': 'image',
  'video/mp4': 'video',
  'video/webm': 'video',
  'video/quicktime': 'video',
  'audio/mpeg': 'audio',
  'audio/mp4': 'audio',
  'audio/ogg': 'audio',
  'audio/webm': 'audio',
  'audio/wav': 'audio',
};

/** As what a file of that type is shown; `download`: it is not shown here, only handed over. */
export function shownAs(type: string): 'image' | 'video' | 'audio' | 'download' {
  return Object.hasOwn(SHOWN, type) ? (SHOWN[type] ?? 'download') : 'download';
}
