import type { FeedItem } from '../../../events/facts/feed-items.ts';
import { MediaLine, MediaSkeleton, MediaWaiting } from './MediaGridRow.tsx';

/** What the squares share, and what lies between them, in pixels. */
const COLUMN = 600;
const GAP = 3;

/** How a feed draws pictures and videos: squares, three to a line. */
export const MEDIA_GRID = {
  columns: 3,
  /** The squares are as wide as a third of the column, which fills a small screen. */
  get height() {
    return (Math.min(innerWidth, COLUMN) - 2 * GAP) / 3 + GAP;
  },
  line: (items: readonly FeedItem[], place: number) => <MediaLine items={items} place={place} />,
  waiting: <MediaWaiting />,
  skeleton: <MediaSkeleton />,
};
