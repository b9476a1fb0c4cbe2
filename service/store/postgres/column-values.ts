import type { Param } from '../engine/statements.ts';

/**
 * PostgreSQL cannot store NUL in a text, so it is escaped with two characters, and so is the escape
 * character itself.
 */
const MARK = '\u0001';
const KEPT_NUL = `${MARK}0`;
const KEPT_MARK = `${MARK}1`;

const MOST = '9223372036854775807';
const LARGEST = 2 ** 63;

type Value = string | null | readonly (string | null)[];

/**
 * Return a parameter as it is sent. Numbers beyond a PostgreSQL column become the largest possible.
 */
export function toColumnValue(param: Param | readonly (string | number | null)[]): Value {
  if (param === null) return null;
  if (typeof param === 'object')
    return [...param].map((each) => (each === null ? null : sentOne(each)));
  return sentOne(param);
}

function sentOne(param: string | number): string {
  if (typeof param === 'string') return keepNul(param);
  if (Math.abs(param) < LARGEST)
    return Number.isInteger(param) ? BigInt(param).toString() : String(param);
  return param > 0 ? MOST : `-${MOST}`;
}

/** Type numbers of PostgreSQL that are not read as text. */
const BOOLEAN = 16;
const NUMBERS: ReadonlySet<number> = new Set([20, 21, 23, 700, 701, 1700]);

/**
 * Return the parser for a column type: numbers as numbers (the store has none beyond 2^53),
 * booleans as 1 or 0, all else as text.
 */
export function columnReader(type: number): (value: string) => string | number {
  if (type === BOOLEAN) return (value) => (value === 't' ? 1 : 0);
  return NUMBERS.has(type) ? Number : readNul;
}

function keepNul(text: string): string {
  // Most texts have neither, and searching is cheaper than replacing.
  if (!text.includes('\0') && !text.includes(MARK)) return text;
  return text.replaceAll(MARK, KEPT_MARK).replaceAll('\0', KEPT_NUL);
}

function readNul(text: string): string {
  return text.includes(MARK) ? text.replaceAll(KEPT_NUL, '\0').replaceAll(KEPT_MARK, MARK) : text;
}
