import { use, useMemo } from 'react';
import { fullNumber } from '../../events/app/format.ts';
import { type Invoice, readInvoice } from '../../events/money/bolt11.ts';
import { inSeconds, minus } from '../../events/time.ts';
import { useCopy } from '../app/copy.ts';
import { useClock } from '../app/clock.ts';
import { cx } from '../app/class-names.ts';
import { Button } from '../app/primitives/Button.tsx';
import { Icon } from '../app/primitives/Icon.tsx';
import { IconButton } from '../app/primitives/IconButton.tsx';
import { ShellContext } from '../app/shell-context.ts';
import { useCardStrings } from '../app/strings/cards.ts';
import text from '../app/styles/text.module.css';
import styles from './InvoiceCard.module.css';

/** A lightning invoice in a note (NOTE-20): amount, purpose, time left, copy. What is no invoice stays text. */
export function InvoiceCard({ text: source }: { readonly text: string }) {
  const invoice = useMemo(() => readInvoice(source), [source]);
  return invoice ? <Card invoice={invoice} source={source} /> : <p className={styles.plain}>{source}</p>;
}

function Card({ invoice, source }: { readonly invoice: Invoice; readonly source: string }) {
  const words = useCardStrings();
  const copyText = useCopy();
  const shell = use(ShellContext);
  const left = useClock((now) => words.expiry(inSeconds(minus(invoice.expiresAt, now))));
  const expired = useClock((now) => (invoice.expiresAt <= now ? 'yes' : '')) === 'yes';
  const copy = () => copyText(source, 'invoice');
  return (
    <div className={cx(styles.invoice, expired && styles.expired)} role="group" aria-label={words.invoice}>
      <span className={styles.bolt}>
        <Icon name="zap" />
      </span>
      <div>
        <p className={styles.amount}>
          {invoice.amountMsats === undefined ? words.anyAmount : words.sats(fullNumber(Math.floor(invoice.amountMsats / 1000)))}
        </p>
        <p className={cx(text.small, text.muted, text.cut)} dir="auto">
          {[invoice.description, left].filter(Boolean).join(' · ')}
        </p>
      </div>
      <div className={styles.acts}>
        <IconButton icon="copy" label={words.copyInvoice} onClick={copy} />
        {!expired && (
          <Button compact onClick={() => shell?.onRefused({ code: 'act.signIn' })}>
            {words.pay}
          </Button>
        )}
      </div>
    </div>
  );
}
