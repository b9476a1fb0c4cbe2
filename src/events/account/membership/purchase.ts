import { timeOf } from '../../connection/claim-fields.ts';
import type { Claim } from '../../connection/claims.ts';
import { contentsOf } from '../../connection/other-claims.ts';
import { field, isRecord } from '../../core/json.ts';
import { RESULT } from '../../nostr/kinds.ts';
import { readInvoice } from '../../nostr/bolt11.ts';
import type { Seconds } from '../../core/time.ts';
import { satsOf } from './membership.ts';

/** What can be bought of a membership (11.2): time, or the place of a legend for a gift. */
export const PRODUCTS = ['1-month-premium', '12-months-premium', 'legend-premium'] as const;
export type Product = (typeof PRODUCTS)[number];

/** What somebody wants to buy. `name`: at the service's domain, empty for none; `usd`: of a gift, whole dollars. */
export interface Order {
  readonly product: Product;
  readonly name: string;
  readonly usd?: number | undefined;
}

/** What the service asks for it: an invoice over whole sats, by the name under which it is asked whether it was given. `usd` as the service writes it. */
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

/** Whether a name can be had at all: by its letters. */
export function isMemberName(name: string): boolean {
  return NAME.test(name);
}

/** Whether a gift is one that is taken. */
export function isGift(usd: number): boolean {
  return Number.isSafeInteger(usd) && usd >= LEAST_GIFT && usd <= MOST_GIFT;
}

/** The quote in an answer. Undefined where it names no price, or its invoice says another one than it does: such a one is not to be paid (INV-PAY). */
export function quoteIn(claims: readonly Claim[]): Quote | undefined {
  const [content] = contentsOf(claims, RESULT.MembershipProducts);
  if (!isRecord(content)) return undefined;
  const [invoice, id, usd] = [field(content, 'qr_code'), field(content, 'membership_quote_id'), field(content, 'amount_usd')];
  if (typeof invoice !== 'string' || typeof id !== 'string' || id === '') return undefined;
  const { paymentHash: hash, amountMsats } = readInvoice(invoice) ?? {};
  const sats = satsOf(field(content, 'amount_btc'));
  if (hash === undefined || sats === undefined || sats <= 0 || amountMsats !== sats * 1_000) return undefined;
  return { id, invoice: invoice.trim(), hash, sats, usd: typeof usd === 'string' ? usd : '' };
}

/** When what was paid was given, as the service says it; undefined: not yet. */
export function givenAt(claims: readonly Claim[]): Seconds | undefined {
  for (const content of contentsOf(claims, RESULT.MembershipProducts)) {
    const at = isRecord(content) ? timeOf(field(content, 'completed_at')) : undefined;
    if (at !== undefined) return at;
  }
  return undefined;
}
