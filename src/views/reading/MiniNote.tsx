import { fullNumber } from '../../events/app/format.ts';
import { tokenize } from '../../events/reading/content.ts';
import { warningOf } from '../../events/reading/content-warning.ts';
import { withMedia } from '../../events/reading/with-media.ts';
import { firstWords } from '../../events/reading/shorten.ts';
import { shownOf } from '../../events/selectors.ts';
import { getRow } from '../../events/table.ts';
import { AccountLink } from '../account/AccountLink.tsx';
import { useFacts } from '../app/app-context.ts';
import { AppLink } from '../app/AppLink.tsx';
import { cx } from '../app/class-names.ts';
import { useHides } from '../app/shell-context.ts';
import { Icon } from '../app/primitives/Icon.tsx';
import { useLocale, useStrings } from '../app/strings.ts';
import text from '../app/styles/text.module.css';
import { Inline } from './Inline.tsx';
import styles from './MiniNote.module.css';
import { noteTarget } from './note-link.ts';

const WORDS = 16;

/** A note in two lines: who, the first words, how much was given. */
export function MiniNote({ id }: { readonly id: string }) {
  const locale = useLocale();
  const hides = useHides();
  const event = useFacts((facts) => shownOf(facts, id, hides));
  const { reading } = useStrings();
  const sats = useFacts((facts) => getRow(facts.stats, id)?.satszapped ?? 0);
  if (!event) return null;
  const warning = warningOf(event);
  const { tokens, cut } = firstWords(tokenize(withMedia(event), location.origin), WORDS);
  return (
    <li className={styles.mini}>
      <AccountLink pubkey={event.pubkey} picture="xs" />
      <div className={styles.words}>
        <p className={cx(text.small, text.clamp2)} dir="auto">
          <AppLink to={noteTarget(event)} className={styles.open} data-open>
            {warning === undefined ? <Inline tokens={tokens} plain /> : `${reading.sensitive} ${warning}`}
            {warning === undefined && cut && '…'}
          </AppLink>
        </p>
        <p className={cx(text.small, styles.meta)}>
          {sats > 0 && (
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
