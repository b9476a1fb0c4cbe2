import { createHash } from 'node:crypto';
import { setImmediate as breath } from 'node:timers/promises';
import { schnorr } from '@noble/curves/secp256k1.js';
import { bytesOf, isHex } from '../../src/events/core/hex.ts';
import { field, isRecord, parseJson } from '../../src/events/core/json.ts';
import {
  type Lock,
  messageForAll,
  readLock,
  type Signers,
  spendersOf,
} from '../../src/events/money/ecash/p2pk.ts';
import type { Seconds } from '../../src/events/core/time.ts';
import { MINT_ERROR, MintError } from './mint-errors.ts';
import type { Input, Output } from './parse-request.ts';

/** Limit of signature checks for one request. Each takes about a millisecond. */
const MOST_CHECKS = 500;

/** Inputs and outputs of an operation. `quote`: the id of its melt quote. */
interface Spending {
  readonly inputs: readonly Pick<Input, 'secret' | 'c' | 'witness'>[];
  readonly outputs: readonly Pick<Output, 'written' | 'b'>[];
  readonly quote: string | undefined;
  readonly now: Seconds;
}

/**
 * Throw a `MintError` unless every proof that is locked to keys has a valid witness (NUT-10,
 * NUT-11). Other conditions are unknown here and not enforced.
 */
export async function unlock(spending: Spending): Promise<void> {
  const { inputs, now } = spending;
  const locks = inputs.map(({ secret }) => readLock(secret));
  if (locks.includes('malformed'))
    throw new MintError(MINT_ERROR.locked, 'its condition is malformed, and nobody can meet it');
  const checker = { left: MOST_CHECKS };
  if (locks.some((lock) => typeof lock === 'object' && lock.isAll))
    return unlockAll(spending, locks, checker);
  for (const [n, lock] of locks.entries()) {
    const input = inputs[n];
    if (typeof lock === 'object' && input)
      await look(lock, input.witness, input.secret, now, checker);
  }
}

/** SIG_ALL: the first input has the signatures for all, which have the same lock. */
async function unlockAll(
  { inputs, outputs, quote, now }: Spending,
  locks: ReturnType<typeof readLock>[],
  checker: Checker,
): Promise<void> {
  const [first, [input]] = [locks[0], inputs];
  const areSame = locks.every(
    (lock) =>
      typeof lock === 'object' &&
      typeof first === 'object' &&
      lock.isAll &&
      lock.terms === first.terms,
  );
  if (!areSame || typeof first !== 'object' || !input)
    throw new MintError(MINT_ERROR.locked, 'with SIG_ALL all inputs are locked the same way');
  const message = messageForAll(
    inputs.map(({ secret, c }) => ({ secret, C: c.toHex(true) })),
    outputs.map(({ written, b }) => ({ amount: written, B_: b })),
    quote,
  );
  await look(first, input.witness, message, now, checker);
}

interface Checker {
  left: number;
}

async function look(
  lock: Lock,
  witness: string,
  message: string,
  now: Seconds,
  checker: Checker,
): Promise<void> {
  const spenders = spendersOf(lock, now);
  if (spenders === 'anybody') return;
  const digest = createHash('sha256').update(message).digest();
  const signatures = signaturesOf(witness);
  for (const group of spenders) if (await haveSigned(group, signatures, digest, checker)) return;
  throw new MintError(
    MINT_ERROR.locked,
    signatures.length === 0
      ? 'its signature is missing'
      : 'its signature is not of the keys that it needs',
  );
}

/** Each key counts once, for any number of signatures. */
async function haveSigned(
  { keys, needed }: Signers,
  signatures: readonly string[],
  digest: Uint8Array,
  checker: Checker,
): Promise<boolean> {
  let signed = 0;
  for (const key of keys) {
    for (const signature of signatures) {
      if (checker.left-- <= 0)
        throw new MintError(MINT_ERROR.locked, 'there are too many signatures to look at');
      await breath();
      if (!isSigned(signature, digest, key)) continue;
      signed++;
      break;
    }
    if (signed >= needed) return true;
  }
  return false;
}

function isSigned(signature: string, digest: Uint8Array, key: string): boolean {
  try {
    return schnorr.verify(bytesOf(signature), digest, bytesOf(key));
  } catch {
    return false;
  }
}

function signaturesOf(witness: string): readonly string[] {
  const value = parseJson(witness);
  const signatures = isRecord(value) ? field(value, 'signatures') : undefined;
  if (!Array.isArray(signatures)) return [];
  return signatures.flatMap((one: unknown) =>
    typeof one === 'string' && isHex(one.toLowerCase(), 128) ? [one.toLowerCase()] : [],
  );
}
