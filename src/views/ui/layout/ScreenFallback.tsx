import { Column } from './Column.tsx';
import { Skeleton } from '../display/Skeleton.tsx';

/** Holds a screen's place while its code comes on the first load. */
export function ScreenFallback() {
  return (
    <Column title="">
      <Skeleton rows={6} />
    </Column>
  );
}
