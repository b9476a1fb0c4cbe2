import { createActor, setup, SimulatedClock } from 'xstate';
import { settingsDevice } from '../../../src/adapters/app/settings-device.ts';
import { ownFeeds } from '../../../src/adapters/app/own-feeds-store.ts';
import { keptValue, openStorages } from '../../../src/adapters/core/storage.ts';
import { type FeedsChange, mergedFeeds } from '../../../src/events/reading/feed/feeds-merge.ts';
import { keptFeeds, type OwnFeed } from '../../../src/events/reading/feed/own-feeds.ts';
import { readSettings } from '../../../src/adapters/app/settings-store.ts';
import { settingsMachine } from '../../../src/machines/settings/settings.machine.ts';
import type {
  LocalCommand,
  LocalSignal,
} from '../../../src/machines/settings/settings-sync.machine.ts';
import { fakeBrowser } from '../browser/fake-browser.ts';

const ME = 'a'.repeat(64);
const DARK = {
  matches: false,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
};

export const feed = (name: string): OwnFeed => ({
  name,
  spec: `{"id":"${name}"}`,
  feedkind: 'user',
});
/** The service's list for accounts without a list. */
const DEFAULTS = [feed('a')];
export const namesIn = (feeds: readonly OwnFeed[]): readonly string[] =>
  feeds.map(({ name }) => name);

/**
 * One tab: its list, and its channel to the other tabs. Messages wait there until they are
 * delivered.
 */
interface FeedTab {
  readonly list: () => readonly OwnFeed[];
  readonly edit: (next: (feeds: readonly OwnFeed[]) => readonly OwnFeed[]) => void;
  /** Process the next message; false if there is none. */
  readonly deliver: () => boolean;
  /** Its unsaved changes. */
  readonly unsaved: () => FeedsChange | undefined;
  /**
   * Read the service's list and save its changes on top, as the settings machine does when it holds
   * the lock.
   */
  readonly save: () => void;
  /**
   * Read the service's list, as the settings machine does when it starts and when the service tells
   * of a new version.
   */
  readonly load: () => void;
  readonly close: () => void;
}

/** Undelivered messages of a tab, and its listeners. */
interface Line {
  readonly queue: (() => void)[];
  readonly hears: ((event: { readonly data: unknown }) => void)[];
}

/**
 * The tabs of one browser on one list of feeds: one storage, the real settings and the real port in
 * each, and a service that stores a list.
 */
export function feedBrowser(first: readonly OwnFeed[]) {
  const open = new Set<FeedTab>();
  const lines = new Map<FeedTab, Line>();
  const { device } = fakeBrowser().tab();
  const service = { list: first };
  let ids = 0;
  openStorages(device).account(ME).write('homeFeeds', first);

  const tab = (): FeedTab => {
    const storages = openStorages(device);
    const line: Line = { queue: [], hears: [] };
    let unsaved: FeedsChange | undefined;
    const settings = createActor(
      settingsMachine.provide({ actors: { device: settingsDevice(storages, DARK) } }),
      {
        input: {
          account: ME,
          saved: readSettings(storages.account(ME), storages.global),
          forcedTheme: undefined,
          systemDark: false,
        },
        clock: new SimulatedClock(),
      },
    ).start();
    const others = () => [...lines].filter(([, one]) => one !== line);
    const port = ownFeeds('homeFeeds', {
      settings,
      storages,
      early: undefined,
      newId: () => `tab ${++ids}`,
      channel: () => ({
        postMessage: (message) => {
          const data: unknown = structuredClone(message);
          for (const [, one] of others())
            one.queue.push(() => one.hears.forEach((hear) => hear({ data })));
        },
        addEventListener: (_, hear) => void line.hears.push(hear),
        close: () => undefined,
      }),
    });
    const machine = setup({
      types: { events: {} as LocalSignal | LocalCommand },
      actors: { port },
    }).createMachine({
      invoke: { id: 'port', src: 'port', input: { account: ME } },
      on: {
        'local.changed': { actions: ({ event }) => (unsaved = event.change.feeds) },
        'local.adopt': {
          actions: ({ event, self }) => self.getSnapshot().children['port']?.send(event),
        },
      },
    });
    const adopt = (feeds: FeedsChange) => parent.send({ type: 'local.adopt', change: { feeds } });
    const self: FeedTab = {
      list: () => settings.getSnapshot().context.local.homeFeeds,
      edit: (next) => {
        const change = (homeFeeds: readonly OwnFeed[]) =>
          settings.send({ type: 'settings.change', change: { homeFeeds } });
        // as the view does: the service's list becomes the account's before a change
        if (self.list().length === 0) change(DEFAULTS);
        change(next(self.list()));
      },
      deliver: () => {
        const next = line.queue.shift();
        next?.();
        return next !== undefined;
      },
      unsaved: () => unsaved,
      load: () => {
        const { list } = service;
        adopt({ before: list, after: unsaved ? mergedFeeds(unsaved, list) : list });
      },
      save: () => {
        if (unsaved) service.list = mergedFeeds(unsaved, service.list);
        unsaved = undefined;
        adopt({ before: service.list, after: service.list });
      },
      close: () => {
        open.delete(self);
        lines.delete(self);
        parent.stop();
        settings.stop();
      },
    };
    lines.set(self, line);
    open.add(self);
    const parent = createActor(machine).start();
    return self;
  };
  return {
    tab,
    open: () => [...open],
    kept: () => keptFeeds(keptValue(device, `starling/${ME}/homeFeeds`)) ?? [],
    service: () => service.list,
    /** Deliver all messages. */
    settle: () => {
      while ([...open].some((one) => one.deliver()));
    },
  };
}
