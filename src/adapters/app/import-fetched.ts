const fetches = new Map<string, Promise<void>>();

/**
 * Stands around every `import()` of the build, in the place of Vite's helper: imports a chunk once all of its files have been fetched.
 * `files` are addresses below the root: the chunk, what it imports, and their styles. Rejects with an error that names a file; called again,
 * it fetches anew what failed. An `import()` alone could not: browsers before whatwg/html#10327 (July 2026) keep a module that failed to
 * come as failed for as long as the page lives.
 */
export async function importFetched<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  await Promise.all(files.map(fetchOnce));
  return load();
}

/**
 * Fetches the files of a screen, and evaluates them when all are there: the last one imports the others. Their styles apply behind those of
 * the `app`, whose import has begun when that resolves. One that does not come is asked for anew by who needs it.
 */
export async function importAhead(files: readonly string[], app: Promise<unknown>): Promise<void> {
  const isStyle = (file: string) => file.endsWith('.css');
  const scripts = files.filter((file) => !isStyle(file));
  void app.then(() => files.filter(isStyle).map((file) => fetchOnce(file).catch(() => undefined)));
  await Promise.all([app, ...scripts.map((file) => fetchOnce(file).then(() => addLink('modulepreload', `/${file}`)))]);
  if (scripts[0]) await import(/* @vite-ignore */ `/${scripts.at(-1)}`);
}

function fetchOnce(file: string): Promise<void> {
  const href = `/${file}`;
  const isStyle = href.endsWith('.css');
  const before = fetches.get(href);
  if (before) return before;
  // the page itself has asked for it
  if (document.querySelector(`link[rel=${isStyle ? 'stylesheet' : 'modulepreload'}][href="${href}"],script[src="${href}"]`))
    return Promise.resolve();
  const fetching = (isStyle ? addStyle : fetchWhole)(href).catch((error: unknown) => {
    fetches.delete(href);
    throw error;
  });
  fetches.set(href, fetching);
  return fetching;
}

/** Into the browser's cache, where it is found by who needs it: a link that preloads would not ask anew after a failure. */
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
