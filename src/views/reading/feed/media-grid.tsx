import type { FeedItem } from '../../../events/facts/feed-items.ts';
import { MediaLine, MediaSkeleton, MediaWaiting } from './MediaGridRow.tsx';

/** Total width of the squares and the gap between them, in pixels. */
const COLUMN = 600;
const GAP = 3;

/** The media grid of a feed: three squares to a line. */
export const MEDIA_GRID = {
  columns: 3,
  /** A square is a third of the column, which fills a small screen. */
  get height() {
    return (Math.min(innerWidth, COLUMN) - 2 * GAP) / 3 + GAP;
  },
  line: (items: readonly FeedItem[], place: number) => <MediaLine items={items} place={place} />,
  waiting: <MediaWaiting />,
  skeleton: <MediaSkeleton />,
};
