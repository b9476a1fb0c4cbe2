import { type SignedEvent, tagValue } from '../../nostr/event.ts';
import { isHex } from '../../core/hex.ts';
import { KIND } from '../../nostr/kinds.ts';
import { clip, clipLine } from '../../core/text.ts';

/**
 * People that an account recommends to follow (kind 39089, NIP-51), or a community with its
 * moderators (kind 34550, NIP-72).
 */
export interface NamedGroup {
  readonly title: string;
  readonly about: string;
  /** Address of a picture, unchecked. Empty if there is none. */
  readonly image: string;
  /** Each once. */
  readonly people: readonly string[];
}

const LONGEST_TITLE = 300;
const LONGEST_ABOUT = 2_000;
const MOST_PEOPLE = 1_000;

/** Lists of people (kind 30000) that filter, and are not meant to be followed. */
const FILTERS: ReadonlySet<string | undefined> = new Set(['mute', 'mutelists', 'allowlist']);

/**
 * True if its people are a recommendation for readers: a follow pack, or a set of people (NIP-51).
 */
export function isFollowList(event: Pick<SignedEvent, 'kind' | 'tags'>): boolean {
  return (
    event.kind === KIND.StarterPack ||
    (event.kind === KIND.CategorizedPeople && !FILTERS.has(tagValue(event, 'd')))
  );
}

/** Read a follow pack or a community. Total: malformed fields count as missing. */
export function readGroup(event: Pick<SignedEvent, 'tags'>): NamedGroup {
  return {
    title: clipLine(
      tagValue(event, 'title') ?? tagValue(event, 'name') ?? tagValue(event, 'd') ?? '',
      LONGEST_TITLE,
    ),
    about: clip(tagValue(event, 'description') ?? '', LONGEST_ABOUT).trim(),
    image: tagValue(event, 'image') ?? tagValue(event, 'picture') ?? '',
    people: peopleIn(event),
  };
}

/** Return the people that an event tags, each once. */
export function peopleIn({ tags }: Pick<SignedEvent, 'tags'>): readonly string[] {
  const people = new Set<string>();
  for (const [name, pubkey = ''] of tags) {
    if (name === 'p' && isHex(pubkey, 64)) people.add(pubkey);
    if (people.size === MOST_PEOPLE) break;
  }
  return [...people];
}
