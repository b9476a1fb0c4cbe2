import type { Claim, RangeClaim } from '../connection/claims.ts';
import type { SignedEvent } from '../nostr/event.ts';
import { KIND } from '../nostr/kinds.ts';
import { isRepost, repostTarget } from './references.ts';

/**
 * One row of a feed: the shown event and the reposts that brought it, newest first. Without reposts
 * it came by itself.
 */
export interface FeedItem {
  readonly id: string;
  readonly reposts: readonly string[];
  /** True if the note came by itself as well as by reposts. */
  readonly stands?: true | undefined;
}

/** One page of an answer. */
export interface Page {
  readonly events: readonly SignedEvent[];
  readonly referenced: readonly SignedEvent[];
  readonly claims: readonly Claim[];
}

export function rangeOf(claims: readonly Claim[]): RangeClaim | undefined {
  return claims.findLast((claim): claim is RangeClaim => claim.claim === 'range');
}

/**
 * Return the rows of one page in the order of its range; without a range, in order of arrival. Ids
 * without an event (hidden, deleted or refused) are left out. Several reposts of one note become
 * one row (FEED-15).
 */
export function pageItems(page: Page): readonly FeedItem[] {
  const asked = new Map(page.events.map((event) => [event.id, event]));
  const all = new Map([...page.referenced, ...page.events].map((event) => [event.id, event]));
  const order = rangeOf(page.claims)?.elements ?? page.events.filter(isShown).map(({ id }) => id);
  const rows = new Map<string, string[]>();
  const standing = new Set<string>();
  for (const id of order) {
    const event = asked.get(id) ?? all.get(id);
    if (!event) continue;
    const target = repostTarget(event)?.key;
    if (isRepost(event) && (target === undefined || !all.has(target))) continue;
    const shown = target ?? id;
    const reposts = rows.get(shown) ?? [];
    if (target === undefined) standing.add(shown);
    else reposts.push(id);
    rows.set(shown, reposts);
  }
  return [...rows].map(([id, reposts]) =>
    reposts.length > 0 && standing.has(id) ? { id, reposts, stands: true } : { id, reposts },
  );
}

/**
 * Return the first rows that may be shown before the answer has ended: as long as no id in the
 * order is missing.
 */
export function firstItems(page: Page): readonly FeedItem[] {
  const range = rangeOf(page.claims);
  if (!range) return [];
  const here = new Map([...page.events, ...page.referenced].map((event) => [event.id, event]));
  const gap = range.elements.findIndex((id) => {
    const event = here.get(id);
    return !event || !here.has(originalOf(event) ?? id);
  });
  const elements = gap < 0 ? range.elements : range.elements.slice(0, gap);
  return pageItems({ ...page, claims: [{ ...range, elements }] });
}

/** Maximum number of reposted notes to request for a page. */
const MOST_ORIGINALS = 100;

/** Return the ids of the reposted notes that did not come with the page (THREAD-06). */
export function missingOriginals({ events, referenced }: Page): readonly string[] {
  const here = new Set([...events, ...referenced].map(({ id }) => id));
  const originals = new Set(events.flatMap((event) => originalOf(event) ?? []));
  return [...originals].filter((id) => !here.has(id)).slice(0, MOST_ORIGINALS);
}

function originalOf(event: SignedEvent): string | undefined {
  const target = repostTarget(event);
  return target?.type === 'event' ? target.key : undefined;
}

/** Return the rows that are not shown yet, for the end of a list (FEED-02). */
export function newItems(
  shown: readonly FeedItem[],
  page: readonly FeedItem[],
): readonly FeedItem[] {
  const known = new Set(shown.map(({ id }) => id));
  return page.filter(({ id }) => !known.has(id));
}

const SHOWN: readonly number[] = [
  KIND.Text,
  KIND.LongForm,
  KIND.Comment,
  KIND.VoiceMessage,
  KIND.VoiceReply,
  KIND.Repost,
  KIND.GenericRepost,
];

function isShown(event: SignedEvent): boolean {
  return SHOWN.includes(event.kind);
}
