import type { Draft } from '../event.ts';
import { KIND } from '../kinds.ts';
import type { Wish } from './outbox-entry.ts';

const DRAFTS: ReadonlyMap<number, string> = new Map<number, string>([
  [KIND.Text, 'Publish a note'],
  [KIND.Comment, 'Publish a comment'],
  [KIND.LongForm, 'Publish an article'],
  [KIND.Repost, 'Repost a note'],
  [KIND.GenericRepost, 'Repost something'],
  [KIND.Reaction, 'React to something'],
  [KIND.EventDeletion, 'Request a deletion'],
  [KIND.ReportContent, 'Report something'],
  [KIND.Metadata, 'Update your profile'],
  [KIND.EncryptedDirectMessage, 'Send a message'],
]);

const LIKED: ReadonlyMap<string | undefined, string> = new Map([
  [String(KIND.Text), 'Like a note'],
  [String(KIND.LongForm), 'Like an article'],
]);

const LISTS = {
  follows: 'Update your follow list',
  mutes: 'Update your mute list',
  bookmarks: 'Update your bookmarks',
  relays: 'Update your relays',
  mediaServers: 'Update your media servers',
  filterLists: 'Update your filter lists',
  allowlist: 'Update your allowlist',
} as const;

/** Why a signature is wanted, in plain words, for whoever is asked for it (BEYOND-03). */
export function reasonOf(wish: Wish): string {
  return wish.type === 'list' ? LISTS[wish.list] : deedOf(wish.draft);
}

function deedOf({ kind, tags, content }: Draft): string {
  if (kind === KIND.Text && tags.some(([name]) => name === 'e')) return 'Publish a reply';
  if (kind === KIND.Reaction && content === '+') return LIKED.get(tags.find(([name]) => name === 'k')?.[1]) ?? 'Like something';
  return DRAFTS.get(kind) ?? `Publish an event of kind ${kind}`;
}

/** Kinds whose content is what somebody wrote, as it can be read. */
const WRITTEN: ReadonlySet<number> = new Set([KIND.Text, KIND.Comment, KIND.LongForm, KIND.Highlight, KIND.Poll, KIND.LiveChatMessage]);

/** The text that would be lost with a job; '' for acts without words of one's own. */
export function textOf(wish: Wish): string {
  return wish.type === 'event' && WRITTEN.has(wish.draft.kind) ? wish.draft.content.trim() : '';
}
