import type { ReactElement } from 'react';
import type { FeedItem } from '../../../events/facts/feed-items.ts';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import type { Grid } from './FeedList.tsx';

/** A feed of rows that are no notes, one below the other; `height`: of a row before it is measured, in pixels. */
export function rowGrid(
  height: number,
  line: (item: FeedItem, place: number) => ReactElement,
  { waiting, skeleton }: Pick<Grid, 'waiting' | 'skeleton'> = { waiting: <div style={{ height }} aria-hidden />, skeleton: <Skeleton /> },
): Grid {
  return { columns: 1, height, line: ([item], place) => (item ? line(item, place) : <></>), waiting, skeleton };
}
