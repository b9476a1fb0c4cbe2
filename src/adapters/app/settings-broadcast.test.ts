import { createActor, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { fakePort } from '../../../tests/support/machines/fake-port.ts';
import {
  DEFAULT_SETTINGS,
  type LocalSettings,
  settingsMachine,
  type SettingsStoreCommand,
} from '../../machines/settings/settings.machine.ts';
import { tellTabs } from './settings-broadcast.ts';

const ME = 'a'.repeat(64);
/** Stays in its tab: the shown feed or tab, cached data, and lists that `ownFeeds` announces. */
const STAYS = 'stays in its tab';

/** Another value of every setting. The compiler finds a new setting that is missing here. */
const CHANGES: {
  readonly [Name in keyof Required<LocalSettings>]: LocalSettings[Name] | typeof STAYS;
} = {
  theme: 'ice',
  useSystemTheme: true,
  animated: false,
  language: 'de',
  dataSaver: true,
  ownPictures: false,
  linkCards: false,
  usePrimalRelay: true,
  singleKeys: false,
  readingSize: 'large',
  clientTag: true,
  searches: ['lamps'],
  notifications: { NEW_USER_FOLLOWED_YOU: false },
  notificationsAdditional: { ignore_events_with_too_many_mentions: false },
  moderation: { primal_spam: false },
  alerts: { zaps: true },
  readingPlaces: { feed: { at: 1 } },
  seenReleases: { ios: '1.0' },
  selectedHomeFeed: STAYS,
  homeFeeds: STAYS,
  selectedReadsFeed: STAYS,
  readsFeeds: STAYS,
  availableFeeds: STAYS,
  recomended: STAYS,
  dvms: STAYS,
  selectedBookmarksFeed: STAYS,
  selectedFeed: STAYS,
  nostrStats: STAYS,
  hotTopics: STAYS,
  trendingUsers: STAYS,
  homeSidebarSelection: STAYS,
};

/** Tabs of one browser, each with its settings. */
function tabs(count: number) {
  const lines: Array<{ name: string; hear: (event: { data: unknown }) => void }> = [];
  return Array.from({ length: count }, () => {
    const device = fakePort<SettingsStoreCommand, undefined, never>();
    const input = { account: ME, saved: {}, forcedTheme: undefined, systemDark: false };
    const actor = createActor(settingsMachine.provide({ actors: { device: device.logic } }), {
      input,
      clock: new SimulatedClock(),
    }).start();
    const stop = tellTabs({
      actor,
      account: ME,
      channel: (name) => {
        const own: { name: string; hear: (message: { data: unknown }) => void } = {
          name,
          hear: () => undefined,
        };
        lines.push(own);
        return {
          postMessage: (data) => {
            for (const line of lines)
              if (line !== own && line.name === name) line.hear({ data: structuredClone(data) });
          },
          addEventListener: (_, listener) => (own.hear = listener),
          close: () => void lines.splice(lines.indexOf(own), 1),
        };
      },
    });
    return { actor, stop, local: () => actor.getSnapshot().context.local };
  });
}

test('SETTINGS-04 INV-NO-LOSS every setting reaches other tabs, or is listed as one that stays', () => {
  for (const [name, value] of Object.entries(CHANGES)) {
    const [one, other] = tabs(2);
    if (value === STAYS) {
      one?.actor.send({ type: 'settings.change', change: { [name]: ['x'] } });
      expect([name, other?.local()]).toEqual([name, DEFAULT_SETTINGS]);
      continue;
    }
    one?.actor.send({ type: 'settings.change', change: { [name]: value } });
    expect([name, other?.local()]).toEqual([name, { ...DEFAULT_SETTINGS, [name]: value }]);
  }
});

test('SETTINGS-04 entries of maps that both tabs changed are kept, and nonsense changes nothing', () => {
  const [one, other] = tabs(2);
  one?.actor.send({ type: 'settings.change', change: { alerts: { zaps: true } } });
  other?.actor.send({
    type: 'settings.change',
    change: { alerts: { ...other.local().alerts, replies: true } },
  });
  expect([one?.local().alerts, other?.local().alerts]).toEqual([
    { zaps: true, replies: true },
    { zaps: true, replies: true },
  ]);
  other?.stop();
  one?.actor.send({ type: 'settings.change', change: { theme: 'ice' } });
  expect(other?.local().theme).toBe('sunrise');
});
