import { readLegendStyle } from '../../../src/events/connection/legend.ts';
import { isRecord, parseJson } from '../../../src/events/core/json.ts';
import { RESULT } from '../../../src/events/nostr/kinds.ts';
import { inSeconds } from '../../../src/events/core/time.ts';
import type { Member } from '../../store/accounts/members.ts';
import { type CacheContext, requireRoom } from '../cache-context.ts';
import { flagOf, hexOf, pageOf, type Payload, Refusal, textOf } from '../payload.ts';
import { rangeResult, readPage } from '../feeds/page-range.ts';
import { type Result, synthetic } from '../results.ts';
import { contentOf, privateRequest, signedRequest } from '../signed-request.ts';
import type { StreamAnswer } from '../shared-streams.ts';

// Purchases and names. If a response without results would mean success, unavailable things
// are refused.

const NAME = /^[a-z0-9]([a-z0-9_.-]{0,28}[a-z0-9])?$/;
const LONGEST_SHOUTOUT = 500;
/** A quote with its invoice. */
const QUOTE_BYTES = 1_000;
const NOT_SOLD = 'memberships are not sold here';

/**
 * Return true if a name at this service's domain is available to that account, or to any
 * (10000601).
 */
export async function nameAvailable(context: CacheContext, payload: Payload): Promise<Result[]> {
  return [
    synthetic(RESULT.MembershipNameAvailable, {
      available: await isFree(context, textOf(payload, 'name') ?? '', hexOf(payload, 'pubkey')),
    }),
  ];
}

/** Rename a member. Returns true if the name was free. */
export async function changeName(context: CacheContext, payload: Payload): Promise<Result[]> {
  const event = await signedRequest(context, payload);
  const name = textOf(contentOf(event), 'name') ?? '';
  const [member] = await context.store.membersAmong([event.pubkey]);
  if (!member || member.tier === '') throw new Refusal(NOT_SOLD);
  const available = NAME.test(name) && (await context.store.renameMember(event.pubkey, name));
  return [synthetic(RESULT.MembershipNameAvailable, { available })];
}

/** Set a patron's badge, glow and text. Invalid values are refused, never dropped silently. */
export async function legendCustomization(
  context: CacheContext,
  payload: Payload,
): Promise<Result[]> {
  const event = await signedRequest(context, payload);
  const wish = contentOf(event);
  const [member] = await context.store.membersAmong([event.pubkey]);
  if (member?.tier !== 'premium-legend') throw new Refusal('only patrons have a badge');
  if (!flagOf(wish, 'in_leaderboard', true))
    throw new Refusal('leaving the leaderboard is not available here');
  await context.store.putMembers([{ ...member, ...badgeOf(wish, member) }]);
  return [];
}

/** Return an account's purchases (10000605), newest first. The page is in the signed content. */
export async function purchaseHistory(context: CacheContext, payload: Payload): Promise<Result[]> {
  const event = await privateRequest(context, payload);
  const page = pageOf(isRecord(parseJson(event.content)) ? contentOf(event) : {}, {
    limit: 20,
    max: 100,
    capped: true,
  });
  const bought = await readPage((slice) => context.store.purchasesOf(event.pubkey, slice), page);
  const orders = bought.map(({ key, product, msats, usd }) => ({
    purchased_at: key,
    product_id: product,
    product_label: product,
    amount_btc: btcOf(msats),
    amount_usd: usd,
    currency: 'BTC',
  }));
  return [
    synthetic(RESULT.OrderHistory, orders),
    rangeResult(
      bought.map(({ key }) => key),
      bought.map(({ quote }) => quote),
      'created_at',
    ),
  ];
}

/**
 * Return a quote for a membership in play sats (10000701): an invoice and its price. Cards and
 * on-chain payments are refused, and everything without play money.
 */
export async function purchaseProduct(context: CacheContext, payload: Payload): Promise<Result[]> {
  const event = await signedRequest(context, payload);
  const { bank } = context.options;
  const wish = contentOf(event);
  if (!bank?.isOpen || flagOf(wish, 'stripe_subscription', false) || flagOf(wish, 'onchain', false))
    throw new Refusal(NOT_SOLD);
  const receiver = hexOf(wish, 'receiver_pubkey') ?? event.pubkey;
  const name = (textOf(wish, 'name') ?? '').toLowerCase();
  if (name !== '' && receiver !== event.pubkey)
    throw new Refusal('a gift gives no name: its receiver chooses one');
  if (name !== '' && !(await isFree(context, name, receiver)))
    throw new Refusal('that name is taken');
  await requireRoom(context, event.pubkey, QUOTE_BYTES);
  const given = textOf(wish, 'amount_usd');
  const usd =
    given !== undefined && /^\d{1,7}(\.\d{1,2})?$/.test(given) ? Number(given) : undefined;
  const offer = await bank.shop.quote({
    buyer: event.pubkey,
    receiver,
    name,
    product: textOf(wish, 'product_id') ?? '',
    usd,
  });
  if (!offer) throw new Refusal(NOT_SOLD);
  const { quote, bolt11 } = offer;
  const said = {
    qr_code: bolt11,
    membership_quote_id: quote.quote,
    amount_usd: quote.usd,
    amount_btc: btcOf(quote.msats),
  };
  return [synthetic(RESULT.MembershipProducts, said)];
}

/** Report a quote's state until it is paid and granted. `completed_at` in seconds. */
export function purchaseMonitor(
  { store, options, streams }: CacheContext,
  payload: Payload,
): StreamAnswer {
  const { bank } = options;
  const id = textOf(payload, 'membership_quote_id') ?? '';
  if (!bank?.isOpen) throw new Refusal(NOT_SOLD);
  const state = async (): Promise<Result[]> => {
    const quote = await store.quote(id);
    if (!quote) throw new Refusal('no such quote');
    const completedAt = quote.completedAt === undefined ? null : inSeconds(quote.completedAt);
    return [synthetic(RESULT.MembershipProducts, { completed_at: completedAt })];
  };
  return {
    results: state,
    // notified in any process, wherever it was paid
    open: (push) => streams.occurring(id, state, push),
  };
}

/** No cards are charged here, so there is no session. */
export function notSold(): never {
  throw new Refusal(NOT_SOLD);
}

/** The old upload. Files go to the media server at the same address. */
export function oldUpload(): never {
  throw new Refusal('upload to the media server instead (Blossom)');
}

/** Msats as bitcoin, in decimals. */
export function btcOf(msats: number): string {
  return (msats / 1e11).toFixed(8);
}

async function isFree(
  { store }: CacheContext,
  name: string,
  pubkey: string | undefined,
): Promise<boolean> {
  return NAME.test(name) && (await store.isNameFree(name, pubkey));
}

function badgeOf(
  wish: Payload,
  member: Member,
): Pick<Member, 'style' | 'customBadge' | 'avatarGlow' | 'shoutout'> {
  const style = textOf(wish, 'style') ?? member.style;
  if (style !== '' && readLegendStyle(style) === undefined) throw new Refusal('error');
  return {
    style,
    customBadge: flagOf(wish, 'custom_badge', member.customBadge),
    avatarGlow: flagOf(wish, 'avatar_glow', member.avatarGlow),
    shoutout: (textOf(wish, 'edited_shoutout') ?? member.shoutout).slice(0, LONGEST_SHOUTOUT),
  };
}
