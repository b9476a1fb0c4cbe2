/**
 * Fixed, invented price of a bitcoin in play money by currency, so that amounts beside play sats
 * can be tried. No price of real money is known here.
 */
const PLAY_RATES: ReadonlyMap<string, number> = new Map([
  ['USD', 100_000],
  ['EUR', 90_000],
  ['GBP', 80_000],
  ['CHF', 90_000],
  ['CAD', 140_000],
  ['AUD', 150_000],
  ['JPY', 15_000_000],
  ['BRL', 550_000],
  ['INR', 8_500_000],
  ['SEK', 1_000_000],
  ['NOK', 1_000_000],
  ['PLN', 400_000],
]);

export function playRate(currency: string): number | undefined {
  return PLAY_RATES.get(currency.toUpperCase());
}
