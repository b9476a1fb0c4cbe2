import type { Claim } from '../connection/claims.ts';
import { relayKey, safeRelayUrl } from '../connection/url.ts';
import type { Draft } from '../event.ts';
import { KIND } from '../kinds.ts';
import { planProfile } from './profile-edit.ts';
import type { ProfileFields } from './profile-fields.ts';

/** What a new account says first (ACCOUNT-07). Each is a job of its own in the outbox, which is found there by its origin. */
export const FIRST_WORDS = ['relays', 'profile', 'follows'] as const;
export type FirstWord = (typeof FIRST_WORDS)[number];

/** A list of relays is short, or nobody can follow it (NIP-65). */
const MAX_RELAYS = 5;

/** Where the first words of an account come from, as the outbox keeps it. */
export function originOfFirst(word: FirstWord): string {
  return `new account: ${word}`;
}

/** The relays that the service recommends, through the url policy; who is recommended none uses the page's own. `home` as in the url policy. */
export function recommendedRelays(claims: readonly Claim[], home: string, homeRelay: string): readonly string[] {
  const named = claims.flatMap((claim) => (claim.claim === 'list' && claim.list === 'defaultRelays' ? claim.values : []));
  const urls = new Map(named.flatMap((text) => safeRelayUrl(text, home) ?? []).map((url) => [relayKey(url), url]));
  return urls.size === 0 ? [homeRelay] : [...urls.values()].slice(0, MAX_RELAYS);
}

/** The drafts of the first words: relay list (NIP-65), profile, and whom it follows (NIP-02), by their names. */
export function firstDrafts({
  fields,
  relays,
  follows,
}: {
  readonly fields: ProfileFields;
  readonly relays: readonly string[];
  readonly follows: readonly string[];
}): Readonly<Record<FirstWord, Draft>> {
  const profile = planProfile(undefined, fields)?.draft ?? { kind: KIND.Metadata, tags: [], content: '{}' };
  return {
    relays: { kind: KIND.RelayList, tags: relays.map((url) => ['r', url]), content: '' },
    profile,
    follows: { kind: KIND.Contacts, tags: [...new Set(follows)].map((pubkey) => ['p', pubkey]), content: '' },
  };
}
