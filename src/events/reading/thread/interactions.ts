import { addressOf } from '../../nostr/address.ts';
import { query } from '../../connection/verbs.ts';
import { type SignedEvent, tagValue } from '../../nostr/event.ts';
import { KIND } from '../../nostr/kinds.ts';
import { type FeedItem, type Page, rangeOf } from '../../facts/feed-items.ts';
import { quotesOf } from '../content/mentions.ts';
import { referencesOf, repostTarget } from '../../facts/references.ts';

/** Actions on a note or an article, one list each (NOTE-14). */
export type InteractionKind = 'likes' | 'zaps' | 'reposts' | 'quotes';

/** The events of a list: of that kind, with one of these ids or addresses as their target. */
export interface Interactions {
  readonly kind: number;
  readonly targets: readonly string[];
}

const ACT_KINDS: Readonly<Record<InteractionKind, number>> = {
  likes: KIND.Reaction,
  zaps: KIND.Zap,
  reposts: KIND.Repost,
  quotes: KIND.Text,
};

/**
 * Return the query for one list of actions, without paging, and the actions that it lists. For an
 * article it covers all its versions.
 */
export function interactionsOf(event: SignedEvent, name: InteractionKind) {
  const kind = ACT_KINDS[name];
  const address = event.kind === KIND.LongForm ? addressOf(event) : undefined;
  const target =
    address === undefined
      ? { event_id: event.id }
      : { pubkey: event.pubkey, identifier: tagValue(event, 'd') ?? '' };
  const acts: Interactions = {
    kind,
    targets: address === undefined ? [event.id] : [event.id, address],
  };
  const base =
    name === 'zaps'
      ? query('event_zaps_by_satszapped', target)
      : name === 'quotes'
        ? query('note_mentions', target)
        : query('event_actions', { ...target, kind });
  return { base, acts };
}

/**
 * Return the actions of one page, in the order of its range, else of arrival. Actions on another
 * target are left out. `undefined` if the page has none of that kind, so there are no more.
 */
export function actItems(
  { events, claims }: Pick<Page, 'events' | 'claims'>,
  acts: Interactions,
): readonly FeedItem[] | undefined {
  const ofKind = events.filter(({ kind }) => kind === acts.kind);
  if (ofKind.length === 0) return undefined;
  const found = new Set(ofKind.filter((event) => isAct(event, acts)).map(({ id }) => id));
  const order = rangeOf(claims)?.elements ?? [...found];
  return [...new Set(order)].filter((id) => found.has(id)).map((id) => ({ id, reposts: [] }));
}

function isAct(event: SignedEvent, { targets }: Interactions): boolean {
  return actedOn(event).some((key) => targets.includes(key));
}

/** NIP-25: a minus sign is the contrary of a like. */
function actedOn(event: SignedEvent): readonly string[] {
  switch (event.kind) {
    case KIND.Reaction:
      if (event.content === '-') return [];
      return [referencesOf(event, 'e').at(-1), referencesOf(event, 'a').at(-1)].flatMap(
        (one) => one?.key ?? [],
      );
    case KIND.Repost:
      return [repostTarget(event)?.key ?? ''];
    case KIND.Zap:
      return [tagValue(event, 'e') ?? '', tagValue(event, 'a') ?? ''];
    default:
      return quotesOf(event).map(({ key }) => key);
  }
}
