/** What a bundler tells of a module: its code, and whom it imports at once. */
interface ModuleGraph {
  readonly getModuleInfo: (id: string) => { readonly code: string | null; readonly importedIds: readonly string[] } | null;
}

interface ChunkGroup {
  readonly name: (id: string, graph: ModuleGraph) => string | null;
  readonly priority: number;
  /** Only what is loaded with at least so many of the files that are fetched later. */
  readonly minShareCount?: number;
}

const RUNTIME = /rolldown\/runtime|vite\/(preload-helper|modulepreload-polyfill)|app\/import-fetched/;

/** Name of the chunk of the app and its first screen. */
export const APP = 'app';

/** Name of the chunk that runs first. */
export const BOOT_CHUNK = 'boot';

/** The file that starts first, and what people see first: the app and the home screen. */
const BOOT = ['/src/wiring/boot.ts'];
const FIRST = ['/src/main.tsx', '/src/views/reading/feed/HomeScreen.tsx'];

/** What a page may be opened at but the first screen, by the first word of its path: modules of `src/views` that are fetched then, beside `OTHERS`. */
export const SCREENS: Readonly<Record<string, string>> = {
  a: 'reading/article/ArticleScreen.tsx',
  bookmarks: 'reading/feed/BookmarksScreen.tsx',
  dms: 'messages/MessagesScreen.tsx',
  e: 'reading/thread/ThreadScreen.tsx',
  explore: 'reading/explore/ExploreScreen.tsx',
  notifications: 'notifications/NotificationsScreen.tsx',
  p: 'people/profile/ProfileScreen.tsx',
  reads: 'reading/article/ReadsScreen.tsx',
  search: 'reading/search/SearchScreen.tsx',
};
export const OTHERS = 'app/other-screens.ts';
/** Which of them have replies, and which keeps its styles to itself. */
const TALK = 'a e';
const PRIVATE = 'dms';

/** Own code in pieces that are not worth a request each, in characters; and that of people who act, which who reads does without. */
const SMALL = 12_000;
const OWN = /\/src\/(views|events|machines)\//;
const MANY = 6;
const ACTING = /\/(account|publish|compose|people|settings)\//;

/**
 * The chunks that are fetched at once: what the boot needs and must not wait for the rest, and the app with its first screen in one piece, as a
 * browser fetches six files at a time. What several of the screens need that a page may be opened at is one file, too, and holds nothing that none
 * of them needs: what is read of it counts before their first content. Beside it each has a file of its own and one of the small parts that it
 * shares with what is fetched later, and all but messages have one file of styles: so most need two files more, an article and messages a few
 * more than that. The app names every file that may be fetched later, so small modules that are shared otherwise are two files, not fifty.
 * All other modules stay with the screens that import them.
 */
export function chunkGroups(root: string): ChunkGroup[] {
  const boot = reach(BOOT.map((path) => root + path));
  const first = reach(FIRST.map((path) => root + path));
  const others = reach([`${root}/src/views/${OTHERS}`]);
  const screens = Object.entries(SCREENS).map(([word, path]) => [word, reach([`${root}/src/views/${path}`])] as const);
  /** By which words a page is opened that needs a module. */
  const wordsOf = (id: string, graph: ModuleGraph) => screens.flatMap(([word, needs]) => (needs(graph).has(id) ? [word] : [])).join(' ');
  const isOfScreens = (id: string, graph: ModuleGraph) => {
    const words = wordsOf(id, graph);
    return isStyle(id) ? words !== '' && words !== PRIVATE : words.includes(' ') && words !== TALK;
  };
  /** A module with what it needs, but for what is there when one of these screens is. */
  const laterThan = (id: string, graph: ModuleGraph) =>
    [...reach([id])(graph)].filter((one) => !first(graph).has(one) && !boot(graph).has(one) && !isOfScreens(one, graph));
  return [
    { name: (id, graph) => (RUNTIME.test(id) || boot(graph).has(id) ? BOOT_CHUNK : null), priority: 30 },
    { name: (id, graph) => (first(graph).has(id) ? APP : null), priority: 10 },
    // a group takes what its modules import: what most import goes first
    { name: (id, graph) => (others(graph).has(id) || isOfScreens(id, graph) ? 'screens' : null), priority: 6 },
    { name: (id, graph) => (wordsOf(id, graph) === TALK ? 'talk' : null), priority: 5 },
    {
      // what one of them shares with what is fetched later: it would come with all that such parts share
      name: (id, graph) => {
        const words = wordsOf(id, graph);
        const isPart = (one: string) => isSmall(one, graph) && wordsOf(one, graph) !== TALK;
        return words !== '' && laterThan(id, graph).every(isPart) ? `${words}-parts` : null;
      },
      minShareCount: 2,
      priority: 4,
    },
    {
      name: (id, graph) => {
        const more = laterThan(id, graph);
        if (!more.every((one) => wordsOf(one, graph) === '' && isSmall(one, graph))) return null;
        return more.some((one) => ACTING.test(one)) ? 'acting' : 'shared';
      },
      minShareCount: 2,
      priority: 1,
    },
    // whatever its size: what so many need is one request, not one more beside each
    { name: (id, graph) => (first(graph).has(id) || boot(graph).has(id) ? null : 'acting'), minShareCount: MANY, priority: 0.5 },
  ];
}

function isStyle(id: string): boolean {
  return id.endsWith('.css');
}

function isSmall(id: string, graph: ModuleGraph): boolean {
  return isStyle(id) || (OWN.test(id) && (graph.getModuleInfo(id)?.code?.length ?? SMALL) < SMALL);
}

/** The modules that are loaded whenever one of these is. */
function reach(from: readonly string[]): (graph: ModuleGraph) => ReadonlySet<string> {
  let found: Set<string> | undefined;
  return (graph) => {
    if (found) return found;
    found = new Set(from);
    for (const id of found) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) found.add(next);
    return found;
  };
}
