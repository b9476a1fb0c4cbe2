import type { Claim } from '../connection/claims.ts';
import { KIND } from '../nostr/kinds.ts';
import { type SignedEvent, tagValue } from '../nostr/event.ts';
import { readSuggestions } from '../account/profile/suggestions.ts';
import { type NamedGroup, readGroup } from '../reading/cards/follow-pack.ts';

/** People who are followed together: a follow pack (kind 39089), or a suggestion of a service. */
export interface FollowPack extends NamedGroup {
  /** Distinguishes it from the others. */
  readonly id: string;
}

/** The most that a service sends in one answer. */
export const MAX_PACKS = 20;
/** Limit of people who are shown and followed with one press. */
const MAX_PEOPLE = 50;

/**
 * Read the packs of an answer: follow packs in their order, or else the groups of
 * get_suggested_users. Packs without a title or without people are left out.
 */
export function readFollowPacks({
  events,
  claims,
}: {
  readonly events: readonly SignedEvent[];
  readonly claims: readonly Claim[];
}): readonly FollowPack[] {
  const packs = events
    .filter(({ kind }) => kind === KIND.StarterPack)
    .map((event) => ({
      id: `${event.pubkey}:${tagValue(event, 'd') ?? ''}`,
      ...readGroup(event),
    }))
    .filter(({ title, people }) => title !== '' && people.length > 0);
  const suggested = readSuggestions(claims).map(({ name, members }) => ({
    id: name,
    title: name,
    about: '',
    image: '',
    people: members,
  }));
  return [...(packs.length > 0 ? packs : suggested)]
    .slice(0, MAX_PACKS)
    .map((pack) => ({ ...pack, people: pack.people.slice(0, MAX_PEOPLE) }));
}
