import type { ListIntent } from '../../../events/account/lists/list-intents.ts';
import type { UserMessage } from '../../../events/account/user-message.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { millis } from '../../../events/core/time.ts';
import type { AccountNotice } from '../../core/feature.ts';

/** How long an edit offers to be undone. */
const UNDO = millis(10_000);

/** Return the notice that this edit can be undone from now on. */
export function undoOffered(job: string, message: UserMessage): AccountNotice {
  return { type: 'account.held', job, message, lasts: UNDO };
}

/**
 * Return the message of an edit that can be undone. A mute that makes a new list says that
 * everybody can read it. `versions`: the seen versions of all lists.
 */
export function undoMessage(
  message: UserMessage,
  intents: readonly ListIntent[],
  versions: readonly VerifiedEvent[],
): UserMessage {
  const isPublic = intents.some(({ secret }) => secret !== true);
  if (!isPublic || versions.some(({ kind }) => kind === KIND.MuteList)) return message;
  if (message.code === 'mute.doing') return { code: 'mute.firstDoing', params: message.params };
  return message.code === 'mute.threadDoing' ? { code: 'mute.firstThreadDoing' } : message;
}

/** Return the notice that this edit can no longer be undone. */
export function undoEnded(job: string): AccountNotice {
  return { type: 'account.settled', job };
}
