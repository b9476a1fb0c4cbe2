import { useState } from 'react';
import { wholeIn } from '../../../events/core/whole-number.ts';
import type { Invoice } from '../../../events/nostr/bolt11.ts';
import { pressed } from '../../../events/nostr/ours.ts';
import { inSeconds, minus } from '../../../events/core/time.ts';
import { MOST_SATS } from '../../../events/settings/zap-settings.ts';
import { useClock } from '../../ui/hooks/clock.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { IsolatedText } from '../../ui/display/IsolatedText.tsx';
import { useZapStrings } from '../../ui/strings/zaps.ts';
import text from '../../ui/styles/text.module.css';
import { AmountDue } from './AmountDue.tsx';
import { PayerPicker, payerProblem } from './PayerPicker.tsx';
import { SatsField } from './SatsField.tsx';
import { usePayers } from './use-payers.ts';
import { usePaymentIntents } from './use-payments.ts';
import { PaymentTerms } from './PaymentTerms.tsx';
import { useInMoney } from './use-rate.ts';

interface PayDialogProps {
  readonly invoice: Invoice;
  readonly source: string;
  /** Address of the service that issued the invoice, if known. */
  readonly payee?: string | undefined;
  readonly onClose: () => void;
}

/**
 * Confirms the payment of an invoice: amount, purpose, payer. If the invoice has no amount, the
 * user enters it.
 */
export function PayDialog({ invoice, source, payee, onClose }: PayDialogProps) {
  const words = useZapStrings();
  const { pay } = usePaymentIntents();
  const isPlay = invoice.network === 'regtest';
  const { choice, payer } = usePayers(isPlay);
  const inMoney = useInMoney(isPlay);
  const [typed, setTyped] = useState('');
  const left = useClock((now) => String(inSeconds(minus(invoice.expiresAt, now))));
  const isOpen = invoice.amountMsats === undefined;
  const amountMsats = invoice.amountMsats ?? (wholeIn(typed, MOST_SATS) ?? 0) * 1_000;
  const sats = Math.ceil(amountMsats / 1_000);
  const fault = payerProblem(choice, [sats]);
  const isExpired = Number(left) <= 0;
  const sum = words.sats(sats, isPlay);
  const confirm = () => {
    pay(pressed({ type: 'invoice', invoice: source.trim(), amountMsats, payee }), payer);
    onClose();
  };
  const verb = payer.by === 'shown' ? words.pay.qr : words.pay.confirm(sum);
  return (
    <Dialog
      size="small"
      title={isOpen ? words.pay.anyTitle : words.pay.title(sum)}
      subtitle={isExpired ? words.qr.ended : words.pay.left(Number(left))}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{words.pay.cancel}</Button>
          <Button
            tone="primary"
            disabled={sats <= 0 || fault !== undefined || isExpired}
            onClick={confirm}
          >
            {fault === undefined ? verb : words.paidBy[fault]}
          </Button>
        </>
      }
    >
      {invoice.description !== '' && (
        <div>
          <p className={text.label}>{words.pay.for}</p>
          <p className={cx(text.clamp3)}>
            <IsolatedText>{invoice.description}</IsolatedText>
          </p>
        </div>
      )}
      <PaymentTerms to={payee} parts={[sats]} isPlay={isPlay} />
      {isOpen && (
        <SatsField
          label={words.dialog.amounts}
          hint={`${words.pay.anyAmount} ${words.amount.whole}.`}
          placeholder={words.dialog.range(MOST_SATS)}
          most={MOST_SATS}
          typed={typed}
          isPlay={isPlay}
          onType={setTyped}
        />
      )}
      <PayerPicker payers={choice} parts={[sats]} isPlay={isPlay} />
      <AmountDue sats={sats} isPlay={isPlay} money={inMoney(sats)} />
    </Dialog>
  );
}
