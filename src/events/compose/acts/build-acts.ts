import { addressOf } from '../../nostr/address.ts';
import type { Draft, SignedEvent, Tag } from '../../nostr/event.ts';
import { KIND } from '../../nostr/kinds.ts';
import { EVENT_LIMITS } from '../../nostr/event-shape.ts';
import { clip } from '../../core/text.ts';
import { type EventWithHints, relayHintOf } from '../build-note.ts';
import { trimTag } from '../text-tags.ts';
import { composed, type Ours } from '../../nostr/ours.ts';

/**
 * Build a repost (NIP-18): kind 6 for a note, kind 16 with a k tag for anything else, and the event
 * itself as JSON inside. An event that its author protects (NIP-70), or that would be too large, is
 * only named.
 */
export function buildRepost(found: EventWithHints): Ours<Draft> {
  const { event } = found;
  const isNote = event.kind === KIND.Text;
  const hint = relayHintOf(found) ?? '';
  const address = addressOf(event);
  return composed({
    kind: isNote ? KIND.Repost : KIND.GenericRepost,
    content: embedded(event),
    tags: [
      ['e', event.id, hint],
      ...(address === undefined ? [] : [trimTag('a', address, hint)]),
      trimTag('p', event.pubkey, hint),
      ...(isNote ? [] : [['k', String(event.kind)]]),
    ],
  });
}

/** Build a reaction (ACCOUNT-17, NIP-25). '+' is a like. */
export function buildReaction(found: EventWithHints, content = '+'): Ours<Draft> {
  const { event } = found;
  const hint = relayHintOf(found);
  const address = addressOf(event);
  return composed({
    kind: KIND.Reaction,
    content,
    tags: [
      trimTag('e', event.id, hint, event.pubkey),
      ...(address === undefined ? [] : [trimTag('a', address, hint, event.pubkey)]),
      trimTag('p', event.pubkey, hint),
      ['k', String(event.kind)],
    ],
  });
}

/** A highlighted passage: the words, the paragraph around them, and the user's comment. */
export interface MarkedPassage {
  readonly text: string;
  readonly context: string;
  readonly comment?: string;
}

const LONGEST_PASSAGE = 16_384;

/** Build a highlight of a passage in an article or a note (kind 9802, THREAD-05, NIP-84). */
export function buildHighlight(
  found: EventWithHints,
  { text, context, comment = '' }: MarkedPassage,
): Ours<Draft> {
  const { event } = found;
  const hint = relayHintOf(found);
  const address = addressOf(event);
  return composed({
    kind: KIND.Highlight,
    content: clip(text, LONGEST_PASSAGE),
    tags: [
      address === undefined ? trimTag('e', event.id, hint) : trimTag('a', address, hint),
      ['p', event.pubkey, hint ?? '', 'author'],
      ...(context === '' || context === text ? [] : [['context', clip(context, LONGEST_PASSAGE)]]),
      ...(comment === '' ? [] : [['comment', clip(comment, LONGEST_PASSAGE)]]),
      ['alt', `Highlight: ${clip(text, 200)}`],
    ],
  });
}

/**
 * Build a deletion request for these events and for all versions of addressable ones (COMPOSE-10,
 * NIP-09). `undefined` unless all are the author's own.
 */
export function buildDeletion(
  events: readonly SignedEvent[],
  author: string,
): Ours<Draft> | undefined {
  if (events.length === 0 || events.some((event) => event.pubkey !== author)) return undefined;
  const kinds = new Set(events.map((event) => String(event.kind)));
  const addresses = new Set(events.flatMap((event) => addressOf(event) ?? []));
  return composed({
    kind: KIND.EventDeletion,
    content: 'Deleted by the author',
    tags: [
      ...events.map((event): Tag => ['e', event.id]),
      ...[...addresses].map((address): Tag => ['a', address]),
      ...[...kinds].map((kind): Tag => ['k', kind]),
    ],
  });
}

/** Reasons of NIP-56. */
export type ReportReason =
  | 'nudity'
  | 'malware'
  | 'profanity'
  | 'illegal'
  | 'spam'
  | 'impersonation'
  | 'other';

/** Build a public report of an account or of one of its events (kind 1984, ACCOUNT-14). */
export function buildReport(
  pubkey: string,
  reason: ReportReason,
  { text = '', event }: { text?: string; event?: SignedEvent } = {},
): Ours<Draft> {
  const about: readonly Tag[] = event ? [['e', event.id, reason]] : [];
  return composed({
    kind: KIND.ReportContent,
    content: text,
    tags: [['p', pubkey, ...(event ? [] : [reason])], ...about],
  });
}

function embedded({ id, pubkey, kind, created_at, tags, content, sig }: SignedEvent): string {
  if (tags.some(([name]) => name === '-')) return '';
  const json = JSON.stringify({ id, pubkey, created_at, kind, tags, content, sig });
  return json.length > EVENT_LIMITS.content ? '' : json;
}
