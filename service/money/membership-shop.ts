import { inSeconds, plus, seconds, type Seconds } from '../../src/events/core/time.ts';
import type { Member } from '../store/accounts/members.ts';
import type { KeptQuote } from '../store/money/purchases.ts';
import type { Store } from '../store/store.ts';
import type { Money, WantedInvoice } from './payments.ts';
import { ifRoom } from '../errors.ts';
import { playRate } from './play-rate.ts';

/** What somebody wants to buy, for whom, and under which name. `usd`: what a patron gives. */
interface Order {
  readonly buyer: string;
  readonly receiver: string;
  readonly name: string;
  readonly product: string;
  readonly usd: number | undefined;
}

/** Memberships for play sats (11.2). */
export interface Shop {
  /** What it costs, and the invoice that buys it; undefined where that is not sold. */
  quote(order: Order): Promise<{ readonly quote: KeptQuote; readonly bolt11: string } | undefined>;
  close(): void;
}

/** The product whose givers stand on the leaderboard of patrons. */
export const PATRON = 'legend-premium';

const ACCOUNT = 'memberships';
const MONTH = 31 * 86_400;
/** Dollars and seconds of what has a price. */
const PRODUCTS: ReadonlyMap<string, { readonly usd: number; readonly length: number }> = new Map([
  ['1-month-premium', { usd: 7, length: MONTH }],
  ['12-months-premium', { usd: 75, length: 12 * MONTH }],
]);
/** Dollars that make a patron. */
const GIFT = { least: 25, most: 1_000_000 };
const MSATS_A_BITCOIN = 1e11;
const EXPIRY = seconds(900);

/** Opens the shop, and gives what an earlier run was paid for and had no time to give. Whoever waits is told by the quote (`store.concern`), in all processes. */
export async function openShop(store: Store, money: Money): Promise<Shop> {
  const give = async (quote: KeptQuote): Promise<void> => {
    const [known] = await store.membersAmong([quote.receiver]);
    if (!(await store.completeQuote(quote.quote, memberAfter(quote, known, store.now())))) return;
    // whoever waits for it and is not told, as the store is away, hears of it by asking again
    await store.concern([quote.quote]).catch(() => undefined);
  };
  for (const quote of await store.paidQuotes()) await ifRoom(give(quote));
  const close = money.onPaid(({ payee, hash }) => {
    // what cannot be kept now is given at the next start
    if (payee === ACCOUNT) void giveQuote(hash).catch(() => undefined);
  });
  const giveQuote = async (hash: string): Promise<void> => {
    const quote = await store.quote(hash);
    if (quote) await give(quote);
  };
  return {
    close,
    async quote({ buyer, receiver, name, product, usd }) {
      const price = PRODUCTS.get(product)?.usd ?? (product === PATRON ? usd : undefined);
      if (price === undefined || (product === PATRON && !(price >= GIFT.least && price <= GIFT.most))) return undefined;
      const wanted: WantedInvoice = { payee: ACCOUNT, msats: msatsOf(price), text: `Play sats for ${product}`, expiry: EXPIRY };
      const { hash, bolt11, msats, createdAt } = await money.invoice(wanted);
      const quote = { quote: hash, buyer, receiver, name, product, msats, usd: String(price), createdAt };
      await store.keepQuote(quote);
      return { quote: { ...quote, completedAt: undefined }, bolt11 };
    },
  };
}

/** Dollars as msats of whole play sats. */
function msatsOf(usd: number): number {
  return Math.round((usd * MSATS_A_BITCOIN) / (playRate('USD') ?? 1) / 1_000) * 1_000;
}

/** What somebody is once it is given: what they were stays, and time is added to what is left. */
function memberAfter({ receiver, name, product }: KeptQuote, known: Member | undefined, now: Seconds): Member {
  const isPatron = product === PATRON || known?.tier === 'premium-legend';
  const left = known?.expiresOn !== undefined && known.tier !== '' ? Math.max(known.expiresOn, inSeconds(now)) : inSeconds(now);
  const length = PRODUCTS.get(product)?.length ?? 0;
  return {
    pubkey: receiver,
    name: name === '' ? known?.name : name,
    tier: isPatron ? 'premium-legend' : 'premium',
    cohort1: known?.cohort1 || 'Premium',
    cohort2: known?.cohort2 ?? '',
    premiumSince: known?.premiumSince ?? inSeconds(now),
    legendSince: isPatron ? (known?.legendSince ?? inSeconds(now)) : undefined,
    // who was a member without an end stays one
    expiresOn:
      isPatron || (known?.tier === 'premium' && known.expiresOn === undefined)
        ? undefined
        : inSeconds(plus(seconds(left), seconds(length))),
    style: known?.style || (isPatron ? 'GOLD' : ''),
    customBadge: known?.customBadge ?? false,
    avatarGlow: known?.avatarGlow ?? false,
    shoutout: known?.shoutout ?? '',
  };
}
