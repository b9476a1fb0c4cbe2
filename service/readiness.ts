import type { Store } from './store/store.ts';
import { StoreAway } from './errors.ts';

/** Whether the service should be asked, for a balancer or whoever watches it. */
export interface Readiness {
  /** The store is open. `free`: room in bytes where files are kept; undefined where nothing is kept on a disk. */
  filled(store: Store, free: () => number | undefined): void;
  /** Something could not be kept for want of room. */
  full(): void;
  ending(): void;
  /** Why not; undefined where it should. Never rejects. */
  readonly fault: () => Promise<string | undefined>;
}

/** Less room than this is none: a log of SQLite and some uploads need it. Bytes. */
const LEAST = 64 * 1024 * 1024;
/** How long a disk counts as full after something did not go on it. Milliseconds. */
const FULL_FOR = 60_000;
/** Milliseconds. */
const PATIENCE = 2_000;

/** `now`: milliseconds of a clock that only goes on. */
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
      // however many ask, the store is asked once at a time
      asking ??= faultOf(store).finally(() => (asking = undefined));
      const fault = await asking;
      if (fault !== undefined) return fault;
      return now() - full < FULL_FOR || !hasRoom(free) ? 'The disk is full' : undefined;
    },
  };
}

async function faultOf(store: Store): Promise<string | undefined> {
  const late = Promise.withResolvers<string>();
  const timer = setTimeout(() => late.resolve('The store does not answer in time'), PATIENCE);
  try {
    return await Promise.race([late.promise, store.noted('default_pubkey').then(() => undefined)]);
  } catch (error) {
    return error instanceof StoreAway ? 'The database is away' : 'The store fails';
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
