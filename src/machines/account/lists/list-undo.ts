import type { UserMessage } from '../../../events/account/user-message.ts';
import { millis } from '../../../events/core/time.ts';
import type { AccountNotice } from '../../core/feature.ts';

/** How long an edit offers to be undone. */
const UNDO = millis(10_000);

/** Return the notice that this edit can be undone from now on. */
export function undoOffered(job: string, message: UserMessage): AccountNotice {
  return { type: 'account.held', job, message, lasts: UNDO };
}

/** Return the message of a mute that makes a new list: everybody can read that list. */
export function firstMute(message: UserMessage): UserMessage {
  if (message.code === 'mute.doing') return { code: 'mute.firstDoing', params: message.params };
  return message.code === 'mute.threadDoing' ? { code: 'mute.firstThreadDoing' } : message;
}

/** Return the notice that this edit can no longer be undone. */
export function undoEnded(job: string): AccountNotice {
  return { type: 'account.settled', job };
}
