import { addressOf, parseAddress } from '../../nostr/address.ts';
import type { Filter } from '../../connection/filter.ts';
import { newestVersion, replaces, type SignedEvent, tagValue } from '../../nostr/event.ts';
import { KIND } from '../../nostr/kinds.ts';
import { declaredEmojis } from '../../reading/content/content-tag.ts';
import { clipLine } from '../../core/text.ts';

/**
 * A set of custom emojis (NIP-30, NIP-51): shortcodes and addresses. The key is '' for the own
 * list.
 */
export interface EmojiSet {
  readonly key: string;
  readonly title: string;
  readonly emojis: ReadonlyMap<string, string>;
}

const MOST_SETS = 30;
const LONGEST_TITLE = 60;
const SHORTCODE = /^[A-Za-z0-9_-]+$/;

/** Return the filters for an account's own list (kind 10030) and its own sets (kind 30030). */
export function ownEmojiFilters(account: string): readonly Filter[] {
  return [
    { kinds: [KIND.EmojiList], authors: [account], limit: 1 },
    { kinds: [KIND.EmojiSet], authors: [account], limit: MOST_SETS },
  ];
}

/**
 * Return the filters for the sets of others that the own list names and that are not loaded yet.
 */
export function namedEmojiFilters(
  account: string,
  events: readonly SignedEvent[],
): readonly Filter[] {
  const known = new Set(events.flatMap((event) => addressOf(event) ?? []));
  return namedIn(account, events).flatMap((address) => {
    const parts = known.has(address) ? undefined : parseAddress(address);
    return parts
      ? [{ kinds: [KIND.EmojiSet], authors: [parts.pubkey], '#d': [parts.identifier], limit: 1 }]
      : [];
  });
}

/** Add events, keeping the newest version of each. */
export function withEmojiEvents<E extends SignedEvent>(
  events: readonly E[],
  more: readonly E[],
): readonly E[] {
  const newest = new Map<string, E>();
  for (const event of [...events, ...more]) {
    if (event.kind !== KIND.EmojiList && event.kind !== KIND.EmojiSet) continue;
    const address = addressOf(event) ?? event.id;
    if (replaces(event, newest.get(address))) newest.set(address, event);
  }
  return [...newest.values()];
}

/**
 * Return the emoji sets of an account: its list, the sets that the list names, then its own other
 * sets. Empty sets are left out. `home`: origin of the page.
 */
export function emojiSetsOf(
  account: string,
  events: readonly SignedEvent[],
  home?: string,
): readonly EmojiSet[] {
  const list = listOf(account, events);
  const sets = events.filter(({ kind }) => kind === KIND.EmojiSet);
  const at = (event: SignedEvent) => addressOf(event) ?? '';
  const named = namedIn(account, events);
  const wanted = [
    ...named.flatMap((address) => sets.filter((set) => at(set) === address)),
    ...sets.filter((set) => set.pubkey === account && !named.includes(at(set))),
  ];
  const found = [
    ...(list ? [{ key: 'own', title: '', emojis: emojisIn(list, home) }] : []),
    ...wanted.map((set) => ({ key: at(set), title: titleOf(set), emojis: emojisIn(set, home) })),
  ];
  return found.filter(({ emojis }) => emojis.size > 0).slice(0, MOST_SETS);
}

function listOf(account: string, events: readonly SignedEvent[]): SignedEvent | undefined {
  return newestVersion(
    events.filter(({ kind, pubkey }) => kind === KIND.EmojiList && pubkey === account),
  );
}

function namedIn(account: string, events: readonly SignedEvent[]): readonly string[] {
  const named = (listOf(account, events)?.tags ?? []).flatMap(([name, address = '']) =>
    name === 'a' && address.startsWith(`${KIND.EmojiSet}:`) ? [address] : [],
  );
  return [...new Set(named)].slice(0, MOST_SETS);
}

function emojisIn({ tags }: SignedEvent, home: string | undefined): ReadonlyMap<string, string> {
  return new Map(
    [...declaredEmojis(tags, home)].filter(([shortcode]) => SHORTCODE.test(shortcode)),
  );
}

function titleOf(set: SignedEvent): string {
  return clipLine(tagValue(set, 'title') ?? tagValue(set, 'd') ?? '', LONGEST_TITLE);
}
