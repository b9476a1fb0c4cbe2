import type { VerifiedEvent } from '../../src/events/event.ts';
import { RESULT } from '../../src/events/kinds.ts';
import { isFor } from '../store/private.ts';
import type { Store } from '../store/store.ts';
import { openLocks } from '../turns.ts';
import { type Result, synthetic } from './results.ts';

/** Takes one result of a stream. */
export type Push = (result: Result) => void;

/** What a stream verb is answered with at once, and the way to what follows; without `open` nothing does. */
export interface Opened {
  /** Asked for when the stream is open, so that nothing between the two is missed. */
  readonly results: () => Promise<readonly Result[]>;
  readonly open?: (push: Push) => () => void;
}

/** Streams that all connections share (1.7). Each gives the way to stop. */
export interface Streams {
  /** The totals at once, then whenever they change, and every 30 s besides. */
  netStats(push: Push): () => void;
  /** Every event from now on, as it is stored. */
  inserted(push: (id: string, event: Result) => void): () => void;
  /** What is said of each of these events, in their order; nothing more once it is stopped. */
  said(say: (event: VerifiedEvent) => Promise<readonly Result[]>, push: Push): () => void;
}

const SOON_MS = 5_000;
const ALIVE_MS = 30_000;

export function openStreams(store: Store, log: (line: string) => void = () => undefined): Streams {
  const added = (listener: (event: VerifiedEvent) => void) =>
    store.onInserted((inserted) => {
      // relays ask who wants to read private ones; nobody can say so here
      for (const event of inserted.added) if (isFor([], event)) listener(event);
    });
  const fail = (error: unknown) => log(`stream: ${String(error)}`);
  return {
    netStats: openTotals(store, fail),
    inserted: (push) => added((event) => push(event.id, JSON.stringify(event))),
    said(say, push) {
      const inTurn = openLocks();
      let isOpen = true;
      const stop = added((event) => {
        void inTurn(async () => {
          for (const result of await say(event)) if (isOpen) push(result);
        }).catch(fail);
      });
      return () => {
        isOpen = false;
        stop();
      };
    },
  };
}

/** One timer for all who listen, none when nobody does. */
function openTotals(store: Store, fail: (error: unknown) => void): (push: Push) => () => void {
  const listeners = new Set<Push>();
  const current = async (): Promise<Result> => synthetic(RESULT.NetStats, await store.netTotals());
  let last = '';
  let soon: NodeJS.Timeout | undefined;
  let stop = (): void => {};
  const tell = async (always: boolean): Promise<void> => {
    soon = undefined;
    const next = await current();
    if (next === last && !always) return;
    last = next;
    for (const push of listeners) push(next);
  };
  const start = (): void => {
    const alive = setInterval(() => void tell(true).catch(fail), ALIVE_MS).unref();
    const stopInserted = store.onInserted(() => {
      soon ??= setTimeout(() => void tell(false).catch(fail), SOON_MS).unref();
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
    void current()
      .then((totals) => {
        last = totals;
        if (listeners.has(own)) own(totals);
      })
      .catch(fail);
    return () => {
      if (listeners.delete(own) && listeners.size === 0) stop();
    };
  };
}
