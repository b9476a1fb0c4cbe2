import type { ListName } from './list-form.ts';
import type { ListIntent } from './list-intents.ts';

/**
 * Why an edit came to nothing. `busy`: another tab is at this list. `pending`: it is so already, but only in a version that nobody has taken
 * yet. `unpublished`: it is signed, and nobody took it.
 */
export type ListFault = 'network' | 'unsigned' | 'unpublished' | 'pending' | 'sealed' | 'oneself' | 'no-entry' | 'breach' | 'busy';

const NAMES: Readonly<Record<ListName, string>> = {
  follows: 'list of follows',
  mutes: 'mute list',
  bookmarks: 'bookmarks',
  relays: 'relay list',
  mediaServers: 'media servers',
  filterLists: 'filter lists',
  allowlist: 'allowlist',
};

/** Said, as a warning, where the media servers could not be published (MEDIA-02). */
export const SERVERS_FAILED = 'Failed to send server list';

/** Why the signer is asked to decrypt. */
export function openReason(list: ListName): string {
  return `Read the private part of your ${NAMES[list]}`;
}

/** Why the signer is asked to encrypt. */
export function sealReason(list: ListName): string {
  return `Seal the private part of your ${NAMES[list]}`;
}

/** What a person is told of an edit that came to nothing (ACCOUNT-09). */
export function faultText(list: ListName, intents: readonly ListIntent[], fault: ListFault): string {
  const name = NAMES[list];
  switch (fault) {
    case 'network':
    case 'pending':
    case 'unpublished':
      if (list === 'mediaServers') return SERVERS_FAILED;
      return `Failed to ${deedOf(list, intents)} possibly due to a network error. Please try again.`;
    case 'unsigned':
      return `Your ${name} was not changed: it was not signed.`;
    case 'sealed':
      return `Your ${name} has a private part that could not be opened. It was left as it is.`;
    case 'oneself':
      return 'You cannot unfollow yourself.';
    case 'no-entry':
      return `That cannot stand in your ${name}.`;
    case 'breach':
      return `Your ${name} was not changed: more would have been lost than you asked for.`;
    case 'busy':
      return `Your ${name} is being changed in another tab. Please try again.`;
  }
}

function deedOf(list: ListName, intents: readonly ListIntent[]): string {
  if (list === 'follows') return intents.every(({ act }) => act === 'remove') ? 'complete the unfollow' : 'complete the follow';
  return `change your ${NAMES[list]}`;
}
