import { decrypt } from 'nostr-tools/nip49';
import { readLockedKey } from './locked-key.ts';

/**
 * Why a locked key stays locked. `wrong`: the PIN does not fit the key, which is authenticated
 * (E-31).
 */
export type Unlocked =
  | { readonly ok: true; readonly key: Uint8Array }
  | { readonly ok: false; readonly why: 'wrong' | 'unreadable' };

/**
 * Open an ncryptsec. Its log n decides how long this takes, so it runs in the worker that holds
 * keys.
 */
export function unlockKey(text: string, pin: string): Unlocked {
  if (!readLockedKey(text)) return { ok: false, why: 'unreadable' };
  try {
    return { ok: true, key: decrypt(text.toLowerCase(), pin) };
  } catch (error) {
    // too little memory for scrypt does not mean a wrong PIN
    return { ok: false, why: error instanceof RangeError ? 'unreadable' : 'wrong' };
  }
}
