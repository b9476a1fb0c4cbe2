import type { Muted } from './list-intents.ts';
import { readNoteParam, readProfileParam } from '../../nostr/route-param.ts';

/** The tag names of entries that can be muted. */
export type MutedKind = 'p' | 'word' | 't' | 'e';

/** Read a typed text as a target to mute; `undefined` if it is none (SETTINGS-06). */
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
