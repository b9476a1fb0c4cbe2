import { millis, type Seconds, toSeconds } from '../../src/events/core/time.ts';
import { type Verify, verifyWith } from '../../src/events/nostr/verify.ts';
import { checkPure } from '../../src/events/nostr/verify-pure.ts';
import type { Inserted, Store, Where } from './store.ts';

export interface StoreOptions {
  /** The clock. Default: the system clock. */
  readonly now?: () => Seconds;
  /** Verifies the request inside a zap receipt. Default: plain JavaScript. */
  readonly verify?: Verify;
  /** Called when the disk is full. Reads continue. Each change fails and leaves no trace. */
  readonly onFull?: () => void;
  /**
   * Threads that read a large SQLite file for long queries. Default: none. Missing options are
   * those of a service.
   */
  readonly readers?: Partial<Readers>;
}

/**
 * Number of threads, and the number of events from which on they are started. `failed` is called
 * with the error of a thread. The main thread answers in its place.
 */
export interface Readers {
  readonly count: number;
  readonly from: number;
  readonly failed?: (error: unknown) => void;
}

/** Complete the options with defaults. */
export function withDefaults({
  now = systemSeconds,
  verify = verifyWith(checkPure),
  onFull = () => undefined,
}: StoreOptions): Required<Omit<StoreOptions, 'readers'>> {
  return { now, verify, onFull };
}

/** Return the listeners of commits. */
export function openInsertListeners(): Pick<Store, 'onInserted'> & {
  readonly tell: (inserted: Inserted, where?: Where) => void;
} {
  const listeners = new Set<(inserted: Inserted, where: Where) => void>();
  return {
    tell: (inserted, where = 'here') => {
      if (isNews(inserted)) for (const listener of listeners) listener(inserted, where);
    },
    onInserted(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** True if the commit changed anything that listeners are interested in. */
export function isNews({ added, ephemeral, concerned }: Inserted): boolean {
  return added.length > 0 || ephemeral.length > 0 || concerned.size > 0;
}

/** Return a commit in which only these accounts changed. */
export function changedAccounts(pubkeys: readonly string[]): Inserted {
  return {
    added: [],
    older: [],
    quarantined: [],
    duplicates: [],
    ephemeral: [],
    refused: [],
    concerned: new Set(pubkeys),
  };
}

function systemSeconds(): Seconds {
  return toSeconds(millis(Date.now()));
}
