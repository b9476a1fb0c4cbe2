import { tagValue } from '../../../src/events/nostr/event.ts';
import { field, isRecord, parseJson } from '../../../src/events/core/json.ts';
import { RESULT } from '../../../src/events/nostr/kinds.ts';
import { seconds } from '../../../src/events/core/time.ts';
import { cachedFor } from '../../cached.ts';
import type { CacheContext } from '../cache-context.ts';
import { isHex64 } from '../payload.ts';
import { packsOfMembers } from './member-packs.ts';
import { peopleResults, profilesOf } from './profile-results.ts';
import { type Result, synthetic } from '../results.ts';
import { parseStored } from '../../store/stored-event.ts';
import type { Store } from '../../store/store.ts';

/** Suggested accounts for a new user, under one heading. */
interface Group {
  readonly group: string;
  readonly members: readonly { readonly pubkey: string; readonly name: string }[];
}

const MOST_GROUPS = 20;
const MOST_IN_GROUP = 12;

const kept = cachedFor<Promise<readonly Group[]>>(seconds(60));

/** Return groups of suggested accounts, with their profiles. */
export async function suggestedUsers(context: CacheContext): Promise<Result[]> {
  return withPeople(context, await groupsOf(context.store));
}

/** The same, in the newer shape: `people` instead of `members`. */
export async function suggestedUsers2(context: CacheContext): Promise<Result[]> {
  const groups = await groupsOf(context.store);
  return withPeople(
    context,
    groups,
    groups.map(({ group, members }) => ({ group, people: members })),
  );
}

async function withPeople(
  context: CacheContext,
  groups: readonly Group[],
  shown: unknown = groups,
): Promise<Result[]> {
  const pubkeys = new Set(groups.flatMap(({ members }) => members.map(({ pubkey }) => pubkey)));
  return [
    synthetic(RESULT.SuggestedUsersByCategory, shown),
    ...(await peopleResults(context, [...pubkeys])),
  ];
}

/**
 * Return the starter packs of this service's members, one for each title. Without any, the best
 * followed accounts.
 */
function groupsOf(store: Store): Promise<readonly Group[]> {
  return kept(store, 'groups', async () => {
    const packs = await packsOf(store);
    if (packs.length > 0) return packs;
    const most = (await store.mostFollowed(MOST_IN_GROUP)).map(({ pubkey }) => pubkey);
    return most.length > 0 ? [await groupOf(store, 'Most followed', most)] : [];
  });
}

async function packsOf(store: Store): Promise<Group[]> {
  const groups = new Map<string, Group>();
  for (const { tags } of (await packsOfMembers(store)).map(parseStored)) {
    const title = tagValue({ tags }, 'title') ?? tagValue({ tags }, 'd') ?? '';
    const pubkeys = tags.flatMap(([name, value]) =>
      name === 'p' && isHex64(value) ? [value] : [],
    );
    const group = await groupOf(store, title, [...new Set(pubkeys)]);
    if (title !== '' && group.members.length > 0 && !groups.has(title)) groups.set(title, group);
    if (groups.size === MOST_GROUPS) break;
  }
  return [...groups.values()];
}

/** Accounts with known metadata, in their order. */
async function groupOf(store: Store, group: string, pubkeys: readonly string[]): Promise<Group> {
  const profiles = new Map(
    (await profilesOf(store, pubkeys.slice(0, MOST_IN_GROUP))).map((profile) => [
      profile.pubkey,
      profile,
    ]),
  );
  const members = pubkeys.flatMap((pubkey) => {
    const profile = profiles.get(pubkey);
    return profile ? [{ pubkey, name: nameIn(parseStored(profile).content) }] : [];
  });
  return { group, members };
}

function nameIn(content: string): string {
  const metadata = parseJson(content);
  const name = isRecord(metadata) ? field(metadata, 'name') : undefined;
  return typeof name === 'string' ? name : '';
}
