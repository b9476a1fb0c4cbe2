import type { SignedEvent } from '../../nostr/event.ts';
import { KIND } from '../../nostr/kinds.ts';
import { warningOf } from './content-warning.ts';
import { isText } from '../content/text-kinds.ts';

/** The groups of a content filter: spam, and not safe for work (SETTINGS-08). */
export type ContentGroup = 'spam' | 'nsfw';

/** A text with more people or hashtags counts as spam. */
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
 * Return the groups that a text belongs to by its own content. A note with too many people or
 * hashtags is spam. Articles are exempt, because they are longer. A text is NSFW by a hashtag, a
 * label (NIP-32) or the reason of its warning (NIP-36). Other spammers are known to a service only.
 */
export function groupsOf(
  event: Pick<SignedEvent, 'kind' | 'content' | 'tags'>,
): readonly ContentGroup[] {
  const isNote = isText(event.kind) || POLLS.includes(event.kind);
  if (!isNote && event.kind !== KIND.LongForm) return [];
  return [
    ...(isNote && isSpam(event) ? (['spam'] as const) : []),
    ...(isMarked(event) ? (['nsfw'] as const) : []),
  ];
}

function isSpam({ content, tags }: Pick<SignedEvent, 'content' | 'tags'>): boolean {
  if (
    tags.length > MOST_TOPICS &&
    new Set(tags.flatMap(([name, topic = '']) => (name === 't' ? [topic.toLowerCase()] : [])))
      .size > MOST_TOPICS
  )
    return true;
  // a text with that many names has at least this length
  return (
    content.length > MOST_NAMED_PEOPLE * 50 &&
    new Set(content.match(NAMES)).size > MOST_NAMED_PEOPLE
  );
}

function isMarked(event: Pick<SignedEvent, 'tags'>): boolean {
  if (
    event.tags.some(
      ([name, value = '']) => (name === 't' || name === 'l') && MARKS.has(value.toLowerCase()),
    )
  )
    return true;
  const words =
    warningOf(event)
      ?.toLowerCase()
      .match(/[a-z]+/g) ?? [];
  return words.some((word) => MARKS.has(word));
}
