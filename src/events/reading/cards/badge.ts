import { parseAddress } from '../../nostr/address.ts';
import { type SignedEvent, tagValue } from '../../nostr/event.ts';
import { isHex } from '../../core/hex.ts';
import { KIND } from '../../nostr/kinds.ts';
import { clip, clipLine } from '../../core/text.ts';
import { peopleIn } from './follow-pack.ts';

/** A badge as its creator describes it (kind 30009, NIP-58). Missing texts are empty. */
export interface Badge {
  readonly name: string;
  readonly about: string;
  /** Address of a picture, unchecked. Empty if there is none. */
  readonly image: string;
}

/** The award of a badge (kind 8). */
export interface BadgeAward {
  /** Address of the badge. `undefined` if the author of the award did not create it. */
  readonly badge: string | undefined;
  /** True if the award names a badge of any account. */
  readonly isNamed: boolean;
  /** Recipients, each once. */
  readonly people: readonly string[];
}

/** A badge that an account accepted, and the award that it names. */
export interface AcceptedBadge {
  readonly badge: string;
  readonly award: string;
}

const LONGEST_NAME = 200;
const LONGEST_ABOUT = 2_000;
const MOST_BADGES = 200;

/** Read a badge. Total: malformed fields count as missing. */
export function readBadge(event: Pick<SignedEvent, 'tags' | 'content'>): Badge {
  return {
    name: clipLine(tagValue(event, 'name') ?? tagValue(event, 'd') ?? '', LONGEST_NAME),
    about: clip(tagValue(event, 'description') ?? event.content, LONGEST_ABOUT).trim(),
    image: tagValue(event, 'thumb') || (tagValue(event, 'image') ?? ''),
  };
}

/** Read an award. Only the creator of a badge can award it (NIP-58). */
export function readAward(event: Pick<SignedEvent, 'tags' | 'pubkey'>): BadgeAward {
  const badge = tagValue(event, 'a') ?? '';
  return {
    badge: isBadgeOf(badge, event.pubkey) ? badge : undefined,
    isNamed: isBadge(badge),
    people: peopleIn(event),
  };
}

/**
 * Return the badges that an account accepted, in its order: each a tag of a badge that an e tag of
 * its award follows.
 */
export function acceptedBadges({ tags }: Pick<SignedEvent, 'tags'>): readonly AcceptedBadge[] {
  return tags
    .flatMap(([name, badge = ''], at) => {
      const [next, award = ''] = tags[at + 1] ?? [];
      const isPair = name === 'a' && next === 'e' && isBadge(badge) && isHex(award, 64);
      return isPair ? [{ badge, award }] : [];
    })
    .slice(0, MOST_BADGES);
}

/** True if an award proves that the account received the badge. */
export function isAwarded(
  award: Pick<SignedEvent, 'kind' | 'tags' | 'pubkey'>,
  badge: string,
  account: string,
): boolean {
  return (
    award.kind === KIND.BadgeAward &&
    isBadgeOf(badge, award.pubkey) &&
    award.tags.some(([name, value]) => name === 'a' && value === badge) &&
    award.tags.some(([name, value]) => name === 'p' && value === account)
  );
}

function isBadge(address: string): boolean {
  return parseAddress(address)?.kind === KIND.BadgeDefinition;
}

function isBadgeOf(address: string, pubkey: string): boolean {
  return isBadge(address) && parseAddress(address)?.pubkey === pubkey;
}
