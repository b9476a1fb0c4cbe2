import type { SignedEvent } from '../../nostr/event.ts';
import { KIND } from '../../nostr/kinds.ts';
import { plainWords } from '../content/plain-words.ts';
import { lineOf } from '../content/line-of.ts';
import { openingOf } from './article.ts';

/** Longer than any preview, in UTF-16 units. */
const LONGEST = 600;

/** Return the text of a short preview: of an article its title, of others their own text. */
export function previewOf(event: SignedEvent): Pick<SignedEvent, 'content' | 'tags'> {
  if (event.kind !== KIND.LongForm) return lineOf(event);
  const { title, summary } = openingOf(event);
  const content = title || plainWords((summary || event.content).slice(0, LONGEST));
  return { content, tags: [] };
}
