import { isRowHidden, noteOf } from '../../../events/facts/selectors.ts';
import { useFacesOf } from '../../account/profile/faces.ts';
import { useFactsShallow } from '../../ui/hooks/app-context.ts';
import { AvatarStack } from '../../ui/display/AvatarStack.tsx';
import { useHides } from '../../ui/hooks/shell-context.ts';
import { useStrings } from '../../ui/strings.ts';
import styles from './NewNotes.module.css';
import { type Feed, feedIntents, type useNewItems } from './use-feed.ts';

const FACES = 3;

interface PillProps {
  readonly feed: Feed;
  readonly waiting: ReturnType<typeof useNewItems>;
}

/** The pill of a feed that new notes wait for. Hidden ones do not count. */
export function Pill({ feed, waiting }: PillProps) {
  const { app } = useStrings();
  const hides = useHides();
  const shown = useFactsShallow((facts) =>
    hides ? waiting.filter((item) => !isRowHidden(facts, item, hides)) : waiting,
  );
  const count = shown.length;
  const first = shown.slice(0, 8).map(({ id }) => id);
  const authors = useFactsShallow((facts) =>
    [...new Set(first.flatMap((id) => noteOf(facts, id)?.pubkey ?? []))].slice(0, FACES),
  );
  const faces = useFacesOf(authors);
  if (count === 0) return null;
  // Scroll to the top first. Otherwise the list would hold the old position, and later measurements
  // would move the page again.
  const show = () => {
    window.scrollTo(0, 0);
    requestAnimationFrame(() => requestAnimationFrame(() => feedIntents.showNew(feed)));
  };
  return (
    <button type="button" className={styles.pill} onClick={show}>
      <AvatarStack faces={faces} most={FACES} className={styles.faces} />
      {app.count.newNotes(count)}
    </button>
  );
}
