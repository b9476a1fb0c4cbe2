import { field, isRecord, parseJson } from '../../../src/events/core/json.ts';
import { tagValue } from '../../../src/events/nostr/event.ts';
import { KIND, RESULT } from '../../../src/events/nostr/kinds.ts';
import type { Store } from '../../store/store.ts';
import { parseStored, type StoredEvent } from '../../store/stored-event.ts';
import { type CacheContext, defaultPubkey } from '../cache-context.ts';
import { hexOf, type Payload, requiredHex, textOf } from '../payload.ts';
import { peopleResults } from '../results/profile-results.ts';
import { type Result, synthetic } from '../results.ts';
import { actionResults, targetsOf } from '../results/stat-results.ts';

const MOST_FRIENDS = 5;
const MOST_OFFERS = 200;

/** A feed of the market and its spec. */
interface MarketFeed {
  readonly event: StoredEvent;
  readonly kind: 'notes' | 'reads';
  readonly spec: string;
}

/**
 * Return the feeds of the market (kind 31990) that this service can answer: those with their own
 * spec.
 */
export async function featuredDvmFeeds(context: CacheContext, payload: Payload): Promise<Result[]> {
  const wanted = textOf(payload, 'kind');
  const offers = (await context.store.newestOfKind(KIND.Dvm, MOST_OFFERS)).flatMap(offerOf);
  return bundle(
    context,
    payload,
    offers.filter(({ kind }) => wanted === undefined || wanted === kind),
  );
}

/** Return all of them, without actions of the viewer or their follows. */
export async function dvmFeeds(context: CacheContext): Promise<Result[]> {
  const offers = (await context.store.newestOfKind(KIND.Dvm, MOST_OFFERS)).flatMap(offerOf);
  const events = offers.map(({ event }) => event);
  return [
    ...events.map(({ raw }) => raw),
    ...(await metadataOf(context, offers)),
    ...(await feedStats(context.store, await targetsOf(context.store, events), events)),
    ...(await peopleResults(context, [...new Set(events.map(({ pubkey }) => pubkey))])),
  ];
}

/** Return the spec of a market feed, or `undefined` if it cannot be answered here. */
export async function dvmSpec(
  store: Store,
  pubkey: string,
  identifier: string,
): Promise<string | undefined> {
  const event = await store.latest(`${KIND.Dvm}:${pubkey}:${identifier}`);
  const [offer] = event ? offerOf(event) : [];
  return offer?.spec;
}

async function metadataOf(context: CacheContext, offers: readonly MarketFeed[]): Promise<Result[]> {
  const town = await defaultPubkey(context);
  return offers.map(({ event, kind }) =>
    synthetic(RESULT.DvmMetadata, { event_id: event.id, kind, is_primal: event.pubkey === town }),
  );
}

/** Return a market feed by its author and d tag, or no result. */
export async function dvmFeedInfo(context: CacheContext, payload: Payload): Promise<Result[]> {
  const event = await context.store.latest(
    `${KIND.Dvm}:${requiredHex(payload, 'pubkey')}:${textOf(payload, 'identifier') ?? ''}`,
  );
  return bundle(context, payload, event ? offerOf(event) : []);
}

/**
 * Return feeds with their authors, likes, sats, and the actions of the viewer and their follows.
 */
async function bundle(
  context: CacheContext,
  payload: Payload,
  offers: readonly MarketFeed[],
): Promise<Result[]> {
  if (offers.length === 0) return [];
  const { store } = context;
  const actor = hexOf(payload, 'user_pubkey');
  const events = offers.map(({ event }) => event);
  const targets = await targetsOf(store, events);
  const town = await defaultPubkey(context);
  const friends = new Map<string, readonly string[]>();
  for (const { id } of events) friends.set(id, await friendsOf(store, actor ?? town, targets, id));
  const people = [...events.map(({ pubkey }) => pubkey), ...[...friends.values()].flat()];
  return [
    ...events.map(({ raw }) => raw),
    ...(await metadataOf(context, offers)),
    ...(await feedStats(store, targets, events)),
    ...(await actionResults(store, actor, targets)),
    ...events.map((event) => followsActions(event, friends.get(event.id) ?? [])),
    ...(await peopleResults(context, [...new Set(people)])),
  ];
}

/** Return some followed accounts that liked, zapped or answered a feed. */
async function friendsOf(
  store: Store,
  pubkey: string | undefined,
  targets: ReadonlyMap<string, string>,
  id: string,
): Promise<string[]> {
  if (pubkey === undefined) return [];
  const own = [...targets].flatMap(([target, of]) => (of === id ? [target] : []));
  return store.followedActors(pubkey, own, MOST_FRIENDS);
}

function followsActions(event: StoredEvent, users: readonly string[]): Result {
  const dvm_id = tagValue(parseStored(event), 'd') ?? '';
  return synthetic(RESULT.DvmFollowsActions, {
    event_id: event.id,
    dvm_pubkey: event.pubkey,
    dvm_id,
    dvm_kind: KIND.Dvm,
    users,
  });
}

/** Return the feed of a market event if its spec can be answered here. */
function offerOf(event: StoredEvent): MarketFeed[] {
  const { content, tags } = parseStored(event);
  if (!tags.some((tag) => tag[0] === 'k' && tag[1] === String(KIND.DvmFeedRequest))) return [];
  const about = parseJson(content);
  const spec = isRecord(about) ? field(about, 'primal_spec') : undefined;
  const parts = typeof spec === 'string' ? parseJson(spec) : undefined;
  if (typeof spec !== 'string' || !isRecord(parts)) return [];
  return [{ event, spec, kind: field(parts, 'kind') === 'reads' ? 'reads' : 'notes' }];
}

async function feedStats(
  store: Store,
  targets: ReadonlyMap<string, string>,
  events: readonly StoredEvent[],
): Promise<Result[]> {
  const counts = new Map(events.map(({ id }) => [id, { likes: 0, satszapped: 0 }]));
  for (const [target, { likes, satszapped }] of await store.countsOfTargets([...targets.keys()])) {
    const sum = counts.get(targets.get(target) ?? '');
    if (!sum) continue;
    sum.likes += likes;
    sum.satszapped += satszapped;
  }
  return [...counts].map(([id, sum]) => synthetic(RESULT.NoteStats, { event_id: id, ...sum }));
}
