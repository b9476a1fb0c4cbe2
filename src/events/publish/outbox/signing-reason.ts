import type { UserMessage, PlainMessageCode } from '../../account/user-message.ts';
import type { Draft } from '../../nostr/event.ts';
import { KIND } from '../../nostr/kinds.ts';
import type { OutboxRequest } from './outbox-entry.ts';

const DRAFTS: ReadonlyMap<number, PlainMessageCode> = new Map<number, PlainMessageCode>([
  [KIND.Text, 'sign.note'],
  [KIND.Comment, 'sign.comment'],
  [KIND.LongForm, 'sign.article'],
  [KIND.Draft, 'sign.deleteDraft'],
  [KIND.Repost, 'sign.repost'],
  [KIND.GenericRepost, 'sign.repostOther'],
  [KIND.Reaction, 'sign.reaction'],
  [KIND.EventDeletion, 'sign.deletion'],
  [KIND.ReportContent, 'sign.report'],
  [KIND.Metadata, 'sign.profile'],
  [KIND.PollVote, 'sign.vote'],
  [KIND.Highlight, 'sign.highlight'],
  [KIND.Subscribe, 'sign.subscription'],
  [KIND.Nutzap, 'sign.nutzap'],
  [KIND.Unsubscribe, 'sign.unsubscription'],
  [KIND.EncryptedDirectMessage, 'sign.message'],
]);

const LIKED: ReadonlyMap<string | undefined, PlainMessageCode> = new Map<
  string | undefined,
  PlainMessageCode
>([
  [String(KIND.Text), 'sign.likeNote'],
  [String(KIND.LongForm), 'sign.likeArticle'],
]);

/**
 * Return why a signature is requested, for the prompt to the user (BEYOND-03). `isPlanned`: the
 * time of a scheduled note has come, so the user may not expect the prompt.
 */
export function reasonOf(wish: OutboxRequest, isPlanned = false): UserMessage {
  if (isPlanned) return { code: 'sign.scheduled' };
  if (wish.type === 'list') return { code: 'sign.list', params: { list: wish.list } };
  if (wish.type === 'wrap') return { code: 'sign.message' };
  const code = reasonCodeOf(wish.draft);
  return code ? { code } : { code: 'sign.event', params: { kind: wish.draft.kind } };
}

function reasonCodeOf({ kind, tags, content }: Draft): PlainMessageCode | undefined {
  if (kind === KIND.Text && tags.some(([name]) => name === 'e')) return 'sign.reply';
  if (kind === KIND.Reaction && content === '+')
    return LIKED.get(tags.find(([name]) => name === 'k')?.[1]) ?? 'sign.like';
  return DRAFTS.get(kind);
}

/** Kinds whose content is readable text by the user. */
const WRITTEN: ReadonlySet<number> = new Set([
  KIND.Text,
  KIND.Comment,
  KIND.LongForm,
  KIND.Highlight,
  KIND.Poll,
  KIND.LiveChatMessage,
]);

/** Return the text that would be lost with a job. Empty for events without a text of their own. */
export function textOf(wish: OutboxRequest): string {
  return wish.type === 'event' && WRITTEN.has(wish.draft.kind) ? wish.draft.content.trim() : '';
}
