import type { VerifiedEvent } from '../../src/events/nostr/event.ts';
import { RESULT } from '../../src/events/nostr/kinds.ts';
import { isReadableBy } from '../store/filters/private-kinds.ts';
import type { Store } from '../store/store.ts';
import type { StoredEvent } from '../store/stored-event.ts';
import { openMutex } from '../mutex.ts';
import { type Result, synthetic } from './results.ts';

/** Receives one result of a stream. */
export type Push = (result: Result) => void;

/**
 * The immediate response of a stream verb, and a function that opens the stream. Without `open`
 * there is no stream.
 */
export interface StreamAnswer {
  /** Called after the stream is open, so that nothing in between is missed. */
  readonly results: () => Promise<readonly Result[]>;
  readonly open?: (push: Push) => () => void;
}

/** Streams that all connections share. Each returns a function that stops it. */
export interface Streams {
  /** Send the totals at once, on every change, and every 30 s. */
  netStats(push: Push): () => void;
  /** Send the id of every event from now on, when it is stored. */
  inserted(push: (id: string) => void): () => void;
  /**
   * Respond with stored events, then with the results of `say` for each new event, in order. An
   * event of the response is not sent again, even if its commit is reported later.
   */
  followed(read: () => Promise<FirstResults>, say: Say): StreamAnswer;
  /** Send the state of an account at once, on every change, and every 30 s. */
  standing(pubkey: string, read: Read, push: Push): () => void;
  /** Send new results whenever an account, its settings or a purchase changes. */
  occurring(concerned: string, read: Read, push: Push): () => void;
  /** Report a change of an account or its settings that no event reports. */
  changed(concerned: string): void;
}

/** The response of a stream of events. `totals` follow the events. */
interface FirstResults {
  readonly events: readonly StoredEvent[];
  readonly totals?: readonly Result[];
}

type Say = (event: VerifiedEvent) => Promise<readonly Result[]>;

type Read = () => Promise<readonly Result[]>;

const SOON_MS = 5_000;
const ALIVE_MS = 30_000;
const REST_MS = 200;

export function openStreams(
  store: Store,
  failed: (where: string, error: unknown) => void = () => undefined,
): Streams {
  const added = (listener: (event: VerifiedEvent) => void) =>
    store.onInserted((inserted) => {
      // Private events go only to authenticated clients of relays. There is no authentication here.
      for (const event of inserted.added) if (isReadableBy([], event)) listener(event);
    });
  const fail = (error: unknown) => failed('stream', error);
  const accounts = openAccounts(store, fail);
  return {
    ...accounts,
    netStats: openTotals(store, fail),
    inserted: (push) => added(({ id }) => push(id)),
    followed: (read, say) => followedEvents({ store, added, fail, read, say }),
  };
}

function followedEvents({
  store,
  added,
  fail,
  read,
  say,
}: {
  readonly store: Store;
  readonly added: (listener: (event: VerifiedEvent) => void) => () => void;
  readonly fail: (error: unknown) => void;
  readonly read: () => Promise<FirstResults>;
  readonly say: Say;
}): StreamAnswer {
  const inTurn = openMutex();
  const answered = Promise.withResolvers<void>();
  void inTurn(() => answered.promise);
  let known: ReadonlySet<string> = new Set();
  let isOpen = true;
  return {
    async results() {
      try {
        const { events, totals = [] } = await read();
        if (isOpen) known = new Set(events.map(({ id }) => id));
        void store.settled().then(() => inTurn(async () => void (known = new Set())));
        return [...events.map(({ raw }) => raw), ...totals];
      } finally {
        answered.resolve();
      }
    },
    open(push) {
      const stop = added((event) => {
        void inTurn(async () => {
          if (!isOpen || known.has(event.id)) return;
          for (const result of await say(event)) if (isOpen) push(result);
        }).catch(fail);
      });
      return () => {
        isOpen = false;
        known = new Set();
        stop();
      };
    },
  };
}

/**
 * Notify the listeners of an account about changes. A busy listener is called once more, however
 * many changes there were.
 */
function openAccounts(
  store: Store,
  fail: (error: unknown) => void,
): Pick<Streams, 'standing' | 'occurring' | 'changed'> {
  const listeners = new Map<string, Set<() => void>>();
  const changed = (pubkey: string): void => listeners.get(pubkey)?.forEach((tell) => tell());
  let stop: (() => void) | undefined;
  const listen = (pubkey: string, tell: () => void): (() => void) => {
    stop ??= store.onInserted(({ concerned }) => concerned.forEach(changed));
    const others = listeners.get(pubkey) ?? new Set();
    listeners.set(pubkey, others.add(tell));
    return () => {
      if (!others.delete(tell) || others.size > 0) return;
      listeners.delete(pubkey);
      if (listeners.size > 0) return;
      stop?.();
      stop = undefined;
    };
  };
  return {
    // Notifications to all processes also return to this one. The change is stored even if the
    // notification fails.
    changed: (concerned) => void store.concern([concerned]).catch(fail),
    standing(pubkey, read, push) {
      let last = '';
      const { ask, end } = coalesceReads(read, fail, (results, always) => {
        const text = results.join();
        if (text !== last || always) results.forEach((result) => push(result));
        last = text;
      });
      const alive = setInterval(() => ask(true), ALIVE_MS).unref();
      const stopListening = listen(pubkey, () => ask(false));
      ask(true);
      return () => {
        clearInterval(alive);
        stopListening();
        end();
      };
    },
    occurring(concerned, read, push) {
      const { ask, end } = coalesceReads(read, fail, (results) =>
        results.forEach((result) => push(result)),
      );
      const stopListening = listen(concerned, () => ask(false));
      return () => {
        stopListening();
        end();
      };
    },
  };
}

/** Run reads one after the other. Requests during a read are merged into one more read. */
function coalesceReads(
  read: Read,
  fail: (error: unknown) => void,
  tell: (results: readonly Result[], always: boolean) => void,
) {
  let isOpen = true;
  let isBusy = false;
  let asked: 'no' | 'news' | 'always' = 'no';
  let resting: NodeJS.Timeout | undefined;
  const work = async (): Promise<void> => {
    isBusy = true;
    const always = asked === 'always';
    asked = 'no';
    try {
      const results = await read();
      if (isOpen) tell(results, always);
    } finally {
      if (isOpen) resting = setTimeout(goOn, REST_MS).unref();
    }
  };
  const goOn = (): void => {
    isBusy = false;
    if (asked !== 'no') void work().catch(fail);
  };
  return {
    ask: (always: boolean): void => {
      if (asked !== 'always') asked = always ? 'always' : 'news';
      if (!isBusy) void work().catch(fail);
    },
    end: (): void => {
      isOpen = false;
      clearTimeout(resting);
    },
  };
}

/** One timer for all listeners, and none without listeners. */
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
