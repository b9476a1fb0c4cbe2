import type { Store } from './store/store.ts';
import { StoreUnavailable } from './errors.ts';

/** Readiness of the service, for load balancers and monitoring. */
export interface Readiness {
  /**
   * The store is open. `free`: free bytes of the file storage, or `undefined` if it is not on a
   * disk.
   */
  filled(store: Store, free: () => number | undefined): void;
  /** A write failed because the disk is full. */
  full(): void;
  ending(): void;
  /** Return the reason why the service is not ready, or `undefined`. Never rejects. */
  readonly fault: () => Promise<string | undefined>;
}

/** With less space the disk counts as full: SQLite's log and some uploads need it. Bytes. */
const LEAST = 64 * 1024 * 1024;
/** Time that a disk counts as full after a failed write. Milliseconds. */
const FULL_FOR = 60_000;
/** Milliseconds. */
const TIMEOUT_MS = 2_000;

/** `now`: milliseconds of a monotonic clock. */
export function openReadiness(now: () => number): Readiness {
  let open: { readonly store: Store; readonly free: () => number | undefined } | undefined;
  let isEnding = false;
  let full = Number.NEGATIVE_INFINITY;
  let asking: Promise<string | undefined> | undefined;
  return {
    filled: (store, free) => void (open = { store, free }),
    full: () => void (full = now()),
    ending: () => void (isEnding = true),
    async fault() {
      if (isEnding) return 'The service ends';
      if (!open) return 'The service is being filled';
      const { free, store } = open;
      // Concurrent checks share one query of the store.
      asking ??= faultOf(store).finally(() => (asking = undefined));
      const fault = await asking;
      if (fault !== undefined) return fault;
      return now() - full < FULL_FOR || !hasRoom(free) ? 'The disk is full' : undefined;
    },
  };
}

async function faultOf(store: Store): Promise<string | undefined> {
  const late = Promise.withResolvers<string>();
  const timer = setTimeout(() => late.resolve('The store does not answer in time'), TIMEOUT_MS);
  try {
    return await Promise.race([late.promise, store.ping().then(() => undefined)]);
  } catch (error) {
    return error instanceof StoreUnavailable ? `The database is ${error.state}` : 'The store fails';
  } finally {
    clearTimeout(timer);
  }
}

function hasRoom(free: () => number | undefined): boolean {
  try {
    return (free() ?? LEAST) >= LEAST;
  } catch {
    return false;
  }
}
