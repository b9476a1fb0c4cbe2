import { millis, type Seconds, toSeconds } from '../../src/events/time.ts';
import { type Verify, verifyWith } from '../../src/events/verify.ts';
import { checkPure } from '../../src/events/verify-pure.ts';
import type { Inserted, Store } from './store.ts';

/** What a store is opened with, on whichever engine. */
export interface StoreOptions {
  /** The clock; the system's unless another is given. */
  readonly now?: () => Seconds;
  /** Checks the request inside a zap receipt; plain JavaScript unless a faster one is given. */
  readonly verify?: Verify;
  /** Told when the disk is full: reading goes on, each change fails and leaves nothing behind. */
  readonly onFull?: () => void;
}

/** All of them, with what holds where nothing was said. */
export function completed({
  now = systemSeconds,
  verify = verifyWith(checkPure),
  onFull = () => undefined,
}: StoreOptions): Required<StoreOptions> {
  return { now, verify, onFull };
}

/** Who is told of what was committed. */
export function openListeners(): Pick<Store, 'onInserted'> & { tell(inserted: Inserted): void } {
  const listeners = new Set<(inserted: Inserted) => void>();
  return {
    tell(inserted) {
      if (inserted.added.length > 0 || inserted.ephemeral.length > 0) for (const listener of listeners) listener(inserted);
    },
    onInserted(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function systemSeconds(): Seconds {
  return toSeconds(millis(Date.now()));
}
