import { type SignedEvent, type Tag, tagValue } from '../event.ts';
import { field, isRecord } from '../json.ts';
import { KIND } from '../kinds.ts';
import { zapRequestOf } from '../money/zap.ts';
import { rootOf } from '../reading/references.ts';
import type { Mutes } from './mutes.ts';

/** What of a mute list hides something. `what`: a public key, the id of a thread's first note, a hashtag or a word. */
export interface Mute {
  readonly by: 'user' | 'thread' | 'hashtag' | 'word';
  readonly what: string;
}

/**
 * What of these mutes hides an event (ACCOUNT-10): its author (of a zap: its sender), a thread from its first note on, a hashtag, or a word that
 * stands by itself in its text or title, whatever its case. Undefined: nothing.
 */
export function muteOf({ users, words, hashtags, threads }: Mutes, event: SignedEvent): Mute | undefined {
  if (users.has(event.pubkey)) return { by: 'user', what: event.pubkey };
  const sender = users.size > 0 && event.kind === KIND.Zap ? zapSender(event) : '';
  if (users.has(sender)) return { by: 'user', what: sender };
  const thread = threads.size > 0 && [event.id, rootOf(event)?.key ?? ''].find((id) => threads.has(id));
  if (thread) return { by: 'thread', what: thread };
  const tagged = ([name, value = '']: Tag) => name === 't' && hashtags.has(value.toLowerCase());
  const hashtag = hashtags.size > 0 ? event.tags.find(tagged)?.[1] : undefined;
  if (hashtag !== undefined) return { by: 'hashtag', what: hashtag };
  if (words.size === 0) return undefined;
  const text = textOf(event);
  const word = [...words].find((one) => standsIn(text, one));
  return word === undefined ? undefined : { by: 'word', what: word };
}

/** Who signed the request in a receipt; '' where there is none. */
export function zapSender(receipt: SignedEvent): string {
  const request = zapRequestOf(receipt);
  return isRecord(request) ? String(field(request, 'pubkey')) : '';
}

/** The content of a repost is another event as JSON: its words are looked for in that event. */
function textOf(event: SignedEvent): string {
  if (event.kind === KIND.Repost || event.kind === KIND.GenericRepost) return '';
  return `${tagValue(event, 'title') ?? ''}\n${event.content}`.toLowerCase();
}

function standsIn(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const isOpen = at === 0 || !isJoined(text.slice(0, at), word);
    const isClosed = !isJoined(word, text.slice(at + word.length));
    if (isOpen && isClosed) return true;
  }
  return false;
}

const ENDS = /[\p{L}\p{M}\p{N}_]$/u;
const BEGINS = /^[\p{L}\p{M}\p{N}_]/u;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/u;

/** Whether two texts are one word where they meet. Scripts without spaces between words have no such bounds. */
function isJoined(before: string, after: string): boolean {
  const [last, first] = [before.slice(-2), after.slice(0, 2)];
  return ENDS.test(last) && BEGINS.test(first) && !UNSPACED.test(last.slice(-1) + first.slice(0, 1));
}
