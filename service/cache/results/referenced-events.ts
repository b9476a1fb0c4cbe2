import { addressOf, parseAddress } from '../../../src/events/nostr/address.ts';
import type { SignedEvent } from '../../../src/events/nostr/event.ts';
import { isHex } from '../../../src/events/core/hex.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import { mentionsOf, quotesOf } from '../../../src/events/reading/content/mentions.ts';
import { isRepost, repostTarget } from '../../../src/events/facts/references.ts';
import type { Store } from '../../store/store.ts';
import { parseStored, type StoredEvent } from '../../store/stored-event.ts';

export interface Parsed {
  readonly stored: StoredEvent;
  readonly event: SignedEvent;
}

const MOST_PER_EVENT = 100;
const MOST_IN_ALL = 1_000;
const MOST_PEOPLE = 50;

export function parsed(stored: StoredEvent): Parsed {
  return { stored, event: parseStored(stored) };
}

/**
 * Return referenced events and their references (three levels including the events themselves),
 * without the events themselves. `visible` is awaited concurrently and filters hidden ones.
 */
export async function referencedBy(
  store: Store,
  posts: readonly Parsed[],
  visible: () => Promise<
    ((rows: readonly StoredEvent[]) => Promise<readonly StoredEvent[]>) | undefined
  >,
): Promise<Parsed[]> {
  const seen = new Set(posts.map(({ stored }) => stored.id));
  const found: Parsed[] = [];
  let level = posts;
  const keeping = posts.length > 0 ? visible() : undefined;
  for (let depth = 2; depth <= 3 && level.length > 0 && found.length < MOST_IN_ALL; depth++) {
    const [targets, keep] = await Promise.all([targetsOf(store, level), keeping]);
    const rows = targets.filter((row) => !seen.has(row.id));
    for (const row of rows) seen.add(row.id);
    level = (keep ? await keep(rows) : rows).slice(0, MOST_IN_ALL - found.length).map(parsed);
    found.push(...level);
  }
  return found;
}

/**
 * Return the posts that one of `all` quotes or reposts. They are sent a second time, wrapped like
 * other referenced events, because some clients look for quoted events there only.
 */
export function quotedPosts(posts: readonly Parsed[], all: readonly Parsed[]): Parsed[] {
  const quoted = new Set(all.flatMap(({ event }) => quotedKeys(event)));
  return posts.filter(({ event }) => quoted.has(event.id) || quoted.has(addressOf(event) ?? ''));
}

/** Return the accounts in p and P tags and in the text of an event, at most 50. */
export function peopleIn(event: SignedEvent): string[] {
  const zapper = event.tags.flatMap((tag) =>
    tag[0] === 'P' && tag[1] !== undefined && isHex(tag[1], 64) ? [tag[1]] : [],
  );
  return [...zapper, ...mentionsOf(event)].slice(0, MOST_PEOPLE);
}

async function targetsOf(store: Store, posts: readonly Parsed[]): Promise<StoredEvent[]> {
  const ids = new Set<string>();
  const addresses = new Set<string>();
  for (const { event } of posts) {
    for (const key of keysIn(event)) {
      if (isHex(key, 64)) ids.add(key);
      else if (parseAddress(key)) addresses.add(key);
    }
  }
  const found = (
    await Promise.all([store.events([...ids]), store.latestOf([...addresses])])
  ).flat();
  return [...new Map(found.map((event) => [event.id, event])).values()];
}

/** Lists name hundreds of events, which clients request by other verbs. */
function isList({ kind }: SignedEvent): boolean {
  return kind === KIND.Metadata || kind === KIND.Contacts || (kind >= 10_000 && kind < 20_000);
}

/** An answer needs the quotes of its events twice. Their texts are parsed once. */
const QUOTED = new WeakMap<SignedEvent, readonly string[]>();

function quotedKeys(event: SignedEvent): readonly string[] {
  const known = QUOTED.get(event);
  if (known) return known;
  const keys = isList(event)
    ? []
    : [repostTarget(event) ?? [], quotesOf(event)].flat().map(({ key }) => key);
  QUOTED.set(event, keys);
  return keys;
}

function keysIn(event: SignedEvent): Set<string> {
  const keys = new Set<string>();
  if (isList(event)) return keys;
  const quotes = quotedKeys(event);
  if (isRepost(event)) for (const key of quotes) keys.add(key);
  for (const [name, value] of event.tags) {
    if (keys.size >= MOST_PER_EVENT) return keys;
    if ((name === 'e' || name === 'a') && value !== undefined) keys.add(value);
  }
  for (const key of quotes) if (keys.size < MOST_PER_EVENT) keys.add(key);
  return keys;
}
