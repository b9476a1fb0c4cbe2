import { addressOf, parseAddress } from '../../nostr/address.ts';
import type { Claim } from '../../connection/claims.ts';
import { contentsOf } from '../../connection/other-claims.ts';
import type { CacheQuery } from '../../connection/cache-query.ts';
import { query } from '../../connection/verbs.ts';
import { tagValue, type VerifiedEvent } from '../../nostr/event.ts';
import { field, isRecord, parseJson } from '../../core/json.ts';
import { KIND, RESULT } from '../../nostr/kinds.ts';
import { decode, naddrOf } from '../../nostr/nip19.ts';
import { clip, clipLine } from '../../core/text.ts';
import { printFeedSpec } from '../feed/feed-spec.ts';

/**
 * A feed that is offered in the market (kind 31990). `picture` is unchecked: it has to pass the url
 * policy before it is loaded.
 */
export interface MarketFeed {
  readonly id: string;
  readonly address: string;
  readonly pubkey: string;
  readonly name: string;
  readonly about: string;
  readonly picture: string;
  readonly price: 'free' | 'subscription' | 'paid';
  readonly spec: string;
  readonly page: 'homeFeeds' | 'readsFeeds';
  /** True if it is computed for each reader. */
  readonly isPersonal: boolean;
  readonly event: VerifiedEvent;
}

const MAX_NAME = 120;
const MAX_ABOUT = 1_000;
const MAX_URL = 2_048;

/** Return the market feeds in an answer, in its order, each address once. */
export function readMarketFeeds({
  events,
  claims,
}: {
  readonly events: readonly VerifiedEvent[];
  readonly claims: readonly Claim[];
}): readonly MarketFeed[] {
  const kinds = new Map(metadataIn(claims));
  const offers = events.flatMap((event) => readOffer(event, kinds.get(event.id)) ?? []);
  return [...new Map(offers.map((offer) => [offer.address, offer])).values()];
}

/**
 * Read one market feed. `kind`: the kind that the service claims, else the one in its spec.
 * `undefined` if it names no feed.
 */
function readOffer(event: VerifiedEvent, kind?: 'notes' | 'reads'): MarketFeed | undefined {
  const address = addressOf(event);
  const content = parseJson(event.content);
  if (event.kind !== KIND.Dvm || address === undefined || !isRecord(content)) return undefined;
  const named = textIn(content, 'primal_spec');
  const listed = kind ?? (isReads(named) ? 'reads' : 'notes');
  const identifier = tagValue(event, 'd') ?? '';
  return {
    id: event.id,
    address,
    pubkey: event.pubkey,
    name: clipLine(textIn(content, 'name'), MAX_NAME) || clipLine(identifier, MAX_NAME),
    about: clip(textIn(content, 'about'), MAX_ABOUT),
    picture: clipLine(textIn(content, 'picture') || textIn(content, 'image'), MAX_URL),
    price: priceOf(content),
    spec: named || printFeedSpec({ dvm_id: identifier, dvm_pubkey: event.pubkey, kind: listed }),
    page: listed === 'reads' ? 'readsFeeds' : 'homeFeeds',
    isPersonal: field(content, 'personalized') === true,
    event,
  };
}

export function offerQuery(address: string, viewer: string): CacheQuery | undefined {
  const parts = parseAddress(address);
  return (
    parts &&
    query('dvm_feed_info', {
      pubkey: parts.pubkey,
      identifier: parts.identifier,
      user_pubkey: viewer,
    })
  );
}

/** Return the people that the reader follows and that liked, zapped or answered a feed. */
export function friendsIn(claims: readonly Claim[], id: string): readonly string[] {
  for (const content of contentsOf(claims, RESULT.DvmFollowsActions).filter(isRecord)) {
    const users = field(content, 'users');
    if (field(content, 'event_id') === id && Array.isArray(users))
      return users.filter((user) => typeof user === 'string');
  }
  return [];
}

export function offerPath(address: string): string {
  const parts = parseAddress(address);
  return `/explore/feed/${(parts && naddrOf(parts)) ?? encodeURIComponent(address.toWellFormed())}`;
}

/** Return the address behind `/explore/feed/:id`: an naddr, or `31990:pubkey:d`. */
export function readOfferId(text: string): string | undefined {
  const entity = decode(text);
  const parts = entity?.type === 'naddr' ? entity : parseAddress(text);
  return parts?.kind === KIND.Dvm ? `${parts.kind}:${parts.pubkey}:${parts.identifier}` : undefined;
}

function priceOf(content: Readonly<Record<string, unknown>>): MarketFeed['price'] {
  const amount = field(content, 'amount');
  if (field(content, 'subscription') === true || amount === 'subscription') return 'subscription';
  return amount === undefined ||
    amount === null ||
    amount === '' ||
    amount === 'free' ||
    Number(amount) === 0
    ? 'free'
    : 'paid';
}

function isReads(spec: string): boolean {
  const parts = parseJson(spec);
  return (
    isRecord(parts) &&
    (field(parts, 'kind') === 'reads' || /^reads-|-reads-feed$/.test(textIn(parts, 'id')))
  );
}

function textIn(content: Readonly<Record<string, unknown>>, name: string): string {
  const value = field(content, name);
  return typeof value === 'string' ? value : '';
}

function metadataIn(
  claims: readonly Claim[],
): ReadonlyArray<readonly [id: string, kind: 'notes' | 'reads']> {
  return contentsOf(claims, RESULT.DvmMetadata)
    .filter(isRecord)
    .flatMap((content) => {
      const [id, kind] = [field(content, 'event_id'), field(content, 'kind')];
      return typeof id === 'string' && (kind === 'notes' || kind === 'reads')
        ? [[id, kind] as const]
        : [];
    });
}

/** Limit of market feeds that a device remembers. */
const MOST_SEEN = 500;

/**
 * Return the market feeds that an account has seen, with the earlier ones, as stored on the device
 * (`dvms`, STATE-01).
 */
export function marketFeedsToStore(
  offers: readonly Pick<MarketFeed, 'address'>[],
  before: ReadonlySet<string>,
) {
  return {
    seen: [...new Set([...offers.map(({ address }) => address), ...before])].slice(0, MOST_SEEN),
  };
}

/**
 * Read the stored addresses. Malformed ones are left out. `undefined` if none were stored, because
 * at the first visit no feed is marked as new.
 */
export function keptOffers(kept: unknown): ReadonlySet<string> | undefined {
  const seen = isRecord(kept) ? field(kept, 'seen') : undefined;
  if (!Array.isArray(seen)) return undefined;
  const list: readonly unknown[] = seen.slice(0, MOST_SEEN);
  return new Set(list.filter((one) => typeof one === 'string'));
}
