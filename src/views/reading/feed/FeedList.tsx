import {
  type FocusEvent,
  Fragment,
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { WindowVirtualizer, type WindowVirtualizerHandle, type WindowVirtualizerProps } from 'virtua';
import type { FeedItem } from '../../../events/facts/feed-items.ts';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { EndMark } from '../../ui/display/EndMark.tsx';
import { ErrorState } from '../../ui/display/ErrorState.tsx';
import { NoteSkeleton, Skeleton } from '../../ui/display/Skeleton.tsx';
import { useStrings } from '../../ui/strings.ts';
import { NoteRow } from '../note/NoteRow.tsx';
import { placeOf, rememberPlace } from './scroll-places.ts';
import { type Feed, feedIntents, useFeedItems, useFeedState } from './use-feed.ts';

interface FeedListProps {
  readonly feed: Feed | undefined;
  /** Names the feed for screen readers, and its place in the history. */
  readonly label: string;
  /** Said in place of rows where the feed has none, or what stands there. */
  readonly empty: string | ReactElement;
  /** Where rows are not notes one below the other. */
  readonly grid?: Grid;
}

/** Several of a feed beside each other in one line. */
export interface Grid {
  readonly columns: number;
  /** A line before it is measured, in pixels. */
  readonly height: number;
  /** `place`: of the first of them in the feed, from 1. */
  readonly line: (items: readonly FeedItem[], place: number) => ReactElement;
  /** A line that is on its way, and a page of them. */
  readonly waiting: ReactElement;
  readonly skeleton: ReactElement;
}

/** A feed without end: only what the window shows is drawn, and going back finds the place again (FEED-02, FEED-14, ROUTE-23). */
export function FeedList({ feed, ...props }: FeedListProps) {
  if (!feed) return props.grid?.skeleton ?? <Skeleton />;
  return <Rows feed={feed} {...props} />;
}

/** What a note is taken to be before it is measured, in pixels: a smaller number would draw notes far below the window first. */
const NOTE_HEIGHT = 240;

/** How far below and above the window rows are drawn, in pixels; at first only what it shows, and so many milliseconds later these, too. */
const BUFFER = 600;
const SOON = 200;

/** Rows from the end at which the next page is asked for. */
export const AHEAD = 10;

function Rows({ feed, label, empty, grid }: FeedListProps & { readonly feed: Feed }) {
  const { reading } = useStrings();
  const { items, inserted } = useFeedItems(feed);
  const lines = useMemo(() => linesOf(items, grid), [items, grid]);
  const state = useFeedState(feed);
  const [held, setHeld] = useState(inserted);
  const list = useRef<WindowVirtualizerHandle>(null);
  const { place, keep } = usePlace(list, label, lines.length);
  // the list holds the reader's place for exactly the render that inserts above it
  // oxlint-disable-next-line react/set-state-in-effect -- it must be drawn once with `shift` and then without
  useEffect(() => setHeld(inserted), [inserted]);
  const [isTop, setIsTop] = useState(true);
  const box = useRef<HTMLDivElement>(null);
  const focus = useKeptFocus(box);
  useEffect(() => {
    // the button that was pressed for them is gone
    if (inserted > 0 && document.activeElement === document.body) box.current?.focus({ preventScroll: true });
  }, [inserted]);
  const scrolled = () => {
    focus.rescue();
    setIsTop((list.current?.scrollOffset ?? 0) <= 0);
    askMore();
  };
  const askMore = () => {
    const handle = list.current;
    if (handle && handle.findItemIndex(handle.scrollOffset + handle.viewportSize) >= lines.length - AHEAD) feedIntents.more(feed);
  };
  useEffect(askMore);
  if (items.length === 0) return <Nothing feed={feed} empty={empty} skeleton={grid?.skeleton ?? <Skeleton />} />;
  return (
    <div ref={box} role="feed" tabIndex={-1} aria-label={label} aria-busy={state === 'loading'} {...focus.props}>
      <Virtualizer
        handle={list}
        data={lines}
        shift={inserted !== held && !isTop}
        itemSize={grid?.height ?? NOTE_HEIGHT}
        onScroll={scrolled}
        onScrollEnd={() => {
          focus.rescue();
          keep();
        }}
        {...(place ? { cache: place.cache } : {})}
      >
        {asItIs}
      </Virtualizer>
      {/* a new one a page: the same one would count as moved */}
      <Foot key={items.length} feed={feed} said={reading.end} waiting={grid?.waiting ?? <NoteSkeleton />} />
    </div>
  );
}

interface VirtualizerProps<Line> extends WindowVirtualizerProps<Line> {
  readonly handle: RefObject<WindowVirtualizerHandle | null>;
}

/** Draws what the window shows, and then what is near; of itself, as the list looks at each drawing of its own whether to ask for more. */
export function Virtualizer<Line>({ handle, ...props }: VirtualizerProps<Line>) {
  const [buffer, setBuffer] = useState(0);
  const isFresh = props.cache === undefined;
  useLayoutEffect(() => {
    // its observer tells it the window's height with the next frame only, and then the rows come: of a new size it hears at once
    if (isFresh) queueMicrotask(() => dispatchEvent(new Event('resize')));
  }, [isFresh]);
  useEffect(() => {
    const timer = setTimeout(setBuffer, SOON, BUFFER);
    return () => clearTimeout(timer);
  }, []);
  return <WindowVirtualizer ref={handle} bufferSize={buffer} {...props} />;
}

/** The list draws itself at each scrolling, but no line whose element is the same one. */
const asItIs = (line: ReactElement): ReactElement => line;

/** One line of the list; `place`: of its first row, from 1. */
function drawn(line: readonly FeedItem[], place: number, grid: Grid | undefined): ReactElement {
  const [first] = line;
  if (!first) return <></>;
  const { id, reposts, stands } = first;
  if (grid) return <Fragment key={id}>{grid.line(line, place)}</Fragment>;
  return <NoteRow key={id} id={id} reposts={reposts} stands={stands} place={place} />;
}

function linesOf(items: readonly FeedItem[], grid: Grid | undefined): readonly ReactElement[] {
  const columns = grid?.columns ?? 1;
  return Array.from({ length: Math.ceil(items.length / columns) }, (_, at) =>
    drawn(items.slice(at * columns, (at + 1) * columns), at * columns + 1, grid),
  );
}

/**
 * The focus of a row that is scrolled away and so no longer drawn: the list takes it, and Tab goes on from what is read. Gives what the
 * list is drawn with, and what is called as it scrolls.
 */
export function useKeptFocus(box: RefObject<HTMLDivElement | null>) {
  const inside = useRef(false);
  const rescue = () => {
    if (inside.current && document.activeElement === document.body) box.current?.focus({ preventScroll: true });
  };
  const props = {
    onFocus: () => {
      inside.current = true;
    },
    onBlur: ({ target }: FocusEvent) => {
      inside.current = !target.isConnected;
    },
    onKeyDown: (press: KeyboardEvent) => {
      if (press.key !== 'Tab' || press.shiftKey || press.target !== box.current) return;
      const read = [...box.current.querySelectorAll<HTMLElement>('article')].find((row) => row.getBoundingClientRect().top > 0);
      if (read) press.preventDefault();
      read?.focus();
    },
  };
  return { rescue, props };
}

/** Where the reader was in this entry of the history, and how to remember it. */
export function usePlace(list: React.RefObject<WindowVirtualizerHandle | null>, label: string, count: number) {
  const { key } = useLocation();
  const type = useNavigationType();
  const name = `${key}:${label}`;
  const [place] = useState(() => (type === NavigationType.Pop ? placeOf(name, count) : undefined));
  const keep = () => {
    const handle = list.current;
    if (handle) rememberPlace(name, { cache: handle.cache, count, scrollY: window.scrollY });
  };
  const leave = useRef(keep);
  useLayoutEffect(() => {
    leave.current = keep;
  });
  useLayoutEffect(() => {
    if (place) window.scrollTo(0, place.scrollY);
    return () => leave.current();
  }, [place]);
  return { place, keep };
}

interface NothingProps extends Pick<FeedListProps, 'empty'> {
  readonly feed: Feed;
  readonly skeleton: ReactElement;
}

function Nothing({ feed, empty, skeleton }: NothingProps) {
  const { reading } = useStrings();
  const state = useFeedState(feed);
  const retry = () => feedIntents.retry(feed);
  if (state === 'loading' || state === 'more') return skeleton;
  if (state === 'failed')
    return (
      <ErrorState title={reading.feedFailed} onRetry={retry}>
        {reading.feedFailedCause}
      </ErrorState>
    );
  if (state === 'refused')
    return (
      <ErrorState title={reading.feedRefused} onRetry={retry}>
        {reading.feedRefusedCause}
      </ErrorState>
    );
  return typeof empty === 'string' ? <EmptyState title={empty} /> : empty;
}

function Foot({ feed, said, waiting }: { readonly feed: Feed; readonly said: string; readonly waiting: ReactElement }) {
  const { reading } = useStrings();
  const state = useFeedState(feed);
  if (state === 'ended') return <EndMark>{said}</EndMark>;
  if (state === 'failed') {
    return (
      <ErrorState title={reading.moreFailed} onRetry={() => feedIntents.retry(feed)}>
        {reading.feedFailedCause}
      </ErrorState>
    );
  }
  return waiting;
}
