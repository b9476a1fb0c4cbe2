import { isMuted } from '../../src/events/account/muted.ts';
import { type Mutes, readMutes } from '../../src/events/account/mutes.ts';
import type { Tag } from '../../src/events/event.ts';
import { filterLists } from '../../src/events/account/list-intents.ts';
import { KIND } from '../../src/events/kinds.ts';
import { repostTarget } from '../../src/events/reading/references.ts';
import type { Store } from '../store/store.ts';
import { parseStored, type StoredEvent } from '../store/stored.ts';

const MOST_WORDS = 200;

/**
 * Gives what takes out of a list what the viewer muted (own mute list and those they follow, ACCOUNT-10, ACCOUNT-11): by author, thread,
 * hashtag or word, and reposts of such. Undefined when the viewer muted nothing. What the viewer wrote is never hidden from them.
 * Deleted events never get here: the store leaves them out.
 */
export async function visibleTo(
  store: Store,
  viewer: string | undefined,
): Promise<(<T extends StoredEvent>(rows: readonly T[]) => Promise<readonly T[]>) | undefined> {
  const mutes = viewer === undefined ? undefined : await mutesOf(store, viewer);
  if (!mutes) return undefined;
  const hides = (row: StoredEvent) => row.pubkey !== viewer && isHidden(mutes, row);
  return async (rows) => {
    const targets = await repostedBy(store, rows);
    return rows.filter((row) => !hides(row) && !targets.get(row.id)?.some(hides));
  };
}

/** Of these rows those that the viewer did not mute. */
export async function seenBy<T extends StoredEvent>(store: Store, viewer: string | undefined, rows: readonly T[]): Promise<readonly T[]> {
  const keep = await visibleTo(store, viewer);
  return keep ? keep(rows) : rows;
}

/** What an account muted in lists that everybody can read; undefined if nothing. */
export async function mutesOf(store: Store, pubkey: string): Promise<Mutes | undefined> {
  const own = await tagsOf(store, `${KIND.MuteList}:${pubkey}:`);
  const others = [...(await followedLists(store, pubkey)).values()];
  if (own.length === 0 && others.length === 0) return undefined;
  const mutes = readMutes(own);
  const allowed = await allowedBy(store, pubkey);
  const users = new Set([...mutes.users, ...others.flatMap((each) => [...each.users]).filter((each) => !allowed.has(each))]);
  // nobody can hide from themselves
  users.delete(pubkey);
  return { ...mutes, users, words: new Set([...mutes.words].slice(0, MOST_WORDS)) };
}

/**
 * Why `pubkey` is, or is not, hidden from a viewer (5.7): the viewer's allowlist, the own mute list, or the first of those followed that names
 * it. `owner`: whose list that is.
 */
export async function filteredBy(
  store: Store,
  viewer: string,
  pubkey: string,
): Promise<{ readonly action: 'allow' | 'block'; readonly owner: string } | undefined> {
  if ((await allowedBy(store, viewer)).has(pubkey)) return { action: 'allow', owner: viewer };
  if (pubkey === viewer) return undefined;
  if (readMutes(await tagsOf(store, `${KIND.MuteList}:${viewer}:`)).users.has(pubkey)) return { action: 'block', owner: viewer };
  const [owner] = [...(await followedLists(store, viewer))].find(([, { users }]) => users.has(pubkey)) ?? [];
  return owner === undefined ? undefined : { action: 'block', owner };
}

async function allowedBy(store: Store, viewer: string): Promise<ReadonlySet<string>> {
  return readMutes(await tagsOf(store, `${KIND.CategorizedPeople}:${viewer}:allowlist`)).users;
}

/** The mute lists that somebody follows for their content, by their owners. */
async function followedLists(store: Store, viewer: string): Promise<ReadonlyMap<string, Mutes>> {
  const lists = await tagsOf(store, `${KIND.CategorizedPeople}:${viewer}:mutelists`);
  const hiding = filterLists(lists).filter(({ scopes }) => scopes.includes('content'));
  const read = async (owner: string) => [owner, readMutes(await tagsOf(store, `${KIND.MuteList}:${owner}:`))] as const;
  return new Map(await Promise.all(hiding.map(({ owner }) => read(owner))));
}

function isHidden(mutes: Mutes, row: StoredEvent): boolean {
  if (mutes.users.has(row.pubkey) || mutes.threads.has(row.id)) return true;
  const isByOthers = row.kind === KIND.Zap && mutes.users.size > 0;
  if (!isByOthers && mutes.threads.size === 0 && mutes.hashtags.size === 0 && mutes.words.size === 0) return false;
  return isMuted(mutes, parseStored(row));
}

async function repostedBy(store: Store, rows: readonly StoredEvent[]): Promise<Map<string, StoredEvent[]>> {
  const targets = new Map<string, string>();
  for (const row of rows) {
    if (row.kind !== KIND.Repost && row.kind !== KIND.GenericRepost) continue;
    const target = repostTarget(parseStored(row));
    if (target) targets.set(row.id, target.key);
  }
  const found = new Map((await store.events([...new Set(targets.values())])).map((event) => [event.id, event]));
  return new Map([...targets].map(([id, target]) => [id, [found.get(target) ?? []].flat()]));
}

async function tagsOf(store: Store, address: string): Promise<readonly Tag[]> {
  const list = await store.latest(address);
  return list ? parseStored(list).tags : [];
}
