/** A bundler's data of a module: its code and its static imports. */
interface ModuleGraph {
  readonly getModuleInfo: (
    id: string,
  ) => { readonly code: string | null; readonly importedIds: readonly string[] } | null;
}

interface ChunkGroup {
  readonly name: (id: string, graph: ModuleGraph) => string | null;
  readonly priority: number;
  /** Only modules that are used by at least this many lazy files. */
  readonly minShareCount?: number;
}

const RUNTIME =
  /rolldown\/runtime|vite\/(preload-helper|modulepreload-polyfill)|app\/import-fetched/;

/** Name of the chunk of the app and its first screen. */
export const APP = 'app';

export const BOOT_CHUNK = 'boot';

/** The file that starts first, and the code of the first view: the app and the home screen. */
const BOOT = ['/src/wiring/boot.ts'];
const FIRST = ['/src/main.tsx', '/src/views/reading/feed/HomeScreen.tsx'];

/**
 * Screens that a page may be opened at, other than the first, by the first segment of the path. The
 * modules of `src/views` are fetched then, besides `OTHERS`.
 */
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
/** The screens that have replies, and the one with its own style file. */
const TALK = 'a e';
const PRIVATE = 'dms';

/**
 * `SMALL`: own code with fewer characters is not worth a request. `OWN`: our own modules. `ACTING`:
 * code for signed-in users, which readers do not need.
 */
const SMALL = 12_000;
const OWN = /\/src\/(views|events|machines)\//;
const MANY = 6;
const ACTING = /\/(account|publish|compose|people|settings)\//;

/**
 * Return the chunks. The boot chunk must not wait for the rest. The app and its first screen are
 * one chunk, because a browser fetches six files at a time. Modules shared by several entry screens
 * go into one chunk. It contains only modules that at least one entry screen needs, because parsing
 * it delays the first content. Each screen also has a file of its own, and one with the small parts
 * that it shares with lazy files. All but messages share one style file. Most screens therefore
 * need two further files, and an article or messages a few more. The app lists every lazy file by
 * name, so other small shared modules go into two files, not fifty. All other modules stay with the
 * screens that import them.
 */
export function chunkGroups(root: string): ChunkGroup[] {
  const boot = reach(BOOT.map((path) => root + path));
  const first = reach(FIRST.map((path) => root + path));
  const others = reach([`${root}/src/views/${OTHERS}`]);
  const screens = Object.entries(SCREENS).map(
    ([word, path]) => [word, reach([`${root}/src/views/${path}`])] as const,
  );
  /** Return the path segments of the screens that need a module. */
  const wordsOf = (id: string, graph: ModuleGraph) =>
    screens.flatMap(([word, needs]) => (needs(graph).has(id) ? [word] : [])).join(' ');
  const isOfScreens = (id: string, graph: ModuleGraph) => {
    const words = wordsOf(id, graph);
    return isStyle(id) ? words !== '' && words !== PRIVATE : words.includes(' ') && words !== TALK;
  };
  /**
   * Return a module with its imports, without those that are already loaded with one of these
   * screens.
   */
  const laterThan = (id: string, graph: ModuleGraph) =>
    [...reach([id])(graph)].filter(
      (one) => !first(graph).has(one) && !boot(graph).has(one) && !isOfScreens(one, graph),
    );
  return [
    {
      name: (id, graph) => (RUNTIME.test(id) || boot(graph).has(id) ? BOOT_CHUNK : null),
      priority: 30,
    },
    { name: (id, graph) => (first(graph).has(id) ? APP : null), priority: 10 },
    // A group includes the imports of its modules, so the most imported modules come first.
    {
      name: (id, graph) => (others(graph).has(id) || isOfScreens(id, graph) ? 'screens' : null),
      priority: 6,
    },
    { name: (id, graph) => (wordsOf(id, graph) === TALK ? 'talk' : null), priority: 5 },
    {
      // Small parts that a screen shares with lazy files. Otherwise they would come with all other
      // parts shared like that.
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
    // Modules of any size that many files need: one shared request instead of one more for each
    // file.
    {
      name: (id, graph) => (first(graph).has(id) || boot(graph).has(id) ? null : 'acting'),
      minShareCount: MANY,
      priority: 0.5,
    },
  ];
}

function isStyle(id: string): boolean {
  return id.endsWith('.css');
}

function isSmall(id: string, graph: ModuleGraph): boolean {
  return isStyle(id) || (OWN.test(id) && (graph.getModuleInfo(id)?.code?.length ?? SMALL) < SMALL);
}

/** Return the modules that are loaded whenever one of these is. */
function reach(from: readonly string[]): (graph: ModuleGraph) => ReadonlySet<string> {
  let found: Set<string> | undefined;
  return (graph) => {
    if (found) return found;
    found = new Set(from);
    for (const id of found)
      for (const next of graph.getModuleInfo(id)?.importedIds ?? []) found.add(next);
    return found;
  };
}
