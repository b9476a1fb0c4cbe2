import { field, isRecord } from '../../src/events/core/json.ts';
import { cleanText } from './page-meta.ts';

/** Read an oEmbed document (oembed.com). Missing values are empty. */
export function readEmbed(document: unknown): { title: string; author: string; image: string } {
  const text = (name: string) => {
    const value = isRecord(document) ? field(document, name) : undefined;
    return typeof value === 'string' ? cleanText(value) : '';
  };
  const picture = isRecord(document) && field(document, 'type') === 'photo' ? text('url') : '';
  return {
    title: text('title'),
    author: text('author_name'),
    image: text('thumbnail_url') || picture,
  };
}
