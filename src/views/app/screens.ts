import { registerScreens, type Screen } from '../ui/navigation/screen-code.ts';
import type { OtherName } from './other-screens.ts';

/**
 * One small chunk knows the chunks of all screens but the first, so that the first load does not
 * need them.
 */
const other = (name: OtherName) => () =>
  import('./other-screens.ts').then(({ loadOther }) => loadOther(name));

const home = () =>
  import('../reading/feed/HomeScreen.tsx').then((module) => ({ Component: module.HomeScreen }));
const thread = other('thread');
const profile = other('profile');
const article = other('article');
const page = other('page');

/** Every other address (ROUTE-15). */
export const NOT_FOUND: Screen = { path: '*', load: other('not-found') };

/**
 * Every path of the ledger that shows a screen. Redirects are in `Pages.tsx`. User-chosen names
 * come last (ROUTE-16).
 */
export const SCREENS: readonly Screen[] = [
  { path: 'home', load: home },
  { path: 'home/catch-up', load: other('catch-up') },
  { path: 'thread/:id', load: thread },
  { path: 'e/:id', load: thread },
  { path: 'a/:id', load: article },
  { path: 'reads/edit/:id?', load: other('article-edit') },
  { path: 'reads/:topic?', load: other('reads') },
  { path: 'myarticles/:tab?', load: other('my-articles') },
  { path: 'explore/feed/:id', load: other('explore-feed') },
  { path: 'dms/:contact?', load: other('messages') },
  { path: 'profile/:npub?', load: profile },
  { path: 'p/:npub?', load: profile },
  { path: 'p/:npub/:people', load: other('people') },
  { path: 'mutelist/:npub', load: other('muteList') },
  { path: 'new', load: other('create') },
  { path: 'feeds/:query?', load: other('feed-test') },
  { path: 'search/:query?', load: other('search') },
  ...(['bookmarks', 'downloads', 'explore', 'help', 'notifications', 'premium'] as const).map(
    (path) => ({ path, load: other(path) }),
  ),
  { path: 'settings', load: other('settings/') },
  ...'account,appearance,archive,devices,devtools,ecash,filters,home_feeds,muted,network,notifications,nwc,payments,profile,publishing,reads_feeds,uploads,versions,zaps'
    .split(',')
    .map((section) => ({ path: `settings/${section}`, load: other(`settings/${section}`) })),
  ...['app-download-qr', 'terms', 'csae-policy', 'privacy', 'support'].map((path) => ({
    path,
    load: page,
    outside: true as const,
  })),
  { path: ':vanityName', load: profile },
  { path: ':vanityName/:identifier', load: article },
  { ...NOT_FOUND, path: '404' },
  NOT_FOUND,
];

registerScreens(SCREENS);
