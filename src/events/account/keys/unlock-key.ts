import { decrypt } from 'nostr-tools/nip49';
import { readLockedKey } from './locked-key.ts';

/** Why a locked key stays shut. Wrong: the PIN does not belong to it, which is authenticated (E-31). */
export type Unlocked = { readonly ok: true; readonly key: Uint8Array } | { readonly ok: false; readonly why: 'wrong' | 'unreadable' };

/** Opens an ncryptsec. Takes as long as its log n says, so it is for the worker that holds keys. */
export function unlockKey(text: string, pin: string): Unlocked {
  if (!readLockedKey(text)) return { ok: false, why: 'unreadable' };
  try {
    return { ok: true, key: decrypt(text.toLowerCase(), pin) };
  } catch (error) {
    // no memory for scrypt is no wrong PIN
    return { ok: false, why: error instanceof RangeError ? 'unreadable' : 'wrong' };
  }
}
