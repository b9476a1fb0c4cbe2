import { once } from 'node:events';
import { nip77 } from 'nostr-tools';
import { WebSocket } from 'ws';
import type { Filter } from '../../src/events/connection/filter.ts';
import { reasonPrefix } from '../../src/events/connection/relay-message.ts';
import { parseUntrustedJson } from '../untrusted-json.ts';

/**
 * A connection to a mirrored relay. Every request has a timeout, and rejects without a response.
 */
export interface RelayClient {
  /** Stored events of a filter, unverified. Rejects with the reason of a refusal. */
  ask(filter: Filter): Promise<readonly unknown[]>;
  /**
   * Ids of a filter that the relay has and that are not in `own` (NIP-77). `unknown`: the relay
   * does not support it. `too many`: the time range is too long.
   */
  compare(
    filter: Filter,
    own: readonly { readonly id: string; readonly time: number }[],
  ): Promise<readonly string[] | 'unknown' | 'too many'>;
  /**
   * New events of filters, until the relay closes or is gone. Then it rejects. `take` resolves when
   * it is ready for more.
   */
  follow(filters: readonly Filter[], take: Take): Promise<never>;
  close(): void;
}

/** A stored event. Time in seconds. */
interface Known {
  readonly id: string;
  readonly time: number;
}

type Lacking = readonly string[] | 'unknown' | 'too many';
type Take = (events: readonly unknown[]) => Promise<void>;
type Heard = readonly unknown[];

/** The reason to stop following a relay for now: it is away, silent, or refuses. */
class RelayUnavailable extends Error {}

const DEADLINE = 30_000;
/** Responses of relays to an unknown message. */
const UNKNOWN = /NEG|unsupported|unknown|invalid|bad msg/i;
/** Timeout for the first response to a comparison. */
const FIRST_COMPARED = 10_000;
const MOST_IN_ANSWER = 5_000;
/** Limits of one comparison: ids, and messages. Beyond them a shorter time range is compared. */
const MOST_LACKING = 200_000;
const MOST_ROUNDS = 500;
const LARGEST_FRAME = 8 * 1024 * 1024;
const PINGS = 30_000;
/** Queued events at which reading pauses, and at which it resumes. */
const MOST_WAITING = 2_000;
const FEW_WAITING = 500;
const AT_ONCE = 200;

/** A socket with frames by subscription. */
interface Wire {
  readonly socket: WebSocket;
  /** Timeout of a request in milliseconds. */
  readonly deadline: number;
  /** Rejects when the connection ends. */
  readonly gone: Promise<never>;
  readonly say: (...message: readonly unknown[]) => void;
  /**
   * Run work with a subscription of its own. `hear` adds a listener for its frames and for notices,
   * which have no id.
   */
  readonly withId: <T>(
    work: (id: string, hear: (listener: (frame: Heard) => void) => void) => Promise<T>,
  ) => Promise<T>;
}

/** Connect to a relay. The signal aborts everything. */
export async function connectRelay(
  url: string,
  signal: AbortSignal,
  deadline = DEADLINE,
): Promise<RelayClient> {
  const wire = await openWire(url, signal, deadline);
  return {
    close: () => wire.socket.terminate(),
    ask: (filter) => askOn(wire, filter),
    compare: (filter, own) => compareOn(wire, filter, own),
    follow: (filters, take) => followOn(wire, filters, take),
  };
}

async function openWire(url: string, signal: AbortSignal, deadline: number): Promise<Wire> {
  const socket = new WebSocket(url, {
    maxPayload: LARGEST_FRAME,
    handshakeTimeout: deadline,
    headers: { 'User-Agent': 'Starling' },
  });
  const breakOff = () => socket.terminate();
  signal.addEventListener('abort', breakOff, { once: true });
  const gone = Promise.withResolvers<never>();
  socket.on('error', (error) => gone.reject(new RelayUnavailable(error.message)));
  socket.on('close', () => {
    signal.removeEventListener('abort', breakOff);
    gone.reject(new RelayUnavailable('the connection was closed'));
  });
  const alive = watch(socket, deadline);
  gone.promise.catch(() => clearInterval(alive));
  const listeners = new Map<string, (frame: Heard) => void>();
  socket.on('message', (data: Buffer, binary) => {
    const frame = binary ? undefined : parseUntrustedJson(data.toString('utf8'));
    if (!Array.isArray(frame)) return;
    const heard: Heard = frame;
    const hearing =
      heard[0] === 'NOTICE' ? [...listeners.values()] : [listeners.get(String(heard[1]))];
    for (const listener of hearing) listener?.(heard);
  });
  await Promise.race([once(socket, 'open'), gone.promise]);
  let count = 0;
  return {
    socket,
    deadline,
    gone: gone.promise,
    say: (...message) => {
      if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
    },
    async withId(work) {
      const id = `mirror-${count++}`;
      try {
        return await Promise.race([
          work(id, (listener) => void listeners.set(id, listener)),
          gone.promise,
        ]);
      } finally {
        listeners.delete(id);
      }
    },
  };
}

function askOn({ withId, say, deadline }: Wire, filter: Filter): Promise<readonly unknown[]> {
  return withId((id, hear) => {
    const events: unknown[] = [];
    const { promise, resolve, reject } = Promise.withResolvers<readonly unknown[]>();
    const timer = setTimeout(() => reject(new RelayUnavailable('no answer')), deadline);
    hear(([type, , what]) => {
      if (type === 'NOTICE') return;
      timer.refresh();
      if (type === 'EVENT') events.push(what);
      if (events.length > MOST_IN_ANSWER)
        reject(new RelayUnavailable('it sends more than it is asked for'));
      if (type === 'CLOSED') reject(new RelayUnavailable(String(what)));
      if (type === 'EOSE') resolve(events);
    });
    say('REQ', id, filter);
    return promise.finally(() => {
      clearTimeout(timer);
      say('CLOSE', id);
    });
  });
}

function compareOn(
  { withId, say, deadline }: Wire,
  filter: Filter,
  own: readonly Known[],
): Promise<Lacking> {
  return withId((id, hear) => {
    const vector = new nip77.NegentropyStorageVector();
    for (const each of own) vector.insert(each.time, each.id);
    vector.seal();
    const negentropy = new nip77.Negentropy(vector);
    const need = new Set<string>();
    let rounds = 0;
    const { promise, resolve, reject } = Promise.withResolvers<Lacking>();
    let timer = setTimeout(() => resolve('unknown'), Math.min(FIRST_COMPARED, deadline));
    const go = (message: string): void => {
      const next = negentropy.reconcile(message, undefined, (missing) => need.add(missing));
      if (next === null) resolve([...need]);
      else if (need.size > MOST_LACKING || ++rounds > MOST_ROUNDS) resolve('too many');
      else say('NEG-MSG', id, next);
    };
    hear(([type, text, what]) => {
      if (type === 'NOTICE') return UNKNOWN.test(String(text)) ? resolve('unknown') : undefined;
      clearTimeout(timer);
      timer = setTimeout(() => reject(new RelayUnavailable('no answer')), deadline);
      if (type === 'CLOSED') resolve('unknown');
      if (type === 'NEG-ERR')
        resolve(reasonPrefix(String(what)) === 'blocked' ? 'too many' : 'unknown');
      if (type !== 'NEG-MSG') return;
      try {
        go(String(what));
      } catch {
        resolve('unknown');
      }
    });
    say('NEG-OPEN', id, filter, negentropy.initiate());
    return promise.finally(() => {
      clearTimeout(timer);
      say('NEG-CLOSE', id);
    });
  });
}

function followOn(
  { withId, say, socket, gone }: Wire,
  filters: readonly Filter[],
  take: Take,
): Promise<never> {
  return withId(async (id, hear) => {
    const waiting: unknown[] = [];
    let wake = Promise.withResolvers<void>();
    let closed: RelayUnavailable | undefined;
    hear(([type, , what]) => {
      if (type === 'EVENT') waiting.push(what);
      if (type === 'CLOSED') closed = new RelayUnavailable(String(what));
      if (type === 'EVENT' || type === 'CLOSED') wake.resolve();
      if (waiting.length > MOST_WAITING) socket.pause();
    });
    say('REQ', id, ...filters);
    for (;;) {
      await Promise.race([wake.promise, gone]);
      wake = Promise.withResolvers();
      while (waiting.length > 0) {
        await take(waiting.splice(0, AT_ONCE));
        if (waiting.length < FEW_WAITING) socket.resume();
      }
      if (closed) throw closed;
    }
  });
}

/** Close a connection without responses to pings. */
function watch(socket: WebSocket, deadline: number): NodeJS.Timeout {
  let heard = true;
  for (const sign of ['pong', 'message'] as const) socket.on(sign, () => (heard = true));
  return setInterval(
    () => {
      if (!heard && !socket.isPaused) return socket.terminate();
      heard = false;
      if (socket.readyState === socket.OPEN) socket.ping();
    },
    Math.max(PINGS, deadline),
  ).unref();
}
