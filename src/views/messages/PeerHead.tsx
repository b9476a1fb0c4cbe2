import { getRow } from '../../events/core/table.ts';
import { AccountLink } from '../account/profile/AccountLink.tsx';
import { AddressOf } from '../account/profile/PersonLine.tsx';
import { VerifiedMark } from '../account/profile/VerifiedMark.tsx';
import { useFacts } from '../ui/hooks/app-context.ts';
import { cx } from '../ui/hooks/class-names.ts';
import text from '../ui/styles/text.module.css';
import styles from './PeerHead.module.css';

/** The head of a conversation: its peer. */
export function PeerHead({ peer }: { readonly peer: string }) {
  const profile = useFacts((facts) => getRow(facts.profiles, peer));
  return (
    <div className={styles.peer}>
      <AccountLink pubkey={peer} picture="s" />
      <div className={styles.words}>
        <p className={styles.name}>
          <AccountLink pubkey={peer} className={cx(text.strong, text.cut)} />
          {profile && <VerifiedMark profile={profile} />}
        </p>
        <p className={styles.name}>
          <AddressOf pubkey={peer} />
        </p>
      </div>
    </div>
  );
}
