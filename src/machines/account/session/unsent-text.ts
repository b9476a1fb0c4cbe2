import type { UserMessage } from '../../../events/account/user-message.ts';
import { type Millis, millis } from '../../../events/core/time.ts';

/** Time to read a sentence about a text that is no longer on screen. */
const LASTS = millis(10_000);

interface UnsentNews {
  readonly type: 'toast.show';
  readonly kind: 'info' | 'warning';
  readonly message: UserMessage<'text.kept' | 'text.removed'>;
  readonly lasts: Millis;
}

/** Return the message about an unsent text whose account leaves this tab (INV-NO-LOSS). */
export function unsentNews(what: 'note' | 'message' | 'article', isErased: boolean): UnsentNews {
  return {
    type: 'toast.show',
    kind: isErased ? 'warning' : 'info',
    message: isErased ? { code: 'text.removed' } : { code: 'text.kept', params: { what } },
    lasts: LASTS,
  };
}
