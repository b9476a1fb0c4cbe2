import { decode, type Entity } from '../../nostr/nip19.ts';

const SCHEME = /nostr:(?:\/\/)?/gi;
const MAX_LENGTH = 5_000;

/**
 * Return the entities of the `nostr:` uris in a text (NIP-21, NIP-27), in order. At most `max` uris
 * are read. Linear in the text.
 */
export function urisIn(content: string, max: number): readonly Entity[] {
  const found: Entity[] = [];
  let tries = 0;
  for (const scheme of content.matchAll(SCHEME)) {
    if (tries >= max) break;
    const start = scheme.index + scheme[0].length;
    let end = start;
    while (end < content.length && end - start <= MAX_LENGTH && isWordChar(content.charCodeAt(end)))
      end++;
    const entity = decode(content.slice(start, end));
    if (entity && entity.type !== 'nsec') found.push(entity);
    if (end > start) tries++;
  }
  return found;
}

function isWordChar(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}
