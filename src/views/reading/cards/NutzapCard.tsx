import { useMemo } from 'react';
import { fullNumber } from '../../../events/core/format.ts';
import { referencesOf } from '../../../events/facts/references.ts';
import { readNutzap } from '../../../events/money/nutzaps/nutzap.ts';
import { isOwnService } from '../../../events/money/payments/payable-network.ts';
import { hostOf } from '../../money/ecash/mint-host.ts';
import { AccountLink } from '../../account/profile/AccountLink.tsx';
import { cx } from '../../ui/hooks/class-names.ts';
import { Icon } from '../../ui/display/Icon.tsx';
import { useKindStrings } from '../../ui/strings/kinds.ts';
import { useLocale } from '../../ui/strings.ts';
import text from '../../ui/styles/text.module.css';
import { FoldedText } from '../note/FoldedText.tsx';
import { Quote } from '../note/NoteText.tsx';
import { referenceToken } from '../note/reference-token.ts';
import styles from './Cards.module.css';
import type { KindProps } from './KindContent.tsx';

/**
 * A public gift of ecash (NIP-61): amount, sender and recipient, never its proofs. Its mint is not
 * asked, so the amount is the sender's word.
 */
export function NutzapCard({ event, depth = 0 }: KindProps) {
  const said = useKindStrings();
  const locale = useLocale();
  const nutzap = useMemo(() => readNutzap(event), [event]);
  const target = [...referencesOf(event, 'a'), ...referencesOf(event, 'e')].slice(0, 1);
  if (!nutzap) return <p className={text.muted}>{said.nutzap.unreadable}</p>;
  return (
    <>
      <section className={cx(styles.card, styles.nutzap)} aria-label={said.name(event.kind)}>
        <span className={styles.bolt}>
          <Icon name="zap" size="l" filled />
        </span>
        <div className={styles.words}>
          <p className={styles.sum}>
            {said.nutzap.sum(
              fullNumber(nutzap.sats, locale),
              isOwnService(nutzap.mint, location.origin),
            )}
          </p>
          <p className={styles.pair}>
            <AccountLink pubkey={nutzap.from} className={cx(text.strong, text.cut)} />
            <Icon name="right" size="s" label={said.nutzap.to} className={styles.arrow} />
            <AccountLink pubkey={nutzap.to} className={cx(text.strong, text.cut)} />
          </p>
          {nutzap.message !== '' && (
            <p className={styles.about} dir="auto">
              <FoldedText text={nutzap.message} />
            </p>
          )}
          <p className={cx(text.small, text.muted, styles.about)}>
            {said.nutzap.stated(hostOf(nutzap.mint))}
          </p>
        </div>
      </section>
      {target.map((one) => (
        <Quote key={one.key} token={referenceToken(one)} depth={depth + 1} />
      ))}
    </>
  );
}
