import { useState } from 'react';
import { displayNameOf } from '../../../events/facts/profile.ts';
import { zappedBy } from '../../../events/money/payments/payment.ts';
import { isForTier } from '../../../events/money/zaps/subscription-tier.ts';
import { getRow } from '../../../events/core/table.ts';
import { useFacts, usePictures } from '../../ui/hooks/app-context.ts';
import { useZapStrings } from '../../ui/strings/zaps.ts';
import { useZapPayments } from '../zaps/use-zap.ts';
import { ZapFlow } from '../zaps/ZapFlow.tsx';
import { PaymentDialog } from './PaymentDialog.tsx';
import { payeeNameOf, satsOfAll } from './payment-view.ts';
import { useIsPlayPayment } from './use-payers.ts';
import { useInMoney } from './use-rate.ts';

const WIDTH = 44;

/** Why a payment failed, and a zap's ways to try again (ZAP-03). */
export function PaymentReason({
  intent,
  onClose,
}: {
  readonly intent: string;
  readonly onClose: () => void;
}) {
  const { dialog, qr, sats: say } = useZapStrings();
  const group = useZapPayments(intent);
  const lead = payeeNameOf(group);
  const target = lead && zappedBy(lead.want);
  const profile = useFacts((facts) => target && getRow(facts.profiles, target.pubkey));
  const event = useFacts((facts) =>
    target?.id === undefined ? undefined : getRow(facts.events, target.id),
  );
  const isPlayPayment = useIsPlayPayment();
  const isPlay = lead !== undefined && isPlayPayment(lead);
  const inMoney = useInMoney(isPlay);
  const pictures = usePictures();
  const [isAgain, setIsAgain] = useState(false);
  if (!lead) return null;
  if (isAgain && target) {
    const author = event?.pubkey ?? target.pubkey;
    return <ZapFlow zapped={{ pubkey: author, event }} onClose={onClose} />;
  }
  const name = target && displayNameOf(profile, target.pubkey);
  const sats = satsOfAll(group);
  return (
    <PaymentDialog
      intent={intent}
      person={
        target && {
          pubkey: target.pubkey,
          name: name ?? '',
          picture: pictures(profile?.picture ?? '', WIDTH),
        }
      }
      title={name === undefined ? qr.title(say(sats, isPlay)) : dialog.title(name)}
      sats={sats}
      isPlay={isPlay}
      inMoney={inMoney}
      onClose={onClose}
      onAgain={target && !isForTier(lead) ? () => setIsAgain(true) : undefined}
    />
  );
}
