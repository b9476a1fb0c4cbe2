import {
  Amount,
  hasValidDleq,
  type OutputData,
  type Proof as CashuProof,
  signP2PKProof,
} from '@cashu/cashu-ts';
import type { Secret } from '../../../events/account/keys/secret.ts';
import type { Proof } from '../../../events/money/ecash/cashu.ts';
import {
  messageForAll,
  opensAlone,
  readLock,
  spendersOf,
} from '../../../events/money/ecash/p2pk.ts';
import type { Seconds } from '../../../events/core/time.ts';
import { MintSaid } from './mint-http.ts';
import type { MintKeyset, MintClient } from './mint-client.ts';

/** Keys of this wallet by their public keys. */
type Keys = ReadonlyMap<string, Secret<string>>;

/**
 * A request to a mint: inputs that may need signatures for their locks. `quote`: the melt that they
 * pay for.
 */
interface Handed {
  readonly inputs: readonly Proof[];
  readonly outputs: readonly OutputData[];
  readonly quote?: string | undefined;
}

/**
 * Signs inputs that are locked to a key of this wallet (NUT-11): each input, or for SIG_ALL the
 * first one for all inputs and outputs.
 */
export function unlocked(
  { inputs, outputs, quote }: Handed,
  keys: Keys,
  now: Seconds,
): readonly Proof[] {
  const isAll = inputs.some(({ secret }) => isForAll(secret.reveal() ?? ''));
  if (!isAll) return inputs.map((proof) => signed(proof, keys, now));
  const messages = outputs.map(({ blindedMessage: { amount, B_ } }) => ({
    amount: amount.toNumber(),
    B_,
  }));
  const told = inputs.map(({ secret, C }) => ({ secret: secret.reveal() ?? '', C }));
  return inputs.map((proof, at) =>
    at === 0 ? signed(proof, keys, now, messageForAll(told, messages, quote)) : proof,
  );
}

function isForAll(secret: string): boolean {
  const lock = readLock(secret);
  return typeof lock === 'object' && lock.isAll;
}

function signed(proof: Proof, keys: Keys, now: Seconds, message?: string): Proof {
  const secret = proof.secret.reveal() ?? '';
  const lock = readLock(secret);
  if (typeof lock === 'string' || spendersOf(lock, now) === 'anybody') return proof;
  const key = [...keys].find(([pubkey]) => opensAlone(lock, pubkey, now))?.[1].reveal();
  if (key === undefined) return proof;
  const { witness } = signP2PKProof(
    { id: proof.id, amount: Amount.from(proof.amount), secret, C: proof.C },
    key,
    message,
  );
  return { ...proof, witness: typeof witness === 'string' ? witness : JSON.stringify(witness) };
}

/**
 * True if every DLEQ proof is a valid proof of its mint's signature (NUT-12). `all`: also requires
 * one for each proof. Rejects as `line.keys` does.
 */
export async function areProven(
  line: MintClient,
  keysets: readonly MintKeyset[],
  proofs: readonly Proof[],
  all: boolean,
): Promise<boolean> {
  if (all && proofs.some(({ dleq }) => !dleq)) return false;
  for (const [id, some] of Map.groupBy(
    proofs.filter(({ dleq }) => dleq),
    (proof) => proof.id,
  )) {
    const keyset = keysets.find((one) => one.id === id);
    if (!keyset) throw new MintSaid({ code: 'keyset' }, undefined, 0);
    const keys = { id, keys: { ...(await line.keys(keyset)) } };
    if (!some.every((proof) => isProven(proof, keys))) return false;
  }
  return true;
}

function isProven(
  { secret, amount, id, C, dleq }: Proof,
  keys: { readonly id: string; readonly keys: Record<string, string> },
): boolean {
  const proof: CashuProof = {
    id,
    amount: Amount.from(amount),
    secret: secret.reveal() ?? '',
    C,
    ...(dleq && { dleq }),
  };
  try {
    return hasValidDleq(proof, keys);
  } catch {
    return false;
  }
}
