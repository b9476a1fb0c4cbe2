import { useState } from 'react';
import { type Leader, leadersIn } from '../../../events/account/membership/leaderboard.ts';
import { displayNameOf } from '../../../events/facts/profile.ts';
import { fullNumber } from '../../../events/core/format.ts';
import { query } from '../../../events/connection/verbs.ts';
import { getRow } from '../../../events/core/table.ts';
import { useAccount, useFacts } from '../../ui/hooks/app-context.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../ui/display/ErrorState.tsx';
import { Select } from '../../ui/controls/Select.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { Tabs } from '../../ui/controls/Tabs.tsx';
import { Tag } from '../../ui/display/Tag.tsx';
import { useHides } from '../../ui/hooks/shell-context.ts';
import { useMembershipStrings } from '../../ui/strings/membership.ts';
import text from '../../ui/styles/text.module.css';
import { useLookup } from '../../ui/hooks/use-lookup.ts';
import { AccountLink } from '../../account/profile/AccountLink.tsx';
import styles from './Membership.module.css';
import { VerifiedMark } from '../../account/profile/VerifiedMark.tsx';
import { FailedCause } from '../../connection/FailedCause.tsx';
import { useLocale } from '../../ui/strings.ts';

const BOARDS = ['legends', 'members'] as const;
type Board = (typeof BOARDS)[number];
const ORDERS = ['donated_btc', 'last_donation'] as const;
type Order = (typeof ORDERS)[number];
/** Default size of one answer. */
const MOST = 100;
const PANEL = 'leaderboard';

/** The supporters and members of the service (MEMBER-03). */
export function Leaderboards() {
  const words = useMembershipStrings();
  const [board, choose] = useState<Board>('legends');
  const [order, setOrder] = useState<Order>('donated_btc');
  return (
    <section aria-label={words.boards}>
      <Tabs
        label={words.boards}
        tabs={BOARDS.map((id) => ({ id, label: words[id] }))}
        current={board}
        onSelect={(id) => choose(BOARDS.find((one) => one === id) ?? 'legends')}
        panel={PANEL}
      />
      <div id={PANEL} role="tabpanel" aria-label={words[board]}>
        {board === 'legends' && (
          <div className={styles.order}>
            <Select
              label={words.order}
              options={ORDERS.map((value) => ({ value, label: words.orders[value] }))}
              value={order}
              onChange={(value) => setOrder(ORDERS.find((one) => one === value) ?? 'donated_btc')}
            />
          </div>
        )}
        <Places key={board} board={board} order={order} />
      </div>
    </section>
  );
}

function Places({ board, order }: { readonly board: Board; readonly order: Order }) {
  const words = useMembershipStrings();
  const hides = useHides();
  const asked =
    board === 'legends'
      ? () => query('membership_legends_leaderboard', { order_by: order, limit: MOST })
      : () => query('membership_premium_leaderboard', { limit: MOST });
  const { answer, isFailed, isLoading, retry } = useLookup(
    `leaders ${board} ${board === 'legends' ? order : ''}`,
    asked,
  );
  const all = answer ? leadersIn(answer.claims, board) : [];
  // Hidden people keep their rank.
  const leaders = all
    .map((leader, at) => ({ leader, place: at + 1 }))
    .filter(({ leader }) => !hides?.user(leader.pubkey));
  if (leaders.length === 0 && isLoading) return <Skeleton />;
  if (leaders.length === 0 && isFailed)
    return (
      <ErrorState title={words.boardFailed} onRetry={retry}>
        <FailedCause />
      </ErrorState>
    );
  if (leaders.length === 0) return <EmptyState title={words.empty[board]} />;
  return (
    <>
      <ol aria-label={words[board]}>
        {leaders.map(({ leader, place }) => (
          <LeaderRow
            key={leader.pubkey}
            leader={leader}
            board={board}
            rank={board === 'legends' ? place : leader.index}
          />
        ))}
      </ol>
      {all.length >= MOST && (
        <p className={cx(text.small, text.muted, styles.rest)}>{words.firstOnes(MOST)}</p>
      )}
    </>
  );
}

interface LeaderRowProps {
  readonly leader: Leader;
  readonly board: Board;
  /** The rank in the shown order. */
  readonly rank: number;
}

/**
 * One row: rank, person, start date, and their donation, if any. The user's own row is highlighted.
 */
function LeaderRow({
  leader: { pubkey, sats, lastDonation, premiumSince },
  board,
  rank,
}: LeaderRowProps) {
  const locale = useLocale();
  const words = useMembershipStrings();
  const isMe = useAccount()?.pubkey === pubkey;
  const profile = useFacts((facts) => getRow(facts.profiles, pubkey));
  const legendSince = useFacts((facts) => getRow(facts.cohorts, pubkey)?.legendSince);
  const since =
    board === 'members'
      ? premiumSince !== undefined && words.memberSince(premiumSince)
      : legendSince !== undefined
        ? words.legendSince(legendSince)
        : lastDonation !== undefined && words.lastGift(lastDonation);
  return (
    <li
      className={cx(styles.leader, isMe && styles.me)}
      aria-label={displayNameOf(profile, pubkey)}
    >
      <span className={styles.rank}>{fullNumber(rank, locale)}</span>
      <AccountLink pubkey={pubkey} picture="m" />
      <div className={styles.names}>
        <p className={styles.line}>
          <AccountLink pubkey={pubkey} className={cx(text.strong, text.cut)} />
          {profile && <VerifiedMark profile={profile} />}
          {isMe && <Tag>{words.you}</Tag>}
        </p>
        {since && (
          <p className={cx(text.small, text.muted, text.cut)} dir="auto">
            {since}
          </p>
        )}
      </div>
      {board === 'legends' && sats !== undefined && sats > 0 && (
        <p className={styles.sum}>
          {fullNumber(sats, locale)}{' '}
          <span className={cx(text.small, text.muted)}>{words.sats}</span>
        </p>
      )}
    </li>
  );
}
