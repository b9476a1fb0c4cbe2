import type { Tag } from '../event.ts';
import { isHex } from '../hex.ts';

/** What an account does not want to see. Words and hashtags in lower case, hashtags without `#`, threads by the id of their root. */
export interface Mutes {
  readonly users: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
  readonly hashtags: ReadonlySet<string>;
  readonly threads: ReadonlySet<string>;
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
