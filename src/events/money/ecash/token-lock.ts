import type { Seconds } from '../../core/time.ts';
import type { Proof } from './cashu.ts';
import { type Lock, opensAlone, readLock, spendersOf } from './p2pk.ts';

/**
 * Whether who has these keys can hand it in: it is locked to nobody, or not any more, or to one of them, or it comes with what may open it, which
 * only its mint can say.
 */
export function canOpen({ secret, witness }: Proof, keys: Iterable<string>, now: Seconds): boolean {
  const lock = readLock(secret.reveal() ?? '');
  if (typeof lock === 'string') return lock === 'none';
  return witness !== undefined || spendersOf(lock, now) === 'anybody' || [...keys].some((key) => opensAlone(lock, key, now));
}

/** The first lock among them that none of these keys opens now; undefined: there is none. */
export function foreignLock(proofs: readonly Proof[], keys: Iterable<string>, now: Seconds): Lock | undefined {
  const own = [...keys];
  for (const proof of proofs) {
    const lock = canOpen(proof, own, now) ? undefined : readLock(proof.secret.reveal() ?? '');
    if (typeof lock === 'object') return lock;
  }
  return undefined;
}
