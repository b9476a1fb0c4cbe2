import { field, isRecord } from '../../../src/events/core/json.ts';
import { isReplaceable, KIND, RESULT } from '../../../src/events/nostr/kinds.ts';
import { inSeconds } from '../../../src/events/core/time.ts';
import { parseStored, type StoredEvent } from '../../store/stored-event.ts';
import { type CacheContext, viewOf } from '../cache-context.ts';
import { enrich } from '../results/enrich-page.ts';
import { pageResults } from '../feeds/feed-page.ts';
import {
  countOf,
  ENDLESS,
  flagOf,
  hexesOf,
  isHex64,
  type Payload,
  pageOf,
  Refusal,
  requiredHex,
  textOf,
} from '../payload.ts';
import { peopleResults } from '../results/profile-results.ts';
import type { Result } from '../results.ts';
import { visibleRows } from '../results/visibility.ts';

const MOST_PEOPLE = 5_000;

/** Events by id, or with no ids by time. */
export async function events(context: CacheContext, payload: Payload): Promise<Result[]> {
  const ids = hexesOf(payload, 'event_ids');
  if (ids.length === 0) return eventsByTime(context, payload);
  const oldestFirst = (await context.store.events(ids)).sort(
    (a, b) => inSeconds(a.created_at) - inSeconds(b.created_at) || a.seq - b.seq,
  );
  if (!flagOf(payload, 'extended_response', false)) return oldestFirst.map(({ raw }) => raw);
  const view = await viewOf(context, payload);
  const shown = await visibleRows(context.store, view.viewer, oldestFirst);
  const items = shown.map((event) => ({ ...event, key: inSeconds(event.created_at) })).toReversed();
  return pageResults({ context, view }, { items, orderBy: 'created_at' });
}

/** Stored events of any kind by time, oldest first. */
export async function eventsByTime(context: CacheContext, payload: Payload): Promise<Result[]> {
  const rows = await rowsByTime(context, payload);
  if (flagOf(payload, 'idsonly', false)) return [eventIds(rows.map(({ id }) => id))];
  return rows.map(({ raw }) => raw);
}

export async function rowsByTime(
  { store }: CacheContext,
  payload: Payload,
): Promise<readonly StoredEvent[]> {
  const page = pageOf(payload, { limit: 20, max: 1_000 });
  const backwards = page.since === 0 && page.until < ENDLESS;
  const found = await store.eventsByTime(page, backwards ? 'newest' : 'oldest');
  return found.toSorted(
    (a, b) => inSeconds(a.created_at) - inSeconds(b.created_at) || a.seq - b.seq,
  );
}

/** Return 10000122, with the ids beside the kind. */
export function eventIds(ids: readonly string[]): Result {
  return JSON.stringify({ kind: RESULT.EventIds, ids });
}

/** The newest version of one addressable event. */
export function parametrizedReplaceableEvent(
  context: CacheContext,
  payload: Payload,
): Promise<Result[]> {
  return addressed(context, payload, [addressIn(payload)]);
}

export function parametrizedReplaceableEvents(
  context: CacheContext,
  payload: Payload,
): Promise<Result[]> {
  const asked = field(payload, 'events');
  if (!Array.isArray(asked)) throw new Refusal('error');
  return addressed(context, payload, asked.filter(isRecord).slice(0, 100).map(addressIn));
}

/** The newest event of a replaceable kind. */
export async function replaceableEvent(
  { store }: CacheContext,
  payload: Payload,
): Promise<Result[]> {
  const kind = countOf(payload, 'kind', -1);
  const event = isReplaceable(kind)
    ? await store.latest(`${kind}:${requiredHex(payload, 'pubkey')}:`)
    : undefined;
  return event ? [event.raw] : [];
}

/** A kind 30000 list by its name. */
export function parameterizedReplaceableList(
  context: CacheContext,
  payload: Payload,
): Promise<Result[]> {
  return listWithPeople(context, payload, [
    `${KIND.CategorizedPeople}:${requiredHex(payload, 'pubkey')}:${textOf(payload, 'identifier') ?? ''}`,
  ]);
}

/** Return kind 10000, and the list that older clients stored. */
export function muteList(context: CacheContext, payload: Payload): Promise<Result[]> {
  const pubkey = requiredHex(payload, 'pubkey');
  return listWithPeople(context, payload, [
    `${KIND.MuteList}:${pubkey}:`,
    `${KIND.CategorizedPeople}:${pubkey}:mute`,
  ]);
}

/** One of the kind 30000 lists with a fixed name: `mutelists`, `allowlist`. */
export function namedList(
  name: string,
): (context: CacheContext, payload: Payload) => Promise<Result[]> {
  return (context, payload) =>
    parameterizedReplaceableList(context, { ...payload, identifier: name });
}

export function getBookmarks(context: CacheContext, payload: Payload): Promise<Result[]> {
  return replaceableEvent(context, { ...payload, kind: KIND.Bookmarks });
}

/** Return an account's newest contact list, with the profiles on it. */
export function contactList(context: CacheContext, payload: Payload): Promise<Result[]> {
  return listWithPeople(context, payload, [`${KIND.Contacts}:${requiredHex(payload, 'pubkey')}:`]);
}

/** Enrichment without a RANGE. */
export async function enrichFeedEvents(context: CacheContext, payload: Payload): Promise<Result[]> {
  return enrich(
    context,
    await context.store.events(hexesOf(payload, 'event_ids')),
    await viewOf(context, payload),
  );
}

function addressIn(payload: Payload): string {
  return `${countOf(payload, 'kind', KIND.LongForm)}:${requiredHex(payload, 'pubkey')}:${textOf(payload, 'identifier') ?? ''}`;
}

async function addressed(
  context: CacheContext,
  payload: Payload,
  addresses: readonly string[],
): Promise<Result[]> {
  const found = await context.store.latestOf(addresses);
  if (!flagOf(payload, 'extended_response', true)) return found.map(({ raw }) => raw);
  return enrich(context, found, await viewOf(context, payload));
}

async function listWithPeople(
  context: CacheContext,
  payload: Payload,
  addresses: readonly string[],
): Promise<Result[]> {
  const lists = await context.store.latestOf(addresses);
  const raw = lists.map((list) => list.raw);
  return flagOf(payload, 'extended_response', true)
    ? [...raw, ...(await peopleResults(context, peopleOn(lists)))]
    : raw;
}

/** Only plain entries. Entries with scopes are looked up by `user_infos`. */
function peopleOn(lists: readonly StoredEvent[]): string[] {
  const entries = lists.flatMap((list) =>
    parseStored(list).tags.filter((tag) => tag[0] === 'p' && tag.length < 5),
  );
  return [...new Set(entries.map((tag) => tag[1]).filter(isHex64))].slice(0, MOST_PEOPLE);
}
