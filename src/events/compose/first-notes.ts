import type { Draft } from '../nostr/event.ts';
import { KIND } from '../nostr/kinds.ts';
import { composed, type Ours } from '../nostr/ours.ts';
import { planProfile } from '../account/profile/profile-edit.ts';
import type { ProfileFields } from '../account/profile/profile-fields.ts';

/**
 * The first events of a new account (ACCOUNT-07). Each is a separate job in the outbox, found there
 * by its origin.
 */
export const FIRST_WORDS = ['relays', 'messageRelays', 'profile', 'follows'] as const;
export type FirstWord = (typeof FIRST_WORDS)[number];

/** Return the origin of a first event in the outbox. */
export function originOfFirst(word: FirstWord): string {
  return `new account: ${word}`;
}

/**
 * Return the drafts of the first events: relay list (NIP-65), relays for private messages (NIP-17),
 * profile, and follows (NIP-02). The relay is that of the page. A relay that a service recommends
 * is not signed for the account (TRUST-07), but offered under Network.
 */
export function firstDrafts({
  fields,
  homeRelay,
  follows,
}: {
  readonly fields: ProfileFields;
  readonly homeRelay: string;
  readonly follows: readonly string[];
}): Readonly<Record<FirstWord, Ours<Draft>>> {
  const profile =
    planProfile(undefined, fields)?.draft ??
    composed({ kind: KIND.Metadata, tags: [], content: '{}' });
  return {
    relays: composed({ kind: KIND.RelayList, tags: [['r', homeRelay]], content: '' }),
    messageRelays: composed({
      kind: KIND.DirectMessageRelays,
      tags: [['relay', homeRelay]],
      content: '',
    }),
    profile,
    follows: composed({
      kind: KIND.Contacts,
      tags: [...new Set(follows)].map((pubkey) => ['p', pubkey]),
      content: '',
    }),
  };
}
