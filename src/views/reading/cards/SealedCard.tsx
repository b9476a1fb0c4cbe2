import { isDraftKind } from '../../../events/reading/thread/opened-event.ts';
import { Icon } from '../../ui/display/Icon.tsx';
import { useKindStrings } from '../../ui/strings/kinds.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import text from '../../ui/styles/text.module.css';
import styles from './Cards.module.css';
import type { KindProps } from './KindContent.tsx';

/** A draft or a private event: a sentence, and nothing of its content. */
export function SealedCard({ event }: KindProps) {
  const said = useKindStrings();
  const isDraft = isDraftKind(event.kind);
  return (
    <section className={cx(styles.card, styles.sealed)} aria-label={said.name(event.kind)}>
      <Icon name={isDraft ? 'pen' : 'lock'} size="l" className={styles.seal} />
      <div>
        <p className={text.strong}>{isDraft ? said.isDraft : said.isPrivate}</p>
        <p className={cx(text.small, text.muted)}>
          {isDraft ? said.isDraftCause : said.isPrivateCause}
        </p>
      </div>
    </section>
  );
}
