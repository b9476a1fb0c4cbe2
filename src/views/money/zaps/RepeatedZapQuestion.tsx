import { zapKeyOf } from '../../../events/money/payments/payment.ts';
import { sharesOf } from '../../../events/money/zaps/shares.ts';
import type { ZapCommand } from '../../../machines/money/payments/money-protocol.ts';
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx';
import { useZapStrings } from '../../ui/strings/zaps.ts';
import { AmountDue } from '../payments/AmountDue.tsx';
import { PaymentTerms } from '../payments/PaymentTerms.tsx';
import { satsOfAll } from '../payments/payment-view.ts';
import { isPlayPayment } from '../payments/use-payers.ts';
import { useOpenZaps, usePaymentIntents } from '../payments/use-payments.ts';
import { useInMoney } from '../payments/use-rate.ts';
import { useActivePayer } from '../wallets/use-wallets.ts';
import { isPlayAddress } from './use-zap.ts';

/** Asks before zapping a target again while an earlier zap may still arrive (ZAP-07). */
export function ZapAgain({ command: { intent, zap, by } }: { readonly command: ZapCommand }) {
  const { again, pay, sats: say } = useZapStrings();
  const { payer } = useActivePayer();
  const open = useOpenZaps(zapKeyOf(zap.target));
  const { confirm, decline } = usePaymentIntents();
  const isPlay =
    open.some(isPlayPayment) || zap.recipients.every(({ address }) => isPlayAddress(address));
  const inMoney = useInMoney(isPlay);
  const sats = Math.ceil(zap.amountMsats / 1_000);
  const parts = sharesOf(
    zap.recipients.map(({ weight }) => weight),
    sats,
  );
  return (
    <ConfirmDialog
      question={{
        title: again.title,
        confirm: again.confirm(say(sats, isPlay)),
        cancel: pay.cancel,
        danger: false,
      }}
      onConfirm={() => confirm(intent)}
      onCancel={() => decline(intent)}
    >
      <p>
        {open.length > 0
          ? `${again.openSum(say(satsOfAll(open), isPlay))} ${again.hint}`
          : again.over}
      </p>
      <PaymentTerms to={zap.name} payer={by ?? payer} parts={parts} isPlay={isPlay} />
      <AmountDue sats={sats} isPlay={isPlay} money={inMoney(sats)} />
    </ConfirmDialog>
  );
}
