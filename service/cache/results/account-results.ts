import { isRecord, parseJson } from '../../../src/events/core/json.ts';
import { KIND, RESULT } from '../../../src/events/nostr/kinds.ts';
import { parseStored } from '../../store/stored-event.ts';
import type { Store } from '../../store/store.ts';
import type { Result } from '../results.ts';

type RelayTag = readonly ['r', string] | readonly ['r', string, string];

const MOST_RELAYS = 100;

/** Return the content of a 10000105 result, with zeros for an unknown account. */
export async function countsOf(store: Store, pubkey: string): Promise<Record<string, unknown>> {
  const counts = await store.countsOf(pubkey);
  return {
    pubkey,
    follows_count: counts.follows,
    followers_count: counts.followers,
    note_count: counts.notes,
    long_form_note_count: counts.articles,
    reply_count: counts.replies,
    total_zap_count: counts.zaps,
    total_satszapped: counts.satszapped,
    media_count: counts.media,
    time_joined: counts.firstAt ?? null,
    relay_count: new Set((await relayTags(store, pubkey)).map((tag) => tag[1])).size,
    content_zap_count: counts.contentZaps,
  };
}

/** Return 10000139. It is always sent, without tags for an unknown account. */
export async function relaysResult(store: Store, pubkey: string): Promise<Result> {
  return JSON.stringify({ kind: RESULT.UserRelays, pubkey, tags: await relayTags(store, pubkey) });
}

/** Return the write relays of an account (NIP-65). */
export async function writeRelays(store: Store, pubkey: string): Promise<string[]> {
  return (await relayTags(store, pubkey)).flatMap(([, url, marker]) =>
    marker === 'read' ? [] : [url],
  );
}

/**
 * Return r tags in order of their text: those of kind 10002, else those in the content of the
 * newest contact list.
 */
async function relayTags(store: Store, pubkey: string): Promise<RelayTag[]> {
  const list = await store.latest(`${KIND.RelayList}:${pubkey}:`);
  const tags = list ? listedRelays(parseStored(list).tags) : await contactRelays(store, pubkey);
  return tags.slice(0, MOST_RELAYS).sort((a, b) => (a.join(' ') < b.join(' ') ? -1 : 1));
}

function listedRelays(tags: readonly (readonly string[])[]): RelayTag[] {
  return tags.flatMap(([name, url, marker]): RelayTag[] => {
    if (name !== 'r' || !url) return [];
    return [marker === 'read' || marker === 'write' ? ['r', url, marker] : ['r', url]];
  });
}

async function contactRelays(store: Store, pubkey: string): Promise<RelayTag[]> {
  const contacts = await store.latest(`${KIND.Contacts}:${pubkey}:`);
  const relays = contacts && parseJson(parseStored(contacts).content);
  if (!isRecord(relays)) return [];
  return Object.entries(relays).flatMap(([url, uses]): RelayTag[] => {
    const { read, write } = isRecord(uses) ? uses : {};
    return [
      ...(read === true ? [['r', url, 'read'] as const] : []),
      ...(write === true ? [['r', url, 'write'] as const] : []),
    ];
  });
}
