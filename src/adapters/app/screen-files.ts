/** Name of the page's meta tag that lists the files of a screen, by the first word of its path. */
export const codeMeta = (word: string): string => `starling-code-${word}`;

/** Addresses of the files that the screen behind a path is drawn with, as far as the page names them: below the root, without the first slash. */
export function screenFiles(page: Document, path: string): readonly string[] {
  const [meta] = page.getElementsByName(codeMeta(path.split('/')[1] ?? ''));
  return meta?.getAttribute('content')?.split(' ') ?? [];
}
