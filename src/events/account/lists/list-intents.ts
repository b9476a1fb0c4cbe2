import { addressOf, parseAddress } from '../../nostr/address.ts';
import { ownRelayUrl } from '../../core/url.ts';
import type { SignedEvent, Tag } from '../../nostr/event.ts';
import { isHex } from '../../core/hex.ts';
import { parseJson } from '../../core/json.ts';
import { rootsOf } from '../../facts/references.ts';
import { mediaServerOrigin } from './list-definitions.ts';

/**
 * A requested change of one entry. `add`: be in the list, unchanged if it is already there.
 * `remove`: be gone from both parts. `set`: be there in this form. `first`: come before all other
 * entries. The tag names the entry. `secret`: a new entry goes into the private part.
 */
export interface ListIntent {
  readonly act: 'add' | 'remove' | 'set' | 'first';
  readonly tag: Tag;
  readonly secret?: boolean;
}

/**
 * An act on a list that is confirmed even if nothing is at risk. Its question and the risks of the
 * edit are one dialog.
 */
export type ListQuestion =
  | { readonly code: 'removeRelay'; readonly url: string }
  | { readonly code: 'replaceRelays'; readonly urls: readonly string[] }
  | { readonly code: 'removeMirrors' };

/** A target of a mute. A thread is named by the id or the address of its root. */
export type Muted =
  | { readonly type: 'user'; readonly pubkey: string }
  | { readonly type: 'word'; readonly word: string }
  | { readonly type: 'hashtag'; readonly hashtag: string }
  | { readonly type: 'thread'; readonly id: string };

export function follow(pubkey: string, on = true): ListIntent {
  return { act: on ? 'add' : 'remove', tag: ['p', pubkey] };
}

export function mute(what: Muted, { on = true, secret = false } = {}): ListIntent {
  return { act: on ? 'add' : 'remove', tag: mutedTag(what), ...(secret ? { secret } : {}) };
}

/**
 * Return the tags that mute the thread of an event, at most one of each (ACCOUNT-21): the id of its
 * root, the address of an article, and the name of something outside of Nostr. The address also
 * covers later versions of the article.
 */
export function threadTags(event: SignedEvent): readonly [Tag, ...Tag[]] {
  const roots = rootsOf(event);
  const address = addressOf(event);
  const own: readonly [Tag, ...Tag[]] =
    address === undefined
      ? [['e', event.id]]
      : [
          ['a', address],
          ['e', event.id],
        ];
  const [first, ...others] = (['address', 'event', 'external'] as const).flatMap((type): Tag[] => {
    const root = roots.find((one) => one.type === type);
    return root ? [[THREAD_TAGS[type], root.key]] : [];
  });
  return first ? [first, ...others] : own;
}

const THREAD_TAGS = { address: 'a', event: 'e', external: 'i' } as const;

/** Bookmark by address if there is one, so that later versions stay bookmarked; otherwise by id. */
export function bookmark(event: SignedEvent, { on = true, secret = false } = {}): ListIntent {
  const address = addressOf(event);
  return {
    act: on ? 'add' : 'remove',
    tag: address === undefined ? ['e', event.id] : ['a', address],
    ...(secret ? { secret } : {}),
  };
}

/** `undefined`: 'Invalid url' (RELAY-07). A relay without any use is removed. */
export function relayUse(
  text: string,
  use: { readonly read: boolean; readonly write: boolean },
): ListIntent | undefined {
  const url = ownRelayUrl(text);
  if (url === undefined) return undefined;
  if (!use.read && !use.write) return { act: 'remove', tag: ['r', url] };
  return {
    act: 'set',
    tag: use.read && use.write ? ['r', url] : ['r', url, use.read ? 'read' : 'write'],
  };
}

/** Add or remove a relay for private messages (NIP-17). `undefined`: 'Invalid url'. */
export function messageRelay(text: string, act: 'add' | 'remove'): ListIntent | undefined {
  const url = ownRelayUrl(text);
  return url === undefined ? undefined : { act, tag: ['relay', url] };
}

/**
 * The first server of the list receives uploads, the others are mirrors. `undefined` if the address
 * is not https.
 */
export function mediaServer(
  text: string,
  act: 'add' | 'remove' | 'first',
  home?: string,
): ListIntent | undefined {
  const origin = mediaServerOrigin(text, home);
  return origin === undefined ? undefined : { act, tag: ['server', origin] };
}

/** Use of another account's mute list: to hide its entries anywhere, or only in recommendations. */
export type FilterScope = (typeof FILTER_SCOPES)[number];
export const FILTER_SCOPES = ['content', 'trending'] as const;

/**
 * Use another account's mute list as a filter (ACCOUNT-11). `scopes`: its uses; without any, the
 * list stays in place but is switched off. Relay, petname and everything after the scopes stay as
 * in the current entry.
 */
export function filterWith(
  pubkey: string,
  scopes: readonly FilterScope[],
  [, , relay = '', petname = '', , ...rest]: Tag = [],
): ListIntent {
  return { act: 'set', tag: ['p', pubkey, relay, petname, JSON.stringify(scopes), ...rest] };
}

/**
 * Return the scopes of an entry. Without a fifth element it hides content. A malformed element
 * gives none.
 */
export function filterScopes(tag: Tag): readonly FilterScope[] {
  const scopes = tag[4] === undefined ? ['content'] : parseJson(tag[4]);
  return Array.isArray(scopes) ? FILTER_SCOPES.filter((scope) => scopes.includes(scope)) : [];
}

/** Maximum number of filter lists of others. */
export const MOST_FILTER_LISTS = 50;

/**
 * Return the owners of the mute lists that filter, each once with all of its scopes; at most 50.
 */
export function filterLists(
  tags: readonly Tag[],
): readonly { readonly owner: string; readonly scopes: readonly FilterScope[] }[] {
  const owners = new Map<string, readonly FilterScope[]>();
  for (const tag of tags) {
    const [name, owner = ''] = tag;
    const scopes = name === 'p' && isHex(owner, 64) ? filterScopes(tag) : [];
    if (scopes.length > 0)
      owners.set(owner, [...new Set([...(owners.get(owner) ?? []), ...scopes])]);
  }
  return [...owners].slice(0, MOST_FILTER_LISTS).map(([owner, scopes]) => ({ owner, scopes }));
}

export function dropFilterList(pubkey: string): ListIntent {
  return { act: 'remove', tag: ['p', pubkey] };
}

/** An account on the allowlist is never filtered. */
export function allow(pubkey: string, on = true): ListIntent {
  return { act: on ? 'add' : 'remove', tag: ['p', pubkey] };
}

function mutedTag(what: Muted): Tag {
  switch (what.type) {
    case 'user':
      return ['p', what.pubkey];
    case 'word':
      return ['word', what.word.trim().toLowerCase().normalize('NFC')];
    case 'hashtag':
      return [
        't',
        what.hashtag
          .trim()
          .toLowerCase()
          .normalize('NFC')
          .replace(/^[#＃]+/, ''),
      ];
    case 'thread':
      return [parseAddress(what.id) ? 'a' : 'e', what.id];
  }
}
