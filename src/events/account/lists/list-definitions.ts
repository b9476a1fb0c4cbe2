import { formatAddress, parseAddress } from '../../nostr/address.ts';
import { isHome, ownRelayUrl, relayKey, safeUrl, trimSlashes } from '../../core/url.ts';
import type { Tag } from '../../nostr/event.ts';
import { isHex } from '../../core/hex.ts';
import { KIND } from '../../nostr/kinds.ts';
import { hashtagKey, wordKey } from './mutes.ts';

/** The lists of an account that this app edits, all in one way. */
export type ListName = 'follows' | 'mutes' | 'bookmarks' | 'relays' | 'messageRelays' | 'mediaServers' | 'filterLists' | 'allowlist';

interface ListForm {
  readonly kind: number;
  /** d tag; empty for kinds below 30000. */
  readonly identifier: string;
  /** Names of the tags that are its entries. All others are never touched. */
  readonly entries: ReadonlySet<string>;
  /** Whether its content holds a private part (NIP-51). Where not, content is kept as it is: contact lists once held relays there. */
  readonly hasSecret: boolean;
}

const people = (identifier: string): ListForm => ({
  kind: KIND.CategorizedPeople,
  identifier,
  entries: new Set(['p']),
  hasSecret: true,
});

export const LIST_FORMS: Readonly<Record<ListName, ListForm>> = {
  follows: { kind: KIND.Contacts, identifier: '', entries: new Set(['p']), hasSecret: false },
  mutes: { kind: KIND.MuteList, identifier: '', entries: new Set(['p', 'word', 't', 'e', 'a', 'i']), hasSecret: true },
  bookmarks: { kind: KIND.Bookmarks, identifier: '', entries: new Set(['e', 'a']), hasSecret: true },
  relays: { kind: KIND.RelayList, identifier: '', entries: new Set(['r']), hasSecret: false },
  messageRelays: { kind: KIND.DirectMessageRelays, identifier: '', entries: new Set(['relay']), hasSecret: false },
  mediaServers: { kind: KIND.BlossomServers, identifier: '', entries: new Set(['server']), hasSecret: false },
  filterLists: people('mutelists'),
  allowlist: people('allowlist'),
};

/** In the order in which they matter to who reads. */
export const LIST_NAMES: readonly ListName[] = [
  'follows',
  'mutes',
  'bookmarks',
  'relays',
  'messageRelays',
  'mediaServers',
  'filterLists',
  'allowlist',
];

/** `kind:pubkey:d` of an account's list. */
export function listAddress(list: ListName, pubkey: string): string {
  const { kind, identifier } = LIST_FORMS[list];
  return formatAddress({ kind, pubkey, identifier });
}

/** What two spellings of one entry have in common. Undefined: no entry of this list, or malformed, and so never touched. */
export function entryKey(list: ListName, tag: Tag): string | undefined {
  const same = entryValue(list, tag);
  return same === undefined ? undefined : `${tag[0]}:${same}`;
}

/** Numbers of entries: two spellings of one entry have one number, from 0; a tag that is none has `NO_ENTRY`. */
export interface Numbering {
  readonly of: (tag: Tag) => number;
  /** The tags of a version that are entries of the list, in their order. */
  readonly all: (tags: readonly Tag[]) => readonly number[];
}

export const NO_ENTRY = -1;

/** Numbers the entries of versions that belong together. Lists are long: each is read once, however often it is asked for. */
export function numberEntries(list: ListName): Numbering {
  const names = new Map([...LIST_FORMS[list].entries].map((name) => [name, new Map<string, number>()]));
  const known = new Map<Tag, number>();
  const lists = new Map<readonly Tag[], readonly number[]>();
  let count = 0;
  const read = (tag: Tag): number => {
    const value = entryValue(list, tag);
    const numbers = names.get(tag[0] ?? '');
    if (value === undefined || !numbers) return NO_ENTRY;
    const met = numbers.get(value);
    if (met === undefined) numbers.set(value, count);
    return met ?? count++;
  };
  const of = (tag: Tag): number => {
    const met = known.get(tag);
    if (met !== undefined) return met;
    const number = read(tag);
    known.set(tag, number);
    return number;
  };
  const all = (tags: readonly Tag[]): readonly number[] => {
    const numbers = lists.get(tags) ?? tags.map(of);
    lists.set(tags, numbers);
    return numbers;
  };
  return { of, all };
}

/**
 * The origin of a media server that a person names; undefined where it is not https: 'Invalid url'. `home`, the origin of the page, is
 * allowed as it is; where it is this machine itself, other ports of this machine are too.
 */
export function mediaServerOrigin(text: string, home?: string): string | undefined {
  const url = URL.parse(safeUrl(text) ?? '');
  return url?.protocol === 'https:' || (url && isHome(url, home)) ? url.origin : undefined;
}

function entryValue(list: ListName, [name = '', value = '']: Tag): string | undefined {
  if (!LIST_FORMS[list].entries.has(name)) return undefined;
  switch (name) {
    case 'p':
    case 'e': {
      const hex = value.toLowerCase();
      return isHex(hex, 64) ? hex : undefined;
    }
    case 'a':
      return parseAddress(value) ? value : undefined;
    case 'i':
      return value === '' ? undefined : value;
    case 'r':
    case 'relay':
      return ownRelayUrl(value) === undefined ? undefined : relayKey(value);
    case 'server':
      return safeUrl(value)?.startsWith('http') ? trimSlashes(safeUrl(value) ?? '') : undefined;
    default:
      return wordOf(name, value);
  }
}

/** In the form in which mutes are compared: case, composition and a number sign before a hashtag make no difference. */
function wordOf(name: string, value: string): string | undefined {
  const word = name === 't' ? hashtagKey(value) : wordKey(value);
  return word === '' ? undefined : word;
}
