import type { UserMessage } from '../../../events/account/user-message.ts';
import type { SignedEvent } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { isFollowList } from '../../../events/reading/cards/follow-pack.ts';
import { isText } from '../../../events/reading/content/text-kinds.ts';

/** Return the message after the link of an event was copied. */
export function copiedOf(event: SignedEvent): UserMessage<'copied'>['params']['what'] {
  if (event.kind === KIND.LongForm) return 'article';
  if (isFollowList(event)) return 'list';
  return isText(event.kind) ? 'link' : 'event';
}
