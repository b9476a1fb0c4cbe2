import { altOf, typedAlt, type Uploaded } from '../media/upload.ts';
import { readImeta } from '../media/imeta.ts';
import { inMillis, type Millis } from '../core/time.ts';
import type { Writing } from '../publish/writing/writing.ts';

/** A file whose address is in the text. `mime` and `alt`, as typed, are empty if unknown. */
export interface Attachment {
  readonly url: string;
  readonly mime: string;
  readonly alt: string;
}

/**
 * Return the files of a text in their order. A file whose address is no longer in the text is left
 * out.
 */
export function attachmentsOf({ text, files }: Writing): readonly Attachment[] {
  return [...readImeta(files).values()]
    .filter(({ url }) => text.includes(url))
    .map(({ url, fields }) => ({
      url,
      mime: fields.get('m') ?? '',
      alt: altOf(files.find((file) => isOf(file, url)) ?? []),
    }));
}

/**
 * Split a text into the typed words, and the lines at its end that hold only addresses of its
 * files. The composer shows the latter as pictures.
 */
export function splitText({ text, files }: Pick<Writing, 'text' | 'files'>): {
  readonly typed: string;
  readonly addresses: string;
} {
  const urls = new Set([...readImeta(files).values()].map(({ url }) => url));
  const lines = text.split('\n');
  const end = lines.at(-1) === '' ? lines.length - 1 : lines.length;
  let start = end;
  while (start > 0 && urls.has(lines[start - 1] ?? '')) start--;
  return start === end
    ? { typed: text, addresses: '' }
    : { typed: lines.slice(0, start).join('\n'), addresses: lines.slice(start).join('\n') };
}

/** Return the text with other typed words. The addresses of its files stay at the end. */
export function withTyped(writing: Pick<Writing, 'text' | 'files'>, typed: string): string {
  const { addresses } = splitText(writing);
  return addresses === '' || typed === '' ? typed + addresses : `${typed}\n${addresses}`;
}

/** Return the name in a file's address. `undefined` if it is only the hash of the file. */
export function nameInUrl(url: string): string | undefined {
  const name =
    url
      .replace(/[?#].*$/, '')
      .split('/')
      .at(-1) ?? '';
  return name === '' || /^[0-9a-f]{32,}(\.\w+)?$/i.test(name) ? undefined : name;
}

/** Add a file's address to the end of the text, on a line of its own. */
export function attached(writing: Writing, { url, tag }: Uploaded, now: Millis): Writing {
  const { text } = writing;
  const isFirst = splitText(writing).addresses === '';
  const gap = text === '' || (text.endsWith('\n') && !isFirst) ? '' : '\n';
  const files = [...writing.files.filter((file) => !isOf(file, url)), tag];
  return {
    ...writing,
    text: `${text}${gap}${url}\n`,
    files,
    begun: inMillis(writing.begun) === 0 ? now : writing.begun,
  };
}

/** Remove a file and the line that held only its address. */
export function detached(writing: Writing, url: string): Writing {
  const lines = writing.text.split('\n').filter((line) => line.trim() !== url);
  return {
    ...writing,
    text: lines.join('\n').replaceAll(url, ''),
    files: writing.files.filter((file) => !isOf(file, url)),
  };
}

/** Set the description of a file for people who cannot see it (NIP-92). */
export function described(writing: Writing, url: string, alt: string): Writing {
  return {
    ...writing,
    files: writing.files.map((file) => (isOf(file, url) ? typedAlt(file, alt) : file)),
  };
}

function isOf(file: readonly string[], url: string): boolean {
  return file.includes(`url ${url}`);
}
