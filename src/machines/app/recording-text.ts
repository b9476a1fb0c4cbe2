import type { AnyEventObject } from 'xstate';
import { isSecretName, withoutSecrets } from '../../events/app/secrets.ts';
import { isRef, pathOf, type Recorded } from './recorder.ts';

/** A recording as JSON that holds no secret and can be given away (TOOL-02, TRUST-05). Apart from the recorder: only who saves one needs it. */
export function recordingText(log: readonly Recorded[]): string {
  return JSON.stringify(log.map((one) => ({ ...one, event: redacted(withoutAnswer(one.event)) })));
}

/** What a signer encrypted or decrypted is nobody's but the account's (ACCOUNT-20). */
function withoutAnswer(event: AnyEventObject): AnyEventObject {
  return event.type === 'signer.answered' ? { ...event, answer: undefined } : event;
}

/** Plain data only; refs of actors become their path, and secrets their length. */
function redacted(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return withoutSecrets(value);
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? undefined : value;
  if (isRef(value)) return { actor: pathOf(value) };
  if (depth > 12) return undefined;
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes kept back]`;
  if (value instanceof Error) return { error: withoutSecrets(value.message) };
  if (value instanceof Map || value instanceof Set) return [...value].map((row) => redacted(row, depth + 1));
  if (Array.isArray(value)) return value.map((one) => redacted(one, depth + 1));
  // machines that are handed over, files and the like: nobody could play them back
  if (Object.getPrototypeOf(value) !== Object.prototype) return undefined;
  const isPrivate = 'secret' in value && value.secret === true;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [withoutSecrets(key), isPrivate && key === 'tag' ? '[kept back]' : kept(key, one, depth)]),
  );
}

function kept(key: string, value: unknown, depth: number): unknown {
  return isSecretName(key) && value !== undefined ? '[kept back]' : redacted(value, depth + 1);
}
