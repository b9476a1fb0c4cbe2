import { query } from '../../events/connection/verbs.ts';
import { currencyOf, moneyOf, rateIn } from '../../events/money/rate.ts';
import { useStrings } from '../app/strings.ts';
import { useLookup } from '../app/use-lookup.ts';

/** Says what sats are worth in the person's currency, as far as the service tells a rate; play money is worth nothing. */
export function useInMoney(isPlay = false): (sats: number) => string | undefined {
  const { locale } = useStrings();
  const currency = currencyOf(navigator.language);
  const { answer } = useLookup(`rate ${currency}`, () => query('membership_exchange_rate', { target_currency: currency }));
  const rate = answer && rateIn(answer.claims);
  return (sats) => (rate === undefined || isPlay ? undefined : moneyOf(sats, rate, currency, locale));
}
