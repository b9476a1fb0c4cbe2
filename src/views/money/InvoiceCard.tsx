import { use, useMemo } from 'react';
import { type Invoice, readInvoice } from '../../events/money/bolt11.ts';
import { useCanActNow } from '../account/use-features.ts';
import { useCopy } from '../app/copy.ts';
import { lazyPart } from '../app/lazy-part.tsx';
import { ShellContext } from '../app/shell-context.ts';
import styles from './InvoiceCard.module.css';
import { InvoiceLook } from './InvoiceLook.tsx';
import type { OwnInvoiceProps } from './OwnInvoiceCard.tsx';

/** Its code comes with who can pay; until then it is drawn as it is. */
const OwnInvoiceCard = lazyPart(() => import('./OwnInvoiceCard.tsx').then((code) => code.OwnInvoiceCard), { Place: VisitorCard });

/** A lightning invoice in a note, a message or an article (NOTE-20). What is no invoice stays text. */
export function InvoiceCard({ text: source }: { readonly text: string }) {
  const invoice = useMemo(() => readInvoice(source), [source]);
  const canAct = useCanActNow();
  if (!invoice) return <p className={styles.plain}>{source}</p>;
  return canAct ? <OwnInvoiceCard invoice={invoice} source={source} /> : <VisitorCard invoice={invoice} source={source} />;
}

/** Who cannot pay is told what is missing. */
function VisitorCard({ invoice, source }: { readonly invoice: Invoice } & Pick<OwnInvoiceProps, 'source'>) {
  const copyText = useCopy();
  const shell = use(ShellContext);
  return (
    <InvoiceLook invoice={invoice} onCopy={() => copyText(source, 'invoice')} onPay={() => shell?.onRefused({ code: 'act.signIn' })} />
  );
}
