import {
  type FocusEvent,
  Fragment,
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import {
  WindowVirtualizer,
  type WindowVirtualizerHandle,
  type WindowVirtualizerProps,
} from 'virtua';
import type { FeedItem } from '../../../events/facts/feed-items.ts';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { EndMark } from '../../ui/display/EndMark.tsx';
import { ErrorState } from '../../ui/display/ErrorState.tsx';
import { NoteSkeleton, Skeleton } from '../../ui/display/Skeleton.tsx';
import { ShellContext } from '../../ui/hooks/shell-context.ts';
import { useStrings } from '../../ui/strings.ts';
import { NoteRow } from '../note/NoteRow.tsx';
import { placeOf, rememberPlace } from './scroll-places.ts';
import { FailedCause } from '../../connection/FailedCause.tsx';
import { type Feed, feedIntents, useFeedItems, useFeedState } from './use-feed.ts';

interface FeedListProps {
  readonly feed: Feed | undefined;
  /** Names the feed for screen readers, and its scroll position in the history. */
  readonly label: string;
  /** Shown instead of rows if the feed is empty. */
  readonly empty: string | ReactElement;
  /** Set if rows are not single notes one below the other. */
  readonly grid?: Grid;
}

/** Several entries of a feed side by side in one line. */
export interface Grid {
  readonly columns: number;
  /** Height of a line before it is measured, in pixels. */
  readonly height: number;
  /** `place`: position of the line's first entry in the feed, from 1. */
  readonly line: (items: readonly FeedItem[], place: number) => ReactElement;
  /** Placeholders of one line and of a page. */
  readonly waiting: ReactElement;
  readonly skeleton: ReactElement;
}

/**
 * An endless feed. Only visible rows are rendered, and going back restores the scroll position
 * (FEED-02, FEED-14, ROUTE-23).
 */
export function FeedList({ feed, ...props }: FeedListProps) {
  if (!feed) return props.grid?.skeleton ?? <Skeleton />;
  return (
    <>
      <UnappliedMutes />
      <Rows feed={feed} {...props} />
    </>
  );
}

/** Apart from the rows, which would be rendered with every change of the frame. */
function UnappliedMutes() {
  const { own, onOpenMutes } = use(ShellContext) ?? {};
  return own && onOpenMutes && <own.SealedMutes onOpen={onOpenMutes} />;
}

/**
 * Assumed height of a note before it is measured, in pixels. A smaller number would render notes
 * far below the window first.
 */
const NOTE_HEIGHT = 240;

/**
 * Overscan above and below the window, in pixels. It starts after `SOON` milliseconds, so the first
 * render has only visible rows.
 */
const BUFFER = 600;
const SOON = 200;

/** Distance in rows from the end at which the next page is requested. */
export const AHEAD = 10;

function Rows({ feed, label, empty, grid }: FeedListProps & { readonly feed: Feed }) {
  const { reading } = useStrings();
  const { items, inserted } = useFeedItems(feed);
  const lines = useMemo(() => linesOf(items, grid), [items, grid]);
  const state = useFeedState(feed);
  const [held, setHeld] = useState(inserted);
  const list = useRef<WindowVirtualizerHandle>(null);
  const { place, keep } = usePlace(list, label, lines.length);
  // Hold the position for the inserting render only.
  // oxlint-disable-next-line react/set-state-in-effect -- it must be drawn once with `shift` and then without
  useEffect(() => setHeld(inserted), [inserted]);
  const [isTop, setIsTop] = useState(true);
  const box = useRef<HTMLDivElement>(null);
  const focus = useKeptFocus(box);
  useEffect(() => {
    // The pressed button of the new notes is gone.
    if (inserted > 0 && document.activeElement === document.body)
      box.current?.focus({ preventScroll: true });
  }, [inserted]);
  const scrolled = () => {
    focus.rescue();
    setIsTop((list.current?.scrollOffset ?? 0) <= 0);
    askMore();
  };
  const askMore = () => {
    const handle = list.current;
    if (
      handle &&
      handle.findItemIndex(handle.scrollOffset + handle.viewportSize) >= lines.length - AHEAD
    )
      feedIntents.more(feed);
  };
  useEffect(askMore);
  if (items.length === 0)
    return <Nothing feed={feed} empty={empty} skeleton={grid?.skeleton ?? <Skeleton />} />;
  return (
    <div
      ref={box}
      role="feed"
      tabIndex={-1}
      aria-label={label}
      aria-busy={state === 'loading'}
      {...focus.props}
    >
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
      {/* A new element per page: the virtualizer would treat a reused one as moved. */}
      <Foot
        key={items.length}
        feed={feed}
        said={reading.end}
        waiting={grid?.waiting ?? <NoteSkeleton />}
      />
    </div>
  );
}

interface VirtualizerProps<Line> extends WindowVirtualizerProps<Line> {
  readonly handle: RefObject<WindowVirtualizerHandle | null>;
}

/**
 * Renders the visible rows first, then the overscan. A component of its own, because each of its
 * renders checks whether to load more.
 */
export function Virtualizer<Line>({ handle, ...props }: VirtualizerProps<Line>) {
  const [buffer, setBuffer] = useState(0);
  const isFresh = props.cache === undefined;
  useLayoutEffect(() => {
    // Its observer reports the window's height one frame late, which delays the rows. A resize
    // event is handled at once.
    if (isFresh) queueMicrotask(() => dispatchEvent(new Event('resize')));
  }, [isFresh]);
  useEffect(() => {
    const timer = setTimeout(setBuffer, SOON, BUFFER);
    return () => clearTimeout(timer);
  }, []);
  return <WindowVirtualizer ref={handle} bufferSize={buffer} {...props} />;
}

/** Return the same element for a line, so that scrolling does not re-render it. */
const asItIs = (line: ReactElement): ReactElement => line;

/** Render one line of the list. `place`: position of its first row, from 1. */
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
 * Keep the keyboard focus when its row is scrolled away and unmounted: the list takes the focus,
 * and Tab continues from the visible rows. Return the list's props and its scroll handler.
 */
export function useKeptFocus(box: RefObject<HTMLDivElement | null>) {
  const inside = useRef(false);
  const rescue = () => {
    if (inside.current && document.activeElement === document.body)
      box.current?.focus({ preventScroll: true });
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
      const read = [...box.current.querySelectorAll<HTMLElement>('article')].find(
        (row) => row.getBoundingClientRect().top > 0,
      );
      if (read) press.preventDefault();
      read?.focus();
    },
  };
  return { rescue, props };
}

/** Return the saved scroll position of this history entry, and a function that saves it. */
export function usePlace(
  list: React.RefObject<WindowVirtualizerHandle | null>,
  label: string,
  count: number,
) {
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
        <FailedCause />
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

function Foot({
  feed,
  said,
  waiting,
}: {
  readonly feed: Feed;
  readonly said: string;
  readonly waiting: ReactElement;
}) {
  const { reading } = useStrings();
  const state = useFeedState(feed);
  if (state === 'ended') return <EndMark>{said}</EndMark>;
  if (state === 'failed') {
    return (
      <ErrorState title={reading.moreFailed} onRetry={() => feedIntents.retry(feed)}>
        <FailedCause />
      </ErrorState>
    );
  }
  return waiting;
}
