const fetches = new Map<string, Promise<void>>();

/**
 * Wraps every `import()` of the build, in place of Vite's helper. Imports a chunk once all of its
 * files are fetched. `files` are addresses below the root: the chunk, its imports, and their
 * styles. Rejects with an error that names a file. Called again, it fetches the failed files again.
 * A plain `import()` cannot do that: browsers before whatwg/html#10327 (July 2026) remember a
 * failed module for the lifetime of the page.
 */
export async function importFetched<T>(
  load: () => Promise<T>,
  files: readonly string[] = [],
): Promise<T> {
  await Promise.all(files.map(fetchOnce));
  return load();
}

/**
 * Fetches the files of a screen, and evaluates them when all are loaded: the last one imports the
 * others. Their styles apply after those of the `app`, whose import has begun when that promise
 * resolves. A file that fails is fetched again when it is imported.
 */
export async function importAhead(files: readonly string[], app: Promise<unknown>): Promise<void> {
  const isStyle = (file: string) => file.endsWith('.css');
  const scripts = files.filter((file) => !isStyle(file));
  void app.then(() => files.filter(isStyle).map((file) => fetchOnce(file).catch(() => undefined)));
  await Promise.all([
    app,
    ...scripts.map((file) => fetchOnce(file).then(() => addLink('modulepreload', `/${file}`))),
  ]);
  if (scripts[0]) await import(/* @vite-ignore */ `/${scripts.at(-1)}`);
}

function fetchOnce(file: string): Promise<void> {
  const href = `/${file}`;
  const isStyle = href.endsWith('.css');
  const before = fetches.get(href);
  if (before) return before;
  // the page itself has requested it
  if (
    document.querySelector(
      `link[rel=${isStyle ? 'stylesheet' : 'modulepreload'}][href="${href}"],script[src="${href}"]`,
    )
  )
    return Promise.resolve();
  const fetching = (isStyle ? addStyle : fetchWhole)(href).catch((error: unknown) => {
    fetches.delete(href);
    throw error;
  });
  fetches.set(href, fetching);
  return fetching;
}

/**
 * Fetches into the browser's cache, from which the import reads. A preload link would not retry
 * after a failure.
 */
export async function fetchWhole(href: string): Promise<void> {
  const response = await fetch(href);
  if (!response.ok) throw missing(href);
  await response.arrayBuffer();
}

function addStyle(href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = addLink('stylesheet', href);
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      reject(missing(href));
    });
  });
}

function addLink(rel: string, href: string): HTMLLinkElement {
  const link = document.createElement('link');
  document.head.append(Object.assign(link, { rel, crossOrigin: '', href }));
  return link;
}

function missing(href: string): Error {
  return new Error(`${href} could not be fetched`);
}
