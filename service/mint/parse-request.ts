import { isHex } from '../../src/events/core/hex.ts';
import { field, isRecord } from '../../src/events/core/json.ts';
import { type CurvePoint, readPoint } from './curve.ts';
import { MINT_ERROR, MintError } from './mint-errors.ts';
import type { Keyset } from './keyset.ts';

/** A blinded message to sign (NUT-00). */
export interface Output {
  readonly sats: number;
  /** The amount as written, even if it is not the actual amount, because it is signed (NUT-11). */
  readonly written: number;
  /** The point, compressed, in hex. */
  readonly b: string;
  readonly point: CurvePoint;
  readonly keyset: Keyset;
  /** True for the first keyset of the mint. */
  readonly isFirst: boolean;
}

/** A proof to spend (NUT-00). */
export interface Input {
  readonly sats: number;
  readonly keyset: Keyset;
  readonly secret: string;
  readonly c: CurvePoint;
  /** The witness of a lock as JSON (NUT-10), or empty. */
  readonly witness: string;
}

/** Limit for inputs, and for outputs, of one request. Each takes some milliseconds of computing. */
const MOST_ITEMS = 200;
/** Limit for lookups in one request. */
const MOST_LOOKUPS = 1_000;
/** Characters of a secret. */
const LONGEST_SECRET = 1_024;
/** Characters of a witness: room for a signature of each key that fits into a secret. */
const LONGEST_WITNESS = 2_048;

type Json = Readonly<Record<string, unknown>>;

/** Return the outputs of a request. `isBlank`: the mint decides their amounts (NUT-08). */
export function readOutputs(value: unknown, keysets: readonly Keyset[], isBlank = false): Output[] {
  const outputs = listOf(value, MINT_ERROR.outputs, MOST_ITEMS).map((item) => {
    const point = readPoint(textIn(item, 'B_'));
    if (!point) throw new MintError(MINT_ERROR.malformed, 'a B_ is no point');
    const keyset = keysetIn(item, keysets);
    const isFirst = keyset === keysets[0];
    return { ...amountsIn(item, keyset, isBlank), b: point.toHex(true), point, keyset, isFirst };
  });
  if (new Set(outputs.map(({ b }) => b)).size < outputs.length)
    throw new MintError(MINT_ERROR.sameOutput);
  return outputs;
}

export function readInputs(value: unknown, keysets: readonly Keyset[]): Input[] {
  const inputs = listOf(value, MINT_ERROR.inputs, MOST_ITEMS).map((item) => {
    const [secret, c] = [textIn(item, 'secret'), readPoint(textIn(item, 'C'))];
    if (secret === '' || secret.length > LONGEST_SECRET)
      throw new MintError(MINT_ERROR.malformed, 'a secret is empty or too long');
    if (!c) throw new MintError(MINT_ERROR.proof);
    const keyset = keysetNamed(keysets, field(item, 'id'));
    return { sats: amountIn(item, keyset), keyset, secret, c, witness: witnessIn(item) };
  });
  if (inputs.length === 0) throw new MintError(MINT_ERROR.unbalanced);
  if (new Set(inputs.map(({ secret }) => secret)).size < inputs.length)
    throw new MintError(MINT_ERROR.sameInput);
  return inputs;
}

/** Return the keyset with this id. Throws a `MintError` if there is none. */
export function keysetNamed(keysets: readonly Keyset[], id: unknown): Keyset {
  const found = keysets.find((keyset) => keyset.id === id);
  if (!found) throw new MintError(MINT_ERROR.keyset);
  return found;
}

/** Before v1 the keyset id of an output is optional. */
function keysetIn(item: Json, keysets: readonly Keyset[]): Keyset {
  const id = field(item, 'id');
  const old = id === undefined ? keysets.find(({ isOld }) => isOld) : undefined;
  return old ?? keysetNamed(keysets, id);
}

/**
 * Return the requested points in hex. They are not checked against the curve, because invalid
 * points are never found.
 */
export function readPoints(value: unknown): string[] {
  return listOfAny(value, MINT_ERROR.inputs, MOST_LOOKUPS).map((item) => {
    const hex = typeof item === 'string' ? item.toLowerCase() : '';
    if (!isHex(hex, 66)) throw new MintError(MINT_ERROR.malformed, 'a Y is no point');
    return hex;
  });
}

/** Return the secrets in a request. */
export function readSecrets(value: unknown): string[] {
  return listOf(value, MINT_ERROR.inputs, MOST_LOOKUPS).map((item) => {
    const secret = textIn(item, 'secret');
    if (secret.length > LONGEST_SECRET)
      throw new MintError(MINT_ERROR.malformed, 'a secret is too long');
    return secret;
  });
}

/**
 * Return the requested blinded messages in hex. They need no check, because only known ones are
 * found.
 */
export function readBlinded(value: unknown): string[] {
  return listOf(value, MINT_ERROR.outputs, MOST_LOOKUPS).map((item) =>
    textIn(item, 'B_').toLowerCase(),
  );
}

/** Return the body of a request as an object. */
export function readObject(value: unknown): Json {
  if (!isRecord(value)) throw new MintError(MINT_ERROR.malformed, 'not a JSON object');
  return value;
}

export function textIn(record: Json, name: string): string {
  const value = field(record, name);
  if (typeof value !== 'string') throw new MintError(MINT_ERROR.malformed, `${name} is no text`);
  return value;
}

/** Whole sats from 1 up. */
export function satsOf(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value))
    throw new MintError(MINT_ERROR.malformed, 'amount is no whole number');
  if (value < 1) throw new MintError(MINT_ERROR.limit);
  return value;
}

function amountsIn(item: Json, keyset: Keyset, isBlank: boolean): Pick<Output, 'sats' | 'written'> {
  const amount = field(item, 'amount');
  if (isBlank)
    return {
      sats: 0,
      written: typeof amount === 'number' && Number.isSafeInteger(amount) ? amount : 0,
    };
  const sats = amountIn(item, keyset);
  return { sats, written: sats };
}

/** Return the witness as JSON text. Some clients send it as an object. */
function witnessIn(item: Json): string {
  const value = field(item, 'witness') ?? '';
  const witness = typeof value === 'string' ? value : JSON.stringify(value);
  if (witness.length > LONGEST_WITNESS)
    throw new MintError(MINT_ERROR.malformed, 'a witness is too long');
  return witness;
}

/** Return an amount with a key in the keyset: a power of two. */
function amountIn(item: Json, keyset: Keyset): number {
  const sats = satsOf(field(item, 'amount'));
  if (!keyset.keys.has(sats))
    throw new MintError(MINT_ERROR.malformed, 'there is no key for this amount');
  return sats;
}

function listOf(
  value: unknown,
  tooMany: (typeof MINT_ERROR)['inputs' | 'outputs'],
  most: number,
): Json[] {
  return listOfAny(value, tooMany, most).map(readObject);
}

function listOfAny(
  value: unknown,
  tooMany: (typeof MINT_ERROR)['inputs' | 'outputs'],
  most: number,
): readonly unknown[] {
  if (!Array.isArray(value)) throw new MintError(MINT_ERROR.malformed, 'a list is missing');
  if (value.length > most) throw new MintError(tooMany, `at most ${most}`);
  return value;
}
