import { codeMeta, firstWord } from '../../events/app/screen-preload.ts';

/**
 * Return the files of the screen at a path, as far as the page names them. Addresses are below the
 * root, without the first slash.
 */
export function screenFiles(page: Document, path: string): readonly string[] {
  const [meta] = page.getElementsByName(codeMeta(firstWord(path)));
  return meta?.getAttribute('content')?.split(' ') ?? [];
}
