import type { AnyEventObject } from 'xstate';
import { millis } from '../../../src/events/core/time.ts';
import type { Boot, Recorded, Recording } from '../../../src/machines/app/recorder.ts';

/**
 * Parse a recording from its file. Actors are written as `{ actor: path }`; redacted values stay
 * redacted.
 */
export function readRecording(text: string): Recording {
  const { origin, boot, dropped, log } = JSON.parse(text) as {
    origin: number;
    boot?: Boot;
    dropped: number;
    log: readonly Recorded[];
  };
  return {
    origin: millis(origin),
    boot: boot && { ...boot, input: untagged(boot.input) },
    dropped,
    log: log.map((one) => ({ ...one, event: untagged(one.event) as AnyEventObject })),
  };
}

/** Data as it was before `recordingText` tagged it. */
function untagged(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(untagged);
  if (!Object.hasOwn(value, '$')) return untaggedFields(Object.entries(value));
  const { $: kind, of } = value as { $: string; of: never };
  switch (kind) {
    case 'map':
      return new Map(
        (of as [unknown, unknown][]).map(([key, one]) => [untagged(key), untagged(one)]),
      );
    case 'set':
      return new Set((of as unknown[]).map(untagged));
    case 'object':
      return untaggedFields(of as [string, unknown][]);
    case 'bigint':
      return BigInt(of);
    case 'number':
      return Number(of);
    case 'undefined':
      return undefined;
    case 'error':
      return new Error(of);
    case 'actor':
      return { actor: of };
    default:
      throw new Error(`'${kind}' is no tag of a recording`);
  }
}

function untaggedFields(fields: readonly [string, unknown][]): unknown {
  return Object.fromEntries(fields.map(([key, one]) => [key, untagged(one)]));
}
