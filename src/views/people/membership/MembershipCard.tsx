import type { Account } from '../../../events/account/account.ts';
import { displayNameOf } from '../../../events/facts/profile.ts';
import { fullNumber } from '../../../events/core/format.ts';
import { fileSize } from '../../../events/media/file-size.ts';
import { getRow } from '../../../events/core/table.ts';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { Avatar } from '../../ui/display/Avatar.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { IsolatedText } from '../../ui/display/IsolatedText.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { useStrings } from '../../ui/strings.ts';
import { useMembershipStrings } from '../../ui/strings/membership.ts';
import text from '../../ui/styles/text.module.css';
import { LegendLookForm } from './LegendLookForm.tsx';
import styles from './Membership.module.css';
import { usePicture } from '../../account/profile/picture.ts';
import type { useMembership } from '../../account/membership/use-membership.ts';
import { useGlow, VerifiedMark } from '../../account/profile/VerifiedMark.tsx';

type Membership = NonNullable<ReturnType<typeof useMembership>>;

interface CardProps {
  readonly account: Account;
  readonly membership: Membership;
}

/** The own membership according to the service. */
export function MembershipCard({ account: { pubkey }, membership }: CardProps) {
  const words = useMembershipStrings();
  const profile = useFacts((facts) => getRow(facts.profiles, pubkey));
  const picture = usePicture(profile);
  const glow = useGlow(pubkey);
  const name = displayNameOf(profile, pubkey);
  const { status } = membership;
  return (
    <section className={styles.part} aria-label={words.own}>
      <div className={styles.who}>
        <Avatar pubkey={pubkey} name={name} src={picture} size="l" glow={glow} />
        <div className={styles.names}>
          <p className={styles.name}>
            <IsolatedText className={text.cut}>{name}</IsolatedText>
            {profile && <VerifiedMark profile={profile} />}
          </p>
          {status?.address !== undefined && (
            <p className={cx(text.small, text.muted, text.cut)} dir="ltr">
              {status.address}
            </p>
          )}
        </div>
      </div>
      <Told pubkey={pubkey} membership={membership} />
      {membership.tier === 'premium-legend' && (
        <LegendLookForm pubkey={pubkey} membership={membership} />
      )}
    </section>
  );
}

/** The membership, or a button that requests it. */
function Told({
  pubkey,
  membership: { tier, status, trouble, isLoading, ask },
}: {
  readonly pubkey: string;
  readonly membership: Membership;
}) {
  const words = useMembershipStrings();
  const { locale } = useStrings();
  const cohort = useFacts((facts) => getRow(facts.cohorts, pubkey));
  const since = tier === 'premium-legend' ? cohort?.legendSince : cohort?.premiumSince;
  if (tier === undefined && isLoading) return <Skeleton rows={1} />;
  if (tier === undefined)
    return (
      <Notice
        tone={trouble === 'ask' ? 'warning' : 'info'}
        announce={trouble === 'ask'}
        action={
          <Button compact onClick={ask}>
            {words.ask}
          </Button>
        }
      >
        {trouble === 'ask' ? words.failed : words.unknown}
      </Notice>
    );
  return (
    <div className={styles.due}>
      <p>
        <b className={styles.tier}>{words.tiers[tier]}</b>
        {tier !== 'none' && since !== undefined && (
          <span className={cx(text.small, text.muted)}>{words.since(since)}</span>
        )}
      </p>
      <p className={cx(text.small, text.muted, styles.facts)}>
        {tier !== 'none' && <span>{until(words, status)}</span>}
        {status?.donated !== undefined && status.donated > 0 && (
          <span>{words.given(fullNumber(status.donated, locale))}</span>
        )}
        {status?.usedStorage !== undefined && status.usedStorage > 0 && (
          <span>{words.used(fileSize(status.usedStorage, locale))}</span>
        )}
      </p>
    </div>
  );
}

function until(
  words: ReturnType<typeof useMembershipStrings>,
  status: Membership['status'],
): string {
  if (status?.renewsOn !== undefined) return words.renews(status.renewsOn);
  return status?.expiresOn === undefined ? words.forever : words.expires(status.expiresOn);
}
