import type { ComponentType } from 'react';
import type { Question } from '../../events/connection/question.ts';
import type { RareName } from './rare-screens.ts';

/** The words of a path that a screen's pattern names. */
export type ScreenParams = Readonly<Record<string, string | undefined>>;

export interface LoadedScreen {
  readonly Component: ComponentType;
  /** What it asks first, as `viewer` sees it: asked when the page is opened at it, while it is still being drawn. */
  readonly asks?: (params: ScreenParams, viewer: string) => readonly Question[];
}

/** A path below the root and the chunk that draws it (ROUTE-20). `outside` stands without the main layout (ROUTE-17). */
export interface Screen {
  readonly path: string;
  readonly load: () => Promise<LoadedScreen>;
  readonly outside?: true;
}

const home = () => import('../reading/HomeScreen.tsx').then((module) => ({ Component: module.HomeScreen }));
const thread = () => import('../reading/ThreadScreen.tsx').then((module) => ({ Component: module.ThreadScreen, asks: module.threadAsks }));
const article = () =>
  import('../reading/ArticleScreen.tsx').then((module) => ({ Component: module.ArticleScreen, asks: module.threadAsks }));
const profile = () =>
  import('../account/ProfileScreen.tsx').then((module) => ({ Component: module.ProfileScreen, asks: module.profileAsks }));
/** One small chunk knows the chunks of all settings, so that what is fetched first need not. */
const settings = (name: string) => () => import('../settings/sections-loaded.ts').then(({ loadSection }) => loadSection(name));
const explore = () => import('../reading/ExploreScreen.tsx').then((module) => ({ Component: module.ExploreScreen }));
const reads = () => import('../reading/ReadsScreen.tsx').then((module) => ({ Component: module.ReadsScreen }));

/** The same for screens that few open. */
const rare = (name: RareName) => () => import('./rare-screens.ts').then(({ loadRare }) => loadRare(name));
const later = rare('later');
const page = rare('page');

/** Every path of the ledger that shows something; redirects are in `routes.tsx`. Names that people chose come last (ROUTE-16). */
export const SCREENS: readonly Screen[] = [
  { path: 'home', load: home },
  { path: 'home/catch-up', load: rare('catch-up') },
  { path: 'thread/:id', load: thread },
  { path: 'e/:id', load: thread },
  { path: 'a/:id', load: article },
  { path: 'reads/edit/:id?', load: later },
  { path: 'reads/:topic?', load: reads },
  { path: 'myarticles/:tab?', load: later },
  { path: 'explore', load: explore },
  { path: 'explore/feed/:id', load: rare('explore-feed') },
  { path: 'dms/:contact?', load: later },
  { path: 'notifications', load: later },
  { path: 'bookmarks', load: rare('bookmarks') },
  { path: 'help', load: rare('help') },
  { path: 'downloads', load: rare('downloads') },
  { path: 'profile/:npub?', load: profile },
  { path: 'p/:npub?', load: profile },
  { path: 'p/:npub/:people', load: rare('people') },
  { path: 'mutelist/:npub', load: rare('muteList') },
  { path: 'new', load: rare('create') },
  { path: 'feeds/:query?', load: rare('feed-test') },
  { path: 'search/:query?', load: rare('search') },
  { path: 'settings', load: settings('') },
  ...[
    'account',
    'appearance',
    'devtools',
    'filters',
    'home_feeds',
    'muted',
    'network',
    'notifications',
    'nwc',
    'profile',
    'publishing',
    'reads_feeds',
    'uploads',
    'zaps',
  ].map((section) => ({ path: `settings/${section}`, load: settings(section) })),
  { path: 'app-download-qr', load: page, outside: true },
  { path: 'terms', load: page, outside: true },
  { path: 'csae-policy', load: page, outside: true },
  { path: 'privacy', load: page, outside: true },
  { path: 'support', load: page, outside: true },
  { path: ':vanityName', load: profile },
  { path: ':vanityName/:identifier', load: article },
];
