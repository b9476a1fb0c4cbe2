import type { Message } from '../../events/account/user-message.ts';
import { type ActorRefFrom, assign, sendParent, sendTo, setup } from 'xstate';
import type { OwnFeed } from '../../events/reading/feed/own-feeds.ts';
import type { ReadingSize, Theme } from '../../events/settings/appearance.ts';
import { when } from '../core/event-guards.ts';
import { callbackPort } from '../core/ports.ts';

/** An object as JSON holds it: whoever uses it reads it. */
export type KeptRecord = Readonly<Record<string, unknown>>;

/** What is kept on this device for one account, or for visitors (ACCOUNT-15). What can be missing is so until something was chosen, or seen. */
export interface LocalSettings {
  readonly theme: Theme;
  readonly useSystemTheme: boolean;
  readonly animated: boolean;
  /** The tag of the interface's language (ACCESS-05), read by `shownLanguage`; where it is missing, what the browser asks for. */
  readonly language?: string | undefined;
  /** Whether pictures and videos are loaded only where somebody asks for them (BEYOND-15). */
  readonly dataSaver: boolean;
  /** Spec of the selected home feed (FEED-01), else the first of the list. */
  readonly selectedHomeFeed?: string | undefined;
  /** The account's list (FEED-06); empty: the service's. */
  readonly homeFeeds: readonly OwnFeed[];
  /** Spec of the selected feed of articles (FEED-10), else the first of the list. */
  readonly selectedReadsFeed?: string | undefined;
  readonly readsFeeds: readonly OwnFeed[];
  /** What the account's settings name beside them, as it was last seen; kept as `feeds` (STATE-01). */
  readonly availableFeeds: readonly OwnFeed[];
  /** People that are recommended, with their followers, and addresses of the market's feeds, as the account last saw them, as JSON holds them. */
  readonly recomended?: KeptRecord | undefined;
  readonly dvms?: KeptRecord | undefined;
  /** Tab of the bookmarks that was chosen last (FEED-11). */
  readonly selectedBookmarksFeed?: string | undefined;
  /** Scope and timeframe of explored notes that were chosen last, as `latest;following` (EXPLORE-04). */
  readonly selectedFeed?: string | undefined;
  /** What is the same for everybody is kept once for the browser (STATE-02): totals of the network as they were last seen (EXPLORE-02), as JSON holds them. */
  readonly nostrStats?: KeptRecord | undefined;
  /** Hashtags that are used most, as they were last seen (EXPLORE-01), as JSON holds them. */
  readonly hotTopics?: KeptRecord | undefined;
  /** People who win most followers, as they were last seen (EXPLORE-01), as JSON holds them. */
  readonly trendingUsers?: KeptRecord | undefined;
  /** Where one was in feeds, by their specs (BEYOND-11). */
  readonly readingPlaces?: KeptRecord | undefined;
  /** What was searched for, newest first. */
  readonly searches: readonly string[];
  /** Selector of the home sidebar (FEED-09). */
  readonly homeSidebarSelection?: string | undefined;
  /** Whether everything goes through the caching service (RELAY-08). */
  readonly usePrimalRelay: boolean;
  /** Whether keys without Ctrl do something (ACCESS-03). */
  readonly singleKeys: boolean;
  /** How large notes and articles are set (BEYOND-15). */
  readonly readingSize: ReadingSize;
  /** Versions of the mobile releases that were shown under Downloads, by platform (MEMBER-04). */
  readonly seenReleases?: KeptRecord | undefined;
  /** Whether what is written here names this client and its version (TOOL-04). */
  readonly clientTag: boolean;
  /** What one is told of (NOTIF-06): switches by name; what is missing is as it is by default. */
  readonly notifications: KeptRecord;
  readonly notificationsAdditional: KeptRecord;
  /** What filters, and where (SETTINGS-08): switches by name; what is missing is on. */
  readonly moderation: KeptRecord;
  /** Of what the system says something on this device, and when not. */
  readonly alerts: KeptRecord;
}

export const DEFAULT_SETTINGS: LocalSettings = {
  theme: 'sunrise',
  useSystemTheme: false,
  animated: true,
  dataSaver: false,
  homeFeeds: [],
  readsFeeds: [],
  availableFeeds: [],
  searches: [],
  usePrimalRelay: false,
  singleKeys: true,
  readingSize: 'normal',
  clientTag: false,
  notifications: {},
  notificationsAdditional: {},
  moderation: {},
  alerts: {},
};

/** `account` undefined: of visitors. */
export type StoreCommand =
  | { type: 'store.open'; account: string | undefined }
  | { type: 'store.write'; account: string | undefined; change: Partial<LocalSettings>; revision: number };
export type SettingsSignal =
  | { type: 'store.opened'; account: string | undefined; saved: Partial<LocalSettings> }
  | { type: 'store.written'; revision: number }
  | { type: 'store.failed'; reason: 'full' | 'blocked' | 'newer'; revision: number }
  | { type: 'system.scheme'; dark: boolean };
export type SettingsEvent =
  | SettingsSignal
  | { type: 'settings.change'; change: Partial<LocalSettings> }
  /** Somebody else is here: what is kept for them holds from now on (STATE-01). */
  | { type: 'settings.switch'; account: string | undefined };
/** Told to the parent when the device would not keep a change. */
export type SettingsNews = { type: 'settings.unsaved'; reason: Message<'settings.unkept'>['params']['why'] };

export interface SettingsInput {
  /** Whose they are; undefined: of visitors. */
  readonly account?: string | undefined;
  readonly saved: Partial<LocalSettings>;
  /** SETTINGS-04: a forced theme in local storage wins. */
  readonly forcedTheme: Theme | undefined;
  readonly systemDark: boolean;
  /** A media server through which pictures are loaded, if this browser has one set (MEDIA-05). */
  readonly mediaServer?: string | undefined;
}

/**
 * The settings of who is here, as this device keeps them: shown at once, then written; a device that keeps nothing is said so and goes on (E-47).
 * Only what was changed is written: another tab may have chosen something else meanwhile.
 */
export const settingsMachine = setup({
  types: {
    context: {} as {
      account: string | undefined;
      /** Whose settings are being opened. */
      next: string | undefined;
      local: LocalSettings;
      /** Changes that the device has not said it keeps; they are written again with the next one. */
      unsaved: Partial<LocalSettings>;
      /** Of what is chosen here; the device's answer names the one it is for. */
      revision: number;
      forcedTheme: Theme | undefined;
      systemDark: boolean;
      mediaServer: string | undefined;
    },
    events: {} as SettingsEvent,
    input: {} as SettingsInput,
    tags: {} as 'unsaved',
  },
  actors: { device: callbackPort<StoreCommand, undefined>('device') },
  delays: { patience: 2_000 },
  guards: {
    isNext: ({ context, event }) => event.type === 'store.opened' && event.account === context.next,
    isLast: ({ context, event }) => 'revision' in event && event.revision === context.revision,
  },
  actions: {
    expect: assign(when('settings.switch', ({ context, event }) => ({ next: event.account, revision: context.revision + 1 }))),
    open: sendTo('device', ({ context }) => ({ type: 'store.open', account: context.next })),
    /** Settings that this device does not have get the values that everybody begins with. */
    take: assign(({ context, event }) => ({
      account: context.next,
      unsaved: {},
      local: { ...DEFAULT_SETTINGS, ...(event.type === 'store.opened' ? event.saved : {}) },
    })),
    change: assign(
      when('settings.change', ({ context, event }) => ({
        local: { ...context.local, ...event.change },
        unsaved: { ...context.unsaved, ...event.change },
        revision: context.revision + 1,
      })),
    ),
    write: sendTo('device', ({ context: { account, unsaved: change, revision } }) => ({ type: 'store.write', account, change, revision })),
    notifyUnsaved: sendParent(
      ({ event }): SettingsNews => ({ type: 'settings.unsaved', reason: event.type === 'store.failed' ? event.reason : 'silent' }),
    ),
  },
}).createMachine({
  id: 'settings',
  context: ({ input }) => ({
    account: input.account,
    next: input.account,
    local: { ...DEFAULT_SETTINGS, ...input.saved },
    unsaved: {},
    revision: 0,
    forcedTheme: input.forcedTheme,
    systemDark: input.systemDark,
    mediaServer: input.mediaServer,
  }),
  // a device that broke keeps nothing any more; what was chosen still holds until the page is left
  invoke: { src: 'device', id: 'device', input: undefined, onError: { target: '.unsaved', actions: 'notifyUnsaved' } },
  initial: 'saved',
  on: {
    'system.scheme': { actions: assign({ systemDark: ({ event }) => event.dark }) },
    'settings.change': { target: '.saving', reenter: true, actions: 'change' },
    'store.written': { guard: 'isLast', target: '.saved', actions: assign({ unsaved: {} }) },
    'store.failed': { guard: 'isLast', target: '.unsaved', actions: 'notifyUnsaved' },
    'settings.switch': { target: '.opening', reenter: true, actions: 'expect' },
  },
  states: {
    saved: {},
    opening: {
      entry: 'open',
      on: { 'settings.change': {}, 'store.opened': { guard: 'isNext', target: 'saved', actions: 'take' } },
      after: { patience: { target: 'saved', actions: 'take' } },
    },
    saving: {
      entry: 'write',
      after: { patience: { target: 'unsaved', actions: 'notifyUnsaved' } },
    },
    /** The last write failed, or has not been answered yet. */
    unsaved: { tags: 'unsaved' },
  },
});

export type SettingsActor = ActorRefFrom<typeof settingsMachine>;
