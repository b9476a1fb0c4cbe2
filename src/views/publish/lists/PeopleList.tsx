import { type ReactElement, useEffect, useEffectEvent, useState } from 'react';
import { WindowVirtualizer } from 'virtua';
import { shortNumber } from '../../../events/core/format.ts';
import {
  keptRecommended,
  type PeopleOrder,
  peopleQuery,
  readPeople,
  recommendedToKeep,
} from '../../../events/account/profile/people.ts';
import { getRow } from '../../../events/core/table.ts';
import {
  useChangeSettings,
  useFacts,
  useFactsShallow,
  useSetting,
} from '../../ui/hooks/app-context.ts';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../ui/display/ErrorState.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { useLocale } from '../../ui/strings.ts';
import { usePeopleStrings } from '../../ui/strings/people.ts';
import text from '../../ui/styles/text.module.css';
import { useLookup } from '../../ui/hooks/use-lookup.ts';
import { AccountLink } from '../../account/profile/AccountLink.tsx';
import { FollowAll } from './FollowAll.tsx';
import { useUnlisted } from '../outbox/use-intents.ts';
import { FollowButton } from './FollowButton.tsx';
import styles from './PeopleList.module.css';
import { FailedCause } from '../../connection/FailedCause.tsx';
import { PersonLine } from '../../account/profile/PersonLine.tsx';

/** Lists in which a user may want to follow everybody (PROFILE-07). */
const FOLLOWED_AT_ONCE: ReadonlySet<PeopleOrder['of']> = new Set([
  'suggested',
  'following',
  'followers',
]);

const NOBODY: readonly string[] = [];

const NOT_FOLLOWED: ReadonlySet<string> = new Set();

/** Height of a row before it is measured, in pixels. */
const ROW_HEIGHT = 64;

/** People with follow buttons, rendered only near the window. Reports an empty list or an error. */
export function PeopleList({
  order,
  label,
  empty,
  most = Infinity,
}: {
  readonly order: PeopleOrder;
  readonly label: string;
  /** Limit of the rows. A part of a list is not offered to be followed at once. */
  readonly most?: number;
  /** Replaces the sentence for an empty list. */
  readonly empty?: ReactElement;
}) {
  const words = usePeopleStrings();
  const { answer, isFailed, isLoading, retry } = useLookup(
    `people ${JSON.stringify(order)}`,
    (viewer) => peopleQuery(order, viewer),
  );
  const found = [
    ...new Set((answer ? readPeople(order, answer) : []).flatMap(({ members }) => members)),
  ];
  const isSuggested = order.of === 'suggested';
  const recommended = useRecommended(isSuggested ? found : NOBODY);
  const isPart = most !== Infinity;
  const offered = isSuggested && !answer ? recommended.profiles : found;
  const followed = useFollowedBefore(isSuggested && isPart ? offered : NOBODY);
  const shown = offered.filter((pubkey) => !followed.has(pubkey));
  if (shown.length === 0 && isLoading) return <Skeleton />;
  if (shown.length === 0 && isFailed)
    return (
      <ErrorState title={words.failed} onRetry={retry}>
        <FailedCause />
      </ErrorState>
    );
  if (shown.length === 0) return empty ?? <EmptyState title={words.empty[order.of]} />;
  return (
    <PeopleRows
      people={shown.slice(0, most)}
      label={label}
      all={!isPart && FOLLOWED_AT_ONCE.has(order.of)}
      followers={isSuggested ? recommended.stats : undefined}
    />
  );
}

/**
 * Return which of these people the current user followed when the follow list was first known.
 * Somebody who is followed later stays in the list, with the button to undo it.
 */
function useFollowedBefore(people: readonly string[]): ReadonlySet<string> {
  const tags = people.map((pubkey) => ['p', pubkey] as const);
  const { missing, isKnown } = useUnlisted('follows', tags);
  const [before, setBefore] = useState<ReadonlySet<string>>();
  if (before === undefined && isKnown && people.length > 0) {
    const others = new Set(missing.map(([, pubkey]) => pubkey));
    setBefore(new Set(people.filter((pubkey) => !others.has(pubkey))));
  }
  return before ?? NOT_FOLLOWED;
}

interface PeopleRowsProps {
  readonly people: readonly string[];
  readonly label: string;
  /** True if all of them can be followed at once. */
  readonly all: boolean;
  /**
   * If set, each row shows the person's number of followers. The map contains the numbers that this
   * device saw last.
   */
  readonly followers?: ReadonlyMap<string, number> | undefined;
}

/** The rows of a list of people, and above them their number if all can be followed at once. */
export function PeopleRows({ people, label, all, followers }: PeopleRowsProps) {
  const words = usePeopleStrings();
  return (
    <>
      {all && (
        <div className={styles.head}>
          <span className={text.muted}>{words.count(people.length)}</span>
          <FollowAll pubkeys={people} />
        </div>
      )}
      <div role="list" aria-label={label}>
        <WindowVirtualizer data={people} itemSize={ROW_HEIGHT}>
          {(pubkey, at) => (
            <div
              key={pubkey}
              role="listitem"
              aria-posinset={at + 1}
              aria-setsize={people.length}
              className={styles.row}
            >
              <AccountLink pubkey={pubkey} picture="m" />
              <div className={styles.person}>
                <PersonLine pubkey={pubkey} linked />
                {followers && <Followers pubkey={pubkey} before={followers.get(pubkey)} />}
              </div>
              <FollowButton compact pubkey={pubkey} />
            </div>
          )}
        </WindowVirtualizer>
      </div>
    </>
  );
}

/** A person's number of followers, according to the caching service now or at its last answer. */
function Followers({
  pubkey,
  before,
}: {
  readonly pubkey: string;
  readonly before: number | undefined;
}) {
  const words = usePeopleStrings();
  const locale = useLocale();
  const count = useFacts((facts) => getRow(facts.followers, pubkey)) ?? before;
  return count === undefined ? null : (
    <p className={text.muted}>{words.followers(shortNumber(count, locale))}</p>
  );
}

/**
 * Return the people recommended at the last request of this device (`recomended`, STATE-01), and
 * save the current ones.
 */
function useRecommended(found: readonly string[]): ReturnType<typeof keptRecommended> {
  const kept = useSetting('recomended');
  const change = useChangeSettings();
  const counts = useFactsShallow((facts) => found.map((pubkey) => getRow(facts.followers, pubkey)));
  const recommended = recommendedToKeep(found, (pubkey) => counts[found.indexOf(pubkey)]);
  const isNew = found.length > 0 && JSON.stringify(recommended) !== JSON.stringify(kept);
  const keep = useEffectEvent(() => change({ recomended: recommended }));
  useEffect(() => {
    if (isNew) keep();
  }, [isNew]);
  return keptRecommended(kept);
}
