import { addressOf } from '../../nostr/address.ts';
import { type Draft, newestVersion, type SignedEvent, type Tag, tagValue, type VerifiedEvent } from '../../nostr/event.ts';
import { KIND } from '../../nostr/kinds.ts';
import { EVENT_LIMITS } from '../../nostr/event-shape.ts';
import { clip, clipLine } from '../../core/text.ts';
import { inSeconds } from '../../core/time.ts';
import type { PaymentRecord } from '../payments/payment.ts';
import { splitsIn } from './splits.ts';
import { composed, type Ours } from '../../nostr/ours.ts';

const CADENCES = ['daily', 'weekly', 'monthly', 'quarterly', 'yearly'] as const;
export type Cadence = (typeof CADENCES)[number];

/** What a tier costs each time, in its own unit: sats, or the letters of a currency. */
export interface Price {
  readonly amount: number;
  readonly unit: string;
  readonly cadence: Cadence;
  /** What that comes to in a month; `exactly`: it is charged by the month. */
  readonly monthly: number;
  /** As the author wrote it. */
  readonly tag: Tag;
}

/** What an author offers to those who support them (kind 37001). */
export interface Tier {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly perks: readonly string[];
  readonly prices: readonly Price[];
  /** The app that it was made with; '' where that is not said. */
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
/** How often each is charged in a year. */
const A_YEAR: Readonly<Record<Cadence, number>> = { daily: 365, weekly: 52, monthly: 12, quarterly: 4, yearly: 1 };

/** Tiers that an author offers: those of the newest list (17000) that are by the same author, in its order (THREAD-07). */
export function tiersIn(events: readonly VerifiedEvent[], pubkey: string): readonly Tier[] {
  const own = events.filter((event) => event.pubkey === pubkey);
  const list = newestVersion(own.filter(({ kind }) => kind === KIND.TierList));
  const found = new Map<string, Tier>();
  const tiers = own.filter(({ kind }) => kind === KIND.Tier);
  const named = {
    e: new Map(tiers.map((event) => [event.id, event])),
    a: new Map([...Map.groupBy(tiers, (event) => addressOf(event) ?? '')].map(([key, all]) => [key, newestVersion(all)])),
  };
  for (const [name, key = ''] of list?.tags ?? []) {
    if (found.size === MOST_TIERS) break;
    const event = name === 'e' || name === 'a' ? named[name].get(key) : undefined;
    const tier = event && readTier(event);
    if (tier && tier.prices.length > 0) found.set(addressOf(tier.source) ?? tier.id, tier);
  }
  return [...found.values()];
}

/** Reads a tier's title (else its content), perks and prices, all of bounded length. */
function readTier(event: VerifiedEvent): Tier {
  const title = clipLine(tagValue(event, 'title') ?? '', LONGEST_TITLE);
  const perks = event.tags.flatMap(([name, text = '']) => (name === 'perk' && text.trim() !== '' ? [clipLine(text, LONGEST_TEXT)] : []));
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

/** What a subscription is to cost, as its event says. */
export function priceIn({ tags }: Pick<SignedEvent, 'tags'>): Price | undefined {
  const tag = tags.find(([name]) => name === 'amount');
  return tag && readPrice(tag);
}

function unitOf(named: string): string | undefined {
  if (/^m?sats?$/.test(named)) return 'sats';
  return /^[A-Za-z]{3}$/.test(named) ? named.toUpperCase() : undefined;
}

/** Says that its signer subscribes to a tier for a price (kind 7001, 4.10 of the wire reference). Nothing is paid by it. */
export function buildSubscription({ id, source }: Tier, { tag }: Price): Ours<Draft> {
  const { pubkey, created_at, kind, tags, content, sig } = source;
  const whole = JSON.stringify({ id, pubkey, created_at, kind, tags, content, sig });
  const splits = tags.filter(([name]) => name === 'zap').slice(0, MOST_SPLITS);
  return composed({
    kind: KIND.Subscribe,
    content: '',
    tags: [['p', pubkey], ['e', id], tag, ...(whole.length > EVENT_LIMITS.content ? [] : [['event', whole]]), ...splits],
  });
}

/** Ends a subscription (kind 7002). */
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

/** The subscription to an author that stands: the newest of that account that it did not end. */
export function subscriptionIn(events: readonly VerifiedEvent[], account: string, author: string): VerifiedEvent | undefined {
  const own = events.filter((event) => event.pubkey === account && tagValue(event, 'p') === author);
  const ended = new Set(own.flatMap((event) => (event.kind === KIND.Unsubscribe ? (tagValue(event, 'e') ?? []) : [])));
  return newestVersion(own.filter(({ kind, id }) => kind === KIND.Subscribe && !ended.has(id)));
}

/** What a price comes to in msats, where it is one of sats that can be paid at once; undefined for other currencies, parts of a sat, and what is shared by several. */
export function payableMsats({ source }: Tier, { amount, unit }: Price): number | undefined {
  const splits = splitsIn(source);
  const isForAuthor = splits.every(({ pubkey }) => pubkey === source.pubkey);
  return unit === 'sats' && isForAuthor && Number.isSafeInteger(amount * 1_000) && Number.isInteger(amount) ? amount * 1_000 : undefined;
}

/** How the last payment for a subscription to an author stands; `due`: it is paid, and no subscription, nor the end of one, was published since. */
export interface TierPayment {
  readonly record: PaymentRecord;
  readonly tier: string;
  readonly isDue: boolean;
}

/** The last payment for one of these tiers in the log, with what was published since by that account. */
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
  const isDue = last.record.paid !== undefined && !published.some(({ created_at }) => created_at >= last.record.at);
  return { ...last, isDue };
}

/** The name of the intent to pay a price of a tier, which says which one: of two that cost the same only one is meant. `unique`: made once, by the click. */
export function tierIntent(tier: Tier, price: Price, unique: string): string {
  return `tier ${tier.prices.indexOf(price)} ${unique}`;
}

/** The price that a payment was for; undefined where the tier no longer has it at that sum. */
export function priceOf(tier: Tier, { intent, want }: Pick<PaymentRecord, 'intent' | 'want'>): Price | undefined {
  const [, at] = /^tier (\d+) /.exec(intent) ?? [];
  const price = tier.prices[Number(at ?? -1)];
  return price && payableMsats(tier, price) === want.amountMsats ? price : undefined;
}
