import { use, useId, useState } from 'react';
import { displayNameOf } from '../../../events/facts/profile.ts';
import { fullNumber } from '../../../events/core/format.ts';
import { tagValue, type VerifiedEvent } from '../../../events/nostr/event.ts';
import { isPaymentSettled } from '../../../events/money/payments/payment.ts';
import {
  buildSubscription,
  type Price,
  priceIn,
  type Tier,
} from '../../../events/money/zaps/subscription-tier.ts';
import { pressed } from '../../../events/nostr/ours.ts';
import { getRow } from '../../../events/core/table.ts';
import { usePicture } from '../../account/profile/picture.ts';
import { useIsProxied } from '../../account/relays/use-network.ts';
import { useActingSoon } from '../../account/use-features.ts';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { now } from '../../ui/hooks/now.ts';
import { Avatar } from '../../ui/display/Avatar.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { IsolatedText } from '../../ui/display/IsolatedText.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { ShellContext } from '../../ui/hooks/shell-context.ts';
import { useSubscribeStrings } from '../../ui/strings/subscribe.ts';
import text from '../../ui/styles/text.module.css';
import styles from './SubscribeDialog.module.css';
import { AmountDue } from '../payments/AmountDue.tsx';
import { PaymentTerms } from '../payments/PaymentTerms.tsx';
import { usePayers } from '../payments/use-payers.ts';
import { useInMoney } from '../payments/use-rate.ts';
import { TierPaymentState } from './TierPaymentState.tsx';
import {
  usePayable,
  useSubscribing,
  useSubscription,
  useSubscriptionLook,
  useTierPayment,
} from './use-subscription.ts';
import { useLocale } from '../../ui/strings.ts';

interface SubscribeDialogProps {
  readonly pubkey: string;
  readonly tiers: readonly Tier[];
  readonly onClose: () => void;
}

/** An author's tiers with perks and prices, to subscribe or to end a subscription (THREAD-07). */
export function SubscribeDialog({ pubkey, tiers, onClose }: SubscribeDialogProps) {
  const locale = useLocale();
  const words = useSubscribeStrings();
  const shell = use(ShellContext);
  const canAct = useActingSoon();
  const { pay, subscribe, end } = useSubscribing();
  const payable = usePayable(pubkey);
  const payment = useTierPayment(tiers, pubkey);
  const isOpen = payment !== undefined && (payment.isDue || !isPaymentSettled(payment.record));
  const subscription = useSubscription(pubkey);
  const { isLooking, isWhole } = useSubscriptionLook(pubkey);
  const [isProxied] = useIsProxied();
  const profile = useFacts((facts) => getRow(facts.profiles, pubkey));
  const picture = usePicture(profile);
  const name = displayNameOf(profile, pubkey);
  const group = useId();
  const [chosen, choose] = useState<{ readonly tier: Tier; readonly price: Price }>();
  const want = chosen && payable(chosen.tier, chosen.price);
  const press = () => {
    if (!chosen) return;
    if (canAct && want) return pay(chosen.tier, chosen.price, pressed(want));
    if (canAct) subscribe(chosen.tier, chosen.price);
    else
      shell?.onRefused(
        { code: 'act.signIn' },
        {
          type: 'intents.publish',
          draft: buildSubscription(chosen.tier, chosen.price),
          now: now(),
        },
      );
    onClose();
  };
  const finish = () => {
    if (subscription) end(subscription);
    onClose();
  };
  return (
    <Dialog
      title={words.title(name)}
      lead={<Avatar pubkey={pubkey} name={name} src={picture} />}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{subscription || isOpen ? words.close : words.cancel}</Button>
          {subscription ? (
            <Button tone="danger" onClick={finish}>
              {words.end}
            </Button>
          ) : (
            <Button tone="primary" disabled={!chosen || isOpen} busy={isLooking} onClick={press}>
              {want ? words.pay(fullNumber(want.amountMsats / 1_000, locale)) : words.subscribe}
            </Button>
          )}
        </>
      }
    >
      {subscription && <Current subscription={subscription} tiers={tiers} />}
      {payment && !subscription && (
        <TierPaymentState payment={payment} tiers={tiers} onLeave={onClose} />
      )}
      <ul aria-label={words.tiers} className={styles.tiers}>
        {tiers.map((tier) => (
          <li key={tier.id}>
            <TierCard
              tier={tier}
              group={group}
              chosen={chosen?.tier === tier ? chosen.price : undefined}
              onChoose={subscription || isOpen ? undefined : (price) => choose({ tier, price })}
            />
          </li>
        ))}
      </ul>
      {want && !subscription && <Due to={name} sats={want.amountMsats / 1_000} />}
      {!isLooking && !isWhole && (
        <Notice tone="warning">{isProxied ? words.paused : words.unsure}</Notice>
      )}
      <div className={cx(text.small, text.muted)}>
        <p>{subscription ? words.endTruth : want ? words.payTruth : words.truth}</p>
        <p role="status">{isLooking && words.looking}</p>
      </div>
    </Dialog>
  );
}

/** To whom the price goes, from which wallet, its highest fee, and its sum. */
function Due({ to, sats }: { readonly to: string; readonly sats: number }) {
  const { payer, isPlay } = usePayers(false);
  const money = useInMoney(isPlay)(sats);
  return (
    <>
      <PaymentTerms to={to} payer={payer} parts={[sats]} isPlay={isPlay} />
      <AmountDue sats={sats} isPlay={isPlay} money={money} />
    </>
  );
}

function Current({
  subscription,
  tiers,
}: {
  readonly subscription: VerifiedEvent;
  readonly tiers: readonly Tier[];
}) {
  const words = useSubscribeStrings();
  const tier = tiers.find(({ id }) => id === tagValue(subscription, 'e'));
  const price = priceIn(subscription);
  return (
    <p className={styles.current}>
      {words.current}{' '}
      <IsolatedText>{tier ? tier.title || words.untitled : words.goneTier}</IsolatedText>
      {price && `, ${words.price(price.amount, price.unit, price.cadence)}`},{' '}
      {words.since(subscription.created_at)}
    </p>
  );
}

interface TierCardProps {
  readonly tier: Tier;
  readonly group: string;
  readonly chosen: Price | undefined;
  /** `undefined` if there is no choice. */
  readonly onChoose: ((price: Price) => void) | undefined;
}

function TierCard({ tier, group, chosen, onChoose }: TierCardProps) {
  const words = useSubscribeStrings();
  return (
    <fieldset className={cx(styles.tier, chosen && styles.chosen)}>
      <legend className={styles.title} dir="auto">
        {tier.title || words.untitled}
      </legend>
      {tier.text !== '' && (
        <p className={cx(text.small, text.muted)} dir="auto">
          {tier.text}
        </p>
      )}
      {tier.perks.length > 0 && (
        <ul className={styles.perks}>
          {tier.perks.map((perk, at) => (
            <li key={at} dir="auto">
              {perk}
            </li>
          ))}
        </ul>
      )}
      {tier.client !== '' && (
        <p className={cx(text.small, text.muted)}>
          {words.via} <IsolatedText>{tier.client}</IsolatedText>
        </p>
      )}
      <div className={styles.prices}>
        {tier.prices.map((price, at) => (
          <label key={at} className={styles.price}>
            {onChoose && (
              <input
                type="radio"
                name={group}
                checked={price === chosen}
                onChange={() => onChoose(price)}
              />
            )}
            <span>
              <strong>{words.price(price.amount, price.unit, price.cadence)}</strong>
              {price.cadence !== 'monthly' && (
                <span className={cx(text.small, text.muted)}>
                  {' '}
                  {words.monthly(price.monthly, price.unit)}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
