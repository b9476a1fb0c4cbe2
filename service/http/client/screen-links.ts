import { codeMeta } from '../../../src/events/app/screen-preload.ts';

const METAS = new RegExp(`<meta name="${codeMeta('([^"]+)')}" content="([^"]+)">`, 'g');

/**
 * What the head of a page has beside all others where it is opened at a path with that first word: links by which a browser fetches the files of the
 * screen there together with the app's, before any code runs. Of words for which the page names no files there are none.
 */
export function screenLinks(html: string): ReadonlyMap<string, string> {
  return new Map([...html.matchAll(METAS)].map(([, word = '', files = '']) => [word, files.split(' ').map(linkOf).join('')]));
}

/** Scripts as the page's first code asks for them: read by a `modulepreload`, one that fails to come would stay failed. */
function linkOf(file: string): string {
  const as = file.endsWith('.css') ? 'as="style" fetchpriority="low"' : 'as="fetch"';
  return `<link rel="preload" ${as} crossorigin href="/${file}">`;
}
