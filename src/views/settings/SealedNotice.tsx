import type { ListName } from '../../events/account/list-form.ts';
import { Button } from '../app/primitives/Button.tsx';
import { Notice } from '../app/primitives/Notice.tsx';
import { useLanguage } from '../app/strings.ts';
import { footWords } from '../app/strings/foot.ts';
import { useSettingsStrings } from '../app/strings/settings.ts';
import { useOwnList } from '../publish/use-intents.ts';

/** Where a list has a private part that was not read yet: says so, and opens it. */
export function SealedNotice({ list }: { readonly list: ListName }) {
  const { muted: words } = useSettingsStrings();
  const foot = footWords(useLanguage());
  const { sealed, open } = useOwnList(list);
  if (!sealed) return null;
  const action = (
    <Button compact onClick={open}>
      {foot.openIt}
    </Button>
  );
  return <Notice action={action}>{list === 'mutes' ? foot.sealedMutes : words.sealed}</Notice>;
}
