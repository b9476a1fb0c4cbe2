import type { SignedEvent } from '../../nostr/event.ts';
import { KIND } from '../../nostr/kinds.ts';
import { warningOf } from './content-warning.ts';
import { isText } from '../content/text-kinds.ts';

/** What a filter of content knows: spam, and what is not safe for work (SETTINGS-08). */
export type ContentGroup = 'spam' | 'nsfw';

/** People that a text may name, and hashtags that it may carry, before it counts as spam. */
export const MOST_NAMED_PEOPLE = 20;
export const MOST_TOPICS = 20;

const POLLS: readonly number[] = [KIND.Poll, KIND.ZapPoll];
const NAMES = /\bn(?:pub|profile)1[02-9ac-hj-np-z]{50,}/g;
const MARKS: ReadonlySet<string> = new Set([
  'nsfw',
  'porn',
  'nude',
  'nudes',
  'nudity',
  'sex',
  'sexual',
  'hentai',
  'xxx',
  'explicit',
  'gore',
]);

/**
 * Of which groups a text is, as far as it says so itself: a note that names too many people or carries too many hashtags is spam (an article may:
 * it has room for them); what is marked by a hashtag, a label (NIP-32) or the reason of its warning (NIP-36) is not safe for work. Who is a
 * spammer for other reasons only a service can know.
 */
export function groupsOf(event: Pick<SignedEvent, 'kind' | 'content' | 'tags'>): readonly ContentGroup[] {
  const isNote = isText(event.kind) || POLLS.includes(event.kind);
  if (!isNote && event.kind !== KIND.LongForm) return [];
  return [...(isNote && isSpam(event) ? (['spam'] as const) : []), ...(isMarked(event) ? (['nsfw'] as const) : [])];
}

function isSpam({ content, tags }: Pick<SignedEvent, 'content' | 'tags'>): boolean {
  if (
    tags.length > MOST_TOPICS &&
    new Set(tags.flatMap(([name, topic = '']) => (name === 't' ? [topic.toLowerCase()] : []))).size > MOST_TOPICS
  )
    return true;
  // as many names take up some room
  return content.length > MOST_NAMED_PEOPLE * 50 && new Set(content.match(NAMES)).size > MOST_NAMED_PEOPLE;
}

function isMarked(event: Pick<SignedEvent, 'tags'>): boolean {
  if (event.tags.some(([name, value = '']) => (name === 't' || name === 'l') && MARKS.has(value.toLowerCase()))) return true;
  const words =
    warningOf(event)
      ?.toLowerCase()
      .match(/[a-z]+/g) ?? [];
  return words.some((word) => MARKS.has(word));
}
