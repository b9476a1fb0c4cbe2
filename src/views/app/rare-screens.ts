import type { Screen } from './screens.ts';

type Load = Screen['load'];

/** Screens that few open, each in a chunk of its own, by the name under which `screens.ts` asks for it. */
const RARE = {
  bookmarks: () => import('../reading/BookmarksScreen.tsx').then((module) => ({ Component: module.BookmarksScreen })),
  'catch-up': () => import('../reading/CatchUpScreen.tsx').then((module) => ({ Component: module.CatchUpScreen })),
  'explore-feed': () => import('../reading/ExploreFeedScreen.tsx').then((module) => ({ Component: module.ExploreFeedScreen })),
  'feed-test': () => import('../reading/FeedTestScreen.tsx').then((module) => ({ Component: module.FeedTestScreen })),
  create: () => import('../account/CreateScreen.tsx').then((module) => ({ Component: module.CreateScreen })),
  downloads: () => import('./DownloadsScreen.tsx').then((module) => ({ Component: module.DownloadsScreen })),
  help: () => import('./HelpScreen.tsx').then((module) => ({ Component: module.HelpScreen })),
  later: () => import('./LaterScreen.tsx').then((module) => ({ Component: module.LaterScreen })),
  muteList: () => import('../account/MuteListScreen.tsx').then((module) => ({ Component: module.MuteListScreen })),
  page: () => import('./PageScreen.tsx').then((module) => ({ Component: module.PageScreen })),
  people: () => import('../account/PeopleScreen.tsx').then((module) => ({ Component: module.PeopleScreen })),
  search: () => import('../reading/SearchScreen.tsx').then((module) => ({ Component: module.SearchScreen, asks: module.searchAsks })),
} satisfies Readonly<Record<string, Load>>;

export type RareName = keyof typeof RARE;

/** The code of one of them. */
export function loadRare(name: RareName): ReturnType<Load> {
  return RARE[name]();
}
