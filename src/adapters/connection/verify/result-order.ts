import { KIND } from '../../../events/nostr/kinds.ts';
import type { Result } from './sort-results.ts';

/**
 * A part of an answer on its way. After one with a `rest` what has been collected is handed on, and the machine is left that long to those who
 * draw it. Milliseconds.
 */
export type Item = { readonly id: string; readonly rest: number | undefined } & (
  | Result
  | { readonly type: 'ended'; readonly weight: 0 }
  | { readonly type: 'notice'; readonly text: string; readonly weight: 0 }
);

type Signed = Extract<Item, { type: 'signed' }>;

/** How many notes of a page a screen shows at first. The first of them waits for no other. */
const IN_SIGHT = 4;
/** After the first note, and after those that follow it. Milliseconds. */
const RESTS = [100, 150] as const;
const MAX_TAGS = 10;
/** A rest of less than this is not worth a batch of its own. */
const WORTH_CUTTING = 30;

/**
 * Orders a page so that what is seen first is verified first: the service sends in no dependable order, and a page takes some 250
 * checks. Claims and what belongs to no page come first, then the first note with what it refers to, its author and zaps, then so the few that follow
 * it, then the rest, each in the order of arrival. Without a RANGE among the items the order stays, and so it does where nobody has scrolled to the page yet: handed
 * on in one piece it costs the main thread less.
 */
export function sightFirst(items: readonly Item[], isFurther: (id: string) => boolean): Item[] {
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
    } else if ((item.type === 'ended' || item.type === 'notice') && begun.has(item.id)) rest.push(item);
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

/** Ids of the first notes of a page and of what they name, and the keys of their authors. */
function inSight(items: readonly Item[], isFurther: (id: string) => boolean, most: number): ReadonlySet<string> {
  const top = new Set(items.flatMap((item) => rangeOf(item, isFurther)?.slice(0, most) ?? []));
  const sight = new Set(top);
  const signed = items.filter((item) => item.type === 'signed');
  for (const { event } of signed) {
    if (!top.has(event.id)) continue;
    sight.add(event.pubkey);
    for (const [name, value] of event.tags.slice(0, MAX_TAGS)) if (isNaming(name) && value !== undefined) sight.add(value);
  }
  for (const { event } of signed) if (sight.has(event.id)) sight.add(event.pubkey);
  return sight;
}

/** What a page consists of, in its order, where that is said of one that is seen at once. */
function rangeOf(item: Item, isFurther: (id: string) => boolean): readonly string[] | undefined {
  return item.type === 'claim' && item.claim.claim === 'range' && !isFurther(item.id) ? item.claim.elements : undefined;
}

function isNaming(name: string | undefined): boolean {
  return name === 'e' || name === 'q' || name === 'p';
}

function isInSight({ event }: Signed, sight: ReadonlySet<string>): boolean {
  if (event.kind === KIND.Metadata) return sight.has(event.pubkey);
  if (event.kind === KIND.Zap) return event.tags.some(([name, value]) => name === 'e' && value !== undefined && sight.has(value));
  return sight.has(event.id);
}
