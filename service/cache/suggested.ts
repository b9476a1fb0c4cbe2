import { tagValue } from '../../src/events/event.ts';
import { field, isRecord, parseJson } from '../../src/events/json.ts';
import { KIND, RESULT } from '../../src/events/kinds.ts';
import { keepFor } from '../keep.ts';
import type { CacheContext } from './context.ts';
import { isHex64 } from './payload.ts';
import { peopleResults, profilesOf } from './people.ts';
import { type Result, synthetic } from './results.ts';
import { parseStored } from '../store/stored.ts';
import type { Store } from '../store/store.ts';

/** People whom a newcomer may follow, under one heading. */
interface Group {
  readonly group: string;
  readonly members: readonly { readonly pubkey: string; readonly name: string }[];
}

const MOST_PACKS = 100;
const MOST_GROUPS = 20;
const MOST_IN_GROUP = 12;

const kept = keepFor<readonly Group[]>(60);

/** Groups of people to follow, with their profiles (5.5). */
export function suggestedUsers({ store }: CacheContext): Result[] {
  return withPeople(store, groupsOf(store));
}

/** The same, in the newer shape: `people` instead of `members`. */
export function suggestedUsers2({ store }: CacheContext): Result[] {
  const groups = groupsOf(store);
  return withPeople(
    store,
    groups,
    groups.map(({ group, members }) => ({ group, people: members })),
  );
}

function withPeople(store: Store, groups: readonly Group[], shown: unknown = groups): Result[] {
  const pubkeys = new Set(groups.flatMap(({ members }) => members.map(({ pubkey }) => pubkey)));
  return [synthetic(RESULT.SuggestedUsersByCategory, shown), ...peopleResults(store, [...pubkeys])];
}

/** The starter packs that members of this service keep, one a title; without any, those whom most follow. */
function groupsOf(store: Store): readonly Group[] {
  return kept(store, 'groups', () => {
    const packs = packsOf(store);
    if (packs.length > 0) return packs;
    const most = store.mostFollowed(MOST_IN_GROUP).map(({ pubkey }) => pubkey);
    return most.length > 0 ? [groupOf(store, 'Most followed', most)] : [];
  });
}

function packsOf(store: Store): Group[] {
  const groups = new Map<string, Group>();
  for (const { tags } of store.eventsOfMembers(KIND.StarterPack, MOST_PACKS).map(parseStored)) {
    const title = tagValue({ tags }, 'title') ?? tagValue({ tags }, 'd') ?? '';
    const pubkeys = tags.flatMap(([name, value]) => (name === 'p' && isHex64(value) ? [value] : []));
    const group = groupOf(store, title, [...new Set(pubkeys)]);
    if (title !== '' && group.members.length > 0 && !groups.has(title)) groups.set(title, group);
    if (groups.size === MOST_GROUPS) break;
  }
  return [...groups.values()];
}

/** Those whose metadata are known here, in their order. */
function groupOf(store: Store, group: string, pubkeys: readonly string[]): Group {
  const profiles = new Map(profilesOf(store, pubkeys.slice(0, MOST_IN_GROUP)).map((profile) => [profile.pubkey, profile]));
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
