import { Column } from '../app/Column.tsx';
import { Skeleton } from '../app/primitives/Skeleton.tsx';
import { Side } from '../app/Side.tsx';
import { useStrings } from '../app/strings.ts';

export function ProfileScreen() {
  const { screens } = useStrings().reading;
  return (
    <>
      <Column title={screens.profile} back>
        <Skeleton />
      </Column>
      <Side />
    </>
  );
}
