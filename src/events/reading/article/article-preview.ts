import type { SignedEvent } from '../../nostr/event.ts';
import { KIND } from '../../nostr/kinds.ts';
import { openingWords } from '../content/plain-words.ts';
import { lineOf } from '../content/line-of.ts';
import { openingOf } from './article.ts';

/** Return the text of a short preview: of an article its title, of others their own text. */
export function previewOf(event: SignedEvent): Pick<SignedEvent, 'content' | 'tags'> {
  if (event.kind !== KIND.LongForm) return lineOf(event);
  const { title, summary } = openingOf(event);
  const content = title || openingWords(summary || event.content);
  return { content, tags: [] };
}
