import { type SignedEvent, type Tag, tagValue, type VerifiedEvent } from '../event.ts';
import { field, isRecord } from '../json.ts';
import { KIND } from '../kinds.ts';
import { zapRequestOf } from '../money/zap.ts';
import { rootOf } from '../reading/references.ts';
import { type Mutes, readMutes } from './mutes.ts';

/** Says whether something is not to be seen by the owner of a mute list; `user`: whether an account is muted. */
export interface Hides {
  (event: VerifiedEvent): boolean;
  readonly user: (pubkey: string) => boolean;
}

/**
 * What a mute list hides (ACCOUNT-10): its public part and, once its owner has opened it, its private part, both alike (ACCOUNT-20). What the
 * owner wrote is never hidden.
 */
export function hiddenBy(list: VerifiedEvent, secret: readonly Tag[] = []): Hides {
  const mutes = readMutes([...list.tags, ...secret]);
  const known = new WeakMap<VerifiedEvent, boolean>();
  const user = (pubkey: string) => pubkey !== list.pubkey && mutes.users.has(pubkey);
  const hides = (event: VerifiedEvent): boolean => {
    const isHidden = known.get(event) ?? (event.pubkey !== list.pubkey && isMuted(mutes, event));
    known.set(event, isHidden);
    return isHidden;
  };
  return Object.assign(hides, { user });
}

/**
 * Whether mutes hide an event: by its author (of a zap: its sender), by a thread from its first note on, by a hashtag, or by a word that
 * stands by itself in its text or title, whatever its case.
 */
export function isMuted({ users, words, hashtags, threads }: Mutes, event: SignedEvent): boolean {
  if (users.has(event.pubkey)) return true;
  if (users.size > 0 && event.kind === KIND.Zap && users.has(zapSender(event))) return true;
  if (threads.size > 0 && (threads.has(event.id) || threads.has(rootOf(event)?.key ?? ''))) return true;
  if (hashtags.size > 0 && event.tags.some(([name, value = '']) => name === 't' && hashtags.has(value.toLowerCase()))) return true;
  if (words.size === 0) return false;
  const text = textOf(event);
  return [...words].some((word) => standsIn(text, word));
}

/** Who signed the request in a receipt; '' where there is none. */
function zapSender(receipt: SignedEvent): string {
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
