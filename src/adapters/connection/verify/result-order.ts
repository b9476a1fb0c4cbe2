import { KIND } from '../../../events/nostr/kinds.ts';
import type { Result } from './sort-results.ts';

/**
 * A part of a pending response. After an item with a `rest` the batch is reported. A pause of that
 * many milliseconds follows, so that the page can be drawn.
 */
export type Item = { readonly id: string; readonly rest: number | undefined } & (
  | Result
  | { readonly type: 'ended'; readonly weight: 0 }
  | { readonly type: 'notice'; readonly text: string; readonly weight: 0 }
);

type Signed = Extract<Item, { type: 'signed' }>;

/** How many notes of a page a screen shows at first. The first of them waits for no other. */
const IN_SIGHT = 4;
/** Pauses after the first note, and after the other visible notes, in milliseconds. */
const RESTS = [100, 150] as const;
const MAX_TAGS = 10;
/** A smaller rest is not worth a separate batch. */
const WORTH_CUTTING = 30;

/**
 * Orders a page so that visible results are verified first. The service sends results in no
 * dependable order, and a page takes some 250 checks. First come claims and results outside the
 * page, then the first note with its references, author and zaps. Then follow the other visible
 * notes in the same way, then the rest, each in the order of arrival. The order stays if there is
 * no RANGE, or if the page is not visible yet: one piece costs the main thread less.
 */
export function visibleFirst(items: readonly Item[], isFurther: (id: string) => boolean): Item[] {
  const sight = inSight(items, isFurther, IN_SIGHT);
  if (sight.size === 0) return [...items];
  const top = inSight(items, isFurther, 1);
  const paged = new Set(items.flatMap((item) => (rangeOf(item, isFurther) ? item.id : [])));
  const ahead: Item[] = [];
  const first: Item[] = [];
  const then: Item[] = [];
  const rest: Item[] = [];
  const begun = new Set<string>();
  for (const item of items) {
    if (item.type === 'signed' && paged.has(item.id)) {
      begun.add(item.id);
      (isInSight(item, top) ? first : isInSight(item, sight) ? then : rest).push(item);
    } else if ((item.type === 'ended' || item.type === 'notice') && begun.has(item.id))
      rest.push(item);
    else ahead.push(item);
  }
  if (rest.length >= WORTH_CUTTING) {
    restBehind(first, RESTS[0]);
    restBehind(then.length > 0 ? then : first, RESTS[1]);
  }
  return [...ahead, ...first, ...then, ...rest];
}

function restBehind(items: Item[], rest: number): void {
  const last = items.at(-1);
  if (last) items[items.length - 1] = { ...last, rest };
}

/** Ids of the first notes of a page and of their references, and the keys of their authors. */
function inSight(
  items: readonly Item[],
  isFurther: (id: string) => boolean,
  most: number,
): ReadonlySet<string> {
  const top = new Set(items.flatMap((item) => rangeOf(item, isFurther)?.slice(0, most) ?? []));
  const sight = new Set(top);
  const signed = items.filter((item) => item.type === 'signed');
  for (const { event } of signed) {
    if (!top.has(event.id)) continue;
    sight.add(event.pubkey);
    for (const [name, value] of event.tags.slice(0, MAX_TAGS))
      if (isNaming(name) && value !== undefined) sight.add(value);
  }
  for (const { event } of signed) if (sight.has(event.id)) sight.add(event.pubkey);
  return sight;
}

/** The ids of a page, in its order, if the item is the range of a visible page. */
function rangeOf(item: Item, isFurther: (id: string) => boolean): readonly string[] | undefined {
  return item.type === 'claim' && item.claim.claim === 'range' && !isFurther(item.id)
    ? item.claim.elements
    : undefined;
}

function isNaming(name: string | undefined): boolean {
  return name === 'e' || name === 'q' || name === 'p';
}

function isInSight({ event }: Signed, sight: ReadonlySet<string>): boolean {
  if (event.kind === KIND.Metadata) return sight.has(event.pubkey);
  if (event.kind === KIND.Zap)
    return event.tags.some(
      ([name, value]) => name === 'e' && value !== undefined && sight.has(value),
    );
  return sight.has(event.id);
}
