import type { Seconds } from '../../core/time.ts';
import type { Proof } from './cashu.ts';
import { type Lock, opensAlone, readLock, spendersOf } from './p2pk.ts';

/**
 * True if the holder of `keys` can redeem the token: it is unlocked, its lock has ended, or it is
 * locked to one of `keys`. Also true if it carries a witness, which only its mint can check.
 */
export function canOpen({ secret, witness }: Proof, keys: Iterable<string>, now: Seconds): boolean {
  const lock = readLock(secret.reveal() ?? '');
  if (typeof lock === 'string') return lock === 'none';
  return (
    witness !== undefined ||
    spendersOf(lock, now) === 'anybody' ||
    [...keys].some((key) => opensAlone(lock, key, now))
  );
}

/** Return the first lock that none of these keys opens now. `undefined` if there is none. */
export function foreignLock(
  proofs: readonly Proof[],
  keys: Iterable<string>,
  now: Seconds,
): Lock | undefined {
  const own = [...keys];
  for (const proof of proofs) {
    const lock = canOpen(proof, own, now) ? undefined : readLock(proof.secret.reveal() ?? '');
    if (typeof lock === 'object') return lock;
  }
  return undefined;
}
