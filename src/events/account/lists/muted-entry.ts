import type { Muted } from './list-intents.ts';
import { readNoteParam, readProfileParam } from '../../nostr/route-param.ts';

/** What can be muted, by the tag that it stands in. */
export type MutedKind = 'p' | 'word' | 't' | 'e';

/** What somebody means by what he typed; undefined where it is nothing that can be muted (SETTINGS-06). */
export function readMuted(kind: MutedKind, text: string): Muted | undefined {
  const typed = text.trim();
  switch (kind) {
    case 'p': {
      const pubkey = readProfileParam(typed);
      return pubkey === undefined ? undefined : { type: 'user', pubkey };
    }
    case 'e': {
      const found = readNoteParam(typed);
      return found?.type === 'note' ? { type: 'thread', id: found.id } : undefined;
    }
    case 't': {
      const hashtag = typed.replace(/^[#＃]+/, '');
      return hashtag === '' || /\s/.test(hashtag) ? undefined : { type: 'hashtag', hashtag };
    }
    case 'word':
      return typed === '' ? undefined : { type: 'word', word: typed };
  }
}
