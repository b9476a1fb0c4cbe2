import type { VerifiedEvent } from '../../src/events/event.ts';
import { RESULT } from '../../src/events/kinds.ts';
import { isFor } from '../store/private.ts';
import type { Store } from '../store/store.ts';
import { type Result, synthetic } from './results.ts';

/** Takes one result of a stream. */
export type Push = (result: Result) => void;

/** What a stream verb is answered with at once, and the way to what follows; without `open` nothing does. */
export interface Opened {
  readonly results: readonly Result[];
  readonly open?: (push: Push) => () => void;
}

/** Streams that all connections share (1.7). Each gives the way to stop. */
export interface Streams {
  /** The totals at once, then whenever they change, and every 30 s besides. */
  netStats(push: Push): () => void;
  /** Every event from now on, as it is stored. */
  inserted(push: (id: string, event: Result) => void): () => void;
  /** The same events with their parts. */
  added(listener: (event: VerifiedEvent) => void): () => void;
}

const SOON_MS = 5_000;
const ALIVE_MS = 30_000;

export function openStreams(store: Store): Streams {
  const added: Streams['added'] = (listener) =>
    store.onInserted((inserted) => {
      // relays ask who wants to read private ones; nobody can say so here
      for (const event of inserted.added) if (isFor([], event)) listener(event);
    });
  return { netStats: openTotals(store), added, inserted: (push) => added((event) => push(event.id, JSON.stringify(event))) };
}

/** One timer for all who listen, none when nobody does. */
function openTotals(store: Store): (push: Push) => () => void {
  const listeners = new Set<Push>();
  const current = (): Result => synthetic(RESULT.NetStats, store.netTotals());
  let last = '';
  let soon: NodeJS.Timeout | undefined;
  let stop = (): void => {};
  const tell = (always: boolean): void => {
    soon = undefined;
    const next = current();
    if (next === last && !always) return;
    last = next;
    for (const push of listeners) push(next);
  };
  const start = (): void => {
    const alive = setInterval(() => tell(true), ALIVE_MS).unref();
    const stopInserted = store.onInserted(() => {
      soon ??= setTimeout(() => tell(false), SOON_MS).unref();
    });
    stop = () => {
      clearInterval(alive);
      clearTimeout(soon);
      soon = undefined;
      stopInserted();
    };
  };
  return (push) => {
    const own: Push = (result) => push(result);
    if (listeners.size === 0) start();
    listeners.add(own);
    last = current();
    own(last);
    return () => {
      if (listeners.delete(own) && listeners.size === 0) stop();
    };
  };
}
