import { addressOf } from '../../nostr/address.ts';
import type { SignedEvent } from '../../nostr/event.ts';
import { field, isRecord } from '../../core/json.ts';
import { KIND } from '../../nostr/kinds.ts';
import { zapRequestOf } from '../../facts/zap.ts';
import { hashtagAt } from '../content/content-tag.ts';
import { rootsOf } from '../../facts/references.ts';
import { folded } from '../../core/text.ts';
import { hashtagKey, type Mutes } from '../../account/lists/mutes.ts';
import { shownTexts } from '../../account/signing/shown-texts.ts';

/**
 * The entry of a mute list that hides an event. `what`: a public key, the name of a thread's root,
 * a hashtag or a word.
 */
export interface Mute {
  readonly by: 'user' | 'thread' | 'hashtag' | 'word';
  readonly what: string;
}

/**
 * Return the entry that hides an event (ACCOUNT-10, ACCOUNT-21), or `undefined` if none does. It is
 * its author (of a zap: its sender), its thread, a hashtag in its tags or texts, or a separate word
 * in its texts.
 */
export function matchingMute(mutes: Mutes, event: SignedEvent): Mute | undefined {
  const { users, words, hashtags, threads } = mutes;
  if (users.has(event.pubkey)) return { by: 'user', what: event.pubkey };
  const sender = users.size > 0 && event.kind === KIND.Zap ? zapSender(event) : '';
  if (users.has(sender)) return { by: 'user', what: sender };
  const thread =
    threads.size > 0 ? threadNames(event).find((name) => threads.has(name)) : undefined;
  if (thread !== undefined) return { by: 'thread', what: thread };
  if (words.size + hashtags.size === 0) return undefined;
  const text = folded(shownTexts(event).join(BETWEEN));
  const hashtag = hashtags.size > 0 ? hashtagIn(event, text, hashtags) : undefined;
  if (hashtag !== undefined) return { by: 'hashtag', what: hashtag };
  const word = [...words].find((one) => standsIn(text, one));
  return word === undefined ? undefined : { by: 'word', what: word };
}

/** Prevents a muted phrase from matching across two texts. */
const BETWEEN = ' \0 ';

/** Return the signer of the request in a receipt. Empty if there is none. */
export function zapSender(receipt: SignedEvent): string {
  const request = zapRequestOf(receipt);
  return isRecord(request) ? String(field(request, 'pubkey')) : '';
}

/** Return the names under which a mute list may contain the thread of an event. */
function threadNames(event: SignedEvent): readonly string[] {
  return [event.id, addressOf(event) ?? '', ...rootsOf(event).map(({ key }) => key)];
}

const WEB_ADDRESS = /https?:\/\/\S+/g;

function hashtagIn(
  event: SignedEvent,
  text: string,
  hashtags: ReadonlySet<string>,
): string | undefined {
  for (const [name, value = ''] of event.tags) {
    const key = name === 't' ? hashtagKey(value) : '';
    if (hashtags.has(key)) return value.trim().replace(/^[#＃]+/, '');
  }
  // the fragment of a web address is no hashtag
  const plain = text.includes('#') ? text.replaceAll(WEB_ADDRESS, ' ') : '';
  const odd = plain === '' ? [] : [...hashtags].filter((one) => !IN_TEXT.test(one));
  for (let at = plain.indexOf('#'); at >= 0; at = plain.indexOf('#', at + 1)) {
    const found = hashtagAt(plain, at, hashtags)?.text.slice(1) ?? '';
    if (hashtags.has(found)) return found;
    const other = odd.find(
      (one) =>
        plain.startsWith(one, at + 1) &&
        beginsAt(plain, at) &&
        !isJoined(one, plain.slice(at + 1 + one.length, at + 3 + one.length)),
    );
    if (other !== undefined) return other;
  }
  return undefined;
}

/** The hashtags that `hashtagAt` finds completely. Others have a hyphen, a dot or an emoji. */
const IN_TEXT = /^[\p{L}\p{M}\p{N}_]+$/u;

function beginsAt(text: string, at: number): boolean {
  return !/[\p{L}\p{M}\p{N}_/&#]$/u.test(text.slice(Math.max(0, at - 2), at));
}

function standsIn(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const isOpen = at === 0 || !isJoined(text.slice(Math.max(0, at - 2), at), word);
    const isClosed = !isJoined(word, text.slice(at + word.length, at + word.length + 2));
    if (isOpen && isClosed) return true;
  }
  return false;
}

const ENDS = /[\p{L}\p{M}\p{N}_]$/u;
const BEGINS = /^[\p{L}\p{M}\p{N}_]/u;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/u;

/** True if two adjacent texts are one word. Scripts without spaces have no word bounds. */
function isJoined(before: string, after: string): boolean {
  const [last, first] = [before.slice(-2), after.slice(0, 2)];
  return (
    ENDS.test(last) && BEGINS.test(first) && !UNSPACED.test(last.slice(-1) + first.slice(0, 1))
  );
}
