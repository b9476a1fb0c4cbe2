import type { Seen } from '../../events/messages/seen-messages.ts';
import type { Letter, Place } from '../../events/messages/outgoing-message.ts';

/** What the keeper of what somebody writes is told. A letter without text, and without a form that was chosen, is dropped. */
export type LettersCommand =
  | { type: 'letters.keep'; letter: Letter }
  | { type: 'letters.place'; place: Place }
  | { type: 'letters.seen'; seen: Seen };

/** What it reports: what was kept, once; and whether what is told now will outlive the page. */
export type LettersSignal =
  | { type: 'letters.found'; letters: readonly Letter[]; place: Place | undefined; seen?: Seen | undefined }
  | { type: 'letters.kept'; isKept: boolean };
