import type { ActorRefLike, AnyActorRef, AnyEventObject, InspectionEvent } from 'xstate';
import { isSecretName, withoutSecrets } from '../../events/app/secrets.ts';

/** One thing that came in from outside: from a view or an adapter. `at` in milliseconds since the page began, `to` the path of ids. */
interface Recorded {
  readonly at: number;
  readonly to: string;
  readonly event: AnyEventObject;
}

export interface Recorder {
  readonly log: () => readonly Recorded[];
  readonly inspect: (seen: InspectionEvent) => void;
  /** What was kept, as text that holds no secret and can be given away (TOOL-02, TRUST-05). */
  readonly export: () => string;
}

/** Older entries make room: a day of reading must not fill the memory. `ROWS` counts what the entries carry: events, claims, frames. */
const ENTRIES = 5_000;
const ROWS = 20_000;

/** Keeps what came in from outside, answers of ports included; all the rest follows from it (TOOL-02). */
export function createRecorder(now: () => number): Recorder {
  let log: Recorded[] = [];
  let rows = 0;
  const inspect = (seen: InspectionEvent): void => {
    if (seen.type !== '@xstate.event' || OWN.has(seen.event.type)) return;
    const { actorRef, sourceRef, event } = seen;
    if (!isMachine(actorRef) || (sourceRef !== undefined && isMachine(sourceRef))) return;
    log.push({ at: Math.round(now()), to: pathOf(actorRef), event });
    rows += rowsIn(event);
    if (log.length > 2 * ENTRIES || rows > 2 * ROWS) ({ log, rows } = latest(log));
  };
  return {
    log: () => log,
    inspect,
    export: () => JSON.stringify(log.map((one) => ({ ...one, event: redacted(withoutAnswer(one.event)) }))),
  };
}

/** What XState tells an actor of its own life. */
const OWN = new Set(['xstate.init', 'xstate.stop']);

/** The end of the log, as far back as there is room; at least its last entry. */
function latest(log: readonly Recorded[]): { log: Recorded[]; rows: number } {
  let rows = 0;
  let from = log.length;
  while (from > 0 && log.length - from < ENTRIES) {
    const more = rowsIn(log[from - 1]?.event);
    if (rows > 0 && rows + more > ROWS) break;
    rows += more;
    from--;
  }
  return { log: log.slice(from), rows };
}

function rowsIn(value: unknown, depth = 0): number {
  if (Array.isArray(value)) return value.reduce((sum: number, one: unknown) => sum + rowsIn(one, depth + 1), value.length);
  if (typeof value !== 'object' || value === null || depth > 2 || isRef(value)) return 0;
  return Object.values(value).reduce((sum: number, one) => sum + rowsIn(one, depth + 1), 0);
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

/** Ids from the root down, which stay the same from run to run, as session ids do not. */
function pathOf(ref: ActorRefLike): string {
  return isRef(ref) && ref._parent ? `${pathOf(ref._parent)}/${ref.id}` : '';
}

function isRef(value: object): value is AnyActorRef {
  return 'sessionId' in value && 'getSnapshot' in value;
}

function isMachine(ref: object): boolean {
  return 'logic' in ref && typeof ref.logic === 'object' && ref.logic !== null && 'getStateNodeById' in ref.logic;
}
