import type { AnyEventObject } from 'xstate';
import { shownValue } from './shown-value.ts';

/** Fields of one object, letters of one text and letters of a line. */
const [FIELDS, LETTERS, LINE] = [4, 40, 160];
/** Depth to which values are written out. Deeper ones are counted. */
const DEEPEST = 3;

const known = new WeakMap<AnyEventObject, string>();

/** Return the fields of an event in one line, without its type and without secrets. */
export function payloadBrief(event: AnyEventObject): string {
  const before = known.get(event);
  if (before !== undefined) return before;
  const { type: _, ...fields } = event;
  const text = fieldsBrief(Object.entries(fields)).slice(0, LINE);
  known.set(event, text);
  return text;
}

/** Return named values in one line, without secrets. */
export function fieldsBrief(parts: ReadonlyArray<readonly [string, unknown]>): string {
  return fieldsOf(parts, 1);
}

function fieldsOf(parts: ReadonlyArray<readonly [string, unknown]>, depth: number): string {
  const rest = parts.length > FIELDS ? [`+${parts.length - FIELDS}`] : [];
  const shown = parts.slice(0, FIELDS).map(([name, one]) => `${name}: ${textOf(name, one, depth)}`);
  return [...shown, ...rest].join(', ');
}

function textOf(name: string, value: unknown, depth: number): string {
  const { kind, text, parts } = shownValue(name, value);
  if (kind === 'secret') return '…';
  if (kind !== 'parts') return text.length > LETTERS ? `${text.slice(0, LETTERS)}…` : text;
  const isList = text === 'array' || text === 'set';
  if (parts.length === 0) return isList ? '[]' : '{}';
  if (depth >= DEEPEST) return isList ? `[${parts.length}]` : `{${parts.length}}`;
  if (!isList) return `{${fieldsOf(parts, depth + 1)}}`;
  const rest = parts.length > 1 ? `, +${parts.length - 1}` : '';
  return `[${textOf(name, parts[0]?.[1], depth + 1)}${rest}]`;
}
