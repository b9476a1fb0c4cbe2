import { useEffect, useEffectEvent, useId, useState } from 'react';
import {
  givenAt,
  isGift,
  isMemberName,
  LEAST_GIFT,
  PRODUCTS,
  type Product,
  type Quote,
} from '../../../events/account/membership/purchase.ts';
import { wholeIn } from '../../../events/core/whole-number.ts';
import { query } from '../../../events/connection/verbs.ts';
import { readInvoice } from '../../../events/nostr/bolt11.ts';
import { paymentStateOf } from '../../../events/money/payments/payment.ts';
import membershipStyles from './Membership.module.css';
import type { useMembership } from '../../account/membership/use-membership.ts';
import { useClock } from '../../ui/hooks/clock.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { Spinner } from '../../ui/display/Spinner.tsx';
import { useMembershipStrings } from '../../ui/strings/membership.ts';
import { usePaymentWords } from '../../ui/strings/payments.ts';
import { useZapStrings } from '../../ui/strings/zaps.ts';
import text from '../../ui/styles/text.module.css';
import { useLookupUntil } from '../../ui/hooks/use-lookup.ts';
import { useServiceUrl } from '../../connection/use-services.ts';
import styles from './BuyMembership.module.css';
import { PayDialog } from '../../money/payments/PayDialog.tsx';
import { useMoney, usePaymentOfInvoice } from '../../money/payments/use-payments.ts';

type Membership = NonNullable<ReturnType<typeof useMembership>>;

/** Buys a membership: tier and name, price, and state of the payment (MEMBER-02). */
export function BuyMembership({ membership }: { readonly membership: Membership }) {
  const words = useMembershipStrings().buy;
  const title = useId();
  const { tier = 'none', quote } = membership;
  return (
    <section className={membershipStyles.part} aria-labelledby={title}>
      <h2 id={title} className={membershipStyles.heading}>
        {words.title[tier]}
      </h2>
      {quote ? (
        <Price key={quote.id} quote={quote} membership={membership} />
      ) : (
        <OrderForm membership={membership} />
      )}
    </section>
  );
}

function OrderForm({
  membership: { tier, isQuoting, trouble, said, order },
}: {
  readonly membership: Membership;
}) {
  const words = useMembershipStrings().buy;
  const [product, choose] = useState<Product>(
    tier === 'premium-legend' ? 'legend-premium' : PRODUCTS[0],
  );
  const [typedName, setName] = useState('');
  const [gift, setGift] = useState(String(LEAST_GIFT));
  const [isChecked, setIsChecked] = useState(false);
  const name = typedName.trim().toLowerCase();
  const isNamed = name === '' || isMemberName(name);
  const usd = product === 'legend-premium' ? (wholeIn(gift) ?? 0) : undefined;
  const isGiven = usd === undefined || isGift(usd);
  const submit = () => {
    setIsChecked(true);
    if (isNamed && isGiven) order({ product, name, usd });
  };
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {tier !== 'premium-legend' && <Products chosen={product} onChoose={choose} />}
      {usd !== undefined && (
        <Field
          label={words.gift}
          hint={words.giftHint(LEAST_GIFT)}
          inputMode="numeric"
          exact
          value={gift}
          error={isChecked && !isGiven ? words.badGift(LEAST_GIFT) : undefined}
          onChange={({ target }) => setGift(target.value)}
        />
      )}
      <Field
        exact
        label={words.name}
        hint={words.nameHint}
        value={typedName}
        maxLength={40}
        error={isChecked && !isNamed ? words.badName : undefined}
        onChange={({ target }) => setName(target.value)}
      />
      {trouble === 'order' && (
        <Notice tone="warning" announce>
          {said === '' ? words.failed : words.refused(said)}
        </Notice>
      )}
      <div className={styles.acts}>
        <Button type="submit" tone="primary" busy={isQuoting}>
          {words.ask}
        </Button>
        <span role="status" className={text.hidden}>
          {isQuoting && words.asking}
        </span>
      </div>
    </form>
  );
}

function Products({
  chosen,
  onChoose,
}: {
  readonly chosen: Product;
  readonly onChoose: (product: Product) => void;
}) {
  const words = useMembershipStrings().buy;
  const group = useId();
  return (
    <fieldset className={styles.products}>
      <legend className={text.label}>{words.what}</legend>
      {PRODUCTS.map((product) => (
        <label key={product} className={styles.product}>
          <input
            type="radio"
            name={group}
            checked={product === chosen}
            onChange={() => onChoose(product)}
          />
          {words.products[product]}
        </label>
      ))}
    </fieldset>
  );
}

/** The price, and the state of the payment. */
function Price({
  quote,
  membership: { order, ask },
}: {
  readonly quote: Quote;
  readonly membership: Membership;
}) {
  const words = useMembershipStrings().buy;
  const { sats } = useZapStrings();
  const service = useServiceUrl();
  useMoney();
  const record = usePaymentOfInvoice(quote.hash);
  const [isOpen, setIsOpen] = useState(false);
  const invoice = readInvoice(quote.invoice);
  const isOver =
    useClock((now) => (invoice !== undefined && invoice.expiresAt > now ? '' : 'over')) !== '';
  const state = record && paymentStateOf(record);
  const canPay = (state === undefined || state === 'failed') && !isOver;
  return (
    <>
      <p className={styles.price}>
        {words.price(sats(quote.sats, invoice?.network === 'regtest'), quote.usd)}
      </p>
      {record && state !== 'paid' && <Standing record={record} />}
      {state === 'paid' && <Given quote={quote} onGiven={ask} />}
      {state === undefined && isOver && <Notice tone="warning">{words.expired}</Notice>}
      <div className={styles.acts}>
        {canPay && (
          <Button tone="primary" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
            {words.pay}
          </Button>
        )}
        {(canPay || isOver || state === 'paid') && (
          <Button onClick={() => order(undefined)}>{words.other}</Button>
        )}
      </div>
      {isOpen && invoice && (
        <PayDialog
          invoice={invoice}
          source={quote.invoice}
          payee={service}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

function Standing({
  record,
}: {
  readonly record: NonNullable<ReturnType<typeof usePaymentOfInvoice>>;
}) {
  const words = useMembershipStrings().buy;
  const say = usePaymentWords();
  const state = paymentStateOf(record);
  if (state === 'unknown') return <Notice tone="warning">{words.unknown}</Notice>;
  if (state === 'failed')
    return (
      <Notice tone="warning">{words.notPaid(record.failure ? say(record.failure) : '')}</Notice>
    );
  return (
    <p role="status" className={styles.acts}>
      <Spinner /> {words.paying}
    </p>
  );
}

/** Delays before each further request, in milliseconds. */
const PAUSES = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000];

/** Polls until the service has delivered the paid order, and then reloads the membership. */
function Given({ quote, onGiven }: { readonly quote: Quote; readonly onGiven: () => void }) {
  const words = useMembershipStrings().buy;
  const { isThere: isGiven, isOver } = useLookupUntil(
    `purchase ${quote.id}`,
    () => query('membership_purchase_monitor', { membership_quote_id: quote.id }),
    PAUSES,
    (answer) => answer !== undefined && givenAt(answer.claims) !== undefined,
  );
  const tell = useEffectEvent(onGiven);
  useEffect(() => {
    if (isGiven) tell();
  }, [isGiven]);
  if (isGiven) return <Notice tone="success">{words.given}</Notice>;
  return <Notice announce>{isOver ? words.late : words.waiting}</Notice>;
}
