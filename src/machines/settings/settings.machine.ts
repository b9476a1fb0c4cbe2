import { type ActorRefFrom, assign, sendParent, sendTo, setup } from 'xstate';
import type { Theme } from '../../events/settings/appearance.ts';
import { callbackPort } from '../ports.ts';

/** A feed that an account has put on its home page (FEED-07). */
export interface OwnFeed {
  readonly account: string;
  readonly name: string;
  readonly spec: string;
}

/** What is kept on this device for one account, or for visitors (ACCOUNT-15). */
export interface LocalSettings {
  readonly theme: Theme;
  readonly useSystemTheme: boolean;
  readonly animated: boolean;
  /** Spec of the selected home feed (FEED-01); undefined: the first of the list. */
  readonly selectedHomeFeed: string | undefined;
  /** Of all accounts of this device, each in its order. */
  readonly homeFeeds: readonly OwnFeed[];
  /** Selector of the home sidebar (FEED-09). */
  readonly homeSidebarSelection: string | undefined;
}

export const DEFAULT_SETTINGS: LocalSettings = {
  theme: 'sunrise',
  useSystemTheme: false,
  animated: true,
  selectedHomeFeed: undefined,
  homeFeeds: [],
  homeSidebarSelection: undefined,
};

export type StoreCommand = { type: 'store.write'; settings: LocalSettings };
export type SettingsSignal =
  | { type: 'store.written' }
  | { type: 'store.failed'; reason: string }
  | { type: 'system.scheme'; dark: boolean };
export type SettingsEvent = SettingsSignal | { type: 'settings.change'; change: Partial<LocalSettings> };
/** Told to the parent when the device would not keep a change. */
export type SettingsNews = { type: 'settings.unsaved'; reason: string };

export interface SettingsInput {
  readonly saved: Partial<LocalSettings>;
  /** SETTINGS-04: a forced theme in local storage wins. */
  readonly forcedTheme: Theme | undefined;
  readonly systemDark: boolean;
}

/** The settings of this device: shown at once, then written; a device that keeps nothing is said so and goes on (E-47). */
export const settingsMachine = setup({
  types: {
    context: {} as { local: LocalSettings; forcedTheme: Theme | undefined; systemDark: boolean },
    events: {} as SettingsEvent,
    input: {} as SettingsInput,
    tags: {} as 'unsaved',
  },
  actors: { device: callbackPort<StoreCommand, undefined>('device') },
  delays: { patience: 2_000 },
  actions: {
    change: assign(({ context, event }) => (event.type === 'settings.change' ? { local: { ...context.local, ...event.change } } : {})),
    write: sendTo('device', ({ context }) => ({ type: 'store.write', settings: context.local })),
    tellUnsaved: sendParent(
      ({ event }): SettingsNews => ({ type: 'settings.unsaved', reason: event.type === 'store.failed' ? event.reason : 'no answer' }),
    ),
  },
}).createMachine({
  id: 'settings',
  context: ({ input }) => ({
    local: { ...DEFAULT_SETTINGS, ...input.saved },
    forcedTheme: input.forcedTheme,
    systemDark: input.systemDark,
  }),
  // a device that broke keeps nothing any more; what was chosen still holds until the page is left
  invoke: { src: 'device', id: 'device', input: undefined, onError: { target: '.unsaved', actions: 'tellUnsaved' } },
  initial: 'saved',
  on: {
    'system.scheme': { actions: assign({ systemDark: ({ event }) => event.dark }) },
    'settings.change': { target: '.saving', reenter: true, actions: 'change' },
  },
  states: {
    saved: {},
    saving: {
      entry: 'write',
      on: { 'store.written': 'saved', 'store.failed': { target: 'unsaved', actions: 'tellUnsaved' } },
      after: { patience: { target: 'unsaved', actions: 'tellUnsaved' } },
    },
    /** The last write failed, or has not been answered yet. */
    unsaved: { tags: 'unsaved', on: { 'store.written': 'saved' } },
  },
});

export type SettingsActor = ActorRefFrom<typeof settingsMachine>;
