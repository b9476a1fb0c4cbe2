import { useEffect, useEffectEvent, useState } from 'react';
import { shortNumber } from '../../../events/core/format.ts';
import {
  exploredTopics,
  keptTopics,
  type Topic,
  topicsToKeep,
  weightOf,
} from '../../../events/reading/explore/explore.ts';
import { useChangeSettings, useSetting } from '../../ui/hooks/app-context.ts';
import { AppLink } from '../../ui/navigation/AppLink.tsx';
import { cx } from '../../ui/hooks/class-names.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../ui/display/ErrorState.tsx';
import { IsolatedText } from '../../ui/display/IsolatedText.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { VisuallyHidden } from '../../ui/display/VisuallyHidden.tsx';
import { useExploreStrings } from '../../ui/strings/explore.ts';
import text from '../../ui/styles/text.module.css';
import styles from './ExploreTopics.module.css';
import { useLocale } from '../../ui/strings.ts';
import { FailedCause } from '../../connection/FailedCause.tsx';
import { useTopics } from './use-explore.ts';

/** Topics per page. Each press shows one page more. */
const PAGE = 60;

/**
 * Hashtags of the last day, most used first (EXPLORE-01). Until they load, the last ones that this
 * device saw (hotTopics, STATE-02).
 */
export function ExploreTopics() {
  const words = useExploreStrings();
  const [pages, setPages] = useState(1);
  const { answer, isFailed, retry } = useTopics();
  const change = useChangeSettings();
  const kept = keptTopics(useSetting('hotTopics'));
  const keep = useEffectEvent(() => {
    const found = answer ? exploredTopics(answer.claims) : [];
    if (found.length > 0) change({ hotTopics: topicsToKeep(found) });
  });
  const isKnown = answer !== undefined;
  useEffect(() => {
    if (isKnown) keep();
  }, [isKnown]);
  if (!answer && isFailed && kept.length === 0)
    return (
      <ErrorState title={words.topics.failed} onRetry={retry}>
        <FailedCause />
      </ErrorState>
    );
  if (!answer && kept.length === 0) return <Skeleton />;
  const topics = answer ? exploredTopics(answer.claims) : kept;
  if (topics.length === 0) return <EmptyState title={words.topics.empty} />;
  const most = topics[0]?.uses ?? 0;
  return (
    <>
      <ul className={styles.topics}>
        {topics.slice(0, pages * PAGE).map((topic) => (
          <TopicRow key={topic.topic} topic={topic} weight={weightOf(topic.uses, most)} />
        ))}
      </ul>
      {topics.length > pages * PAGE && (
        <div className={styles.more}>
          <Button onClick={() => setPages(pages + 1)}>{words.more}</Button>
        </div>
      )}
    </>
  );
}

const WEIGHTS = { 1: styles.heavy, 2: styles.middle, 3: styles.light };

export function TopicRow({
  topic: { topic, uses },
  weight,
}: {
  readonly topic: Topic;
  readonly weight: 1 | 2 | 3;
}) {
  const locale = useLocale();
  const words = useExploreStrings();
  return (
    <li className={styles.row}>
      <AppLink
        to={`/search/${encodeURIComponent(`#${topic.toWellFormed()}`)}`}
        className={cx(styles.topic, text.cut, WEIGHTS[weight])}
      >
        <IsolatedText>#{topic}</IsolatedText>
      </AppLink>
      <span className={styles.uses} aria-hidden>
        {shortNumber(uses, locale)}
      </span>
      <VisuallyHidden>{words.topics.uses(uses)}</VisuallyHidden>
    </li>
  );
}
