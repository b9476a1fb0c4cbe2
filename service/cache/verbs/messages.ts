import { RESULT } from '../../../src/events/nostr/kinds.ts';
import type { CacheContext } from '../cache-context.ts';
import { field } from '../../../src/events/core/json.ts';
import { pageOf, type Payload, Refusal, requiredHex, textOf } from '../payload.ts';
import { peopleResults } from '../results/profile-results.ts';
import { listSource, pageRange, rangeResult, readPage } from '../feeds/page-range.ts';
import { type Result, synthetic } from '../results.ts';
import { requireParty, signedRequest } from '../signed-request.ts';
import type { StreamAnswer } from '../shared-streams.ts';
import { hiddenAccounts } from '../../../src/events/reading/moderation/moderation.ts';
import { moderationListsFor } from '../results/visibility.ts';

type Relation = 'any' | 'follows' | 'other';

const CONTACTS = { limit: 300, max: 300, capped: true };
const MESSAGES = { limit: 20, max: 1_000, capped: true };

/** Return the peers of an account, last message first, without muted ones. */
export async function directmsgContacts(
  context: CacheContext,
  payload: Payload,
): Promise<Result[]> {
  const { store } = context;
  const pubkey = requiredHex(payload, 'user_pubkey');
  const relation = relationOf(payload);
  await requireMessageParty(context, payload, [pubkey]);
  const muted = await mutedBy(context, pubkey);
  const follows = relation === 'any' ? undefined : await store.followsOf(pubkey);
  const isAsked = (peer: string) =>
    !muted.includes(peer) &&
    (follows === undefined || follows.has(peer) === (relation === 'follows'));
  const all = (await store.messagePeers(pubkey)).filter((peer) => isAsked(peer.pubkey));
  const peers = await readPage(listSource(all), pageOf(payload, CONTACTS));
  const counts = peers.map(({ pubkey: peer, key, latestId, unread }) => [
    peer,
    { cnt: unread, latest_at: key, latest_event_id: latestId },
  ]);
  const people = peers.map((peer) => peer.pubkey);
  return [
    synthetic(RESULT.MessageStatsPerSender, Object.fromEntries(counts)),
    ...(await store.messagesById(peers.map(({ latestId }) => latestId))).map(({ raw }) => raw),
    ...(await peopleResults(context, people)),
    rangeResult(
      peers.map(({ key }) => key),
      people,
      'latest_at',
    ),
  ];
}

/** The operator may open messages to clients on sockets that send no proof. */
async function requireMessageParty(
  context: CacheContext,
  payload: Payload,
  parties: readonly string[],
): Promise<void> {
  const { options, connection } = context;
  const isOpen = options.messages === 'open-to-clients' && connection !== undefined;
  if (isOpen && field(payload, 'event_from_user') === undefined) return;
  await requireParty(context, payload, parties);
}

function relationOf(payload: Payload): Relation {
  const relation = textOf(payload, 'relation') ?? 'any';
  if (relation === 'any' || relation === 'follows' || relation === 'other') return relation;
  throw new Refusal('invalid relation');
}

/** Return the messages between two accounts, in both directions, newest first. */
export async function directmsgs(context: CacheContext, payload: Payload): Promise<Result[]> {
  const { store } = context;
  const receiver = requiredHex(payload, 'receiver');
  if (field(payload, 'sender') === null) return [];
  const sender = requiredHex(payload, 'sender');
  await requireMessageParty(context, payload, [receiver, sender]);
  const items = await readPage(
    (slice) => store.messagesBetween(receiver, sender, slice),
    pageOf(payload, MESSAGES),
  );
  return [
    ...items.map(({ raw }) => raw),
    ...(await peopleResults(context, [...new Set([receiver, sender])])),
    pageRange({ items, orderBy: 'created_at' }),
  ];
}

/** Mark all messages from one sender as read for the signer. */
export async function resetDirectmsgCount(
  context: CacheContext,
  payload: Payload,
): Promise<Result[]> {
  const { pubkey } = await signedRequest(context, payload);
  return read(context, pubkey, requiredHex(payload, 'sender'));
}

/** Mark all messages as read. */
export async function resetDirectmsgCounts(
  context: CacheContext,
  payload: Payload,
): Promise<Result[]> {
  return read(context, (await signedRequest(context, payload)).pubkey);
}

async function read(
  { store, streams }: CacheContext,
  pubkey: string,
  sender?: string,
): Promise<Result[]> {
  await store.readMessages(pubkey, sender);
  streams.changed(pubkey);
  return [];
}

/** Return unread messages (10000117), with the number beside the kind. */
export function directmsgCount(context: CacheContext, payload: Payload): StreamAnswer {
  return counting(context, payload, (cnt) => JSON.stringify({ kind: RESULT.MessageStats, cnt }));
}

/** The same in the content of a kind with a second meaning. */
export function directmsgCount2(context: CacheContext, payload: Payload): StreamAnswer {
  return counting(context, payload, (count) => synthetic(RESULT.SuggestedUsersByCategory, count));
}

function counting(
  context: CacheContext,
  payload: Payload,
  write: (count: number) => Result,
): StreamAnswer {
  const { store, streams } = context;
  const pubkey = requiredHex(payload, 'pubkey');
  const count = async () => [
    write(await store.unreadMessages(pubkey, await mutedBy(context, pubkey))),
  ];
  return { results: async () => [], open: (push) => streams.standing(pubkey, count, push) };
}

async function mutedBy({ store }: CacheContext, pubkey: string): Promise<readonly string[]> {
  return hiddenAccounts(await moderationListsFor(store, pubkey), 'content');
}
