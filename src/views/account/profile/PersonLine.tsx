import { displayNameOf } from '../../../events/facts/profile.ts';
import { visibleText } from '../../../events/core/visible-text.ts';
import { shortNpub } from '../../../events/nostr/nip19.ts';
import { getRow } from '../../../events/core/table.ts';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { IsolatedText } from '../../ui/display/IsolatedText.tsx';
import { useProfileStrings } from '../../ui/strings/profile.ts';
import text from '../../ui/styles/text.module.css';
import { AccountLink } from './AccountLink.tsx';
import { AccountName } from './AccountName.tsx';
import styles from './PersonLine.module.css';
import { useMutuals } from './use-mutuals.ts';
import { useIsVerified, VerifiedMark } from './VerifiedMark.tsx';
import { formatList } from '../../../events/core/format-list.ts';
import { useLocale } from '../../ui/strings.ts';

interface PersonLineProps {
  readonly pubkey: string;
  /** True if the name links to the profile. */
  readonly linked?: boolean;
  /** True if the entry is in a private part: no service is asked about this person (ACCOUNT-20). */
  readonly secret?: boolean;
  /** True if invisible characters of the name are shown, because the user is about to sign. */
  readonly spelled?: boolean;
}

/**
 * A person's name, and below it details that distinguish people of the same name: the address, and
 * which follows of the account follow them.
 */
export function PersonLine({
  pubkey,
  linked = false,
  secret = false,
  spelled = false,
}: PersonLineProps) {
  const words = useProfileStrings();
  const profile = useFacts((facts) => getRow(facts.profiles, pubkey));
  const name = displayNameOf(profile, pubkey);
  const locale = useLocale();
  const mutuals = useMutuals(secret ? undefined : pubkey);
  return (
    <span className={styles.person} data-secret={secret || undefined}>
      <span className={styles.name}>
        {linked ? (
          <AccountLink pubkey={pubkey} className={cx(text.strong, text.cut)} />
        ) : spelled ? (
          <IsolatedText className={cx(text.strong, text.cut)}>{visibleText(name)}</IsolatedText>
        ) : (
          <AccountName pubkey={pubkey} profile={profile} className={cx(text.strong, text.cut)} />
        )}
        {profile && <VerifiedMark profile={profile} />}
      </span>
      <AddressOf pubkey={pubkey} />
      {mutuals.length > 0 && (
        <span className={cx(text.small, text.muted, text.clamp1)} dir="auto">
          {words.followedBy(formatList(mutuals, locale), 0)}
        </span>
      )}
    </span>
  );
}

/**
 * The confirmed address, else the shortened public key. Renders nothing if the key is already shown
 * as the name.
 */
export function AddressOf({ pubkey }: { readonly pubkey: string }) {
  const profile = useFacts((facts) => getRow(facts.profiles, pubkey));
  const isVerified = useIsVerified(profile);
  const key = shortNpub(pubkey);
  if (!isVerified && displayNameOf(profile, pubkey) === key) return null;
  return (
    <bdi dir="ltr" className={cx(styles.address, text.small, text.muted, text.cut)}>
      {isVerified ? profile?.nip05 : key}
    </bdi>
  );
}
