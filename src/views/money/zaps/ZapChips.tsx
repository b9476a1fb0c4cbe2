import { fullNumber } from '../../../events/core/format.ts';
import type { Zap } from '../../../events/facts/zap.ts';
import { zapsOf } from '../../../events/facts/selectors.ts';
import { displayNameOf } from '../../../events/facts/profile.ts';
import { getRow } from '../../../events/core/table.ts';
import { AccountLink } from '../../account/profile/AccountLink.tsx';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { Icon } from '../../ui/display/Icon.tsx';
import { useLocale } from '../../ui/strings.ts';
import { useVerificationStrings } from '../../ui/strings/verification.ts';
import text from '../../ui/styles/text.module.css';
import styles from './TopZaps.module.css';
import { useVerifiedZaps } from './use-verified-zaps.ts';

interface ZapChipsProps {
  readonly target: string;
  readonly most: number;
}

/**
 * The zaps of `TopZaps`: only verified receipts that the recipient's provider signed (ZAP-05), and
 * no unchecked ones. If none can be listed, their space says so, so that no row changes its height.
 */
export function ZapChips({ target, most }: ZapChipsProps) {
  const { zaps: words } = useVerificationStrings();
  const all = useFacts((facts) => zapsOf(facts, target));
  const { zaps, unchecked, isWaiting } = useVerifiedZaps(all);
  const said = unchecked.length > 0 ? words.nobody : words.unconfirmed;
  if (zaps.length === 0)
    return (
      <div className={styles.zaps}>
        {!isWaiting && (
          <span className={styles.chip} title={said.hint}>
            <Icon name="zap" className={styles.unconfirmed} />
            {said.text}
          </span>
        )}
      </div>
    );
  return (
    <ul className={styles.zaps} aria-label={words.largest}>
      {zaps.slice(0, most).map((zap, at) => (
        <ZapChip key={zap.id} zap={zap} first={at === 0} />
      ))}
    </ul>
  );
}

function ZapChip({ zap, first }: { readonly zap: Zap; readonly first: boolean }) {
  const locale = useLocale();
  const { zaps: words } = useVerificationStrings();
  const name = useFacts((facts) => displayNameOf(getRow(facts.profiles, zap.sender), zap.sender));
  const amount = fullNumber(Math.floor(zap.amountMsats / 1000), locale);
  return (
    <li className={cx(styles.chip, first && styles.first)} aria-label={words.by(name, amount)}>
      <AccountLink pubkey={zap.sender} picture="xs" className={styles.face} />
      {first && <Icon name="zap" className={styles.bolt} />}
      <b className={styles.amount}>{amount}</b>
      {first && zap.message !== '' && (
        <span className={text.cut} dir="auto">
          {zap.message}
        </span>
      )}
    </li>
  );
}
