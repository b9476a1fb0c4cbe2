import type { VerifiedEvent } from '../../events/nostr/event.ts';
import { KIND } from '../../events/nostr/kinds.ts';
import type { formOf } from '../../events/notifications/notification.ts';
import { replyTarget } from '../../events/facts/references.ts';
import { useNotificationStrings } from '../ui/strings/notifications.ts';

/** What something was done to, in words. `event`: the thing itself, where it is known. */
export function useThing(of: ReturnType<typeof formOf>['of'], event: VerifiedEvent | undefined): string {
  const { things } = useNotificationStrings();
  if (of !== 'yourNote' || !event) return things[of];
  if (event.kind === KIND.LongForm) return things.yourArticle;
  return replyTarget(event) ? things.yourReply : things.yourNote;
}
