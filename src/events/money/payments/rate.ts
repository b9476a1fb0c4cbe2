import type { Claim } from '../../connection/claims.ts';
import { contentsOf } from '../../connection/other-claims.ts';
import { field, isRecord } from '../../core/json.ts';
import { RESULT } from '../../nostr/kinds.ts';

/** A higher price of one bitcoin is refused. */
const MOST = 1e12;
const SATS_PER_BITCOIN = 1e8;

/**
 * Return the service's price of one bitcoin (WALLET-02): a number or its text. The price is not
 * verified.
 */
export function rateIn(claims: readonly Claim[]): number | undefined {
  for (const content of contentsOf(claims, RESULT.ExchangeRate)) {
    const rate = isRecord(content) ? Number(field(content, 'rate')) : Number.NaN;
    if (Number.isFinite(rate) && rate > 0 && rate <= MOST) return rate;
  }
  return undefined;
}

/**
 * Format sats in a currency, at a price of one bitcoin. `undefined` below the currency's smallest
 * coin.
 */
export function moneyOf(
  sats: number,
  rate: number,
  currency: string,
  locale: string,
): string | undefined {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
  const smallest = 10 ** -(format.resolvedOptions().maximumFractionDigits ?? 2);
  const value = (sats / SATS_PER_BITCOIN) * rate;
  return value < smallest ? undefined : format.format(value);
}

const EURO = 'AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' ');
const CURRENCIES: ReadonlyMap<string, string> = new Map([
  ...EURO.map((region) => [region, 'EUR'] as const),
  ['GB', 'GBP'],
  ['CH', 'CHF'],
  ['JP', 'JPY'],
  ['CA', 'CAD'],
  ['AU', 'AUD'],
  ['BR', 'BRL'],
  ['IN', 'INR'],
  ['MX', 'MXN'],
]);

/**
 * Return the currency of the region in a language tag, or the dollar if there is no known region.
 */
export function currencyOf(language: string): string {
  const region = language.split('-').find((part, at) => at > 0 && part.length === 2) ?? '';
  return CURRENCIES.get(region.toUpperCase()) ?? 'USD';
}
