import { useState } from 'react';
import type { Invoice } from '../../../events/nostr/bolt11.ts';
import { type PaymentRecord, paymentStateOf } from '../../../events/money/payments/payment.ts';
import { useCopy } from '../../ui/hooks/copy.ts';
import { usePaymentWords } from '../../ui/strings/payments.ts';
import { type InvoicePayment, InvoiceLook } from './InvoiceView.tsx';
import { Shown } from './MoneyDialogs.tsx';
import { PayDialog } from './PayDialog.tsx';
import { usePayerName } from './use-payers.ts';
import { useMoney, usePaymentIntents, usePaymentOfInvoice } from './use-payments.ts';

export interface OwnInvoiceProps {
  readonly invoice: Invoice;
  /** The invoice as written in the text. */
  readonly source: string;
  /** True if it was pressed before its code was loaded. */
  readonly isPressed: boolean;
  readonly onEarly: () => void;
}

/**
 * An invoice for signed-in users: paid after a confirmation, once, with its result (NOTE-20,
 * BEYOND-06).
 */
export function OwnInvoiceCard({ invoice, source, isPressed }: OwnInvoiceProps) {
  useMoney();
  const record = usePaymentOfInvoice(invoice.paymentHash);
  const copy = useCopy();
  const { look } = usePaymentIntents();
  const [open, setOpen] = useState<'pay' | 'code' | undefined>(isPressed ? 'pay' : undefined);
  const payment = useInvoicePayment(record);
  const close = () => setOpen(undefined);
  return (
    <>
      <InvoiceLook
        invoice={invoice}
        payment={payment}
        onCopy={() => copy(source, 'invoice')}
        onPay={() => setOpen('pay')}
        onShow={() => setOpen('code')}
        onLook={() => record && look(record.intent)}
      />
      {open === 'pay' && <PayDialog invoice={invoice} source={source} onClose={close} />}
      {open === 'code' && record && payment?.state === 'shown' && (
        <Shown record={record} onLeave={close} />
      )}
    </>
  );
}

function useInvoicePayment(record: PaymentRecord | undefined): InvoicePayment | undefined {
  const payerName = usePayerName();
  const say = usePaymentWords();
  if (!record) return undefined;
  const { paying, failure } = record;
  const state = paymentStateOf(record);
  switch (state) {
    case 'asked':
    case 'checked':
      return { state: 'checking' };
    case 'paying':
      return { state, wallet: paying ? payerName(paying.payer) : '' };
    case 'paid':
      return { state, at: record.changedAt };
    case 'failed':
      // A payment that the user declined needs no message.
      return failure && failure.code !== 'pay.declined' ? { state, why: say(failure) } : undefined;
    default:
      return { state };
  }
}
