import { inSeconds, plus, seconds, type Seconds } from '../../src/events/core/time.ts';
import type { Member } from '../store/accounts/members.ts';
import type { KeptQuote } from '../store/money/purchases.ts';
import type { Store } from '../store/store.ts';
import type { Money, WantedInvoice } from './payments.ts';
import { ignoreDiskFull } from '../errors.ts';
import { playRate } from './play-rate.ts';

/** An order of a membership: buyer, recipient and name. `usd`: the amount of a patron's gift. */
interface Order {
  readonly buyer: string;
  readonly receiver: string;
  readonly name: string;
  readonly product: string;
  readonly usd: number | undefined;
}

/** Memberships for play sats. */
export interface Shop {
  /** Return the price and the invoice, or `undefined` if the product is not sold. */
  quote(order: Order): Promise<{ readonly quote: KeptQuote; readonly bolt11: string } | undefined>;
  close(): void;
}

/** The product of the leaderboard of patrons. */
export const PATRON = 'legend-premium';

const ACCOUNT = 'memberships';
const MONTH = 31 * 86_400;
/** Prices in dollars, lengths in seconds. */
const PRODUCTS: ReadonlyMap<string, { readonly usd: number; readonly length: number }> = new Map([
  ['1-month-premium', { usd: 7, length: MONTH }],
  ['12-months-premium', { usd: 75, length: 12 * MONTH }],
]);
/** Limits of a patron's gift, in dollars. */
const GIFT = { least: 25, most: 1_000_000 };
const MSATS_A_BITCOIN = 1e11;
const EXPIRY = seconds(900);

/**
 * Open the shop, and grant the purchases that an earlier run was paid for but did not grant.
 * Waiting clients in all processes are notified by the quote (`store.concern`).
 */
export async function openShop(store: Store, money: Money): Promise<Shop> {
  const give = async (quote: KeptQuote): Promise<void> => {
    const [known] = await store.membersAmong([quote.receiver]);
    if (!(await store.completeQuote(quote.quote, memberAfter(quote, known, store.now())))) return;
    // If the store is away, the notification is lost, and waiting clients see the result on their
    // next request.
    await store.concern([quote.quote]).catch(() => undefined);
  };
  for (const quote of await store.paidQuotes()) await ignoreDiskFull(give(quote));
  const close = money.onPaid(({ payee, hash }) => {
    // A grant that cannot be stored now is made at the next start.
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
      if (
        price === undefined ||
        (product === PATRON && !(price >= GIFT.least && price <= GIFT.most))
      )
        return undefined;
      const wanted: WantedInvoice = {
        payee: ACCOUNT,
        msats: msatsOf(price),
        text: `Play sats for ${product}`,
        expiry: EXPIRY,
      };
      const { hash, bolt11, msats, createdAt } = await money.invoice(wanted);
      const quote = {
        quote: hash,
        buyer,
        receiver,
        name,
        product,
        msats,
        usd: String(price),
        createdAt,
      };
      await store.keepQuote(quote);
      return { quote: { ...quote, completedAt: undefined }, bolt11 };
    },
  };
}

/** Convert dollars to msats in whole play sats. */
function msatsOf(usd: number): number {
  return Math.round((usd * MSATS_A_BITCOIN) / (playRate('USD') ?? 1) / 1_000) * 1_000;
}

/**
 * Return the member after a purchase: the tier never drops, and time is added to the remaining
 * time.
 */
function memberAfter(
  { receiver, name, product }: KeptQuote,
  known: Member | undefined,
  now: Seconds,
): Member {
  const isPatron = product === PATRON || known?.tier === 'premium-legend';
  const left =
    known?.expiresOn !== undefined && known.tier !== ''
      ? Math.max(known.expiresOn, inSeconds(now))
      : inSeconds(now);
  const length = PRODUCTS.get(product)?.length ?? 0;
  return {
    pubkey: receiver,
    name: name === '' ? known?.name : name,
    tier: isPatron ? 'premium-legend' : 'premium',
    cohort1: known?.cohort1 || 'Premium',
    cohort2: known?.cohort2 ?? '',
    premiumSince: known?.premiumSince ?? inSeconds(now),
    legendSince: isPatron ? (known?.legendSince ?? inSeconds(now)) : undefined,
    // A membership without an end stays so.
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
