import { addressOf, parseAddress } from '../../nostr/address.ts';
import type { SignedEvent, Tag } from '../../nostr/event.ts';
import { isHex } from '../../core/hex.ts';
import { folded } from '../../core/text.ts';

/**
 * The entries of a mute list. Words and hashtags are folded, and hashtags have no `#`. A thread is
 * named by the id or address of its root, or by the name of something outside of Nostr (NIP-73).
 */
export interface Mutes {
  readonly users: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
  readonly hashtags: ReadonlySet<string>;
  readonly threads: ReadonlySet<string>;
}

/** Read mutes from tags: those of the event, or those that its owner decrypted. */
export function readMutes(tags: readonly Tag[]): Mutes {
  const values = (name: string): string[] =>
    tags.flatMap((tag) => (tag[0] === name && tag[1] !== undefined ? [tag[1]] : []));
  const texts = (name: string, read: (text: string) => string): ReadonlySet<string> =>
    new Set(
      values(name)
        .map(read)
        .filter((text) => text !== ''),
    );
  const keys = (name: string): string[] => values(name).filter((text) => isHex(text, 64));
  const addresses = values('a').filter((text) => parseAddress(text) !== undefined);
  return {
    users: new Set(keys('p')),
    words: texts('word', wordKey),
    hashtags: texts('t', hashtagKey),
    threads: new Set([...keys('e'), ...addresses, ...values('i').filter((text) => text !== '')]),
  };
}

export function wordKey(word: string): string {
  return folded(word.trim()).trim();
}

export function hashtagKey(hashtag: string): string {
  return wordKey(wordKey(hashtag).replace(/^#+/, ''));
}

/**
 * Name each muted article by its address and by the ids of its known versions: muting one version
 * mutes all of them.
 */
export function withVersions(mutes: Mutes, versions: readonly SignedEvent[]): Mutes {
  const { threads } = mutes;
  const named = versions.flatMap((event) => {
    const address = addressOf(event);
    return address === undefined ? [] : [{ id: event.id, address }];
  });
  const muted = new Set(
    named.flatMap(({ id, address }) => (threads.has(id) || threads.has(address) ? [address] : [])),
  );
  if (muted.size === 0) return mutes;
  const ids = named.flatMap(({ id, address }) => (muted.has(address) ? [id] : []));
  return { ...mutes, threads: new Set([...threads, ...muted, ...ids]) };
}
