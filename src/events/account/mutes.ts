import type { Tag, VerifiedEvent } from '../event.ts';
import { isHex } from '../hex.ts';

/** What an account does not want to see. Words and hashtags in lower case, hashtags without `#`, threads by the id of their root. */
export interface Mutes {
  readonly users: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
  readonly hashtags: ReadonlySet<string>;
  readonly threads: ReadonlySet<string>;
}

/** A mute list (kind 10000, NIP-51): its public part, and whether there is a private one, which only its owner can read. */
export interface MuteList extends Mutes {
  readonly pubkey: string;
  readonly hasPrivate: boolean;
  readonly source: VerifiedEvent;
}

/** Reads the public part of a mute list; malformed tags are passed over. */
export function readMuteList(event: VerifiedEvent): MuteList {
  return { ...readMutes(event.tags), pubkey: event.pubkey, hasPrivate: event.content !== '', source: event };
}

/** Reads mutes from tags: those of the event, or those its owner decrypted. */
export function readMutes(tags: readonly Tag[]): Mutes {
  const values = (name: string): string[] => tags.flatMap((tag) => (tag[0] === name && tag[1] !== undefined ? [tag[1]] : []));
  const texts = (name: string): ReadonlySet<string> =>
    new Set(
      values(name)
        .map((text) => text.trim().toLowerCase())
        .filter((text) => text !== ''),
    );
  const keys = (name: string): ReadonlySet<string> => new Set(values(name).filter((text) => isHex(text, 64)));
  return { users: keys('p'), words: texts('word'), hashtags: texts('t'), threads: keys('e') };
}
