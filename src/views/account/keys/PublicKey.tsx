import { npubOf } from '../../../events/nostr/nip19.ts';
import { useCopy } from '../../ui/hooks/copy.ts';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { SettingRow } from '../../ui/controls/SettingRow.tsx';
import { useOwnAccountStrings } from '../../ui/strings/own-account.ts';
import styles from './Backup.module.css';

export function PublicKey({ pubkey }: { readonly pubkey: string }) {
  const { account: words } = useOwnAccountStrings();
  const copy = useCopy();
  const npub = npubOf(pubkey) ?? pubkey;
  return (
    <SettingRow title={<code className={styles.key}>{npub}</code>}>
      <IconButton icon="copy" label={words.copyPublic} onClick={() => copy(npub, 'key')} />
    </SettingRow>
  );
}
