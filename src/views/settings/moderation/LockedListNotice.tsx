import type { ListName } from '../../../events/account/lists/list-definitions.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { useLanguage } from '../../ui/strings.ts';
import { accountMenuWords } from '../../ui/strings/account-menu.ts';
import { useSettingsStrings } from '../../ui/strings/settings.ts';
import { useOwnList } from '../../publish/outbox/use-intents.ts';

/** Reports that a list has an undecrypted private part, and decrypts it on request. */
export function SealedNotice({ list }: { readonly list: ListName }) {
  const { muted: words } = useSettingsStrings();
  const foot = accountMenuWords(useLanguage());
  const { sealed, open } = useOwnList(list);
  if (!sealed) return null;
  const action = (
    <Button compact onClick={open}>
      {foot.openIt}
    </Button>
  );
  return <Notice action={action}>{list === 'mutes' ? foot.sealedMutes : words.sealed}</Notice>;
}
