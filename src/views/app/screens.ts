import type { ComponentType } from 'react';

interface LoadedScreen {
  readonly Component: ComponentType;
}

/** A path below the root and the chunk that draws it (ROUTE-20). `outside` stands without the main layout (ROUTE-17). */
export interface Screen {
  readonly path: string;
  readonly load: () => Promise<LoadedScreen>;
  readonly outside?: true;
}

const home = () => import('../reading/HomeScreen.tsx').then((module) => ({ Component: module.HomeScreen }));
const thread = () => import('../reading/ThreadScreen.tsx').then((module) => ({ Component: module.ThreadScreen }));
const article = () => import('../reading/ArticleScreen.tsx').then((module) => ({ Component: module.ArticleScreen }));
const profile = () => import('../account/ProfileScreen.tsx').then((module) => ({ Component: module.ProfileScreen }));
/** One small chunk knows the chunks of all settings, so that what is fetched first need not. */
const settings = (name: string) => () => import('../settings/sections-loaded.ts').then(({ loadSection }) => loadSection(name));
const people = () => import('../account/PeopleScreen.tsx').then((module) => ({ Component: module.PeopleScreen }));
const downloads = () => import('./DownloadsScreen.tsx').then((module) => ({ Component: module.DownloadsScreen }));
const help = () => import('./HelpScreen.tsx').then((module) => ({ Component: module.HelpScreen }));
const explore = () => import('../reading/ExploreScreen.tsx').then((module) => ({ Component: module.ExploreScreen }));
const bookmarks = () => import('../reading/BookmarksScreen.tsx').then((module) => ({ Component: module.BookmarksScreen }));
const create = () => import('../account/CreateScreen.tsx').then((module) => ({ Component: module.CreateScreen }));
const later = () => import('./LaterScreen.tsx').then((module) => ({ Component: module.LaterScreen }));
const page = () => import('./PageScreen.tsx').then((module) => ({ Component: module.PageScreen }));

/** Every path of the ledger that shows something; redirects are in `routes.tsx`. Names that people chose come last (ROUTE-16). */
export const SCREENS: readonly Screen[] = [
  { path: 'home', load: home },
  { path: 'thread/:id', load: thread },
  { path: 'e/:id', load: thread },
  { path: 'a/:id', load: article },
  { path: 'reads/edit/:id?', load: later },
  { path: 'reads/:topic?', load: later },
  { path: 'myarticles/:tab?', load: later },
  { path: 'explore', load: explore },
  { path: 'explore/feed/:id', load: later },
  { path: 'dms/:contact?', load: later },
  { path: 'notifications', load: later },
  { path: 'bookmarks', load: bookmarks },
  { path: 'help', load: help },
  { path: 'downloads', load: downloads },
  { path: 'profile/:npub?', load: profile },
  { path: 'p/:npub?', load: profile },
  { path: 'p/:npub/:people', load: people },
  { path: 'mutelist/:npub', load: later },
  { path: 'new', load: create },
  { path: 'feeds/:query?', load: later },
  { path: 'search/:query?', load: later },
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
