import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { scrypt } from '@noble/hashes/scrypt.js';

/**
 * A file that only its passphrase opens (BEYOND-16). Bytes: `STARLING` (8), version 1 (1), scrypt's
 * log n (1), salt (16), nonce (24), and the ciphertext with its tag. Key: scrypt of the passphrase
 * (NFKC, UTF-8) with n = 2^(log n), r = 8, p = 1, 32 bytes. Cipher: XChaCha20-Poly1305, with all
 * bytes before the nonce as associated data, so that no byte can be changed.
 */
const MAGIC = new TextEncoder().encode('STARLING');
const VERSION = 1;
const SALT = { at: MAGIC.length + 2, size: 16 };
const NONCE = { at: SALT.at + SALT.size, size: 24 };
const BODY = NONCE.at + NONCE.size;
const TAG = 16;
/** Costs 128 MiB, and about a second. */
const LOG_N = 17;
/** 1 GiB: a file that needs more would crash the tab. */
const MAX_LOG_N = 20;

export const ARCHIVE_CHANCE = SALT.size + NONCE.size;
/** Larger files are not read. */
export const MAX_ARCHIVE = 64 * 1024 * 1024;

/**
 * Why a file cannot be opened. `foreign`: another kind of file. `newer`: a later version. `wrong`:
 * another passphrase, or the file was changed.
 */
export type ArchiveFault = 'huge' | 'foreign' | 'newer' | 'torn' | 'wrong';

/** From 0 to 1. */
export type Progress = (part: number) => void;

/**
 * Encrypt. `chance`: `ARCHIVE_CHANCE` random bytes, never used twice. Takes about a second, so it
 * runs in a worker.
 */
export function sealArchive(
  content: Uint8Array,
  passphrase: string,
  chance: Uint8Array,
  onProgress?: Progress,
  logN = LOG_N,
): Uint8Array {
  const head = new Uint8Array(BODY);
  head.set(MAGIC);
  head.set([VERSION, logN], MAGIC.length);
  head.set(chance.slice(0, ARCHIVE_CHANCE), SALT.at);
  const body = cipherOf(head, passphrase, onProgress).encrypt(content);
  const file = new Uint8Array(BODY + body.length);
  file.set(head);
  file.set(body, BODY);
  return file;
}

/** Decrypt, or return the fault. */
export function openArchive(
  file: Uint8Array,
  passphrase: string,
  onProgress?: Progress,
): Uint8Array | ArchiveFault {
  const fault = faultOf(file);
  if (fault) return fault;
  try {
    return cipherOf(file.slice(0, BODY), passphrase, onProgress).decrypt(file.slice(BODY));
  } catch {
    return 'wrong';
  }
}

/** Return the fault that is visible without the passphrase. */
function faultOf(file: Uint8Array): ArchiveFault | undefined {
  if (file.length > MAX_ARCHIVE) return 'huge';
  if (MAGIC.some((byte, at) => file[at] !== byte)) return 'foreign';
  const [version = 0, logN = 0] = file.slice(MAGIC.length);
  if (version !== VERSION) return version > VERSION ? 'newer' : 'foreign';
  if (file.length < BODY + TAG) return 'torn';
  return logN >= 1 && logN <= MAX_LOG_N ? undefined : 'foreign';
}

function cipherOf(head: Uint8Array, passphrase: string, onProgress?: Progress) {
  const salt = head.slice(SALT.at, NONCE.at);
  const options = {
    N: 2 ** (head[MAGIC.length + 1] ?? 0),
    r: 8,
    p: 1,
    dkLen: 32,
    maxmem: 2 ** 31,
    ...(onProgress ? { onProgress } : {}),
  };
  const key = scrypt(new TextEncoder().encode(passphrase.normalize('NFKC')), salt, options);
  return xchacha20poly1305(key, head.slice(NONCE.at, BODY), head.slice(0, NONCE.at));
}
