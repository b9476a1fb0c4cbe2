import { millis, type Seconds, toSeconds } from '../../src/events/core/time.ts';
import { type Verify, verifyWith } from '../../src/events/nostr/verify.ts';
import { checkPure } from '../../src/events/nostr/verify-pure.ts';
import type { Inserted, Store, Where } from './store.ts';

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
export function openListeners(): Pick<Store, 'onInserted'> & { readonly tell: (inserted: Inserted, where?: Where) => void } {
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

/** Whether there is something in it that somebody wants to know. */
export function isNews({ added, ephemeral, concerned }: Inserted): boolean {
  return added.length > 0 || ephemeral.length > 0 || concerned.size > 0;
}

/** What is told where nothing but these accounts changed. */
export function concerning(pubkeys: readonly string[]): Inserted {
  return { added: [], older: [], quarantined: [], duplicates: [], ephemeral: [], refused: [], concerned: new Set(pubkeys) };
}

function systemSeconds(): Seconds {
  return toSeconds(millis(Date.now()));
}
