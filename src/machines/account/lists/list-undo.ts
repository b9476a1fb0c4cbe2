import type { UserMessage } from '../../../events/account/user-message.ts';
import { millis } from '../../../events/core/time.ts';
import type { AccountNotice } from '../../core/feature.ts';

/** How long an edit offers to be undone. */
const UNDO = millis(10_000);

/** Return the notice that this edit can be undone from now on. */
export function undoOffered(job: string, message: UserMessage): AccountNotice {
  return { type: 'account.held', job, message, lasts: UNDO };
}

/** Return the notice that this edit can no longer be undone. */
export function undoEnded(job: string): AccountNotice {
  return { type: 'account.settled', job };
}
