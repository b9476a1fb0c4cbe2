import type { ReactElement } from 'react';
import { WindowVirtualizer } from 'virtua';
import { type PeopleOrder, peopleQuery, readPeople } from '../../events/account/people.ts';
import { EmptyState } from '../app/primitives/EmptyState.tsx';
import { ErrorState } from '../app/primitives/ErrorState.tsx';
import { Skeleton } from '../app/primitives/Skeleton.tsx';
import { usePeopleStrings } from '../app/strings/people.ts';
import text from '../app/styles/text.module.css';
import { useLookup } from '../app/use-lookup.ts';
import { AccountLink } from './AccountLink.tsx';
import { FollowAll } from './FollowAll.tsx';
import { FollowButton } from './FollowButton.tsx';
import styles from './PeopleList.module.css';
import { PersonLine } from './PersonLine.tsx';

/** Lists of people of whom each is likely to be wanted (PROFILE-07). */
const FOLLOWED_AT_ONCE: ReadonlySet<PeopleOrder['of']> = new Set(['suggested', 'following', 'followers']);

/** A row before it is measured, in pixels. */
const ROW_HEIGHT = 64;

/** People with their follow buttons, only those in the window drawn; says so where there are none, or where they did not come. */
export function PeopleList({
  order,
  label,
  empty,
}: {
  readonly order: PeopleOrder;
  readonly label: string;
  /** What stands there where there is nobody, in the place of a sentence. */
  readonly empty?: ReactElement;
}) {
  const words = usePeopleStrings();
  const { answer, isFailed, isLoading, retry } = useLookup(`people ${JSON.stringify(order)}`, (viewer) => peopleQuery(order, viewer));
  const shown = [...new Set((answer ? readPeople(order, answer) : []).flatMap(({ members }) => members))];
  if (shown.length === 0 && isLoading) return <Skeleton />;
  if (shown.length === 0 && isFailed)
    return (
      <ErrorState title={words.failed} onRetry={retry}>
        {words.failedCause}
      </ErrorState>
    );
  if (shown.length === 0) return empty ?? <EmptyState title={words.empty[order.of]} />;
  return <PeopleRows people={shown} label={label} all={FOLLOWED_AT_ONCE.has(order.of)} />;
}

interface PeopleRowsProps {
  readonly people: readonly string[];
  readonly label: string;
  /** Whether all of them can be followed at once. */
  readonly all: boolean;
}

/** The rows of a list of people; above them, where all can be followed at once, how many they are. */
export function PeopleRows({ people, label, all }: PeopleRowsProps) {
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
            <div key={pubkey} role="listitem" aria-posinset={at + 1} aria-setsize={people.length} className={styles.row}>
              <AccountLink pubkey={pubkey} picture="m" />
              <PersonLine pubkey={pubkey} linked />
              <FollowButton compact pubkey={pubkey} />
            </div>
          )}
        </WindowVirtualizer>
      </div>
    </>
  );
}
