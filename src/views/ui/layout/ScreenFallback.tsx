import { Column } from './Column.tsx';
import { Skeleton } from '../display/Skeleton.tsx';

/** Placeholder for a screen while its code is loading on the first load. */
export function ScreenFallback() {
  return (
    <Column title="">
      <Skeleton rows={6} />
    </Column>
  );
}
