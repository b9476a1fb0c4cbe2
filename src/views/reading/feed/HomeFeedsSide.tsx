import { AppLink } from '../../ui/navigation/AppLink.tsx';
import { cx } from '../../ui/hooks/class-names.ts';
import { IsolatedText } from '../../ui/display/IsolatedText.tsx';
import { SideSection } from '../../ui/layout/Side.tsx';
import { useStrings } from '../../ui/strings.ts';
import { useExploreStrings } from '../../ui/strings/explore.ts';
import text from '../../ui/styles/text.module.css';
import styles from './HomeFeedsSide.module.css';
import { useHomeFeeds } from './use-own-feeds.ts';

const SHOWN = 8;

/** The feeds of the home page in their order, and a link to edit them. */
export function HomeFeedsSide() {
  const words = useExploreStrings();
  const { reading } = useStrings();
  const { enabled: feeds } = useHomeFeeds();
  if (feeds.length === 0) return null;
  return (
    <SideSection
      title={words.onHome}
      more={
        <AppLink to="/settings/home_feeds" className={text.link}>
          {words.edit}
        </AppLink>
      }
    >
      <ol>
        {feeds.slice(0, SHOWN).map(({ spec, name, description }, at) => (
          <li key={spec} className={styles.feed}>
            <span className={styles.rank} aria-hidden>
              {at + 1}
            </span>
            <span className={styles.words}>
              <IsolatedText className={cx(text.strong, text.cut)}>
                {reading.feed(name)}
              </IsolatedText>
              <span className={cx(text.small, text.muted, text.cut)} dir="auto">
                {typeof description === 'string' ? reading.feed(description) : ''}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </SideSection>
  );
}
