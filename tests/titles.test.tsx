// @vitest-environment jsdom
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { naddrOf, note1Of, npubOf } from '../src/events/nostr/nip19.ts';
import { seconds } from '../src/events/core/time.ts';
import { SCREENS } from '../src/views/app/screens.ts';
import { fetchViews, renderedAccount } from './support/views/rendered-account.tsx';
import { A, B } from './support/account/session-world.ts';
import { trusted } from './support/events/trusted.ts';
import { sampleOf } from './support/runs.ts';

const ADA = trusted({
  kind: 0,
  pubkey: B,
  content: JSON.stringify({ name: 'ada', display_name: 'Ada Marsh' }),
});
const NOTE = trusted({ pubkey: B, content: 'miaow' });
const ARTICLE = trusted({
  kind: 30_023,
  pubkey: B,
  content: 'miaow',
  tags: [
    ['d', 'flock'],
    ['title', 'How a flock decides'],
  ],
});
const naddr = naddrOf({ kind: 30_023, pubkey: B, identifier: 'flock' });
const [profile, byAda, article] = [
  'Ada Marsh - Nostr Profile',
  'Note by Ada Marsh',
  'How a flock decides',
];

/** Every screen of the table: a path to it, and its title once its content is loaded. */
const TITLES: Readonly<Record<string, readonly [path: string, title: string]>> = {
  home: ['/home', 'Home'],
  'home/catch-up': ['/home/catch-up', 'Catch up'],
  'thread/:id': [`/thread/${NOTE.id}`, byAda],
  'e/:id': [`/e/${note1Of(NOTE.id)}`, byAda],
  'a/:id': [`/a/${naddr}`, article],
  'reads/edit/:id?': ['/reads/edit', 'Write an article'],
  'reads/:topic?': ['/reads/bread', 'Reads'],
  'myarticles/:tab?': ['/myarticles', 'My articles'],
  explore: ['/explore', 'Explore'],
  'explore/feed/:id': ['/explore/feed/x', 'Explore'],
  'dms/:contact?': ['/dms', 'Messages'],
  notifications: ['/notifications', 'Notifications'],
  bookmarks: ['/bookmarks', 'Bookmarks'],
  help: ['/help', 'Help'],
  downloads: ['/downloads', 'Downloads'],
  'profile/:npub?': [`/profile/${npubOf(B)}`, profile],
  'p/:npub?': [`/p/${B}`, profile],
  'p/:npub/:people': [`/p/${npubOf(B)}/following`, 'Following: Ada Marsh'],
  'mutelist/:npub': [`/mutelist/${npubOf(B)}`, 'Mute list'],
  new: ['/new', 'Create account'],
  'feeds/:query?': ['/feeds', 'Feed test'],
  'search/:query?': ['/search/lamp%20oil', 'search for lamp oil'],
  settings: ['/settings', 'Settings'],
  'settings/account': ['/settings/account', 'Account'],
  'settings/appearance': ['/settings/appearance', 'Appearance'],
  'settings/archive': ['/settings/archive', 'Backup file'],
  'settings/devices': ['/settings/devices', 'Other devices'],
  'settings/devtools': ['/settings/devtools', 'Developer tools'],
  'settings/ecash': ['/settings/ecash', 'Ecash'],
  'settings/filters': ['/settings/filters', 'Content moderation'],
  'settings/home_feeds': ['/settings/home_feeds', 'Home feeds'],
  'settings/muted': ['/settings/muted', 'Muted content'],
  'settings/network': ['/settings/network', 'Network'],
  'settings/notifications': ['/settings/notifications', 'Notifications'],
  'settings/nwc': ['/settings/nwc', 'Connected wallets'],
  'settings/payments': ['/settings/payments', 'Payments'],
  'settings/profile': ['/settings/profile', 'Edit profile'],
  'settings/publishing': ['/settings/publishing', 'Publishing'],
  'settings/reads_feeds': ['/settings/reads_feeds', 'Reads feeds'],
  'settings/versions': ['/settings/versions', 'List versions'],
  'settings/uploads': ['/settings/uploads', 'Media uploads'],
  'settings/zaps': ['/settings/zaps', 'Zaps'],
  premium: ['/premium', 'Membership'],
  'app-download-qr': ['/app-download-qr', 'Open Starling on your phone'],
  terms: ['/terms', 'Terms'],
  'csae-policy': ['/csae-policy', 'Child safety'],
  privacy: ['/privacy', 'Privacy'],
  support: ['/support', 'Support'],
  ':vanityName': ['/ada', profile],
  ':vanityName/:identifier': ['/ada/flock', article],
  404: ['/404', 'Page not found'],
  '*': ['/no/such/path', 'Page not found'],
};

let close = () => {};
beforeAll(() => fetchViews(...Object.values(TITLES).map(([path]) => path)), 60_000);
beforeEach(() => void vi.stubGlobal('scrollTo', () => {}));
afterEach(() => {
  close();
  vi.unstubAllGlobals();
});

/** The title, once the profile, the note, the article and the name have loaded. */
async function titleOf(path: string): Promise<string> {
  document.title = 'none yet';
  const {
    app,
    asked,
    settle,
    close: end,
  } = await renderedAccount(path, { accounts: [{ pubkey: A, method: 'extension' }] });
  close = end;
  const before = document.title;
  await settle(() => {
    for (const { answer } of asked) answer(B);
    app.send({
      type: 'facts.received',
      events: [ADA, NOTE, ARTICLE],
      claims: [],
      now: seconds(1_800_000_000),
    });
  });
  expect(before).not.toBe('none yet');
  return document.title;
}

test('ROUTE-24 the walk below visits every screen of the table', () => {
  expect(Object.keys(TITLES).toSorted()).toEqual(SCREENS.map(({ path }) => path).toSorted());
});

test.each(sampleOf(Object.values(TITLES), 3))(
  'ROUTE-24 %s sets the title: %s',
  async (path, title) => {
    expect(await titleOf(path)).toBe(title);
  },
);

test.each([
  ['/reads', 'Reads'],
  ['/search', 'Search'],
  ['/e/no-id', 'Page not found'],
])(
  'ROUTE-24 a screen without its parameter, and an unknown path, have a title: %s: %s',
  async (path, title) => {
    expect(await titleOf(path)).toBe(title);
  },
);
