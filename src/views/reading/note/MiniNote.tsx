import { fullNumber } from '../../../events/core/format.ts';
import { tokenize } from '../../../events/reading/content/content.ts';
import { warningOf } from '../../../events/reading/moderation/content-warning.ts';
import { previewOf } from '../../../events/reading/article/article-preview.ts';
import { firstWords } from '../../../events/reading/content/shorten.ts';
import { shownOf } from '../../../events/facts/selectors.ts';
import { getRow } from '../../../events/core/table.ts';
import { AccountLink } from '../../account/profile/AccountLink.tsx';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { AppLink } from '../../ui/navigation/AppLink.tsx';
import { cx } from '../../ui/hooks/class-names.ts';
import { useHides } from '../../ui/hooks/shell-context.ts';
import { Icon } from '../../ui/display/Icon.tsx';
import { useLocale, useStrings } from '../../ui/strings.ts';
import text from '../../ui/styles/text.module.css';
import { Inline } from '../../account/text/InlineText.tsx';
import styles from './MiniNote.module.css';
import { noteTarget } from './note-link.ts';

const WORDS = 16;

interface MiniNoteProps {
  readonly id: string;
  /** True if the sats are shown, also zero. Without it only rows with sats show them. */
  readonly sums?: boolean;
}

/** A note in two lines: author, first words, and sats received. */
export function MiniNote({ id, sums }: MiniNoteProps) {
  const locale = useLocale();
  const hides = useHides();
  const event = useFacts((facts) => shownOf(facts, id, hides));
  const { reading } = useStrings();
  const sats = useFacts((facts) => getRow(facts.stats, id)?.satszapped ?? 0);
  if (!event) return null;
  const warning = warningOf(event);
  const { tokens, cut } = firstWords(tokenize(previewOf(event), location.origin), WORDS);
  return (
    <li className={styles.mini}>
      <AccountLink pubkey={event.pubkey} picture="xs" />
      <div className={styles.words}>
        <p className={cx(text.small, text.clamp2)} dir="auto">
          <AppLink to={noteTarget(event)} className={styles.open} data-open>
            {warning === undefined ? (
              <Inline tokens={tokens} plain />
            ) : (
              `${reading.sensitive} ${warning}`
            )}
            {warning === undefined && cut && '…'}
          </AppLink>
        </p>
        <p className={cx(text.small, styles.meta)}>
          {(sums ?? sats > 0) && (
            <>
              <Icon name="zap" className={styles.bolt} />
              {fullNumber(sats, locale)}
            </>
          )}
          <AccountLink pubkey={event.pubkey} className={cx(styles.author, text.cut)} />
        </p>
      </div>
    </li>
  );
}
