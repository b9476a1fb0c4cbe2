import type { VerifiedEvent } from '../../events/nostr/event.ts';
import { KIND } from '../../events/nostr/kinds.ts';
import type { formOf } from '../../events/notifications/notification.ts';
import { replyTarget } from '../../events/facts/references.ts';
import { useNotificationStrings } from '../ui/strings/notifications.ts';

/** Return the target of a notification in words. `event`: the target itself, if it is loaded. */
export function useThing(
  of: ReturnType<typeof formOf>['of'],
  event: VerifiedEvent | undefined,
): string {
  const { things } = useNotificationStrings();
  if (of !== 'yourNote' || !event) return things[of];
  if (event.kind === KIND.LongForm) return things.yourArticle;
  return replyTarget(event) ? things.yourReply : things.yourNote;
}
