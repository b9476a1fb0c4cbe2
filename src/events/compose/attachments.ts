import { describedTag, type Uploaded } from '../media/upload.ts';
import { readImeta } from '../media/imeta.ts';
import { inMillis, type Millis } from '../core/time.ts';
import type { Writing } from '../publish/writing/writing.ts';

/** A file whose address stands in the text. `mime` and `alt` are empty where they are not told. */
export interface Attachment {
  readonly url: string;
  readonly mime: string;
  readonly alt: string;
}

/** The files of a text, in the order in which they came. Whose address was taken out of the text is none. */
export function attachmentsOf({ text, files }: Writing): readonly Attachment[] {
  return [...readImeta(files).values()].filter(({ url }) => text.includes(url)).map(({ url, mime, alt }) => ({ url, mime, alt }));
}

/** The text with a file's address on a line of its own at the end. */
export function attached(writing: Writing, { url, tag }: Uploaded, now: Millis): Writing {
  const { text } = writing;
  const gap = text === '' || text.endsWith('\n') ? '' : '\n';
  const files = [...writing.files.filter((file) => !isOf(file, url)), tag];
  return { ...writing, text: `${text}${gap}${url}\n`, files, begun: inMillis(writing.begun) === 0 ? now : writing.begun };
}

/** The text without a file, and without the line that held nothing but its address. */
export function detached(writing: Writing, url: string): Writing {
  const lines = writing.text.split('\n').filter((line) => line.trim() !== url);
  return { ...writing, text: lines.join('\n').replaceAll(url, ''), files: writing.files.filter((file) => !isOf(file, url)) };
}

/** The text with that description of a file, for those who do not see it (NIP-92). */
export function described(writing: Writing, url: string, alt: string): Writing {
  return { ...writing, files: writing.files.map((file) => (isOf(file, url) ? describedTag(file, alt) : file)) };
}

function isOf(file: readonly string[], url: string): boolean {
  return file.includes(`url ${url}`);
}
