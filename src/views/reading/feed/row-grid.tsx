import type { ReactElement } from 'react';
import type { FeedItem } from '../../../events/facts/feed-items.ts';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import type { Grid } from './FeedList.tsx';

/**
 * Return a grid with one entry that is not a note to a line. `height`: height of a row before it is
 * measured, in pixels.
 */
export function rowGrid(
  height: number,
  line: (item: FeedItem, place: number) => ReactElement,
  { waiting, skeleton }: Pick<Grid, 'waiting' | 'skeleton'> = {
    waiting: <div style={{ height }} aria-hidden />,
    skeleton: <Skeleton />,
  },
): Grid {
  return {
    columns: 1,
    height,
    line: ([item], place) => (item ? line(item, place) : <></>),
    waiting,
    skeleton,
  };
}
