import { getPow } from 'nostr-tools/nip13';
import type { SignedEvent } from './event.ts';
import { isHex } from '../core/hex.ts';

/** How hard an event was to make (NIP-13), in leading zero bits of its id. */
export interface ProofOfWork {
  readonly difficulty: number;
  /** What its author says to have aimed at; a lucky hash above it proves no more than that. Undefined: not said. */
  readonly target: number | undefined;
}

/** Leading zero bits of an id (SIGN-06); 0 for what is no id. */
export function difficultyOf(id: string): number {
  return isHex(id, 64) ? getPow(id) : 0;
}

/** The proof of work of an event; undefined where it has no nonce tag and so claims none. */
export function proofOfWork(event: Pick<SignedEvent, 'id' | 'tags'>): ProofOfWork | undefined {
  const nonce = event.tags.find((tag) => tag[0] === 'nonce');
  if (!nonce) return undefined;
  const [, , aim = ''] = nonce;
  const target = aim !== '' && aim.length <= 3 ? Number(aim) : Number.NaN;
  return { difficulty: difficultyOf(event.id), target: Number.isInteger(target) && target >= 0 && target <= 256 ? target : undefined };
}
