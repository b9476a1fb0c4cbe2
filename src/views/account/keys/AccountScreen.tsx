import { hasPinLock } from '../../../events/account/pin-lock.ts';
import { useState } from 'react';
import { type Account, AUTO_LOCKS } from '../../../events/account/account.ts';
import { useAccount, useChangeSettings, useSetting } from '../../ui/hooks/app-context.ts';
import { Column } from '../../ui/layout/Column.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { SettingGroup, SettingRow } from '../../ui/controls/SettingRow.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { Select } from '../../ui/controls/Select.tsx';
import { Toggle } from '../../ui/controls/Toggle.tsx';
import { useOwnAccountStrings } from '../../ui/strings/own-account.ts';
import { useSettingsStrings } from '../../ui/strings/settings.ts';
import text from '../../ui/styles/text.module.css';
import { SettingsIndex } from '../../ui/layout/SettingsIndex.tsx';
import { NeedsAccount } from '../NeedsAccount.tsx';
import { useSession } from '../use-features.ts';
import styles from './Backup.module.css';
import { BackupPanel } from './BackupPanel.tsx';
import { PasskeysGroup } from './PasskeysGroup.tsx';
import { PinSettings } from './PinSettings.tsx';
import { PublicKey } from './PublicKey.tsx';
import {
  sessionIntents,
  useAutoLock,
  useIsUnsaved,
  useOwnBackup,
  type SessionHandle,
} from '../session/use-session.ts';

/**
 * SETTINGS-11 at /settings/account: both keys, the private key's lock, and the client name in
 * notes.
 */
export function AccountScreen() {
  const { sections } = useSettingsStrings();
  const { account: words } = useOwnAccountStrings();
  const account = useAccount();
  return (
    <>
      <Column title={sections.account.title} back>
        {account ? (
          <Keys account={account} />
        ) : (
          <NeedsAccount title={words.needs}>{words.needsText}</NeedsAccount>
        )}
      </Column>
      <SettingsIndex />
    </>
  );
}

function Keys({ account }: { readonly account: Account }) {
  const { account: words } = useOwnAccountStrings();
  const session = useSession();
  return (
    <>
      <SettingGroup title={words.public} hint={words.publicHint}>
        <PublicKey pubkey={account.pubkey} />
      </SettingGroup>
      <SettingGroup title={words.private}>
        {account.method === 'key' ? (
          session ? (
            <PrivateKey
              // another lock opens the key in another way
              key={`${account.pubkey} ${account.lock}`}
              session={session}
              pubkey={account.pubkey}
            />
          ) : (
            <Skeleton rows={1} />
          )
        ) : (
          <SettingRow title={<span className={text.muted}>{words[account.method]}</span>} />
        )}
      </SettingGroup>
      {account.method === 'key' && session && (
        <Locking key={account.pubkey} session={session} lock={account.lock} />
      )}
      {hasPinLock(account) && session && <PasskeysGroup key={account.pubkey} />}
      {session && account.method !== 'readonly' && <Notes />}
    </>
  );
}

function PrivateKey({
  session,
  pubkey,
}: {
  readonly session: SessionHandle;
  readonly pubkey: string;
}) {
  const { backup: words } = useOwnAccountStrings();
  const backup = useOwnBackup(session);
  const isUnsaved = useIsUnsaved(pubkey);
  const [hasProved, setHasProved] = useState(false);
  const prove = () => {
    sessionIntents.saved(session, pubkey);
    setHasProved(true);
  };
  return (
    <>
      {hasProved && !isUnsaved && (
        <div className={styles.reminder}>
          <Notice tone="success" announce>
            {words.isSaved}
          </Notice>
        </div>
      )}
      {isUnsaved && (
        <div className={styles.reminder}>
          <Notice tone="warning">{words.unsaved}</Notice>
        </div>
      )}
      {backup ? (
        <BackupPanel backup={backup} onProved={isUnsaved ? prove : undefined} />
      ) : (
        <Skeleton rows={1} />
      )}
    </>
  );
}

function Locking({
  session,
  lock,
}: {
  readonly session: SessionHandle;
  readonly lock: 'pin' | 'device' | 'page';
}) {
  const { account: words } = useOwnAccountStrings();
  const when = useAutoLock(session);
  return (
    <SettingGroup title={words.lock}>
      {lock === 'page' ? (
        <SettingRow title={<span className={text.muted}>{words.pin.page}</span>} />
      ) : (
        <PinSettings lock={lock} />
      )}
      {lock === 'pin' && (
        <SettingRow title={words.autoLock} hint={words.autoLockHint}>
          <Select
            label={words.autoLock}
            options={AUTO_LOCKS.map((one) => ({ value: String(one), label: words.autoLocks[one] }))}
            value={String(when)}
            onChange={(value) =>
              sessionIntents.setAutoLock(
                session,
                AUTO_LOCKS.find((one) => String(one) === value) ?? 'close',
              )
            }
          />
        </SettingRow>
      )}
    </SettingGroup>
  );
}

/** TOOL-04: the switch that adds the name of this client to posts. */
function Notes() {
  const { account: words } = useOwnAccountStrings();
  const change = useChangeSettings();
  return (
    <SettingGroup title={words.notes}>
      <Toggle
        label={words.clientTag}
        hint={words.clientTagHint}
        on={useSetting('clientTag')}
        onChange={(clientTag) => change({ clientTag })}
      />
    </SettingGroup>
  );
}
