import type { AnyEventObject } from 'xstate';
import { isSecretName, withoutSecrets } from '../../events/core/redact-secrets.ts';
import { isRef, pathOf, type Recording } from './recorder.ts';

/**
 * Return the recording as JSON without secrets, ready to share (TOOL-02, TRUST-05). This is a
 * separate file because only exporting needs it. Values without a JSON form are tagged as `{ $:
 * kind, of: parts }`.
 */
export function recordingText(recording: Recording): string {
  const { boot, log } = recording;
  return JSON.stringify({
    ...recording,
    boot: boot && { ...boot, input: redacted(boot.input) },
    log: log.map((one) => ({ ...one, event: redacted(withoutPrivate(one.event)) })),
  });
}

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
function redacted(value: unknown, depth = 0): unknown {
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
  if (value instanceof Map)
    return tagged(
      'map',
      [...value].map(([key, one]) => [
        part(key, depth),
        part(one, depth, typeof key === 'string' ? key : ''),
      ]),
    );
  if (value instanceof Set)
    return tagged(
      'set',
      [...value].map((one) => part(one, depth)),
    );
  if (Array.isArray(value)) return value.map((one) => part(one, depth));
  // machines, files and the like cannot be replayed
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return undefined;
  const isPrivate = 'secret' in value && value.secret === true;
  const fields = Object.entries(value).map(([key, one]: [string, unknown]): [string, unknown] => [
    withoutSecrets(key),
    isPrivate && key === 'tag' ? '[kept back]' : kept(key, one, depth),
  ]);
  // an object that looks like a tag must not be taken for one
  if (!Object.hasOwn(value, '$')) return Object.fromEntries(fields);
  return tagged(
    'object',
    fields.filter(([, one]) => one !== undefined),
  );
}

function kept(key: string, value: unknown, depth: number): unknown {
  return isSecretName(key) && value !== undefined ? '[kept back]' : redacted(value, depth + 1);
}

/** Return an array element. `undefined` is tagged, because JSON would write null. */
function part(value: unknown, depth: number, key = ''): unknown {
  return value === undefined ? tagged('undefined', '') : kept(key, value, depth);
}

function tagged(kind: string, of: unknown): unknown {
  return { $: kind, of };
}

function isJson(value: number): boolean {
  return Number.isFinite(value) && !Object.is(value, -0);
}
