import type { Screen } from '../ui/navigation/screen-code.ts';

type Load = Screen['load'];

/** All screens but the first, each in a separate chunk, by the name that `screens.ts` uses. */
const SCREENS = {
  article: () =>
    import('../reading/article/ArticleScreen.tsx').then((module) => ({
      Component: module.ArticleScreen,
    })),
  'article-edit': () =>
    import('../compose/article/ArticleEditScreen.tsx').then((module) => ({
      Component: module.ArticleEditScreen,
    })),
  bookmarks: () =>
    import('../reading/feed/BookmarksScreen.tsx').then((module) => ({
      Component: module.BookmarksScreen,
    })),
  'catch-up': () =>
    import('../reading/catch-up/CatchUpScreen.tsx').then((module) => ({
      Component: module.CatchUpScreen,
    })),
  'explore-feed': () =>
    import('../reading/explore/ExploreFeedScreen.tsx').then((module) => ({
      Component: module.ExploreFeedScreen,
    })),
  'feed-test': () =>
    import('../reading/feed/FeedTestScreen.tsx').then((module) => ({
      Component: module.FeedTestScreen,
    })),
  create: () =>
    import('../people/create/CreateScreen.tsx').then((module) => ({
      Component: module.CreateScreen,
    })),
  downloads: () =>
    import('./pages/DownloadsScreen.tsx').then((module) => ({ Component: module.DownloadsScreen })),
  explore: () =>
    import('../reading/explore/ExploreScreen.tsx').then((module) => ({
      Component: module.ExploreScreen,
    })),
  help: () => import('./pages/HelpScreen.tsx').then((module) => ({ Component: module.HelpScreen })),
  messages: () =>
    import('../messages/MessagesScreen.tsx').then((module) => ({
      Component: module.MessagesScreen,
    })),
  muteList: () =>
    import('../people/profile/MuteListScreen.tsx').then((module) => ({
      Component: module.MuteListScreen,
    })),
  'my-articles': () =>
    import('../compose/article/MyArticlesScreen.tsx').then((module) => ({
      Component: module.MyArticlesScreen,
    })),
  'not-found': () =>
    import('./pages/UnknownPathScreen.tsx').then((module) => ({
      Component: module.UnknownPathScreen,
    })),
  notifications: () =>
    import('../notifications/NotificationsScreen.tsx').then((module) => ({
      Component: module.NotificationsScreen,
    })),
  page: () => import('./pages/PageScreen.tsx').then((module) => ({ Component: module.PageScreen })),
  people: () =>
    import('../people/profile/PeopleScreen.tsx').then((module) => ({
      Component: module.PeopleScreen,
    })),
  reads: () =>
    import('../reading/article/ReadsScreen.tsx').then((module) => ({
      Component: module.ReadsScreen,
    })),
  premium: () =>
    import('../people/membership/MembershipScreen.tsx').then((module) => ({
      Component: module.MembershipScreen,
    })),
  profile: () =>
    import('../people/profile/ProfileScreen.tsx').then((module) => ({
      Component: module.ProfileScreen,
    })),
  search: () =>
    import('../reading/search/SearchScreen.tsx').then((module) => ({
      Component: module.SearchScreen,
    })),
  thread: () =>
    import('../reading/thread/ThreadScreen.tsx').then((module) => ({
      Component: module.ThreadScreen,
    })),
} satisfies Readonly<Record<string, Load>>;

const SETTINGS = 'settings/';

/** Settings have one name for each section, as in the path. */
export type OtherName = keyof typeof SCREENS | `${typeof SETTINGS}${string}`;

export function loadOther(name: OtherName): ReturnType<Load> {
  if (isOwn(name)) return SCREENS[name]();
  return import('../settings/sections-loaded.ts').then(({ loadSection }) =>
    loadSection(name.slice(SETTINGS.length)),
  );
}

function isOwn(name: OtherName): name is keyof typeof SCREENS {
  return Object.hasOwn(SCREENS, name);
}
