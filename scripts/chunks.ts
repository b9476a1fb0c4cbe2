/** What a bundler tells of a module: whom it imports at once. */
interface ModuleGraph {
  readonly getModuleInfo: (id: string) => { readonly importedIds: readonly string[] } | null;
}

interface ChunkGroup {
  readonly name: (id: string, graph: ModuleGraph) => string | null;
  readonly priority: number;
}

const RUNTIME = /rolldown\/runtime|vite\/(preload-helper|modulepreload-polyfill)|app\/import-fetched/;

/** Name of the chunk of the app and its first screen. */
export const APP = 'app';

/** Name of the chunk that runs first. */
export const BOOT_CHUNK = 'boot';

/** The file that starts first, and what people see first: the app and the home screen. */
const BOOT = ['/src/boot.ts'];
const FIRST = ['/src/main.tsx', '/src/views/reading/HomeScreen.tsx'];

/**
 * The chunks that are fetched at once: what the boot needs and must not wait for the rest, and the app with its first screen in one piece, as a browser fetches six files at a time. All other modules stay with the screens that import them.
 */
export function chunkGroups(root: string): ChunkGroup[] {
  const boot = reach(BOOT.map((path) => root + path));
  const first = reach(FIRST.map((path) => root + path));
  return [
    { name: (id, graph) => (RUNTIME.test(id) || boot(graph).has(id) ? BOOT_CHUNK : null), priority: 30 },
    { name: (id, graph) => (first(graph).has(id) ? APP : null), priority: 10 },
  ];
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
