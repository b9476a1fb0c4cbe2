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
const BOOT = ['/src/boot.ts'];
const FIRST = ['/src/main.tsx', '/src/views/reading/HomeScreen.tsx'];

/** Own code in pieces that are not worth a request each, in characters; and that of people who act, which who reads does without. */
const SMALL = 5_000;
const OWN = /\/src\/(views|events|machines)\//;
const MANY = 6;
const ACTING = /\/(account|publish|settings)\//;

/**
 * The chunks that are fetched at once: what the boot needs and must not wait for the rest, and the app with its first screen in one piece, as a
 * browser fetches six files at a time. The app names every file that may be fetched later, so small modules that several screens share are two
 * files, not fifty. All other modules stay with the screens that import them.
 */
export function chunkGroups(root: string): ChunkGroup[] {
  const boot = reach(BOOT.map((path) => root + path));
  const first = reach(FIRST.map((path) => root + path));
  return [
    { name: (id, graph) => (RUNTIME.test(id) || boot(graph).has(id) ? BOOT_CHUNK : null), priority: 30 },
    { name: (id, graph) => (first(graph).has(id) ? APP : null), priority: 10 },
    {
      name: (id, graph) => {
        const more = [...reach([id])(graph)].filter((one) => !first(graph).has(one) && !boot(graph).has(one));
        if (!more.every((one) => isSmall(one, graph))) return null;
        return more.some((one) => ACTING.test(one)) ? 'acting' : 'shared';
      },
      minShareCount: 2,
      priority: 1,
    },
    // whatever its size: what so many need is one request, not one more beside each
    { name: (id, graph) => (first(graph).has(id) || boot(graph).has(id) ? null : 'acting'), minShareCount: MANY, priority: 0.5 },
  ];
}

function isSmall(id: string, graph: ModuleGraph): boolean {
  return id.endsWith('.css') || (OWN.test(id) && (graph.getModuleInfo(id)?.code?.length ?? SMALL) < SMALL);
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
