import { readInvoice } from '../../../events/nostr/bolt11.ts';
import { lightningUri } from '../../../events/money/payments/lightning-uri.ts';
import { paymentStateOf } from '../../../events/money/payments/payment.ts';
import {
  priceOf,
  type Tier,
  type TierPayment,
} from '../../../events/money/zaps/subscription-tier.ts';
import { useCopy } from '../../ui/hooks/copy.ts';
import { Button, buttonClass } from '../../ui/controls/Button.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { QrCode } from '../../ui/qr/QrCode.tsx';
import { useActionStrings } from '../../ui/strings/actions.ts';
import { usePaymentWords } from '../../ui/strings/payments.ts';
import { useSubscribeStrings } from '../../ui/strings/subscribe.ts';
import styles from './SubscribeDialog.module.css';
import { paymentReasons } from '../payments/payment-reasons.ts';
import { usePaymentIntents } from '../payments/use-payments.ts';
import { useSubscribing } from './use-subscription.ts';

interface StateProps {
  readonly payment: TierPayment;
  readonly tiers: readonly Tier[];
  /** Closes the subscription dialog, which the reason of a failure replaces. */
  readonly onLeave: () => void;
}

/**
 * State of the last payment for an author's tier (THREAD-07): running, unknown, refused, or paid on
 * a page that closed before publishing.
 */
export function TierPaymentState({ payment, tiers, onLeave }: StateProps) {
  const { record, tier: id, isDue } = payment;
  const words = useSubscribeStrings().payment;
  const { whyNot } = useActionStrings();
  const say = usePaymentWords();
  const { subscribe } = useSubscribing();
  const state = paymentStateOf(record);
  const tier = tiers.find((one) => one.id === id);
  const price = tier && priceOf(tier, record);
  if (state === 'paid')
    return isDue && tier && price ? (
      <Notice
        tone="success"
        action={
          <Button compact onClick={() => subscribe(tier, price)}>
            {words.publish}
          </Button>
        }
      >
        {words.due}
      </Notice>
    ) : null;
  const explain = () => {
    onLeave();
    paymentReasons.show(record.intent);
  };
  if (state === 'failed')
    return (
      <Notice
        tone="warning"
        action={
          <Button compact onClick={explain}>
            {whyNot}
          </Button>
        }
      >
        {words.failed} {record.failure && say(record.failure)}
      </Notice>
    );
  if (state === 'unknown') return <Notice tone="warning">{words.unknown}</Notice>;
  const invoice = state === 'shown' ? record.checked?.invoice : undefined;
  return (
    <>
      <Notice announce>{words.pending}</Notice>
      {invoice !== undefined && <ShownInvoice intent={record.intent} invoice={invoice} />}
    </>
  );
}

/** The invoice for users who pay with a wallet that is not connected. */
function ShownInvoice({ intent, invoice }: { readonly intent: string; readonly invoice: string }) {
  const words = useSubscribeStrings().payment;
  const copy = useCopy();
  const { decline } = usePaymentIntents();
  const uri = lightningUri(invoice) ?? '';
  return (
    <div className={styles.invoice}>
      <p>{words.invoice}</p>
      {readInvoice(invoice)?.network === 'regtest' && <p>{words.play}</p>}
      <QrCode text={uri.toUpperCase()} label={words.qr} />
      <div className={styles.acts}>
        <Button onClick={() => decline(intent)}>{words.giveUp}</Button>
        <Button onClick={() => copy(invoice, 'invoice')}>{words.copy}</Button>
        <a className={buttonClass({})} href={uri} rel="noopener noreferrer">
          {words.open}
        </a>
      </div>
    </div>
  );
}
