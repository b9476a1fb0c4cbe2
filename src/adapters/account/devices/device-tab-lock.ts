import type { SignedEvent } from '../../../events/nostr/event.ts';
import { field, isRecord } from '../../../events/core/json.ts';
import { readEvent } from '../../../events/nostr/event-shape.ts';
import { minus, type Seconds, seconds } from '../../../events/core/time.ts';
import { openTabLeader } from '../../core/tab-leader.ts';

export interface TabLockDeps {
  readonly locks: LockManager | undefined;
  readonly channel: (name: string) => BroadcastChannel;
  /** The tab that the user looks at answers requests from then on. */
  readonly page: Pick<Document, 'visibilityState' | 'addEventListener'>;
  readonly now: () => Seconds;
  readonly after: (ms: number, run: () => void) => () => void;
}

interface TurnInput {
  readonly name: string;
  /** Events of requests that this tab has not answered yet. */
  readonly open: () => readonly SignedEvent[];
  /** The leading tab changed: it is another tab now, or this one. */
  readonly turned: (isLeading: boolean) => void;
  /** Another tab has changed the stored devices, or hands over requests. */
  readonly changed: () => void;
}

/** Decides which tab answers devices. A tab that resigns hands over its unanswered requests. */
export interface DeviceTabLock {
  readonly isLeading: () => boolean;
  /**
   * Awake, a visible tab takes the lead at once, and a hidden one waits until no other tab leads.
   * Asleep, the tab resigns.
   */
  readonly setAwake: (isAwake: boolean) => void;
  /** Requests the lead and waits a short time for it. */
  readonly led: () => Promise<void>;
  /** Notifies the other tabs of a change. */
  readonly tell: () => void;
  /** Requests that another tab has just left unanswered. Returned once. */
  readonly handed: () => readonly SignedEvent[];
  readonly close: () => void;
}

/** How long handed-over requests stay valid. Later another tab may have answered them. */
const HANDED = seconds(10);
/** Timeout in milliseconds. */
const LOCK_TIMEOUT_MS = 2_000;

/** One tab of a browser answers devices (Web Locks): the one that was visible last. */
export function openDeviceTabLock(
  { name, open, turned, changed }: TurnInput,
  deps: TabLockDeps,
): DeviceTabLock {
  const { page, now } = deps;
  const life = new AbortController();
  const channel = deps.channel(name);
  const waiting = new Set<() => void>();
  let left: { readonly events: readonly SignedEvent[]; readonly at: Seconds } | undefined;
  let isLeading = false;
  let isAwake = false;
  const leadership = openTabLeader(deps.locks, name, (leading) => {
    isLeading = leading;
    if (leading) for (const go of waiting) go();
    else channel.postMessage({ handed: open() });
    waiting.clear();
    turned(leading);
  });
  const isSeen = (): boolean => page.visibilityState === 'visible';
  page.addEventListener('visibilitychange', () => isAwake && isSeen() && leadership.take(), {
    signal: life.signal,
  });
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const rows = isRecord(data) ? field(data, 'handed') : undefined;
    if (Array.isArray(rows))
      left = { events: rows.flatMap((row) => readEvent(row) ?? []), at: now() };
    changed();
  });
  return {
    isLeading: () => isLeading,
    setAwake: (awake) => {
      isAwake = awake;
      if (!awake) leadership.resign();
      else if (isSeen()) leadership.take();
      else leadership.stand();
    },
    led: () =>
      new Promise((resolve) => {
        if (isLeading) return resolve();
        waiting.add(resolve);
        deps.after(LOCK_TIMEOUT_MS, resolve);
        leadership.take();
      }),
    tell: () => channel.postMessage('changed'),
    handed: () => {
      const events = left && minus(now(), left.at) < HANDED ? left.events : [];
      left = undefined;
      return events;
    },
    close: () => {
      life.abort();
      leadership.resign();
      channel.close();
    },
  };
}
