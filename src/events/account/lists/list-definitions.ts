import { formatAddress, parseAddress } from '../../nostr/address.ts';
import { isHome, ownRelayUrl, relayKey, safeUrl, trimSlashes } from '../../core/url.ts';
import type { Tag } from '../../nostr/event.ts';
import { isHex } from '../../core/hex.ts';
import { KIND } from '../../nostr/kinds.ts';
import { hashtagKey, wordKey } from './mutes.ts';

/** The lists of an account that this app edits, all in the same way. */
export type ListName =
  | 'follows'
  | 'mutes'
  | 'bookmarks'
  | 'relays'
  | 'messageRelays'
  | 'mediaServers'
  | 'filterLists'
  | 'allowlist';

interface ListForm {
  readonly kind: number;
  /** d tag; empty for kinds below 30000. */
  readonly identifier: string;
  /** Names of the tags that are entries of the list. All other tags stay unchanged. */
  readonly entries: ReadonlySet<string>;
  /**
   * True if the content holds a private part (NIP-51). If not, the content stays as it is: contact
   * lists once stored relays there.
   */
  readonly hasSecret: boolean;
}

const people = (identifier: string): ListForm => ({
  kind: KIND.CategorizedPeople,
  identifier,
  entries: new Set(['p']),
  hasSecret: true,
});

export const LIST_DEFINITIONS: Readonly<Record<ListName, ListForm>> = {
  follows: { kind: KIND.Contacts, identifier: '', entries: new Set(['p']), hasSecret: false },
  mutes: {
    kind: KIND.MuteList,
    identifier: '',
    entries: new Set(['p', 'word', 't', 'e', 'a', 'i']),
    hasSecret: true,
  },
  bookmarks: {
    kind: KIND.Bookmarks,
    identifier: '',
    entries: new Set(['e', 'a']),
    hasSecret: true,
  },
  relays: { kind: KIND.RelayList, identifier: '', entries: new Set(['r']), hasSecret: false },
  messageRelays: {
    kind: KIND.DirectMessageRelays,
    identifier: '',
    entries: new Set(['relay']),
    hasSecret: false,
  },
  mediaServers: {
    kind: KIND.BlossomServers,
    identifier: '',
    entries: new Set(['server']),
    hasSecret: false,
  },
  filterLists: people('mutelists'),
  allowlist: people('allowlist'),
};

/** In the order of importance to a reader. */
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
  const { kind, identifier } = LIST_DEFINITIONS[list];
  return formatAddress({ kind, pubkey, identifier });
}

/**
 * Return a key that is equal for all spellings of one entry. `undefined` for tags that are
 * malformed or no entry of this list; they stay unchanged.
 */
export function entryKey(list: ListName, tag: Tag): string | undefined {
  const same = entryValue(list, tag);
  return same === undefined ? undefined : `${tag[0]}:${same}`;
}

/**
 * Numbers of entries, from 0. All spellings of one entry have one number. A tag that is no entry
 * has `NO_ENTRY`.
 */
export interface Numbering {
  readonly of: (tag: Tag) => number;
  /** Return the entry numbers of the tags of a version, in their order. */
  readonly all: (tags: readonly Tag[]) => readonly number[];
}

export const NO_ENTRY = -1;

/** Number the entries of related versions. Lists are long, so each is read once and cached. */
export function numberEntries(list: ListName): Numbering {
  const names = new Map(
    [...LIST_DEFINITIONS[list].entries].map((name) => [name, new Map<string, number>()]),
  );
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
 * Return the origin of a media server that the user names; `undefined` ('Invalid url') if it is not
 * https. `home`, the origin of the page, is always allowed. If `home` is this machine, its other
 * ports are allowed too.
 */
export function mediaServerOrigin(text: string, home?: string): string | undefined {
  const url = URL.parse(safeUrl(text) ?? '');
  return url?.protocol === 'https:' || (url && isHome(url, home)) ? url.origin : undefined;
}

function entryValue(list: ListName, [name = '', value = '']: Tag): string | undefined {
  if (!LIST_DEFINITIONS[list].entries.has(name)) return undefined;
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

/**
 * Return a muted word or hashtag in the form that is compared: case, composition and a leading
 * number sign make no difference.
 */
function wordOf(name: string, value: string): string | undefined {
  const word = name === 't' ? hashtagKey(value) : wordKey(value);
  return word === '' ? undefined : word;
}
