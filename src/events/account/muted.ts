import type { VerifiedEvent } from '../event.ts';
import { rootOf } from '../reading/references.ts';
import { type Mutes, readMutes } from './mutes.ts';

/** Says whether something is not to be seen by whose mute list this is (the public part; ACCOUNT-10). One's own is never hidden. */
export function hiddenBy(list: VerifiedEvent): (event: VerifiedEvent) => boolean {
  const mutes = readMutes(list.tags);
  return (event) => event.pubkey !== list.pubkey && isMuted(mutes, event);
}

/** A word is muted where it stands by itself, whatever its case; a thread from its first note on. */
function isMuted({ users, words, hashtags, threads }: Mutes, event: VerifiedEvent): boolean {
  if (users.has(event.pubkey)) return true;
  if (threads.size > 0 && (threads.has(event.id) || threads.has(rootOf(event)?.key ?? ''))) return true;
  if (hashtags.size > 0 && event.tags.some(([name, value = '']) => name === 't' && hashtags.has(value.toLowerCase()))) return true;
  if (words.size === 0) return false;
  const text = event.content.toLowerCase();
  return [...words].some((word) => standsIn(text, word));
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
