import { query } from '../../../events/connection/verbs.ts';
import { field, isRecord, parseJson } from '../../../events/core/json.ts';
import { RESULT } from '../../../events/nostr/kinds.ts';
import { inMillis, millis, type Millis } from '../../../events/core/time.ts';
import type { ServiceTest } from '../../../machines/connection/cache.machine.ts';
import type { Storages } from '../../core/storage.ts';
import { cacheUrls, servedCache } from './cache-url.ts';
import { request } from './prefetched-requests.ts';
import type { PoolOrders } from './lazy-pool.ts';
import { openWebSocket, type SocketOpener } from '../web-socket.ts';

export interface PoolPlace {
  readonly storages: Pick<Storages, 'setFlag'>;
  /** Origin of the page, and the addresses of its build, as `cacheUrls` reads them. */
  readonly origin: string;
  readonly built: string | undefined;
  readonly openSocket: SocketOpener;
  /** Milliseconds of any monotonic clock. */
  readonly now: () => Millis;
  /** Runs a callback later. Returns a function that cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
}

const TEST = 'test';
const TIMEOUT_MS = 5_000;

/** Handles the commands of the `pool` port in that page. */
export function poolOrders(storages: Storages, page: Window): PoolOrders {
  return poolOf({
    storages,
    origin: page.location.origin,
    built: servedCache(page.document),
    openSocket: openWebSocket,
    now: () => millis(performance.now()),
    after: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  });
}

/**
 * Stores the pool as the flag `cacheServer`, unless it is the built-in one. Restores the built-in
 * pool, and tests services, each once at a time.
 */
export function poolOf(place: PoolPlace): PoolOrders {
  const defaults = cacheUrls({ ...place, stored: undefined });
  const tests = new Map<string, ServiceTest | 'asking'>();
  return (command, say) => {
    if (command.type === 'cache.restore')
      return say({ type: 'cache.pool', urls: defaults, url: defaults[0] });
    if (command.type === 'cache.pool') {
      const text = command.urls.join(',');
      if (text === '') return;
      const unkept = place.storages.setFlag(
        'cacheServer',
        text === defaults.join(',') ? undefined : text,
      );
      return say({ type: 'pool.updated', said: { problem: unkept && 'unkept' } });
    }
    const { url } = command;
    const note = (found: ServiceTest | 'asking'): void => {
      tests.set(url, found);
      say({ type: 'pool.updated', said: { tests: new Map(tests), problem: undefined } });
    };
    if (tests.get(url) === 'asking') return;
    note('asking');
    void testService(url, place).then(note);
  };
}

/**
 * Requests the recommended relays, which every caching service answers and no relay does. Measures
 * milliseconds from the start to the response.
 */
function testService(url: string, { openSocket, now, after }: PoolPlace): Promise<ServiceTest> {
  return new Promise((resolve) => {
    const start = now();
    let isOpen = false;
    const end = (result: ServiceTest): void => {
      stop();
      socket.close();
      resolve(result);
    };
    const fail = () => end({ found: isOpen ? 'other' : 'nothing' });
    const stop = after(TIMEOUT_MS, fail);
    const socket = openSocket(url, {
      opened: () => {
        isOpen = true;
        socket.send(request(TEST, query('get_default_relays', {})));
      },
      frame: (data) => {
        if (typeof data === 'string' && isAnswer(parseJson(data)))
          end({ found: 'service', ms: Math.round(inMillis(now()) - inMillis(start)) });
      },
      closed: fail,
    });
  });
}

function isAnswer(frame: unknown): boolean {
  if (!Array.isArray(frame) || frame[1] !== TEST) return false;
  const found: readonly unknown[] =
    frame[0] === 'EVENTS' && Array.isArray(frame[2])
      ? frame[2]
      : frame[0] === 'EVENT'
        ? [frame[2]]
        : [];
  return found.some((event) => isRecord(event) && field(event, 'kind') === RESULT.DefaultRelays);
}
