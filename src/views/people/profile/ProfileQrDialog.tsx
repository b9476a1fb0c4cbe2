import { displayNameOf } from '../../../events/facts/profile.ts';
import { npubOf } from '../../../events/nostr/nip19.ts';
import { getRow } from '../../../events/core/table.ts';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { Avatar } from '../../ui/display/Avatar.tsx';
import { ShareDialog } from '../../ui/qr/ShareDialog.tsx';
import { useProfileStrings } from '../../ui/strings/profile.ts';
import { usePicture } from '../../account/profile/picture.ts';

/** An account as a QR code: its public key (NIP-21), and its lightning address (PROFILE-05). */
export function ProfileQrDialog({
  pubkey,
  onClose,
}: {
  readonly pubkey: string;
  readonly onClose: () => void;
}) {
  const { qr: words } = useProfileStrings();
  const profile = useFacts((facts) => getRow(facts.profiles, pubkey));
  const name = displayNameOf(profile, pubkey);
  const npub = npubOf(pubkey) ?? pubkey;
  const address = profile?.lud16 || profile?.lud06 || '';
  return (
    <ShareDialog
      name={name}
      lead={<Avatar pubkey={pubkey} name={name} src={usePicture(profile)} />}
      forms={[
        { form: 'publicKey', text: npub, code: `nostr:${npub}`, copied: 'key' },
        {
          form: 'lightning',
          text: address,
          code: `lightning:${address}`,
          copied: 'lightning',
          none: words.noLightning,
        },
      ]}
      onClose={onClose}
    />
  );
}
