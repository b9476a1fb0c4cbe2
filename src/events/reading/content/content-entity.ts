import { formatAddress, parseAddress } from '../../nostr/address.ts';
import { safeRelayUrl } from '../../core/url.ts';
import type { Tag } from '../../nostr/event.ts';
import { isHex } from '../../core/hex.ts';
import { decode } from '../../nostr/nip19.ts';
import { afterScheme, isAlphanumeric, matchesAt, runEnd, startsWord } from './content-scan.ts';
import type { AddressToken, EventToken, ProfileToken, TextToken } from './content-token.ts';

type Mention = ProfileToken | EventToken | AddressToken;

const PREFIXES = ['npub1', 'nprofile1', 'note1', 'nevent1', 'naddr1'] as const;
/**
 * Keys and ids without hints have one length, so characters directly after them do not spoil them.
 */
const BARE_LENGTH = 63;
const LONGEST_ENTITY = 5_000;
const SHORTEST_PREFIX = 5;

/**
 * The range of a possible NIP-19 text. `from`: its first character, after `nostr:` or `@`. `to`:
 * the end of its letters and digits.
 */
export interface EntityRun {
  readonly type: 'run';
  readonly from: number;
  readonly to: number;
}

/**
 * Return the run of letters at `at` that may be a mention (NIP-27): with `nostr:` anywhere, or bare
 * or after `@` at the start of a word. `undefined` if no entity begins here, or a text token if it
 * is too short. Decodes nothing yet.
 */
export function entityRun(text: string, at: number): EntityRun | TextToken | undefined {
  const named = text.charAt(at) === '@' ? at + 1 : at;
  const from = afterScheme(text, named, 'nostr');
  if (from === named && !startsWord(text, at)) return undefined;
  if (!PREFIXES.some((prefix) => matchesAt(text, from, prefix))) return undefined;
  const to = runEnd(text, from, LONGEST_ENTITY + 1, isAlphanumeric);
  return to - from < BARE_LENGTH
    ? { type: 'text', text: text.slice(at, from + SHORTEST_PREFIX) }
    : { type: 'run', from, to };
}

/**
 * Return the mention in a run that begins at `at`. `undefined` if its checksum or content is wrong.
 */
export function mentionIn(text: string, at: number, run: EntityRun): Mention | undefined {
  const bare = matchesAt(text, run.from, 'npub1') || matchesAt(text, run.from, 'note1');
  if (bare) return mentionOf(text, at, run.from, run.from + BARE_LENGTH);
  // `nostr:nevent1...nostr:npub1...` without a gap: the `n` of the second one belongs to the run of
  // the first.
  const glued = matchesAt(text, run.to - 'nostr'.length, 'nostr') && text.charAt(run.to) === ':';
  return mentionOf(text, at, run.from, glued ? run.to - 'nostr'.length : run.to);
}

/** Return the mention for `#[n]`: the n-th tag, if it names an account, event or address. */
export function positionalMention(text: string, tag: Tag | undefined): Mention | undefined {
  const [name, value = '', hint = ''] = tag ?? [];
  const relay = hint === '' ? undefined : safeRelayUrl(hint);
  const relays = relay === undefined ? [] : [relay];
  if (name === 'p' && isHex(value, 64)) return { type: 'profile', text, pubkey: value, relays };
  if (name === 'e' && isHex(value, 64))
    return { type: 'event', text, id: value, relays, author: undefined, kind: undefined };
  const address = name === 'a' ? parseAddress(value) : undefined;
  return address && { type: 'address', text, address: formatAddress(address), relays };
}

function mentionOf(source: string, at: number, from: number, to: number): Mention | undefined {
  const entity = decode(source.slice(from, to));
  const text = source.slice(at, to);
  switch (entity?.type) {
    case 'npub':
      return { type: 'profile', text, pubkey: entity.pubkey, relays: [] };
    case 'nprofile':
      return { type: 'profile', text, pubkey: entity.pubkey, relays: entity.relays };
    case 'note':
      return { type: 'event', text, id: entity.id, relays: [], author: undefined, kind: undefined };
    case 'nevent':
      return {
        type: 'event',
        text,
        id: entity.id,
        relays: entity.relays,
        author: entity.author,
        kind: entity.kind,
      };
    case 'naddr':
      return { type: 'address', text, address: formatAddress(entity), relays: entity.relays };
    default:
      return undefined;
  }
}
