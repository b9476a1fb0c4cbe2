import { AppLink } from '../../ui/navigation/AppLink.tsx';
import { Icon } from '../../ui/display/Icon.tsx';
import { IsolatedText } from '../../ui/display/IsolatedText.tsx';
import { useReadsStrings } from '../../ui/strings/reads.ts';
import styles from './TopicChips.module.css';

interface TopicChipsProps {
  /** `undefined` until loaded. Their space is reserved. */
  readonly topics: readonly string[] | undefined;
  readonly current: string | undefined;
}

/** Topics of articles as links in one line. An unlisted current topic comes first (FEED-10). */
export function TopicChips({ topics = [], current }: TopicChipsProps) {
  const words = useReadsStrings();
  const shown = current === undefined || topics.includes(current) ? topics : [current, ...topics];
  return (
    <nav className={styles.chips} aria-label={words.topicsLabel}>
      <Chip to="/reads" label={words.all} on={current === undefined} />
      {shown.map((topic) => (
        <Chip key={topic} to={topicPath(topic)} label={topic} on={topic === current} />
      ))}
    </nav>
  );
}

/** Return the path of the articles on a topic (ROUTE-03). */
export function topicPath(topic: string): string {
  return `/reads/${encodeURIComponent(topic.toWellFormed())}`;
}

function Chip({
  to,
  label,
  on,
}: {
  readonly to: string;
  readonly label: string;
  readonly on: boolean;
}) {
  return (
    <AppLink to={to} className={styles.chip} aria-current={on || undefined}>
      {on && <Icon name="check" className={styles.check} />}
      <IsolatedText>{label}</IsolatedText>
    </AppLink>
  );
}
