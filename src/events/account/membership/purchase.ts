import { timeOf } from '../../connection/claim-fields.ts';
import type { Claim } from '../../connection/claims.ts';
import { contentsOf } from '../../connection/other-claims.ts';
import { field, isRecord } from '../../core/json.ts';
import { RESULT } from '../../nostr/kinds.ts';
import { readPayableInvoice } from '../../nostr/payable-invoice.ts';
import type { Seconds } from '../../core/time.ts';
import { satsOf } from './membership.ts';

/** Products of a membership: a period of time, or the status of a legend for a gift. */
export const PRODUCTS = ['1-month-premium', '12-months-premium', 'legend-premium'] as const;
export type Product = (typeof PRODUCTS)[number];

/**
 * An order of the user. `name`: at the service's domain, empty for none. `usd`: of a gift, in whole
 * dollars.
 */
export interface Order {
  readonly product: Product;
  readonly name: string;
  readonly usd?: number | undefined;
}

/**
 * The service's offer for an order: an invoice over whole sats, with the `id` that later queries
 * for completion use. `usd` as the service writes it.
 */
export interface Quote {
  readonly id: string;
  readonly invoice: string;
  readonly hash: string;
  readonly sats: number;
  readonly usd: string;
}

/** Dollars of the smallest gift that makes a legend. */
export const LEAST_GIFT = 25;
const MOST_GIFT = 1_000_000;
const NAME = /^[a-z0-9]([a-z0-9_.-]{0,28}[a-z0-9])?$/;

/** True if the name has an allowed form. */
export function isMemberName(name: string): boolean {
  return NAME.test(name);
}

/** True if the gift has an allowed amount. */
export function isGift(usd: number): boolean {
  return Number.isSafeInteger(usd) && usd >= LEAST_GIFT && usd <= MOST_GIFT;
}

/**
 * Read the quote from an answer. `undefined` if it names no price, or if its invoice names another
 * amount. Such an invoice must not be paid (INV-PAY).
 */
export function quoteIn(claims: readonly Claim[]): Quote | undefined {
  const [content] = contentsOf(claims, RESULT.MembershipProducts);
  if (!isRecord(content)) return undefined;
  const [invoice, id, usd] = [
    field(content, 'qr_code'),
    field(content, 'membership_quote_id'),
    field(content, 'amount_usd'),
  ];
  if (typeof invoice !== 'string' || typeof id !== 'string' || id === '') return undefined;
  const { paymentHash: hash, amountMsats } = readPayableInvoice(invoice) ?? {};
  const sats = satsOf(field(content, 'amount_btc'));
  if (hash === undefined || sats === undefined || sats <= 0 || amountMsats !== sats * 1_000)
    return undefined;
  return { id, invoice: invoice.trim(), hash, sats, usd: typeof usd === 'string' ? usd : '' };
}

/** Return when the purchase was delivered, as the service claims; `undefined` if it was not yet. */
export function givenAt(claims: readonly Claim[]): Seconds | undefined {
  for (const content of contentsOf(claims, RESULT.MembershipProducts)) {
    const at = isRecord(content) ? timeOf(field(content, 'completed_at')) : undefined;
    if (at !== undefined) return at;
  }
  return undefined;
}
