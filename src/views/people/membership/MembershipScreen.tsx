import { uploadLimit } from '../../../events/media/upload.ts';
import { fileSize } from '../../../events/media/file-size.ts';
import { useAccount } from '../../ui/hooks/app-context.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { Column } from '../../ui/layout/Column.tsx';
import { lazyPart } from '../../ui/overlays/lazy-part.tsx';
import { Icon } from '../../ui/display/Icon.tsx';
import { Discover } from '../../reading/explore/Discover.tsx';
import { Side } from '../../ui/layout/Side.tsx';
import { useStrings } from '../../ui/strings.ts';
import { useMembershipStrings } from '../../ui/strings/membership.ts';
import text from '../../ui/styles/text.module.css';
import { Leaderboards } from './Leaderboard.tsx';
import styles from './Membership.module.css';
import { MembershipCard } from './MembershipCard.tsx';
import { NeedsAccount } from '../../account/NeedsAccount.tsx';
import { useActingSoon } from '../../account/use-features.ts';
import { useMembership, useMembershipLook } from '../../account/membership/use-membership.ts';
import type { MembershipTier } from '../../../events/account/membership/membership.ts';

const BuyMembership = lazyPart(() =>
  import('./BuyMembership.tsx').then((code) => code.BuyMembership),
);

/**
 * The account's membership, the benefits of each tier, and other members (MEMBER-02, MEMBER-03).
 */
export function MembershipScreen() {
  const words = useMembershipStrings();
  const account = useAccount();
  const canAct = useActingSoon();
  const membership = useMembership();
  useMembershipLook(membership, account);
  return (
    <>
      <Column title={words.title}>
        {account && canAct && membership ? (
          <MembershipCard account={account} membership={membership} />
        ) : (
          <NeedsAccount title={words.visitor}>{words.visitorText}</NeedsAccount>
        )}
        {account && canAct && membership?.tier !== undefined && (
          <BuyMembership membership={membership} />
        )}
        <Gives own={membership?.tier} />
        <Leaderboards />
      </Column>
      <Side>
        <Discover />
      </Side>
    </>
  );
}

const TIERS: readonly MembershipTier[] = ['none', 'premium', 'premium-legend'];

/** Benefits that all accounts of a tier share, as far as this client knows. */
function Gives({ own }: { readonly own: MembershipTier | undefined }) {
  const words = useMembershipStrings();
  const { locale } = useStrings();
  return (
    <section className={styles.part} aria-labelledby="membership-gives">
      <h2 id="membership-gives" className={styles.heading}>
        {words.gives}
      </h2>
      <table className={styles.gives}>
        <thead>
          <tr>
            <th scope="col">{words.tier}</th>
            <th scope="col">{words.file}</th>
            <th scope="col">{words.look}</th>
          </tr>
        </thead>
        <tbody>
          {TIERS.map((tier) => (
            <tr key={tier} className={cx(tier === own && styles.mine)}>
              <th scope="row">{words.tiers[tier]}</th>
              <td>{fileSize(uploadLimit(tier), locale)}</td>
              <td>
                <Icon
                  name={tier === 'premium-legend' ? 'check' : 'x'}
                  size="s"
                  label={tier === 'premium-legend' ? words.yes : words.no}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={cx(text.small, text.muted)}>{words.how}</p>
    </section>
  );
}
