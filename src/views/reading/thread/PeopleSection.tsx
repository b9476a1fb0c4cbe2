import { shownOf } from '../../../events/facts/selectors.ts';
import { getRow } from '../../../events/core/table.ts';
import { AccountLink } from '../../account/profile/AccountLink.tsx';
import { VerifiedMark } from '../../account/profile/VerifiedMark.tsx';
import { useFacts, useFactsShallow } from '../../ui/hooks/app-context.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { useHides } from '../../ui/hooks/shell-context.ts';
import { SideSection } from '../../ui/layout/Side.tsx';
import { useThreadStrings } from '../../ui/strings/thread.ts';
import text from '../../ui/styles/text.module.css';
import styles from './PeopleSection.module.css';
import { type Thread, useThreadItems } from './use-thread.ts';
import { AboutLine } from '../../account/profile/AboutLine.tsx';

const MOST = 12;

/** The participants of a conversation (THREAD-02). */
export function PeopleSection({ id, thread }: { readonly id: string; readonly thread: Thread }) {
  const reading = useThreadStrings();
  const { parents, replies } = useThreadItems(thread);
  const hides = useHides();
  const people = useFactsShallow((facts) =>
    [
      ...new Set(
        [...parents, id, ...replies].flatMap((one) => shownOf(facts, one, hides)?.pubkey ?? []),
      ),
    ].slice(0, MOST),
  );
  if (people.length === 0) return null;
  return (
    <SideSection title={reading.peopleIn}>
      <ul className={styles.people}>
        {people.map((pubkey) => (
          <Person key={pubkey} pubkey={pubkey} />
        ))}
      </ul>
    </SideSection>
  );
}

function Person({ pubkey }: { readonly pubkey: string }) {
  const profile = useFacts((facts) => getRow(facts.profiles, pubkey));
  return (
    <li className={styles.person}>
      <AccountLink pubkey={pubkey} picture="s" />
      <div className={styles.words}>
        <p className={styles.name}>
          <AccountLink pubkey={pubkey} className={cx(text.strong, text.cut)} />
          {profile && <VerifiedMark profile={profile} />}
        </p>
        <p className={cx(text.small, text.muted, text.cut)} dir="auto">
          {profile && <AboutLine profile={profile} />}
        </p>
      </div>
    </li>
  );
}
