import { KIND } from '../../../src/events/nostr/kinds.ts';
import { inSeconds } from '../../../src/events/core/time.ts';
import { readGroup } from '../../../src/events/reading/cards/follow-pack.ts';
import { parseStored, type StoredEvent } from '../../store/stored-event.ts';
import type { CacheContext } from '../cache-context.ts';
import { listSource, pageRange, readPage } from '../feeds/page-range.ts';
import { type Payload, pageOf, requiredHex, textOf } from '../payload.ts';
import { packsOfMembers } from '../results/member-packs.ts';
import { peopleResults } from '../results/profile-results.ts';
import type { Result } from '../results.ts';

/** Limit of people whose profiles come with a pack. */
const MOST_IN_PACK = 50;

/**
 * Return follow packs of this service's members, newest first, with the profiles of the people in
 * them.
 */
export async function followLists(context: CacheContext, payload: Payload): Promise<Result[]> {
  const packs = (await packsOfMembers(context.store)).map((pack) => ({
    ...pack,
    key: inSeconds(pack.created_at),
  }));
  const items = await readPage(
    listSource(packs),
    pageOf(payload, { limit: 5, max: 20, capped: true }),
  );
  return [...(await withPeople(context, items)), pageRange({ items, orderBy: 'created_at' })];
}

/** Return one follow pack by its author and d tag, with the profiles of the people in it. */
export async function followList(context: CacheContext, payload: Payload): Promise<Result[]> {
  const pubkey = requiredHex(payload, 'pubkey');
  const identifier = textOf(payload, 'identifier') ?? '';
  const pack = await context.store.latest(`${KIND.StarterPack}:${pubkey}:${identifier}`);
  return pack ? withPeople(context, [pack]) : [];
}

async function withPeople(context: CacheContext, packs: readonly StoredEvent[]): Promise<Result[]> {
  const people = packs.flatMap((pack) => [
    pack.pubkey,
    ...readGroup(parseStored(pack)).people.slice(0, MOST_IN_PACK),
  ]);
  return [...packs.map(({ raw }) => raw), ...(await peopleResults(context, [...new Set(people)]))];
}
