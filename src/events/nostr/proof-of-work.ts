import { getPow } from 'nostr-tools/nip13';
import type { SignedEvent } from './event.ts';
import { isHex } from '../core/hex.ts';

/** The work to make an event (NIP-13), in leading zero bits of its id. */
export interface ProofOfWork {
  readonly difficulty: number;
  /**
   * The target that the author claims; `undefined` if there is none. A lucky hash above it proves
   * no more work.
   */
  readonly target: number | undefined;
}

/** Return the leading zero bits of an id (SIGN-06); 0 if the text is no id. */
export function difficultyOf(id: string): number {
  return isHex(id, 64) ? getPow(id) : 0;
}

/**
 * Return the proof of work of an event; `undefined` without a nonce tag, because it then claims
 * none.
 */
export function proofOfWork(event: Pick<SignedEvent, 'id' | 'tags'>): ProofOfWork | undefined {
  const nonce = event.tags.find((tag) => tag[0] === 'nonce');
  if (!nonce) return undefined;
  const [, , aim = ''] = nonce;
  const target = aim !== '' && aim.length <= 3 ? Number(aim) : Number.NaN;
  return {
    difficulty: difficultyOf(event.id),
    target: Number.isInteger(target) && target >= 0 && target <= 256 ? target : undefined,
  };
}
