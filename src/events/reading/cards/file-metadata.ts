import { type SignedEvent, tagValue } from '../../nostr/event.ts';
import { isHex } from '../../core/hex.ts';
import { readDimensions, type Size } from '../../media/imeta.ts';
import { clip, clipLine } from '../../core/text.ts';

/** A published file (kind 1063, NIP-94). Missing texts are empty. The address is unchecked. */
export interface FileMetadata {
  readonly url: string;
  readonly mime: string;
  readonly name: string;
  readonly about: string;
  readonly hash: string;
  /** In bytes. */
  readonly size: number | undefined;
  readonly dimensions: Size | undefined;
}

/** Tags that are fields of an imeta tag, too. */
const FIELDS = ['url', 'm', 'x', 'dim', 'size', 'blurhash', 'thumbhash', 'thumb', 'image', 'alt'];
const LONGEST_NAME = 200;
const LONGEST_ABOUT = 4_000;
const LONGEST_MIME = 100;

/** Read the metadata of a file. Total: malformed fields count as missing. */
export function readFileMetadata(event: Pick<SignedEvent, 'tags' | 'content'>): FileMetadata {
  const url = tagValue(event, 'url') ?? '';
  const hash = tagValue(event, 'x') ?? '';
  const size = tagValue(event, 'size') ?? '';
  return {
    url,
    mime: clipLine(tagValue(event, 'm') ?? '', LONGEST_MIME).toLowerCase(),
    name: clipLine(
      tagValue(event, 'title') ?? tagValue(event, 'name') ?? lastPart(url),
      LONGEST_NAME,
    ),
    about: clip(
      event.content || (tagValue(event, 'summary') ?? tagValue(event, 'alt') ?? ''),
      LONGEST_ABOUT,
    ).trim(),
    hash: isHex(hash, 64) ? hash : '',
    size: /^\d{1,15}$/.test(size) ? Number(size) : undefined,
    dimensions: readDimensions(tagValue(event, 'dim') ?? ''),
  };
}

/**
 * Return a picture, video or sound file as a post: its text with the address below it, and its
 * metadata as an imeta tag.
 */
export function filePost(
  event: Pick<SignedEvent, 'tags' | 'content'>,
): Pick<SignedEvent, 'tags' | 'content'> {
  const fields = FIELDS.flatMap((name) => {
    const value = tagValue(event, name);
    return value === undefined ? [] : [`${name} ${value}`];
  });
  const { url, about } = readFileMetadata(event);
  return {
    content: about === '' ? url : `${about}\n${url}`,
    tags: [...event.tags, ['imeta', ...fields]],
  };
}

function lastPart(url: string): string {
  const path = URL.parse(url)?.pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
