import { addressOf } from '../../../src/events/nostr/address.ts';
import { tagValue, type SignedEvent } from '../../../src/events/nostr/event.ts';
import { KIND, RESULT } from '../../../src/events/nostr/kinds.ts';
import { minus } from '../../../src/events/core/time.ts';
import { parseStored, type StoredEvent } from '../../store/stored-event.ts';
import type { Store } from '../../store/store.ts';
import type { CacheContext } from '../cache-context.ts';
import { LIVE } from '../results/enrich-page.ts';
import { countOf, type Payload, Refusal, requiredHex, textOf } from '../payload.ts';
import { type Result, synthetic } from '../results.ts';
import type { StreamAnswer } from '../shared-streams.ts';
import { visibleRows } from '../results/visibility.ts';
import { TOP_ZAPS } from '../results/zap-results.ts';

const MOST_CHAT = 10_000;
const MOST_REACTIONS = 1_000;
const FEED_KINDS: readonly number[] = [
  KIND.LiveChatMessage,
  KIND.Reaction,
  KIND.Zap,
  KIND.LiveEvent,
];

type Keep = (rows: readonly StoredEvent[]) => Promise<readonly StoredEvent[]>;

/** Return live events of the last hour with participants. */
export async function findLiveEvents({ store }: CacheContext, payload: Payload): Promise<Result[]> {
  const host = requiredHex(payload, 'host_pubkey');
  const identifier = textOf(payload, 'identifier');
  const wanted = (event: SignedEvent) =>
    takesPart(event, new Set([host])) &&
    (identifier ?? tagValue(event, 'd')) === tagValue(event, 'd');
  return (await running(store)).filter((row) => wanted(parseStored(row))).map(({ raw }) => raw);
}

/** Return running live events with followed accounts, then their changes from now on. */
export function liveEventsFromFollows(
  { store, streams }: CacheContext,
  payload: Payload,
): StreamAnswer {
  const viewer = requiredHex(payload, 'user_pubkey');
  const follows = store.followsOf(viewer);
  const seen: Keep = async (rows) => {
    const people = await follows;
    return (await visibleRows(store, viewer, rows)).filter((row) =>
      takesPart(parseStored(row), people),
    );
  };
  const said = async (event: SignedEvent) =>
    event.kind === KIND.LiveEvent ? await seen(await store.events([event.id])) : [];
  return streams.followed(
    async () => ({ events: await seen(await running(store)) }),
    async (event) => rawOf(await said(event)),
  );
}

/** Return chat, reactions and zaps of a stream with totals, then each new one. */
export function liveFeed({ store, streams }: CacheContext, payload: Payload): StreamAnswer {
  const kind = countOf(payload, 'kind', -1);
  const identifier = textOf(payload, 'identifier');
  if (kind !== KIND.LiveEvent || identifier === undefined) throw new Refusal('error');
  const host = requiredHex(payload, 'pubkey');
  const viewer = requiredHex(payload, 'user_pubkey');
  const address = `${kind}:${host}:${identifier}`;
  const isModerated = textOf(payload, 'content_moderation_mode') === 'moderated';
  const seen: Keep = isModerated ? moderatedBy(store, [viewer, host]) : async (rows) => rows;
  return streams.followed(
    () => feedOf(store, address, seen),
    async (event) => {
      if (!isAbout(event, address)) return [];
      const isZap = event.kind === KIND.Zap;
      if (isZap && (await store.sendersOf([event.id])).size === 0) return [];
      return rawOf(await seen(await store.events([event.id])));
    },
  );
}

async function feedOf(store: Store, address: string, seen: Keep) {
  const chat = await store.eventsAbout(address, KIND.LiveChatMessage, MOST_CHAT);
  const reactions = await store.eventsAbout(address, KIND.Reaction, MOST_REACTIONS);
  const receipts = await store.receiptsOf(address, MOST_REACTIONS);
  const best = await store.events((await store.topZaps([address], TOP_ZAPS)).map(({ id }) => id));
  const events = new Map(
    [...chat, ...reactions, ...receipts, ...best].map((event) => [event.id, event]),
  );
  const { zaps, sats } = await store.zapTotals(address);
  const stats = { total_zaps: zaps, total_satszapped: sats };
  return {
    events: await seen([...events.values()]),
    totals: [synthetic(RESULT.LiveEventStats, stats, { created_at: store.now() })],
  };
}

function rawOf(rows: readonly StoredEvent[]): Result[] {
  return rows.map(({ raw }) => raw);
}

function isAbout(event: SignedEvent, address: string): boolean {
  if (!FEED_KINDS.includes(event.kind)) return false;
  if (event.kind === KIND.LiveEvent) return addressOf(event) === address;
  return event.tags.some(([name, value]) => name === 'a' && value === address);
}

function takesPart({ tags }: SignedEvent, people: ReadonlySet<string>): boolean {
  return tags.some(([name, pubkey]) => name === 'p' && pubkey !== undefined && people.has(pubkey));
}

/** Filter out rows that any of these accounts muted. */
function moderatedBy(store: Store, pubkeys: readonly string[]): Keep {
  return async (rows) => {
    let left = rows;
    for (const pubkey of pubkeys) left = await visibleRows(store, pubkey, left);
    return left;
  };
}

function running(store: Store): Promise<StoredEvent[]> {
  return store.liveEventsSince(minus(store.now(), LIVE));
}
