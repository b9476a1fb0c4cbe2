import { once } from 'node:events';
import { nip77 } from 'nostr-tools';
import { WebSocket } from 'ws';
import type { Filter } from '../../src/events/connection/filter.ts';
import { reasonPrefix } from '../../src/events/connection/relay-message.ts';
import { parseJson } from '../../src/events/json.ts';

/** A connection to a relay that is mirrored. Everything on it has a deadline; what a relay does not answer rejects. */
export interface RelayLine {
  /** Events of a filter that are stored there, as they came: nothing of them is verified. Rejects with the reason of a refusal. */
  ask(filter: Filter): Promise<readonly unknown[]>;
  /**
   * Ids that the relay has of a filter and that are not among the own ones (NIP-77). `unknown`: the relay does not speak it; `too many`: it
   * compares so many events only at a shorter time.
   */
  compare(
    filter: Filter,
    own: readonly { readonly id: string; readonly time: number }[],
  ): Promise<readonly string[] | 'unknown' | 'too many'>;
  /** Events of filters as they come, until the relay ends it or is gone: rejects then. `take` settles when more may come. */
  follow(filters: readonly Filter[], take: (events: readonly unknown[]) => Promise<void>): Promise<never>;
  close(): void;
}

type Heard = readonly unknown[];

/** Why a relay is not followed for now: it is away, silent, or refuses. */
class RelayTrouble extends Error {}

const DEADLINE = 30_000;
/** How long a relay may take to show that it knows comparisons. */
const FIRST_COMPARED = 10_000;
const MOST_IN_ANSWER = 5_000;
const LARGEST_FRAME = 8 * 1024 * 1024;
const PINGS = 30_000;
/** Events that wait to be taken before no more are read, and until how few of them. */
const MOST_WAITING = 2_000;
const FEW_WAITING = 500;
const AT_ONCE = 200;

/** Connects to a relay; the signal breaks off whatever goes on. */
export async function openLine(url: string, signal: AbortSignal, deadline = DEADLINE): Promise<RelayLine> {
  const socket = new WebSocket(url, { maxPayload: LARGEST_FRAME, handshakeTimeout: deadline, headers: { 'User-Agent': 'Starling' } });
  const end = () => socket.terminate();
  signal.addEventListener('abort', end, { once: true });
  const gone = Promise.withResolvers<never>();
  gone.promise.catch(() => undefined);
  socket.on('error', (error) => gone.reject(new RelayTrouble(error.message)));
  socket.on('close', () => gone.reject(new RelayTrouble('the connection was closed')));
  const alive = watch(socket, deadline);
  gone.promise.catch(() => clearInterval(alive));
  const listeners = new Map<string, (frame: Heard) => void>();
  let notice: ((text: string) => void) | undefined;
  socket.on('message', (data: Buffer, binary) => {
    const frame = binary ? undefined : parseJson(data.toString('utf8'));
    if (!Array.isArray(frame)) return;
    const heard: Heard = frame;
    if (heard[0] === 'NOTICE') notice?.(String(heard[1]));
    else listeners.get(String(heard[1]))?.(heard);
  });
  await Promise.race([once(socket, 'open'), gone.promise]);
  let count = 0;
  const say = (...message: readonly unknown[]) => socket.send(JSON.stringify(message));
  /** Has a subscription of its own until it is settled. */
  const withId = async <T>(work: (id: string, hear: (listener: (frame: Heard) => void) => void) => Promise<T>): Promise<T> => {
    const id = `mirror-${count++}`;
    try {
      return await Promise.race([work(id, (listener) => void listeners.set(id, listener)), gone.promise]);
    } finally {
      listeners.delete(id);
    }
  };
  return {
    close: end,
    ask: (filter) =>
      withId(async (id, hear) => {
        const events: unknown[] = [];
        const { promise, resolve, reject } = Promise.withResolvers<readonly unknown[]>();
        const timer = setTimeout(() => reject(new RelayTrouble('no answer')), deadline);
        hear(([type, , what]) => {
          timer.refresh();
          if (type === 'EVENT') events.push(what);
          if (events.length > MOST_IN_ANSWER) reject(new RelayTrouble('it sends more than it is asked for'));
          if (type === 'CLOSED') reject(new RelayTrouble(String(what)));
          if (type === 'EOSE') resolve(events);
        });
        say('REQ', id, filter);
        return promise.finally(() => {
          clearTimeout(timer);
          if (socket.readyState === socket.OPEN) say('CLOSE', id);
        });
      }),
    compare: (filter, own) =>
      withId(async (id, hear) => {
        const vector = new nip77.NegentropyStorageVector();
        for (const each of own) vector.insert(each.time, each.id);
        vector.seal();
        const negentropy = new nip77.Negentropy(vector);
        const need = new Set<string>();
        const { promise, resolve, reject } = Promise.withResolvers<readonly string[] | 'unknown' | 'too many'>();
        let timer = setTimeout(() => resolve('unknown'), Math.min(FIRST_COMPARED, deadline));
        notice = (text) => void (/NEG|unsupported|unknown|invalid|bad msg/i.test(text) && resolve('unknown'));
        hear(([type, , what]) => {
          clearTimeout(timer);
          timer = setTimeout(() => reject(new RelayTrouble('no answer')), deadline);
          if (type === 'NEG-ERR') resolve(reasonPrefix(String(what)) === 'blocked' ? 'too many' : 'unknown');
          if (type !== 'NEG-MSG') return;
          try {
            const next = negentropy.reconcile(String(what), undefined, (missing) => need.add(missing));
            if (next === null) resolve([...need]);
            else say('NEG-MSG', id, next);
          } catch {
            resolve('unknown');
          }
        });
        say('NEG-OPEN', id, filter, negentropy.initiate());
        return promise.finally(() => {
          clearTimeout(timer);
          notice = undefined;
          if (socket.readyState === socket.OPEN) say('NEG-CLOSE', id);
        });
      }),
    follow: (filters, take) =>
      withId(async (id, hear) => {
        const waiting: unknown[] = [];
        let wake = Promise.withResolvers<void>();
        hear(([type, , what]) => {
          if (type === 'EVENT') waiting.push(what);
          if (type === 'CLOSED') wake.reject(new RelayTrouble(String(what)));
          else if (type === 'EVENT') wake.resolve();
          if (waiting.length > MOST_WAITING) socket.pause();
        });
        say('REQ', id, ...filters);
        for (;;) {
          await Promise.race([wake.promise, gone.promise]);
          wake = Promise.withResolvers<void>();
          while (waiting.length > 0) {
            await take(waiting.splice(0, AT_ONCE));
            if (waiting.length < FEW_WAITING) socket.resume();
          }
        }
      }),
  };
}

/** Ends a connection at whose other end nobody is any more. */
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
