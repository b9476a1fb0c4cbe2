import type { Seen } from '../../events/messages/seen-messages.ts';
import type { Letter, Place } from '../../events/messages/outgoing-message.ts';

/**
 * Commands to the store of message drafts. A draft without a text and without a chosen form is
 * deleted.
 */
export type LettersCommand =
  | { type: 'letters.keep'; letter: Letter }
  | { type: 'letters.place'; place: Place }
  | { type: 'letters.seen'; seen: Seen };

/** Reports of the store: the stored data, once, and if new data survives a reload. */
export type LettersSignal =
  | {
      type: 'letters.found';
      letters: readonly Letter[];
      place: Place | undefined;
      seen?: Seen | undefined;
    }
  | { type: 'letters.kept'; isKept: boolean };
