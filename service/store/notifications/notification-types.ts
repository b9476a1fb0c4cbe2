import type { SignedEvent } from '../../../src/events/nostr/event.ts';
import { mentionsOf } from '../../../src/events/reading/content/mentions.ts';
import { replyTarget } from '../../../src/events/facts/references.ts';
import { accountsIn } from '../../../src/events/reading/content/uris.ts';

const MOST_NAMED = 100;

/** Notification types (`notifications.type`), by the numbers of the protocol. */
export const NOTIFICATION_TYPE = {
  followed: 1,
  zapped: 3,
  liked: 4,
  reposted: 5,
  replied: 6,
  mentioned: 7,
  quoted: 8,
  highlighted: 301,
  bookmarked: 302,
  message: 401,
  live: 501,
  deepReply: 601,
} as const;

/**
 * Return the accounts that a post mentions in its text. Tags count only if it is not a reply,
 * because replies also tag earlier participants.
 */
export function mentionedAccounts(event: SignedEvent): ReadonlySet<string> {
  if (!replyTarget(event)) return new Set(mentionsOf(event));
  return new Set(accountsIn(event.content, MOST_NAMED));
}
