import { use, useMemo, useState } from 'react';
import { canAct } from '../../../events/account/account.ts';
import { type Invoice, readInvoice } from '../../../events/nostr/bolt11.ts';
import { useAccount } from '../../ui/hooks/app-context.ts';
import { useCopy } from '../../ui/hooks/copy.ts';
import { lazyPart } from '../../ui/overlays/lazy-part.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { ShellContext } from '../../ui/hooks/shell-context.ts';
import { QrDialog } from '../../ui/qr/share-part.ts';
import { useCardStrings } from '../../ui/strings/cards.ts';
import styles from './InvoiceCard.module.css';
import { InvoiceLook } from './InvoiceView.tsx';
import type { OwnInvoiceProps } from './PayableInvoiceCard.tsx';

/**
 * Its code is for signed-in users. Until it is loaded, the card is rendered as is, and a press
 * waits.
 */
const OwnInvoiceCard = lazyPart(
  () => import('./PayableInvoiceCard.tsx').then((code) => code.OwnInvoiceCard),
  { Place: EarlyCard },
);

/** A lightning invoice in a note, a message or an article (NOTE-20). An invalid one stays text. */
export function InvoiceCard({ text: source }: { readonly text: string }) {
  const invoice = useMemo(() => readInvoice(source), [source]);
  const account = useAccount();
  const [isPressed, press] = useState(false);
  if (!invoice) return <p className={styles.plain}>{source}</p>;
  if (!canAct(account)) return <VisitorCard invoice={invoice} source={source} />;
  return (
    <OwnInvoiceCard
      invoice={invoice}
      source={source}
      isPressed={isPressed}
      onEarly={() => press(true)}
    />
  );
}

function EarlyCard({ invoice, source, onEarly }: OwnInvoiceProps) {
  const copyText = useCopy();
  return (
    <InvoiceLook invoice={invoice} onCopy={() => copyText(source, 'invoice')} onPay={onEarly} />
  );
}

/**
 * Users who cannot pay here read why, and can pay with another wallet, which does not report back.
 */
function VisitorCard({
  invoice,
  source,
}: { readonly invoice: Invoice } & Pick<OwnInvoiceProps, 'source'>) {
  const words = useCardStrings();
  const copyText = useCopy();
  const shell = use(ShellContext);
  const [isShown, show] = useState(false);
  return (
    <InvoiceLook
      invoice={invoice}
      code={<IconButton icon="qr" label={words.payment.show} onClick={() => show(true)} />}
      onCopy={() => copyText(source, 'invoice')}
      onPay={() => shell?.onRefused({ code: 'act.signIn' })}
    >
      {isShown && (
        <QrDialog
          title={words.invoice}
          text={source.trim().toUpperCase()}
          label={words.invoice}
          onClose={() => show(false)}
        />
      )}
    </InvoiceLook>
  );
}
