import { field, isRecord } from '../../src/events/json.ts';
import { type CurvePoint, readPoint } from './curve.ts';
import { FAULT, MintFault } from './faults.ts';
import type { Keyset } from './keyset.ts';

/** A blinded message that is to be signed (NUT-00). */
export interface Output {
  readonly sats: number;
  /** The point, compressed, in hex. */
  readonly b: string;
  readonly point: CurvePoint;
}

/** A proof that is handed in (NUT-00). */
export interface Input {
  readonly sats: number;
  readonly secret: string;
  readonly c: CurvePoint;
}

/** How many inputs, or outputs, one request may have: each takes some milliseconds of computing. */
const MOST_ITEMS = 200;
/** How many can be looked up at a time. */
const MOST_LOOKUPS = 1_000;
/** Characters of a secret. */
const LONGEST_SECRET = 1_024;

type Json = Readonly<Record<string, unknown>>;

/** Outputs of a request. `isBlank`: their amounts are the mint's to say (NUT-08). */
export function readOutputs(value: unknown, keyset: Keyset, isBlank = false): Output[] {
  const outputs = listOf(value, FAULT.outputs, MOST_ITEMS).map((item) => {
    const point = readPoint(textIn(item, 'B_'));
    if (!point) throw new MintFault(FAULT.malformed, 'a B_ is no point');
    const id = field(item, 'id');
    // those of before v1 need not say it
    if (id !== keyset.id && !(id === undefined && keyset.isOld)) throw new MintFault(FAULT.keyset);
    return { sats: isBlank ? 0 : amountIn(item, keyset), b: point.toHex(true), point };
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
    return { sats: amountIn(item, keyset), secret, c };
  });
  if (inputs.length === 0) throw new MintFault(FAULT.unbalanced);
  if (new Set(inputs.map(({ secret }) => secret)).size < inputs.length) throw new MintFault(FAULT.sameInput);
  return inputs;
}

/** Points that are asked about, in hex. */
export function readPoints(value: unknown): string[] {
  return listOfAny(value, FAULT.inputs, MOST_LOOKUPS).map((item) => {
    const hex = typeof item === 'string' ? item.toLowerCase() : '';
    if (!readPoint(hex)) throw new MintFault(FAULT.malformed, 'a Y is no point');
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
