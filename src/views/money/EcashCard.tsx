import { useCopy } from '../app/copy.ts';
import { cx } from '../app/class-names.ts';
import { Icon } from '../app/primitives/Icon.tsx';
import { IconButton } from '../app/primitives/IconButton.tsx';
import { useCardStrings } from '../app/strings/cards.ts';
import text from '../app/styles/text.module.css';
import styles from './InvoiceCard.module.css';

/** An ecash token in a note: recognised and kept whole for copying. What it is worth only its mint can say. */
export function EcashCard({ token }: { readonly token: string }) {
  const words = useCardStrings();
  const copyText = useCopy();
  const copy = () => copyText(token, 'token');
  return (
    <div className={styles.invoice} role="group" aria-label={words.ecash}>
      <span className={styles.bolt}>
        <Icon name="wallet" />
      </span>
      <div>
        <p className={styles.amount}>{words.ecash}</p>
        <p className={cx(text.small, text.muted, text.cut)} dir="ltr">
          {token}
        </p>
      </div>
      <IconButton icon="copy" label={words.copyToken} onClick={copy} />
    </div>
  );
}
