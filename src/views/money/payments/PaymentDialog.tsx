import { formatList } from '../../../events/core/format-list.ts';
import { useLocale } from '../../ui/strings.ts';
import { paymentStateOf } from '../../../events/money/payments/payment.ts';
import { Avatar } from '../../ui/display/Avatar.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { copyText } from '../../ui/hooks/copy.ts';
import { usePaymentWords } from '../../ui/strings/payments.ts';
import { useZapStrings } from '../../ui/strings/zaps.ts';
import { PaymentBody, PaymentButtons } from './PaymentCard.tsx';
import { ReceiptLine } from './ReceiptLine.tsx';
import { failedAt, isReceiptDue, payeeNameOf, paymentView, satsOfAll } from './payment-view.ts';
import { isPlayPayment, usePayerName } from './use-payers.ts';
import { useToast } from '../../ui/hooks/use-toasts.ts';
import { usePaymentIntents, useWatched } from './use-payments.ts';
import { useZapPayments } from '../zaps/use-zap.ts';
import type { ZappedPerson } from '../zaps/ZapDialog.tsx';

interface PaymentDialogProps {
  readonly intent: string;
  readonly person: Pick<ZappedPerson, 'pubkey' | 'name' | 'picture'> | undefined;
  readonly title: string;
  /** The requested amount, until the payment is in the log. */
  readonly sats: number;
  readonly isPlay: boolean;
  readonly inMoney: (sats: number) => string | undefined;
  readonly onClose: () => void;
  /** Opens the original form again. */
  readonly onAgain?: (() => void) | undefined;
}

/**
 * Shows the progress of a payment. The payment continues when the dialog is closed. A payment by QR
 * code is shown by `MoneyDialogs`.
 */
export function PaymentDialog({
  intent,
  person,
  title,
  sats,
  isPlay,
  inMoney,
  onClose,
  onAgain,
}: PaymentDialogProps) {
  const words = useZapStrings();
  const locale = useLocale();
  const payerName = usePayerName();
  const say = usePaymentWords();
  const copy = useCopyProof();
  const { decline, look } = usePaymentIntents();
  const group = useZapPayments(intent);
  useWatched(intent);
  const lead = payeeNameOf(group);
  if (lead && paymentStateOf(lead) === 'shown') return null;
  const payment = paymentView(lead, { name: person?.name ?? title, payerName, say });
  const isPlayMoney = lead ? isPlayPayment(lead) || isPlay : isPlay;
  const whole = group.length > 0 ? satsOfAll(group) : sats;
  const sum = formatList(
    [words.sats(whole, isPlayMoney), inMoney(whole) ?? ''].filter(Boolean),
    locale,
  );
  const paid = group.filter((record) => paymentStateOf(record) === 'paid').length;
  const cancel = () => {
    for (const one of group) decline(one.intent);
    onClose();
  };
  return (
    <Dialog
      size="small"
      title={title}
      subtitle={sum}
      lead={person && <Avatar pubkey={person.pubkey} name={person.name} src={person.picture} />}
      onClose={
        group.length > 0 && (payment.phase === 'asking' || payment.phase === 'checking')
          ? cancel
          : onClose
      }
      foot={
        <PaymentButtons
          phase={payment.phase}
          acts={{
            onCancel: group.length > 0 ? cancel : undefined,
            onClose,
            onLook: () => lead && look(lead.intent),
            onAgain: paid === 0 ? onAgain : undefined,
            onOther: paid === 0 ? onAgain : undefined,
          }}
        />
      }
    >
      <PaymentBody
        payment={payment}
        isPlay={isPlayMoney}
        some={
          group.length > 1 && paid > 0 && paid < group.length
            ? { paid, all: group.length }
            : undefined
        }
        failedAt={lead && failedAt(lead)}
        receipt={lead && isReceiptDue(lead) ? <ReceiptLine record={lead} /> : undefined}
        isRepeatable={paid === 0 && onAgain !== undefined}
        onCopy={copy}
      />
    </Dialog>
  );
}

function useCopyProof(): (proof: string) => void {
  const toast = useToast();
  return (proof) => {
    copyText(proof).then(
      () => toast({ kind: 'success', message: { code: 'proof.copied' } }),
      () => toast({ kind: 'error', message: { code: 'copy.failed' } }),
    );
  };
}
