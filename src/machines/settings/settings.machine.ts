import type { UserMessage } from '../../events/account/user-message.ts';
import { type ActorRefFrom, assign, sendParent, sendTo, setup } from 'xstate';
import type { OwnFeed } from '../../events/reading/feed/own-feeds.ts';
import type { ReadingSize, Theme } from '../../events/settings/appearance.ts';
import { whenEvent } from '../core/event-guards.ts';
import { callbackPort } from '../core/ports.ts';

/** A stored JSON object. The code that uses it validates it. */
export type KeptRecord = Readonly<Record<string, unknown>>;

/**
 * Settings stored on this device for one account, or for visitors (ACCOUNT-15). Optional fields are
 * missing until the user has chosen a value, or until data was seen.
 */
export interface LocalSettings {
  readonly theme: Theme;
  readonly useSystemTheme: boolean;
  readonly animated: boolean;
  /**
   * Tag of the interface language (ACCESS-05), read by `shownLanguage`. If it is missing, the
   * browser decides.
   */
  readonly language?: string | undefined;
  /** True if pictures and videos load only on request (BEYOND-15). */
  readonly dataSaver: boolean;
  /** True if pictures are loaded through the page's own service, if it offers that (MEDIA-06). */
  readonly ownPictures: boolean;
  /** True if links show cards with previews of their pages (NOTE-08). */
  readonly linkCards: boolean;
  /** Spec of the selected home feed (FEED-01). Defaults to the first of the list. */
  readonly selectedHomeFeed?: string | undefined;
  /** The account's list (FEED-06). Empty: use the list of the service. */
  readonly homeFeeds: readonly OwnFeed[];
  /** Spec of the selected article feed (FEED-10). Defaults to the first of the list. */
  readonly selectedReadsFeed?: string | undefined;
  readonly readsFeeds: readonly OwnFeed[];
  /** The feeds named in the account's settings, as last seen; stored as `feeds` (STATE-01). */
  readonly availableFeeds: readonly OwnFeed[];
  /** Recommended people with their followers, and addresses of DVM feeds, as last seen. As JSON. */
  readonly recomended?: KeptRecord | undefined;
  readonly dvms?: KeptRecord | undefined;
  /** Last selected tab of the bookmarks (FEED-11). */
  readonly selectedBookmarksFeed?: string | undefined;
  /** Last selected scope and timeframe of explored notes, as `latest;following` (EXPLORE-04). */
  readonly selectedFeed?: string | undefined;
  /**
   * Data that is the same for every account is stored once per browser (STATE-02): network totals
   * as last seen (EXPLORE-02), as JSON.
   */
  readonly nostrStats?: KeptRecord | undefined;
  /** Most used hashtags, as last seen (EXPLORE-01), as JSON. */
  readonly hotTopics?: KeptRecord | undefined;
  /** People who gain the most followers, as last seen (EXPLORE-01), as JSON. */
  readonly trendingUsers?: KeptRecord | undefined;
  /** Scroll positions in feeds, by feed spec (BEYOND-11). */
  readonly readingPlaces?: KeptRecord | undefined;
  /** Recent searches, newest first. */
  readonly searches: readonly string[];
  /** Selector of the home sidebar (FEED-09). */
  readonly homeSidebarSelection?: string | undefined;
  /** True if everything goes through the caching service (RELAY-08). */
  readonly usePrimalRelay: boolean;
  /** True if single keys without Ctrl are shortcuts (ACCESS-03). */
  readonly singleKeys: boolean;
  /** Text size of notes and articles (BEYOND-15). */
  readonly readingSize: ReadingSize;
  /** Mobile releases already shown under Downloads, by platform (MEMBER-04). */
  readonly seenReleases?: KeptRecord | undefined;
  /** True if published events name this client and its version (TOOL-04). */
  readonly clientTag: boolean;
  /**
   * Switches by name for the kinds of notifications (NOTIF-06). A missing switch has its default.
   */
  readonly notifications: KeptRecord;
  readonly notificationsAdditional: KeptRecord;
  /** Switches by name for filters and where they apply (SETTINGS-08). A missing switch is on. */
  readonly moderation: KeptRecord;
  /** Settings of system notifications on this device. */
  readonly alerts: KeptRecord;
}

export const DEFAULT_SETTINGS: LocalSettings = {
  theme: 'sunrise',
  useSystemTheme: false,
  animated: true,
  dataSaver: false,
  ownPictures: true,
  linkCards: true,
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

/** `account`: `undefined` for visitors. */
export type SettingsStoreCommand =
  | { type: 'store.open'; account: string | undefined }
  | {
      type: 'store.write';
      account: string | undefined;
      change: Partial<LocalSettings>;
      revision: number;
    };
export type SettingsSignal =
  | { type: 'store.opened'; account: string | undefined; saved: Partial<LocalSettings> }
  | { type: 'store.written'; revision: number }
  | { type: 'store.failed'; reason: 'full' | 'blocked' | 'newer'; revision: number }
  | { type: 'system.scheme'; dark: boolean };
export type SettingsEvent =
  | SettingsSignal
  | { type: 'settings.change'; change: Partial<LocalSettings> }
  /** The account changed: load its settings (STATE-01). */
  | { type: 'settings.switch'; account: string | undefined };
/** Sent to the parent if the device could not store a change. */
export type SettingsNews = {
  type: 'settings.unsaved';
  reason: UserMessage<'settings.unkept'>['params']['why'];
};

export interface SettingsInput {
  /** Owner of the settings. `undefined` for visitors. */
  readonly account?: string | undefined;
  readonly saved: Partial<LocalSettings>;
  /** A forced theme in local storage wins (SETTINGS-04). */
  readonly forcedTheme: Theme | undefined;
  readonly systemDark: boolean;
  /** Media server that pictures are loaded through, if this browser has one set (MEDIA-05). */
  readonly mediaServer?: string | undefined;
}

/**
 * The settings of the current account on this device. A change is shown first, then written. A
 * device that fails to store is reported, and the change still applies (E-47). Only changed fields
 * are written, because another tab may have changed others.
 */
export const settingsMachine = setup({
  types: {
    context: {} as {
      account: string | undefined;
      /** Account whose settings are being opened. */
      next: string | undefined;
      local: LocalSettings;
      /** Changes that the device has not confirmed. They are written again with the next change. */
      unsaved: Partial<LocalSettings>;
      /** Counts changes made here. The device's response names the revision that it belongs to. */
      revision: number;
      forcedTheme: Theme | undefined;
      systemDark: boolean;
      mediaServer: string | undefined;
    },
    events: {} as SettingsEvent,
    input: {} as SettingsInput,
    tags: {} as 'unsaved',
  },
  actors: { device: callbackPort<SettingsStoreCommand, undefined>('device') },
  delays: { timeout: 2_000 },
  guards: {
    isNext: ({ context, event }) => event.type === 'store.opened' && event.account === context.next,
    isLast: ({ context, event }) => 'revision' in event && event.revision === context.revision,
  },
  actions: {
    expect: assign(
      whenEvent('settings.switch', ({ context, event }) => ({
        next: event.account,
        revision: context.revision + 1,
      })),
    ),
    open: sendTo('device', ({ context }) => ({ type: 'store.open', account: context.next })),
    /** Settings missing on this device get the default values. */
    take: assign(({ context, event }) => ({
      account: context.next,
      unsaved: {},
      local: { ...DEFAULT_SETTINGS, ...(event.type === 'store.opened' ? event.saved : {}) },
    })),
    change: assign(
      whenEvent('settings.change', ({ context, event }) => ({
        local: { ...context.local, ...event.change },
        unsaved: { ...context.unsaved, ...event.change },
        revision: context.revision + 1,
      })),
    ),
    write: sendTo('device', ({ context: { account, unsaved: change, revision } }) => ({
      type: 'store.write',
      account,
      change,
      revision,
    })),
    notifyUnsaved: sendParent(
      ({ event }): SettingsNews => ({
        type: 'settings.unsaved',
        reason: event.type === 'store.failed' ? event.reason : 'silent',
      }),
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
  // a crashed device stores nothing more, but the chosen values apply until the page closes
  invoke: {
    src: 'device',
    id: 'device',
    input: undefined,
    onError: { target: '.unsaved', actions: 'notifyUnsaved' },
  },
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
      on: {
        'settings.change': {},
        'store.opened': { guard: 'isNext', target: 'saved', actions: 'take' },
      },
      after: { timeout: { target: 'saved', actions: 'take' } },
    },
    saving: {
      entry: 'write',
      after: { timeout: { target: 'unsaved', actions: 'notifyUnsaved' } },
    },
    /** The last write failed or is not confirmed yet. */
    unsaved: { tags: 'unsaved' },
  },
});

export type SettingsActor = ActorRefFrom<typeof settingsMachine>;
