import type { FeedItem } from '../../events/reading/feed-items.ts';
import { MediaLine, MediaSkeleton, MediaWaiting } from './MediaLine.tsx';

/** How a feed draws pictures and videos: squares, three to a line. */
export const MEDIA_GRID = {
  columns: 3,
  height: 200,
  line: (items: readonly FeedItem[], place: number) => <MediaLine items={items} place={place} />,
  waiting: <MediaWaiting />,
  skeleton: <MediaSkeleton />,
};
