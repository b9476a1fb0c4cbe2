import type { ActorRefLike, AnyActorRef, AnyEventObject, InspectionEvent } from 'xstate';

/** One thing that came in from outside: from a view or an adapter. `at` in milliseconds since the page began, `to` the path of ids. */
export interface Recorded {
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

/** Older entries make room: a day of reading must not fill the memory. */
const KEPT = 5_000;

/** Keeps what came in from outside; all the rest follows from it (TOOL-02). */
export function createRecorder(now: () => number): Recorder {
  let log: Recorded[] = [];
  const inspect = (seen: InspectionEvent): void => {
    if (seen.type !== '@xstate.event' || seen.event.type.startsWith('xstate.')) return;
    const { actorRef, sourceRef, event } = seen;
    if (!isMachine(actorRef) || (sourceRef !== undefined && isMachine(sourceRef))) return;
    log.push({ at: Math.round(now()), to: pathOf(actorRef), event });
    if (log.length > 2 * KEPT) log = log.slice(-KEPT);
  };
  return {
    log: () => log,
    inspect,
    export: () => JSON.stringify(log.map((one) => ({ ...one, event: redacted(one.event) }))),
  };
}

const SECRET = /^(nsec1|ncryptsec1|bunker:|nostr\+walletconnect:|cashu[ab])/i;

/** Plain data only; refs of actors become their path, and what looks like a secret its length. */
function redacted(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return SECRET.test(value) ? `[${value.length} characters kept back]` : value;
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? undefined : value;
  if (isRef(value)) return { actor: pathOf(value) };
  if (depth > 12) return undefined;
  if (value instanceof Map) return [...value].map((row) => redacted(row, depth + 1));
  if (Array.isArray(value)) return value.map((one) => redacted(one, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, redacted(one, depth + 1)]));
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
