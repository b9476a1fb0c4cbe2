import { useState } from 'react';
import { displayNameOf, type Profile } from '../../../events/facts/profile.ts';
import { moneroAddressIn } from '../../../events/money/monero/monero.ts';
import { lazyPart } from '../../ui/overlays/lazy-part.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { useMoneroStrings } from '../../ui/strings/monero.ts';

const MoneroDialog = lazyPart(
  () => import('./MoneroDialog.tsx').then((code) => code.MoneroDialog),
  {
    close: ({ onClose }) => onClose(),
  },
);

/** Opens a Monero tip for a profile with a Monero address (XMR-01). Renders nothing for others. */
export function MoneroButton({ profile }: { readonly profile: Profile | undefined }) {
  const words = useMoneroStrings();
  const [isOpen, setIsOpen] = useState(false);
  const address = profile && moneroAddressIn(profile.source);
  if (!profile || address === undefined) return null;
  const name = displayNameOf(profile, profile.pubkey);
  return (
    <>
      <IconButton
        outline
        icon="gift"
        label={words.open(name)}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      />
      {isOpen && (
        <MoneroDialog profile={profile} address={address} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}
