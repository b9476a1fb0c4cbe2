import { addressOf } from '../../nostr/address.ts';
import {
  type Draft,
  newestVersion,
  type SignedEvent,
  type Tag,
  tagValue,
  type VerifiedEvent,
} from '../../nostr/event.ts';
import { KIND } from '../../nostr/kinds.ts';
import { EVENT_LIMITS } from '../../nostr/event-shape.ts';
import { clip, clipLine } from '../../core/text.ts';
import { inSeconds } from '../../core/time.ts';
import type { PaymentRecord } from '../payments/payment.ts';
import { splitsIn } from './splits.ts';
import { composed, type Ours } from '../../nostr/ours.ts';

const CADENCES = ['daily', 'weekly', 'monthly', 'quarterly', 'yearly'] as const;
export type Cadence = (typeof CADENCES)[number];

/** The price of a tier per period, in sats or a currency code. */
export interface Price {
  readonly amount: number;
  readonly unit: string;
  readonly cadence: Cadence;
  /** The price per month. `exactly`: it is charged by the month. */
  readonly monthly: number;
  /** As the author wrote it. */
  readonly tag: Tag;
}

/** An author's offer to their supporters (kind 37001). */
export interface Tier {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly perks: readonly string[];
  readonly prices: readonly Price[];
  /** The app that created it. Empty if unknown. */
  readonly client: string;
  readonly source: VerifiedEvent;
}

const MOST_TIERS = 20;
const MOST_PERKS = 20;
const MOST_PRICES = 10;
const MOST_SPLITS = 20;
const LONGEST_TITLE = 100;
const LONGEST_TEXT = 1_000;
const MOST = 2_100_000_000_000_000;
/** Periods per year. */
const A_YEAR: Readonly<Record<Cadence, number>> = {
  daily: 365,
  weekly: 52,
  monthly: 12,
  quarterly: 4,
  yearly: 1,
};

/**
 * Return the tiers of an author: those of the newest list (17000) by the same author, in its order
 * (THREAD-07).
 */
export function tiersIn(events: readonly VerifiedEvent[], pubkey: string): readonly Tier[] {
  const own = events.filter((event) => event.pubkey === pubkey);
  const list = newestVersion(own.filter(({ kind }) => kind === KIND.TierList));
  const found = new Map<string, Tier>();
  const tiers = own.filter(({ kind }) => kind === KIND.Tier);
  const named = {
    e: new Map(tiers.map((event) => [event.id, event])),
    a: new Map(
      [...Map.groupBy(tiers, (event) => addressOf(event) ?? '')].map(([key, all]) => [
        key,
        newestVersion(all),
      ]),
    ),
  };
  for (const [name, key = ''] of list?.tags ?? []) {
    if (found.size === MOST_TIERS) break;
    const event = name === 'e' || name === 'a' ? named[name].get(key) : undefined;
    const tier = event && readTier(event);
    if (tier && tier.prices.length > 0) found.set(addressOf(tier.source) ?? tier.id, tier);
  }
  return [...found.values()];
}

/** Read a tier's title (else its content), perks and prices, all of bounded length. */
function readTier(event: VerifiedEvent): Tier {
  const title = clipLine(tagValue(event, 'title') ?? '', LONGEST_TITLE);
  const perks = event.tags.flatMap(([name, text = '']) =>
    name === 'perk' && text.trim() !== '' ? [clipLine(text, LONGEST_TEXT)] : [],
  );
  const prices = event.tags.flatMap((tag) => (tag[0] === 'amount' ? (readPrice(tag) ?? []) : []));
  return {
    id: event.id,
    title: title === '' ? clipLine(event.content, LONGEST_TITLE) : title,
    text: title === '' ? '' : clip(event.content, LONGEST_TEXT).trim(),
    perks: perks.slice(0, MOST_PERKS),
    prices: prices.slice(0, MOST_PRICES),
    client: clipLine(tagValue(event, 'client') ?? '', LONGEST_TITLE),
    source: event,
  };
}

function readPrice(tag: Tag): Price | undefined {
  const [, text = '', named = '', often = ''] = tag;
  const value = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : NaN;
  const cadence = CADENCES.find((one) => one === often);
  const unit = unitOf(named);
  if (!cadence || unit === undefined || !(value > 0 && value <= MOST)) return undefined;
  const amount = named === 'msats' || named === 'msat' ? Math.ceil(value / 1_000) : value;
  return { amount, unit, cadence, monthly: (amount * A_YEAR[cadence]) / A_YEAR.monthly, tag };
}

export function priceIn({ tags }: Pick<SignedEvent, 'tags'>): Price | undefined {
  const tag = tags.find(([name]) => name === 'amount');
  return tag && readPrice(tag);
}

function unitOf(named: string): string | undefined {
  if (/^m?sats?$/.test(named)) return 'sats';
  return /^[A-Za-z]{3}$/.test(named) ? named.toUpperCase() : undefined;
}

/**
 * Return the event by which its signer subscribes to a tier at a price (kind 7001). It pays
 * nothing.
 */
export function buildSubscription({ id, source }: Tier, { tag }: Price): Ours<Draft> {
  const { pubkey, created_at, kind, tags, content, sig } = source;
  const whole = JSON.stringify({ id, pubkey, created_at, kind, tags, content, sig });
  const splits = tags.filter(([name]) => name === 'zap').slice(0, MOST_SPLITS);
  return composed({
    kind: KIND.Subscribe,
    content: '',
    tags: [
      ['p', pubkey],
      ['e', id],
      tag,
      ...(whole.length > EVENT_LIMITS.content ? [] : [['event', whole]]),
      ...splits,
    ],
  });
}

/** Return the event that ends a subscription (kind 7002). */
export function buildUnsubscription(subscription: SignedEvent): Ours<Draft> {
  return composed({
    kind: KIND.Unsubscribe,
    content: '',
    tags: [
      ['p', tagValue(subscription, 'p') ?? ''],
      ['e', subscription.id],
    ],
  });
}

/** Return the account's newest subscription to an author, unless it was ended. */
export function subscriptionIn(
  events: readonly VerifiedEvent[],
  account: string,
  author: string,
): VerifiedEvent | undefined {
  const own = events.filter((event) => event.pubkey === account && tagValue(event, 'p') === author);
  const ended = new Set(
    own.flatMap((event) => (event.kind === KIND.Unsubscribe ? (tagValue(event, 'e') ?? []) : [])),
  );
  return newestVersion(own.filter(({ kind, id }) => kind === KIND.Subscribe && !ended.has(id)));
}

/**
 * Return a price in msats if it is in whole sats and goes to the author alone. `undefined` for
 * other currencies, fractions of a sat, and prices shared by several recipients.
 */
export function payableMsats({ source }: Tier, { amount, unit }: Price): number | undefined {
  const splits = splitsIn(source);
  const isForAuthor = splits.every(({ pubkey }) => pubkey === source.pubkey);
  return unit === 'sats' &&
    isForAuthor &&
    Number.isSafeInteger(amount * 1_000) &&
    Number.isInteger(amount)
    ? amount * 1_000
    : undefined;
}

/**
 * The last payment for a subscription to an author. `due`: it is paid, and no subscription or end
 * of one was published since.
 */
export interface TierPayment {
  readonly record: PaymentRecord;
  readonly tier: string;
  readonly isDue: boolean;
}

/**
 * Return the last payment for one of these tiers in the log, and whether the account has published
 * since.
 */
export function paymentOfTiers(
  tiers: readonly Tier[],
  records: Iterable<PaymentRecord>,
  published: readonly SignedEvent[],
): TierPayment | undefined {
  const ids = new Set(tiers.map(({ id }) => id));
  const of = [...records].flatMap((record) => {
    const tier = record.want.type === 'zap' ? record.want.to.id : undefined;
    return tier !== undefined && ids.has(tier) ? [{ record, tier }] : [];
  });
  const last = of.toSorted((a, b) => inSeconds(a.record.at) - inSeconds(b.record.at)).at(-1);
  if (!last) return undefined;
  const isDue =
    last.record.paid !== undefined &&
    !published.some(({ created_at }) => created_at >= last.record.at);
  return { ...last, isDue };
}

/**
 * Return the name of the intent to pay a price of a tier. It identifies the price even if two of
 * them cost the same. `unique`: created once per click.
 */
export function tierIntent(tier: Tier, price: Price, unique: string): string {
  return `tier ${tier.prices.indexOf(price)} ${unique}`;
}

/** True if a payment was for a tier. A zap cannot repeat it. */
export function isForTier({ intent }: Pick<PaymentRecord, 'intent'>): boolean {
  return intent.startsWith('tier ');
}

/**
 * Return the price that a payment was for. `undefined` if the tier no longer has it at that sum.
 */
export function priceOf(
  tier: Tier,
  { intent, want }: Pick<PaymentRecord, 'intent' | 'want'>,
): Price | undefined {
  const [, at] = /^tier (\d+) /.exec(intent) ?? [];
  const price = tier.prices[Number(at ?? -1)];
  return price && payableMsats(tier, price) === want.amountMsats ? price : undefined;
}
