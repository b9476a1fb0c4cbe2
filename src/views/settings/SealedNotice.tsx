import type { ListName } from '../../events/account/list-form.ts';
import { Button } from '../app/primitives/Button.tsx';
import { Notice } from '../app/primitives/Notice.tsx';
import { useSettingsStrings } from '../app/strings/settings.ts';
import { useOwnList } from '../publish/orders.ts';

/** Where a list has a private part that was not read yet: says so, and opens it. */
export function SealedNotice({ list }: { readonly list: ListName }) {
  const { muted: words } = useSettingsStrings();
  const { lists, sealed } = useOwnList(list);
  if (!sealed) return null;
  const open = (
    <Button compact onClick={() => lists?.send({ type: 'lists.open', list, event: sealed })}>
      {words.show}
    </Button>
  );
  return <Notice action={open}>{words.sealed}</Notice>;
}
