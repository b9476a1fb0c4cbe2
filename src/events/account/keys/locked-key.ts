import { decodeBech32, wordsToBytes } from '../../nostr/bech32.ts';

/**
 * Bytes: version, log n, salt, nonce, key security, and the encrypted key with its authentication.
 */
const SIZE = 1 + 1 + 16 + 24 + 1 + 48;
const VERSION = 2;
/** 1 GiB of memory. More would crash the tab, and a blob from anywhere may ask for 2 to the 255. */
const MAX_LOG_N = 20;

/**
 * Cost of one guess: 64 MiB and about 100 ms for the fastest programs (E-30). A key that was locked
 * with less is locked again.
 */
export const LOG_N = 16;

/**
 * How a key was handled before it was locked (NIP-49): known to be insecure, not known to be
 * insecure, or unknown.
 */
export type KeySecurity = 0 | 1 | 2;

export interface LockedKey {
  readonly logN: number;
  readonly security: KeySecurity;
}

/**
 * Read the header of an ncryptsec (NIP-49). `undefined` if the text is none, or needs too much
 * memory for a browser. Tries no password.
 */
export function readLockedKey(text: string): LockedKey | undefined {
  const bech32 = decodeBech32(text, 200);
  const bytes = bech32?.prefix === 'ncryptsec' ? wordsToBytes(bech32.words) : undefined;
  if (bytes?.length !== SIZE || bytes[0] !== VERSION) return undefined;
  const [, logN = 0] = bytes;
  const security = securityOf(bytes[42]);
  return logN >= 1 && logN <= MAX_LOG_N && security !== undefined ? { logN, security } : undefined;
}

function securityOf(byte: number | undefined): KeySecurity | undefined {
  return byte === 0 || byte === 1 || byte === 2 ? byte : undefined;
}
