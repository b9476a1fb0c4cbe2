import { addressOf, parseAddress } from '../../../src/events/nostr/address.ts';
import {
  filterListsOf,
  moderate,
  moderateAccount,
  type ModerationLists,
  moderationListsOf,
  mutedThreads,
} from '../../../src/events/reading/moderation/moderation.ts';
import {
  LIST_DEFINITIONS,
  type ListName,
} from '../../../src/events/account/lists/list-definitions.ts';
import type { FilterScope } from '../../../src/events/account/lists/list-intents.ts';
import type { SignedEvent } from '../../../src/events/nostr/event.ts';
import { isHex } from '../../../src/events/core/hex.ts';
import { field, isRecord, parseJson } from '../../../src/events/core/json.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import { repostTarget } from '../../../src/events/facts/references.ts';
import {
  moderationIn,
  moderationOf,
} from '../../../src/events/reading/moderation/moderation-settings.ts';
import type { Store } from '../../store/store.ts';
import { parseStored, type StoredEvent } from '../../store/stored-event.ts';

const MOST_WORDS = 200;
const MOST_THREADS = 200;
const MOST_ARTICLES = 100;
const MOST_VERSIONS = 20;

/**
 * Return the filter by the viewer's lists and settings (ACCOUNT-10, ACCOUNT-11, SETTINGS-08), which
 * also hides reposts of hidden events. The client applies the same rules. `scope`: `trending` for
 * recommendations. `undefined` without a viewer, or if the viewer turned moderation off. The store
 * already leaves out deleted events.
 */
export async function visibleTo(
  store: Store,
  viewer: string | undefined,
  scope: FilterScope = 'content',
): Promise<(<T extends StoredEvent>(rows: readonly T[]) => Promise<readonly T[]>) | undefined> {
  const reader = viewer === undefined ? undefined : await moderationListsFor(store, viewer);
  if (!reader?.moderation.applies) return undefined;
  const hides = (row: StoredEvent) => moderate(reader, parseStored(row), scope).verdict === 'hide';
  return async (rows) => {
    const targets = await repostedBy(store, rows);
    return rows.filter((row) => !hides(row) && !targets.get(row.id)?.some(hides));
  };
}

/** Return the rows that the viewer may see. */
export async function visibleRows<T extends StoredEvent>(
  store: Store,
  viewer: string | undefined,
  rows: readonly T[],
  scope: FilterScope = 'content',
): Promise<readonly T[]> {
  const keep = await visibleTo(store, viewer, scope);
  return keep ? keep(rows) : rows;
}

/**
 * Return the rules of an account: its public lists, the mute lists of others that it uses, and its
 * saved settings.
 */
export async function moderationListsFor(store: Store, account: string): Promise<ModerationLists> {
  const names = ['mutes', 'filterLists', 'allowlist'] as const;
  const [kept, own] = await Promise.all([
    store.settingsOf(account),
    listsOf(
      store,
      names.map((name) => addressIn(name, account)),
    ),
  ]);
  const saved = parseJson(kept ?? '');
  const settings = isRecord(saved) ? field(saved, 'content') : undefined;
  const others = await listsOf(
    store,
    filterListsOf(own[1]).map(({ owner }) => addressIn('mutes', owner)),
  );
  const lists = [...own, ...others].filter((list) => list !== undefined);
  const chosen = typeof settings === 'string' ? moderationIn(parseJson(settings)) : {};
  const articles = await versionsOf(store, mutedThreads(own[0]?.tags ?? []));
  const reader = moderationListsOf(account, [...lists, ...articles], [], moderationOf(chosen));
  return {
    ...reader,
    mutes: { ...reader.mutes, words: new Set([...reader.mutes.words].slice(0, MOST_WORDS)) },
  };
}

/**
 * Return the reason why `pubkey` is or is not hidden from a viewer. It is the viewer's allowlist,
 * their own mute list, or the first followed one that names the account. `owner`: the author of
 * that list.
 */
export async function filteredBy(
  store: Store,
  viewer: string,
  pubkey: string,
): Promise<{ readonly action: 'allow' | 'block'; readonly owner: string } | undefined> {
  const reader = await moderationListsFor(store, viewer);
  if (reader.allowed.has(pubkey)) return { action: 'allow', owner: viewer };
  const { verdict, reasons } = moderateAccount(reader, pubkey);
  const [reason] = reasons;
  return verdict === 'hide'
    ? { action: 'block', owner: reason?.code === 'listed' ? reason.owner : viewer }
    : undefined;
}

async function repostedBy(
  store: Store,
  rows: readonly StoredEvent[],
): Promise<Map<string, StoredEvent[]>> {
  const targets = new Map<string, string>();
  for (const row of rows) {
    if (row.kind !== KIND.Repost && row.kind !== KIND.GenericRepost) continue;
    const target = repostTarget(parseStored(row));
    if (target) targets.set(row.id, target.key);
  }
  const found = new Map(
    (await store.events([...new Set(targets.values())])).map((event) => [event.id, event]),
  );
  return new Map([...targets].map(([id, target]) => [id, [found.get(target) ?? []].flat()]));
}

/** Return the lists with these addresses, in their order, or `undefined` for a missing one. */
async function listsOf(
  store: Store,
  addresses: readonly string[],
): Promise<(SignedEvent | undefined)[]> {
  const lists = (await store.latestOf(addresses)).map(parseStored);
  return addresses.map((address) => lists.find((list) => addressOf(list) === address));
}

/** Return the articles with these ids or addresses, each in several versions. */
async function versionsOf(store: Store, all: readonly string[]): Promise<readonly SignedEvent[]> {
  if (all.length === 0) return [];
  // The newest entries are last.
  const names = all.slice(-MOST_THREADS);
  const named = (await store.events(names.filter((name) => isHex(name, 64)))).map(parseStored);
  const addresses = [
    ...named.flatMap((event) => addressOf(event) ?? []),
    ...names.filter((name) => parseAddress(name) !== undefined),
  ];
  const versions = await Promise.all(
    [...new Set(addresses)]
      .slice(0, MOST_ARTICLES)
      .map((address) => store.versionsByDay(address, MOST_VERSIONS)),
  );
  return [...named, ...versions.flat().map(parseStored)];
}

function addressIn(name: ListName, account: string): string {
  const { kind, identifier } = LIST_DEFINITIONS[name];
  return `${kind}:${account}:${identifier}`;
}
