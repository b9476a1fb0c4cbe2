import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { currencyOf, moneyOf } from '../../../events/money/payments/rate.ts';
import { useAccountActor } from '../../ui/hooks/app-context.ts';
import { useStrings } from '../../ui/strings.ts';
import { useMoney } from './use-payments.ts';

/**
 * Return a function that converts sats to the user's currency, if the service sends a rate
 * (WALLET-02). Play money has no value.
 */
export function useInMoney(isPlay = false): (sats: number) => string | undefined {
  const { locale } = useStrings();
  const currency = currencyOf(navigator.language);
  const money = useMoney();
  const account = useAccountActor();
  useEffect(() => {
    if (money && !isPlay)
      account.send({ type: 'account.intent', intent: { type: 'money.rate', currency } });
  }, [account, money, currency, isPlay]);
  const asked = useSelector(money, (snapshot) => snapshot?.children.rate);
  const rate = useSelector(asked, (snapshot) =>
    snapshot?.context.currency === currency ? snapshot.context.rate : undefined,
  );
  return (sats) =>
    rate === undefined || isPlay ? undefined : moneyOf(sats, rate, currency, locale);
}
