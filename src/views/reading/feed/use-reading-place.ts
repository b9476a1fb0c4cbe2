import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { NavigationType, useNavigationType } from 'react-router';
import type { Facts } from '../../../events/facts/facts.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { readArticle } from '../../../events/reading/article/article.ts';
import type { FeedItem } from '../../../events/facts/feed-items.ts';
import {
  isByTime,
  isLongAway,
  lineOf,
  newestSeen,
  type PlacedRow,
  readPlace,
  type ReadingPlace,
  withPlace,
} from '../../../events/reading/feed/reading-place.ts';
import { noteOf } from '../../../events/facts/selectors.ts';
import { inSeconds, seconds, type Seconds } from '../../../events/core/time.ts';
import {
  useAccount,
  useChangeSettings,
  useFactsActor,
  useSetting,
} from '../../ui/hooks/app-context.ts';
import { now } from '../../ui/hooks/now.ts';
import { keepInEntry, keptInEntry } from '../../ui/navigation/history-entry.ts';
import { offsetOf, visibleRows } from './top-row.ts';
import { type Feed, feedIntents, useFeedItems, useFeedState } from './use-feed.ts';

/** Delay between the last movement and reading the position, in milliseconds. */
const REST = 700;
/** Maximum number of rows that are fetched to find the way back. */
const MOST_ROWS = 1_000;

/**
 * Return the reader's last position in a feed, and save the new one as they read (BEYOND-11).
 * `spec`: of the feed. Another spec needs a new mount.
 */
export function useReadingPlace(feed: Feed, spec: string) {
  const kept = useSetting('readingPlaces');
  const change = useChangeSettings();
  const facts = useFactsActor();
  const { items } = useFeedItems(feed);
  const isLoading = useFeedState(feed) === 'loading';
  const { before, isFirst } = useOpened(kept, spec);
  const isReturning = useIsReturning(before, isFirst);
  const [isResumed, setIsResumed] = useState(false);
  const [line, setLine] = useState<HTMLElement>();
  const place = useRef(before);
  const hasMoved = useRef(false);
  /** The row below the line, and its id. */
  const lined = useRef<{ readonly id: string; readonly row: HTMLElement | undefined }>(undefined);
  /** Put the line into the row of that note. */
  const putLine = useEffectEvent((id: string | undefined, drawn: readonly HTMLElement[]) => {
    const row = drawn.find(({ dataset }) => id !== undefined && dataset['note'] === id);
    lined.current = id === undefined ? undefined : { id, row };
    setLine(row);
  });
  const look = useEffectEvent(() => {
    const rows = rowsOf(facts.getSnapshot().context, items);
    const drawn = drawnRows();
    const at = before && isByTime(rows) ? lineOf(rows, before.newest) : -1;
    putLine(at > 0 ? rows[at]?.id : undefined, drawn);
    const found = placeNow(rows, drawn, place.current, hasMoved.current);
    // A reader who jumped straight back to their position has not seen the notes above it.
    const marks = found && isResumed && before ? { ...found, newest: before.newest } : found;
    if (!marks) return;
    const next = { ...marks, seenAt: minuteNow() };
    if (JSON.stringify(next) === JSON.stringify(place.current)) return;
    place.current = next;
    change({ readingPlaces: withPlace(kept, spec, next) });
  });
  const keepBelow = useEffectEvent(() => {
    if (!isReturning || hasMoved.current) rememberBelow(window.scrollY > 0);
  });
  useEffect(() => {
    if (isLoading || items.length === 0) return undefined;
    keepBelow();
    const timer = { id: setTimeout(look, REST) };
    const moved = () => {
      // a row that is rendered again needs its line, which is part of its height
      const { current } = lined;
      if (current && !current.row?.isConnected) putLine(current.id, drawnRows());
      hasMoved.current ||= window.scrollY > 0;
      keepBelow();
      clearTimeout(timer.id);
      timer.id = setTimeout(look, REST);
    };
    addEventListener('scroll', moved, { passive: true });
    addEventListener('pagehide', look);
    return () => {
      clearTimeout(timer.id);
      removeEventListener('scroll', moved);
      removeEventListener('pagehide', look);
    };
  }, [isLoading, items]);
  const goBack = useResume(feed, items, before);
  const resume = () => {
    setIsResumed(true);
    goBack();
  };
  const reloaded = useEffectEvent(() => {
    if (isReturning && window.scrollY === 0) resume();
  });
  // oxlint-disable-next-line react/set-state-in-effect -- the list must be drawn before it scrolls
  useEffect(() => reloaded(), []);
  const [mayBeLost] = useState(() => isFirst && !!before && isLongAway(before, now()));
  const wasAtTop = useIsStillNewest(items, before);
  return {
    before: wasAtTop ? undefined : before,
    mayBeLost: mayBeLost && !isResumed,
    line,
    resume,
  };
}

/**
 * True if the reader left the feed at its newest row, and that was still the newest when the feed
 * was opened. There is nothing to go back to, and nothing was missed.
 */
function useIsStillNewest(items: readonly FeedItem[], before: ReadingPlace | undefined): boolean {
  const [newest, setNewest] = useState(items[0]?.id);
  if (newest === undefined && items[0]) setNewest(items[0].id);
  return !!before && isAtStart(before) && (newest === undefined || newest === before.newest.id);
}

/** Whole minutes, so that a reader who rests does not save their place again and again. */
function minuteNow(): Seconds {
  return seconds(Math.floor(inSeconds(now()) / 60) * 60);
}

/** True if the reader left the feed at its newest row. */
function isAtStart({ newest, top }: ReadingPlace): boolean {
  return newest.id === top.id;
}

/**
 * True if the reader was below the top when the page was reloaded. A place of an earlier visit
 * alone does not move them (ROUTE-23).
 */
function useIsReturning(before: ReadingPlace | undefined, isFirst: boolean): boolean {
  const isReloaded = useIsReloaded();
  const [is] = useState(
    () => isReloaded && isFirst && !!before && !isAtStart(before) && wasBelow(),
  );
  return is;
}

/**
 * Save in the current history entry if the reader is below the top.
 * Browsers limit these writes, so only a change is written.
 */
function rememberBelow(isBelow: boolean): void {
  if (isBelow !== wasBelow()) keepInEntry({ isBelow });
}

function wasBelow(): boolean {
  return keptInEntry('isBelow') === true;
}

/** True if the browser reloaded the page, and the user has not gone to another screen since. */
function useIsReloaded(): boolean {
  const type = useNavigationType();
  const [entry] = performance.getEntriesByType?.('navigation') ?? [];
  return type === NavigationType.Pop && Object(entry)['type'] === 'reload';
}

/**
 * Positions at the first opening of each feed on this page, by account and spec. The line stays
 * there until the page is reloaded.
 */
const opened = new Map<string, ReadingPlace | undefined>();

function useOpened(
  kept: unknown,
  spec: string,
): { readonly before: ReadingPlace | undefined; readonly isFirst: boolean } {
  const key = `${useAccount()?.pubkey ?? ''} ${spec}`;
  const [found] = useState(() =>
    opened.has(key)
      ? { before: opened.get(key), isFirst: false }
      : { before: readPlace(kept, spec), isFirst: true },
  );
  useEffect(() => {
    if (!opened.has(key)) opened.set(key, found.before);
  }, [key, found]);
  return found;
}

/**
 * Return a function that scrolls to the row where the reader left the feed, fetching pages until it
 * is loaded.
 */
function useResume(
  feed: Feed,
  items: readonly FeedItem[],
  before: ReadingPlace | undefined,
): () => void {
  const state = useFeedState(feed);
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => {
    if (!isWanted || !before || state === 'loading') return;
    const at = items.findIndex(({ id }) => id === before.top.id);
    if (at < 0 && state !== 'ended' && state !== 'failed' && items.length < MOST_ROWS) {
      if (state !== 'more') feedIntents.more(feed);
      return;
    }
    // oxlint-disable-next-line react/set-state-in-effect -- the way back has been found, or there is none
    setIsWanted(false);
    scrollToRow(items, at < 0 ? items.length - 1 : at, at < 0 ? 0 : before.top.offset);
  }, [isWanted, before, items, state, feed]);
  return () => setIsWanted(true);
}

function rowsOf(facts: Facts, items: readonly FeedItem[]): readonly PlacedRow[] {
  return items.map(({ id, reposts }) => ({
    id,
    at: reposts.length > 0 ? undefined : timeOf(facts, id),
  }));
}

function timeOf(facts: Facts, id: string): Seconds | undefined {
  const event = noteOf(facts, id);
  return event?.kind === KIND.LongForm ? readArticle(event).publishedAt : event?.created_at;
}

function drawnRows(): readonly HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('main [role="feed"] [data-note]')];
}

/**
 * Return the reader's position. The top row counts only after a scroll: before, the reader is still
 * on the way to their old position.
 */
function placeNow(
  rows: readonly PlacedRow[],
  drawn: readonly HTMLElement[],
  before: ReadingPlace | undefined,
  hasMoved: boolean,
): ReadingPlace | undefined {
  const visible = visibleRows(drawn);
  const indexOf = (row: HTMLElement) => rows.findIndex(({ id }) => id === row.dataset['note']);
  const seen = Math.max(-1, ...visible.map(indexOf));
  const [first] = visible;
  const at = first ? indexOf(first) : -1;
  const row = rows[at];
  const newest = newestSeen(rows, before?.newest, seen);
  if (!newest || !first || !row) return undefined;
  const offset = Math.round(offsetOf(first));
  const time = rows.slice(at).find((one) => one.at !== undefined)?.at ?? newest.at;
  const top = hasMoved || !before ? { id: row.id, at: time, offset } : before.top;
  return { newest, top };
}

/**
 * `MOST_FRAMES`: frames after which a missing row is given up. `HELD_FRAMES`: frames in which a
 * found row is held while rows above it are measured.
 */
const MOST_FRAMES = 90;
const HELD_FRAMES = 12;
/** Assumed height of a row that is not rendered, in pixels. */
const ROW = 200;

/** Scroll to a row of a virtual list, until it is `offset` pixels below the header. */
function scrollToRow(items: readonly FeedItem[], at: number, offset: number): void {
  const step = (left: number, held: number): void => {
    const drawn = drawnRows();
    const row = drawn.find(({ dataset }) => dataset['note'] === items[at]?.id);
    const [nearest] = drawn;
    if (row) window.scrollBy(0, offsetOf(row) - offset);
    else if (nearest)
      window.scrollBy(0, (at - items.findIndex(({ id }) => id === nearest.dataset['note'])) * ROW);
    if (left > 0 && held > 0) requestAnimationFrame(() => step(left - 1, row ? held - 1 : held));
  };
  step(MOST_FRAMES, HELD_FRAMES);
}
