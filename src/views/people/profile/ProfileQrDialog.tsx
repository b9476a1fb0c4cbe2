import { useState } from 'react';
import { displayNameOf } from '../../../events/facts/profile.ts';
import { npubOf } from '../../../events/nostr/nip19.ts';
import { getRow } from '../../../events/core/table.ts';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { useCopy } from '../../ui/hooks/copy.ts';
import { Avatar } from '../../ui/display/Avatar.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { Icon } from '../../ui/display/Icon.tsx';
import { Tabs } from '../../ui/controls/Tabs.tsx';
import { QrCode } from '../../ui/qr/QrCode.tsx';
import { useProfileStrings } from '../../ui/strings/profile.ts';
import { usePicture } from '../../account/profile/picture.ts';
import styles from './ProfileQrDialog.module.css';

const TABS = ['publicKey', 'lightning'] as const;
const PANEL = 'profile-qr';

/** An account as a QR code: its public key (NIP-21), and its lightning address (PROFILE-05). */
export function ProfileQrDialog({
  pubkey,
  onClose,
}: {
  readonly pubkey: string;
  readonly onClose: () => void;
}) {
  const account = useProfileStrings();
  const copy = useCopy();
  const profile = useFacts((facts) => getRow(facts.profiles, pubkey));
  const [tab, choose] = useState<(typeof TABS)[number]>('publicKey');
  const name = displayNameOf(profile, pubkey);
  const npub = npubOf(pubkey) ?? pubkey;
  const address = profile?.lud16 || profile?.lud06 || '';
  const shown =
    tab === 'publicKey'
      ? { text: npub, code: `nostr:${npub}`, copied: 'key' as const }
      : { text: address, code: `lightning:${address}`, copied: 'lightning' as const };
  return (
    <Dialog
      size="small"
      title={name}
      subtitle={account.qr.purpose}
      lead={<Avatar pubkey={pubkey} name={name} src={usePicture(profile)} />}
      onClose={onClose}
    >
      <div className={styles.tabs}>
        <Tabs
          label={account.qr.tabsLabel}
          tabs={TABS.map((id) => ({ id, label: account.qr[id] }))}
          current={tab}
          onSelect={(id) => choose(TABS.find((one) => one === id) ?? 'publicKey')}
          panel={PANEL}
        />
      </div>
      <div id={PANEL} role="tabpanel" aria-label={account.qr[tab]} className={styles.panel}>
        {shown.text === '' ? (
          <p className={styles.none}>{account.qr.noLightning}</p>
        ) : (
          <>
            <QrCode text={shown.code} label={account.qr.label(account.qr[tab], name)} />
            <bdi dir="ltr" className={styles.text}>
              {shown.text}
            </bdi>
            <Button wide onClick={() => copy(shown.text, shown.copied)}>
              <Icon name="copy" />
              {account.qr.copy}
            </Button>
          </>
        )}
      </div>
    </Dialog>
  );
}
