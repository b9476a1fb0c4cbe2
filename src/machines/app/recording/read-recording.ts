import type { AnyEventObject } from 'xstate';
import { secretOf } from '../../../events/account/keys/secret.ts';
import { isRecord, parseJson } from '../../../events/core/json.ts';
import { millis } from '../../../events/core/time.ts';
import { describeStandIn } from '../../../events/money/payments/invoice-description.ts';
import { preimageStandIn } from '../../../events/money/payments/preimage.ts';
import { RecordedActor } from './recorded-actor.ts';
import type { ActorPath, Boot, Check, Recorded, Recording } from './recorder.ts';
import { FORMAT } from './recording-text.ts';
import { sealStandIns } from './shown-seals.ts';

/**
 * Parse a recording from its file. Actors are restored as `RecordedActor`, and redacted values stay
 * redacted. Throws if the text is no recording.
 */
export function readRecording(text: string): Recording {
  const [head, ...lines] = text
    .split('\n')
    .filter((line) => line !== '')
    .map(parseJson);
  if (!isRecord(head) || head['starling'] !== FORMAT)
    throw new Error(`this is no recording of format ${FORMAT}`);
  const named: unknown[] = [];
  const pathOf = (number: unknown): ActorPath => {
    const path: unknown = named[numberFrom(number)];
    if (!Array.isArray(path)) throw new Error('an entry names no actor');
    return path.map(String);
  };
  const log: Recorded[] = [];
  const checks: Check[] = [];
  let boot: Boot | undefined;
  for (const line of lines) {
    if (!isRecord(line)) throw new Error('a line is not readable');
    const at = () => millis(numberFrom(line['at']));
    const place = typeof line['place'] === 'string' ? line['place'] : undefined;
    if ('path' in line) named.push(line['path']);
    else if ('part' in line) named.push(untagged(line['part'], named));
    else if (Array.isArray(line['states'])) {
      const changed = line['states']
        .filter(Array.isArray)
        .map(
          ([number, hash]) =>
            [pathOf(number), hash === null ? undefined : numberFrom(hash)] as const,
        );
      checks.push({ after: log.length, changed });
    } else if ('event' in line) {
      const { to, timer, port, during } = line;
      log.push({
        at: at(),
        to: pathOf(to),
        event: eventFrom(untagged(line['event'], named)),
        ...(timer !== undefined && { timer: pathOf(timer) }),
        ...(port !== undefined && { port: pathOf(port) }),
        ...(during !== undefined && { during: numberFrom(during) }),
        place,
      });
    } else boot = { at: at(), input: untagged(line['input'], named), place };
  }
  const [origin, dropped] = [millis(numberFrom(head['origin'])), numberFrom(head['dropped'])];
  return { origin, boot, dropped, log, ...(checks.length > 0 && { checks }) };
}

function numberFrom(value: unknown): number {
  if (typeof value !== 'number') throw new Error('a number is missing');
  return value;
}

/** Read one event as a recording has it, without references to other lines. */
export function readEvent(value: unknown): AnyEventObject {
  return eventFrom(untagged(value, []));
}

function eventFrom(value: unknown): AnyEventObject {
  const type = isRecord(value) ? value['type'] : undefined;
  if (!isRecord(value) || typeof type !== 'string') throw new Error('an event has no type');
  return { ...value, type };
}

/** The secret key with 31 bytes of 0 and one of 1. Everybody knows it. */
const KNOWN_KEY = 'nsec1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqsmhltgl';

/** Return a made-up secret of that sort and length. */
function madeUp(of: unknown): string | Uint8Array {
  if (!isRecord(of)) throw new Error('a secret has no length');
  if (of['sort'] === 'nsec') return KNOWN_KEY;
  const length = numberFrom(of['length']);
  return of['sort'] === 'bytes' ? new Uint8Array(length) : 'x'.repeat(length);
}

/** Return data as it was before `recordingText` tagged it. */
function untagged(value: unknown, named: readonly unknown[]): unknown {
  const part = (one: unknown) => untagged(one, named);
  if (Array.isArray(value)) return value.map(part);
  if (!isRecord(value)) return value;
  const fields = (all: readonly unknown[]) =>
    Object.fromEntries(all.filter(Array.isArray).map(([key, one]) => [String(key), part(one)]));
  if (!Object.hasOwn(value, '$')) return fields(Object.entries(value));
  const { $: kind, of } = value;
  const list: readonly unknown[] = Array.isArray(of) ? of : [];
  switch (kind) {
    case 'part':
      return named[numberFrom(of)];
    case 'map':
      return new Map(list.filter(Array.isArray).map(([key, one]) => [part(key), part(one)]));
    case 'set':
      return new Set(list.map(part));
    case 'object':
      return fields(list);
    case 'bigint':
      return BigInt(String(of));
    case 'number':
      return Number(of);
    case 'undefined':
      return undefined;
    case 'secret':
      return secretOf(madeUp(of));
    case 'invoice': {
      const [invoice, hash] = list.map(String);
      if (invoice !== undefined && hash !== undefined) describeStandIn(invoice, hash);
      return invoice;
    }
    case 'seals':
      return sealStandIns(list);
    case 'preimage':
      return preimageStandIn(String(of));
    case 'error':
      return new Error(String(of));
    case 'actor':
      return new RecordedActor(list.map(String));
    default:
      throw new Error(`'${String(kind)}' is no tag of a recording`);
  }
}
