import { codeMeta } from '../../../src/events/app/screen-preload.ts';

const METAS = new RegExp(`<meta name="${codeMeta('([^"]+)')}" content="([^"]+)">`, 'g');

/**
 * Return additional links for the page's head by the first word of a path. With them a browser
 * fetches the files of that screen together with those of the app. Words without files are missing.
 */
export function screenLinks(html: string): ReadonlyMap<string, string> {
  return new Map(
    [...html.matchAll(METAS)].map(([, word = '', files = '']) => [
      word,
      files.split(' ').map(linkOf).join(''),
    ]),
  );
}

/**
 * Scripts are preloaded as fetches, like the page's first code requests them. A failed
 * `modulepreload` could not be retried.
 */
function linkOf(file: string): string {
  const as = file.endsWith('.css') ? 'as="style" fetchpriority="low"' : 'as="fetch"';
  return `<link rel="preload" ${as} crossorigin href="/${file}">`;
}
