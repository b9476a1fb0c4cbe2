import { sealOf } from '../../../events/reading/thread/opened-event.ts';
import { Icon } from '../../ui/display/Icon.tsx';
import { useKindStrings } from '../../ui/strings/kinds.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import text from '../../ui/styles/text.module.css';
import styles from './Cards.module.css';
import type { KindProps } from './KindContent.tsx';

/** A draft or a private event: a sentence, and nothing of its content. */
export function SealedCard({ event }: KindProps) {
  const said = useKindStrings();
  const seal = sealOf(event.kind);
  const { title, cause } = said.unshown[seal];
  return (
    <section className={cx(styles.card, styles.sealed)} aria-label={said.name(event.kind)}>
      <Icon name={seal === 'draft' ? 'pen' : 'lock'} size="l" className={styles.seal} />
      <div>
        <p className={text.strong}>{title}</p>
        <p className={cx(text.small, text.muted)}>{cause}</p>
      </div>
    </section>
  );
}
