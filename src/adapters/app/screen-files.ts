import { codeMeta, firstWord } from '../../events/app/screen-preload.ts';

/** Addresses of the files that the screen behind a path is drawn with, as far as the page names them: below the root, without the first slash. */
export function screenFiles(page: Document, path: string): readonly string[] {
  const [meta] = page.getElementsByName(codeMeta(firstWord(path)));
  return meta?.getAttribute('content')?.split(' ') ?? [];
}
