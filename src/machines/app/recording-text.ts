import type { AnyEventObject } from 'xstate';
import { isSecretName, withoutSecrets } from '../../events/core/redact-secrets.ts';
import { isRef, pathOf, type Recording } from './recorder.ts';

/** Version of the format. */
export const FORMAT = 1;

/**
 * Return the recording as lines of JSON without secrets, ready to share (TOOL-02, TRUST-05). This
 * is a separate file because only exporting needs it.
 *
 * The first line is the head, the second one the start of the root. Then come entries. An entry
 * names actors by the number of their path, and signed events and claims by the number of a part:
 * each has a line of its own before its first use. Values without a JSON form are tagged as `{ $:
 * kind, of: parts }`.
 */
export function recordingText({ origin, boot, dropped, log }: Recording): string {
  const lines: unknown[] = [{ starling: FORMAT, origin, dropped }];
  const numbers = new Map<string, number>();
  /** Return the number of a path or part, and write it if it is new. */
  const numberOf = (kind: 'path' | 'part', value: unknown): number => {
    const name = `${kind} ${JSON.stringify(value)}`;
    const known = numbers.get(name);
    if (known !== undefined) return known;
    lines.push({ [kind]: value });
    numbers.set(name, numbers.size);
    return numbers.size - 1;
  };
  const share: Share = (value) => tagged('part', numberOf('part', value));
  const data = (value: unknown) => redacted(value, share);
  if (boot) {
    const input = data(boot.input);
    lines.push({ at: boot.at, input });
  }
  for (const { at, to, event, timer, during } of log) {
    const [number, from] = [numberOf('path', to), timer && numberOf('path', timer)];
    const content = data(withoutPrivate(event));
    lines.push({ at, to: number, event: content, timer: from, during });
  }
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
}

/** Writes a part, and returns its reference. */
type Share = (value: unknown) => unknown;

/** Events with unpublished words: article drafts, typed or stored (COMPOSE-08). */
const WRITING = new Set(['article.write', 'articles.found', 'articles.updated']);

/** Remove texts that a signer encrypted or decrypted (ACCOUNT-20), and unpublished texts. */
function withoutPrivate(event: AnyEventObject): AnyEventObject {
  if (event.type === 'signer.answered') return { ...event, answer: undefined };
  return WRITING.has(event.type)
    ? { ...event, text: undefined, drafts: undefined, version: undefined }
    : event;
}

/** Depth limit. It also ends circular references. */
const DEEPEST = 24;

/** Return plain data and tags. Actor references become their path, and secrets their length. */
function redacted(value: unknown, share: Share, depth = 0): unknown {
  if (typeof value === 'string') return withoutSecrets(value);
  if (typeof value === 'bigint') return tagged('bigint', String(value));
  if (typeof value === 'number' && !isJson(value))
    return tagged('number', Object.is(value, -0) ? '-0' : String(value));
  if (typeof value !== 'object' || value === null)
    return typeof value === 'function' ? undefined : value;
  if (isRef(value)) return tagged('actor', pathOf(value));
  if (depth > DEEPEST) return undefined;
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes kept back]`;
  if (value instanceof Error) return tagged('error', withoutSecrets(value.message));
  const part = (one: unknown, key: unknown = ''): unknown => {
    if (one === undefined) return tagged('undefined', '');
    return typeof key === 'string' && isSecretName(key)
      ? '[kept back]'
      : redacted(one, share, depth + 1);
  };
  if (value instanceof Map)
    return tagged(
      'map',
      [...value].map(([key, one]) => [part(key), part(one, key)]),
    );
  if (value instanceof Set)
    return tagged(
      'set',
      [...value].map((one) => part(one)),
    );
  // JSON writes null in place of a function
  if (Array.isArray(value))
    return value.map((one) => part(typeof one === 'function' ? undefined : one));
  // machines, files and the like cannot be replayed
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return undefined;
  const isPrivate = 'secret' in value && value.secret === true;
  const fields = Object.entries(value)
    .map(([key, one]: [string, unknown]): [string, unknown] => [
      withoutSecrets(key),
      isPrivate && key === 'tag' ? '[kept back]' : part(one, key),
    ])
    .filter(([, one]) => one !== undefined);
  // an object that looks like a tag must not be taken for one
  if (Object.hasOwn(value, '$')) return tagged('object', fields);
  const object = Object.fromEntries(fields);
  return isRepeated(value) ? share(object) : object;
}

/** True for signed events and claims, which come with many answers. */
function isRepeated(value: object): boolean {
  return ('id' in value && 'sig' in value) || 'claim' in value;
}

function tagged(kind: string, of: unknown): unknown {
  return { $: kind, of };
}

function isJson(value: number): boolean {
  return Number.isFinite(value) && !Object.is(value, -0);
}
