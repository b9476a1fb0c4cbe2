import { useState } from 'react';
import { displayNameOf } from '../../../events/facts/profile.ts';
import { zappedBy } from '../../../events/money/payments/payment.ts';
import { getRow } from '../../../events/core/table.ts';
import { useFacts, usePictures } from '../../ui/hooks/app-context.ts';
import { useZapStrings } from '../../ui/strings/zaps.ts';
import { useZapPayments } from '../zaps/use-zap.ts';
import { ZapFlow } from '../zaps/ZapFlow.tsx';
import { PaymentDialog } from './PaymentDialog.tsx';
import { payeeNameOf, satsOfAll } from './payment-view.ts';
import { isPlayPayment } from './use-payers.ts';
import { useInMoney } from './use-rate.ts';

const WIDTH = 44;

/** Why a zap failed, and the ways to try again (ZAP-03). `intent`: see `paymentReasons`. */
export function PaymentReason({
  intent,
  onClose,
}: {
  readonly intent: string;
  readonly onClose: () => void;
}) {
  const { dialog: words } = useZapStrings();
  const group = useZapPayments(intent);
  const lead = payeeNameOf(group);
  const target = lead && zappedBy(lead.want);
  const profile = useFacts((facts) => target && getRow(facts.profiles, target.pubkey));
  const event = useFacts((facts) =>
    target?.id === undefined ? undefined : getRow(facts.events, target.id),
  );
  const isPlay = lead !== undefined && isPlayPayment(lead);
  const inMoney = useInMoney(isPlay);
  const pictures = usePictures();
  const [isAgain, setIsAgain] = useState(false);
  if (!lead || !target) return null;
  if (isAgain) {
    const author = event?.pubkey ?? target.pubkey;
    return <ZapFlow zapped={{ pubkey: author, event }} onClose={onClose} />;
  }
  const name = displayNameOf(profile, target.pubkey);
  return (
    <PaymentDialog
      intent={intent}
      person={{
        pubkey: target.pubkey,
        name,
        picture: pictures(profile?.picture ?? '', WIDTH),
      }}
      title={words.title(name)}
      sats={satsOfAll(group)}
      isPlay={isPlay}
      inMoney={inMoney}
      onClose={onClose}
      onAgain={() => setIsAgain(true)}
    />
  );
}
