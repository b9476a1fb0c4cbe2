import { Amount, type OutputData, type SerializedBlindedSignature } from '@cashu/cashu-ts';
import { field, isRecord } from '../../../events/core/json.ts';
import { isKeysetId, isPoint, isPower } from '../../../events/money/ecash/cashu.ts';
import { badResponse, MintSaid } from './mint-http.ts';
import type { MintKeys, Signed } from './mint-client.ts';

const MAX_KEYS = 256;

/** Public keys by amount. Rejects invalid keys. */
export function keysOf(value: unknown): MintKeys {
  const entries = isRecord(value) ? Object.entries(value) : [];
  const keys = entries.flatMap(([amount, key]) =>
    /^[0-9]{1,20}$/.test(amount) && typeof key === 'string' && isPoint(key) ? [[amount, key]] : [],
  );
  if (entries.length === 0 || entries.length > MAX_KEYS || keys.length < entries.length)
    throw new MintSaid({ code: 'keyset' }, undefined, 0);
  return Object.fromEntries(keys);
}

/**
 * A signature for each output, of its keyset and amount. For an output of 0 the mint chooses the
 * amount (NUT-08). Rejects anything else.
 */
export function signaturesFor(
  outputs: readonly OutputData[],
  given: readonly unknown[],
): readonly SerializedBlindedSignature[] {
  if (given.length !== outputs.length) throw badResponse();
  return outputs.map(({ blindedMessage: { id, amount } }, at) => {
    const signature = signatureOf(given[at]);
    if (signature.id !== id || (!amount.isZero() && !amount.equals(signature.amount)))
      throw badResponse();
    return signature;
  });
}

/** The mint's refund of an overpaid fee: the first outputs, as many as it needed (NUT-08). */
export function changeFor(
  outputs: readonly OutputData[],
  given: readonly unknown[],
): readonly SerializedBlindedSignature[] {
  return signaturesFor(outputs.slice(0, given.length), given);
}

/** The outputs that the mint knows, with their signatures. */
export function signedAmong(
  outputs: readonly OutputData[],
  known: readonly unknown[],
  signatures: readonly unknown[],
): readonly Signed[] {
  if (known.length !== signatures.length) throw badResponse();
  const signed = new Map<string, SerializedBlindedSignature>();
  for (const [at, one] of known.entries()) {
    const B = isRecord(one) ? field(one, 'B_') : undefined;
    if (typeof B !== 'string') throw badResponse();
    signed.set(B, signatureOf(signatures[at]));
  }
  return outputs.flatMap((output) => {
    const signature = signed.get(output.blindedMessage.B_);
    return signature ? [{ output, signature }] : [];
  });
}

/**
 * Reads a signature. Old mints omit the keyset, because each of their responses has a single one.
 */
function signatureOf(value: unknown): SerializedBlindedSignature {
  if (!isRecord(value)) throw badResponse();
  const [id, C, raw, dleq] = ['id', 'C_', 'amount', 'dleq'].map((key) => field(value, key));
  const amount = raw instanceof Amount ? raw.toNumber() : raw;
  if (
    typeof id !== 'string' ||
    !isKeysetId(id) ||
    typeof C !== 'string' ||
    !isPoint(C) ||
    !isPower(amount)
  )
    throw badResponse();
  return { id, amount: Amount.from(amount), C_: C, ...dleqOf(dleq) };
}

function dleqOf(value: unknown): Pick<SerializedBlindedSignature, 'dleq'> {
  const [e, s] = isRecord(value) ? [field(value, 'e'), field(value, 's')] : [];
  return typeof e === 'string' && typeof s === 'string' ? { dleq: { e, s } } : {};
}
