import { use } from 'react';
import { npubOf } from '../../events/nip19.ts';
import { profilePath } from '../../events/account/verified-name.ts';
import { useCopy } from '../app/copy.ts';
import { IconButton } from '../app/primitives/IconButton.tsx';
import { Menu, type MenuEntry } from '../app/primitives/Menu.tsx';
import { ShellContext } from '../app/shell-context.ts';
import { useStrings } from '../app/strings.ts';

/** What else can be done with an account (PROFILE-06). */
export function ProfileMenu({ pubkey }: { readonly pubkey: string }) {
  const { account, note } = useStrings();
  const shell = use(ShellContext);
  const copy = useCopy();
  const refused = () => shell?.onRefused(account.signInNeeded);
  const entries = (): readonly MenuEntry[] => [
    { label: account.copyKey, icon: 'key', onSelect: () => copy(npubOf(pubkey) ?? pubkey, account.keyCopied) },
    { label: account.copyLink, icon: 'link', onSelect: () => copy(location.origin + profilePath(pubkey, undefined), account.linkCopied) },
    'line',
    { label: note.muteUser, icon: 'mute', onSelect: refused },
    { label: note.report, icon: 'alert', danger: true, onSelect: refused },
  ];
  return (
    <Menu label={note.more} entries={entries} renderTrigger={(props) => <IconButton {...props} outline icon="more" label={note.more} />} />
  );
}
