import type { Filter } from '../../connection/filter.ts';
import { fromTag, selectHints } from '../../facts/references.ts';
import { addressOf, formatAddress } from '../../nostr/address.ts';
import type { SignedEvent } from '../../nostr/event.ts';
import { KIND, REPLY_KINDS } from '../../nostr/kinds.ts';
import { decodeUri } from '../../nostr/nip19.ts';
import type { NoteParam } from '../../nostr/route-param.ts';

/** Where an event may be stored, in the words of those who refer to it. */
export interface EventHints {
  /** Relays that passed the url policy. */
  readonly relays: readonly string[];
  readonly author: string | undefined;
}

const MOST_HINTS = 5;
const MOST_REPLIES = 100;

/** Return the id of a note, or the address of an article. */
export function keyOfParam(target: NoteParam): string {
  return target.type === 'note' ? target.id : formatAddress(target);
}

/**
 * Return the hints in the path that opened the event, and in known events that tag or mention it.
 */
export function eventHints(
  param: string,
  target: NoteParam,
  known: Iterable<SignedEvent>,
): EventHints {
  const found = [hintsIn(param), ...[...known].flatMap((event) => hintsAbout(event, target))];
  return {
    relays: selectHints(
      found.flatMap((one) => one?.relays ?? []),
      MOST_HINTS,
    ),
    author:
      target.type === 'note'
        ? found.find((one) => one?.author !== undefined)?.author
        : target.pubkey,
  };
}

type Named = EventHints & { readonly key: string };

function hintsIn(text: string): Named | undefined {
  const entity = decodeUri(text);
  if (entity?.type === 'nevent') return { ...entity, key: entity.id };
  if (entity?.type === 'naddr')
    return { relays: entity.relays, author: entity.pubkey, key: formatAddress(entity) };
  return undefined;
}

function hintsAbout({ tags, content }: SignedEvent, target: NoteParam): readonly Named[] {
  const key = keyOfParam(target);
  const tagged = tags.some(([, value]) => value === key) ? tags : [];
  const inTags = tagged.flatMap((tag) => (tag[1] === key ? (fromTag(tag) ?? []) : []));
  const inText = [...content.matchAll(/n(?:event|addr)1[02-9ac-hj-np-z]+/g)].flatMap(
    ([text]) => hintsIn(text) ?? [],
  );
  return [...inTags, ...inText].filter((named) => named.key === key);
}

/** Return the query for the event, its replies and, if the author is known, their profile. */
export function eventFilters(target: NoteParam, author: string | undefined): readonly Filter[] {
  const replies = { kinds: REPLY_KINDS, limit: MOST_REPLIES };
  const profile =
    author === undefined ? [] : [{ kinds: [KIND.Metadata], authors: [author], limit: 1 }];
  return target.type === 'note'
    ? [{ ids: [target.id] }, { ...replies, '#e': [target.id] }, ...profile]
    : [
        { kinds: [target.kind], authors: [target.pubkey], '#d': [target.identifier], limit: 1 },
        { ...replies, '#a': [formatAddress(target)] },
        ...profile,
      ];
}

/** True if the event is the one that was searched for. */
export function isTarget(target: NoteParam, event: SignedEvent): boolean {
  return keyOfParam(target) === (target.type === 'note' ? event.id : addressOf(event));
}
