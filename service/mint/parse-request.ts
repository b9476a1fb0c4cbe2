import { isHex } from '../../src/events/core/hex.ts';
import { field, isRecord } from '../../src/events/core/json.ts';
import { type CurvePoint, readPoint } from './curve.ts';
import { FAULT, MintFault } from './mint-errors.ts';
import type { Keyset } from './keyset.ts';

/** A blinded message that is to be signed (NUT-00). */
export interface Output {
  readonly sats: number;
  /** As it was written, also where that is not its worth: it is signed so (NUT-11). */
  readonly written: number;
  /** The point, compressed, in hex. */
  readonly b: string;
  readonly point: CurvePoint;
}

/** A proof that is handed in (NUT-00). */
export interface Input {
  readonly sats: number;
  readonly secret: string;
  readonly c: CurvePoint;
  /** What opens it where it is locked, as JSON (NUT-10); empty where it has none. */
  readonly witness: string;
}

/** How many inputs, or outputs, one request may have: each takes some milliseconds of computing. */
const MOST_ITEMS = 200;
/** How many can be looked up at a time. */
const MOST_LOOKUPS = 1_000;
/** Characters of a secret. */
const LONGEST_SECRET = 1_024;
/** Characters of a witness: a signature of each key that a secret has room for. */
const LONGEST_WITNESS = 2_048;

type Json = Readonly<Record<string, unknown>>;

/** Outputs of a request. `isBlank`: their amounts are the mint's to say (NUT-08). */
export function readOutputs(value: unknown, keyset: Keyset, isBlank = false): Output[] {
  const outputs = listOf(value, FAULT.outputs, MOST_ITEMS).map((item) => {
    const point = readPoint(textIn(item, 'B_'));
    if (!point) throw new MintFault(FAULT.malformed, 'a B_ is no point');
    const id = field(item, 'id');
    // those of before v1 need not say it
    if (id !== keyset.id && !(id === undefined && keyset.isOld)) throw new MintFault(FAULT.keyset);
    return { ...amountsIn(item, keyset, isBlank), b: point.toHex(true), point };
  });
  if (new Set(outputs.map(({ b }) => b)).size < outputs.length) throw new MintFault(FAULT.sameOutput);
  return outputs;
}

export function readInputs(value: unknown, keyset: Keyset): Input[] {
  const inputs = listOf(value, FAULT.inputs, MOST_ITEMS).map((item) => {
    const [secret, c] = [textIn(item, 'secret'), readPoint(textIn(item, 'C'))];
    if (secret === '' || secret.length > LONGEST_SECRET) throw new MintFault(FAULT.malformed, 'a secret is empty or too long');
    if (!c) throw new MintFault(FAULT.proof);
    if (field(item, 'id') !== keyset.id) throw new MintFault(FAULT.keyset);
    return { sats: amountIn(item, keyset), secret, c, witness: witnessIn(item) };
  });
  if (inputs.length === 0) throw new MintFault(FAULT.unbalanced);
  if (new Set(inputs.map(({ secret }) => secret)).size < inputs.length) throw new MintFault(FAULT.sameInput);
  return inputs;
}

/** Points that are asked about, in hex. Whether they stand on the curve is not looked at: nothing is known of those that do not. */
export function readPoints(value: unknown): string[] {
  return listOfAny(value, FAULT.inputs, MOST_LOOKUPS).map((item) => {
    const hex = typeof item === 'string' ? item.toLowerCase() : '';
    if (!isHex(hex, 66)) throw new MintFault(FAULT.malformed, 'a Y is no point');
    return hex;
  });
}

/** Secrets of proofs that are asked about. */
export function readSecrets(value: unknown): string[] {
  return listOf(value, FAULT.inputs, MOST_LOOKUPS).map((item) => {
    const secret = textIn(item, 'secret');
    if (secret.length > LONGEST_SECRET) throw new MintFault(FAULT.malformed, 'a secret is too long');
    return secret;
  });
}

/** Blinded messages that are asked about, in hex. Only what is known is answered, so that nothing else is checked. */
export function readBlinded(value: unknown): string[] {
  return listOf(value, FAULT.outputs, MOST_LOOKUPS).map((item) => textIn(item, 'B_').toLowerCase());
}

/** The body of a request as an object. */
export function readObject(value: unknown): Json {
  if (!isRecord(value)) throw new MintFault(FAULT.malformed, 'not a JSON object');
  return value;
}

export function textIn(record: Json, name: string): string {
  const value = field(record, name);
  if (typeof value !== 'string') throw new MintFault(FAULT.malformed, `${name} is no text`);
  return value;
}

/** Whole sats from 1 up. */
export function satsOf(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw new MintFault(FAULT.malformed, 'amount is no whole number');
  if (value < 1) throw new MintFault(FAULT.limit);
  return value;
}

function amountsIn(item: Json, keyset: Keyset, isBlank: boolean): Pick<Output, 'sats' | 'written'> {
  const amount = field(item, 'amount');
  if (isBlank) return { sats: 0, written: typeof amount === 'number' && Number.isSafeInteger(amount) ? amount : 0 };
  const sats = amountIn(item, keyset);
  return { sats, written: sats };
}

/** A text of JSON, or what it would say. */
function witnessIn(item: Json): string {
  const value = field(item, 'witness') ?? '';
  const witness = typeof value === 'string' ? value : JSON.stringify(value);
  if (witness.length > LONGEST_WITNESS) throw new MintFault(FAULT.malformed, 'a witness is too long');
  return witness;
}

/** An amount that the keyset has a key for: a power of two. */
function amountIn(item: Json, keyset: Keyset): number {
  const sats = satsOf(field(item, 'amount'));
  if (!keyset.keys.has(sats)) throw new MintFault(FAULT.malformed, 'there is no key for this amount');
  return sats;
}

function listOf(value: unknown, tooMany: (typeof FAULT)['inputs' | 'outputs'], most: number): Json[] {
  return listOfAny(value, tooMany, most).map(readObject);
}

function listOfAny(value: unknown, tooMany: (typeof FAULT)['inputs' | 'outputs'], most: number): readonly unknown[] {
  if (!Array.isArray(value)) throw new MintFault(FAULT.malformed, 'a list is missing');
  if (value.length > most) throw new MintFault(tooMany, `at most ${most}`);
  return value;
}
