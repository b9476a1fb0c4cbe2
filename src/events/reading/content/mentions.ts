import { formatAddress } from '../../nostr/address.ts';
import { isHex } from '../../core/hex.ts';
import { KIND } from '../../nostr/kinds.ts';
import type { Entity } from '../../nostr/nip19.ts';
import {
  fromTag,
  isRepost,
  MAX_REFERENCES,
  positionalTags,
  type Readable,
  type Reference,
  selectHints,
} from '../../facts/references.ts';
import { urisIn } from './uris.ts';

/**
 * Return the events and addresses that an event quotes, each once. Order: q tags, e and a tags
 * marked mention or named by position, then `nostr:` uris in its text. Reposts quote nothing,
 * though early ones mark their target as mentioned.
 */
export function quotesOf(event: Readable): readonly Reference[] {
  if (isRepost(event)) return [];
  const found = new Map<string, Reference>();
  const named = readsText(event) ? positionalTags(event) : [];
  for (const tag of event.tags.slice(0, MAX_REFERENCES * 10)) {
    const quotes =
      tag[0] === 'q' ||
      ((tag[0] === 'e' || tag[0] === 'a') && (tag[3] === 'mention' || named.includes(tag)));
    const reference = quotes ? fromTag(tag) : undefined;
    if (reference && !found.has(reference.key)) found.set(reference.key, reference);
  }
  for (const entity of entitiesIn(event)) {
    const reference = fromEntity(entity);
    if (reference && !found.has(reference.key)) found.set(reference.key, reference);
  }
  return [...found.values()].slice(0, MAX_REFERENCES);
}

/**
 * Return the accounts that an event mentions, each once: p tags, then npub and nprofile in its
 * text.
 */
export function mentionsOf(event: Readable): readonly string[] {
  const found = new Set<string>();
  for (const [name, pubkey] of event.tags)
    if (name === 'p' && pubkey !== undefined && isHex(pubkey, 64)) found.add(pubkey);
  for (const entity of entitiesIn(event))
    if (entity.type === 'npub' || entity.type === 'nprofile') found.add(entity.pubkey);
  return [...found];
}

function entitiesIn(event: Readable): readonly Entity[] {
  return readsText(event) ? urisIn(event.content, MAX_REFERENCES) : [];
}

function readsText({ kind }: Readable): boolean {
  return (
    kind === KIND.Text || kind === KIND.Comment || kind === KIND.LongForm || kind === KIND.Highlight
  );
}

function fromEntity(entity: Entity): Reference | undefined {
  if (entity.type === 'note')
    return { type: 'event', key: entity.id, relays: [], author: undefined, kind: undefined };
  if (entity.type === 'nevent')
    return {
      type: 'event',
      key: entity.id,
      relays: selectHints(entity.relays, 3),
      author: entity.author,
      kind: entity.kind,
    };
  if (entity.type !== 'naddr') return undefined;
  return {
    type: 'address',
    key: formatAddress(entity),
    relays: selectHints(entity.relays, 3),
    author: entity.pubkey,
    kind: entity.kind,
  };
}
