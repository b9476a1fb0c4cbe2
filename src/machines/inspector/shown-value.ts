import { isSecret } from '../../events/account/keys/secret.ts';
import { isSecretName, withoutSecrets } from '../../events/core/redact-secrets.ts';
import { isRef } from '../core/refs.ts';
import { keyText, partsOf } from './changes.ts';

/** A value as the inspector shows it. */
export interface ShownValue {
  readonly kind:
    | 'text'
    | 'number'
    | 'time'
    | 'sats'
    | 'word'
    | 'missing'
    | 'secret'
    | 'actor'
    | 'parts'
    | 'opaque';
  /** The value in one line. For parts: their kind. */
  readonly text: string;
  /** For a time: milliseconds since 1970. */
  readonly time: number | undefined;
  readonly parts: ReadonlyArray<readonly [name: string, value: unknown]>;
}

/** Return a value under its name as it is shown, without secrets (TRUST-05). */
export function shownValue(name: string, value: unknown): ShownValue {
  const plain = (kind: ShownValue['kind'], text: string, time?: number): ShownValue => ({
    kind,
    text,
    time,
    parts: [],
  });
  if (value === undefined || value === null) return plain('missing', String(value));
  if (isSecretName(name) || (typeof value === 'object' && isSecret(value)))
    return plain('secret', '');
  if (typeof value === 'string') return plain('text', withoutSecrets(value));
  if (typeof value === 'bigint') return plain('number', `${value}n`);
  if (typeof value === 'number') {
    const time = timeIn(name, value);
    if (time !== undefined) return plain('time', String(value), time);
    return plain(/sats?$/i.test(name) ? 'sats' : 'number', String(value));
  }
  if (typeof value === 'function') return plain('opaque', 'function');
  if (typeof value === 'boolean') return plain('word', String(value));
  if (typeof value !== 'object') return plain('opaque', typeof value);
  if (isRef(value)) return plain('actor', value.id);
  const found = partsOf(value);
  if (!found) return plain('opaque', value.constructor.name);
  return {
    kind: 'parts',
    text: found.kind,
    time: undefined,
    parts: [...found.parts].map(([key, one]) => [keyText(key), one]),
  };
}

/** Names of fields that hold times. */
const TIMES = /(?:at|At|since|until|now|time|due|from|expir\w*)$/;
/** The years from 2001 to 2100, in seconds. */
const [EARLIEST, LATEST] = [1e9, 4.1e9];

function timeIn(name: string, value: number): number | undefined {
  if (value >= EARLIEST * 1_000 && value < LATEST * 1_000) return value;
  return TIMES.test(name) && value >= EARLIEST && value < LATEST ? value * 1_000 : undefined;
}

const DEEPEST = 12;

/**
 * Return a value as JSON, without secrets. Actors are named, and sets and maps are listed. `name`:
 * name of its field.
 */
export function valueAsJson(value: unknown, name = ''): string {
  const plain = (name: string, one: unknown, depth: number): unknown => {
    const { kind, text, parts } = shownValue(name, one);
    if (kind === 'parts') {
      if (depth > DEEPEST) return text;
      const inside = parts.map(([key, part]) => [key, plain(key, part, depth + 1)] as const);
      return text === 'array' || text === 'set'
        ? inside.map(([, part]) => part)
        : Object.fromEntries(inside);
    }
    if (kind === 'text') return text;
    return typeof one === 'number' || typeof one === 'boolean' ? one : `[${text || kind}]`;
  };
  return JSON.stringify(plain(name, value, 0), undefined, 2);
}
