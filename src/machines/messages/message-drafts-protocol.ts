import type { Seen } from '../../events/messages/seen-messages.ts';
import type { OutgoingMessage, Place } from '../../events/messages/outgoing-message.ts';

/**
 * Commands to the store of message drafts. A draft without a text and without a chosen form is
 * deleted.
 */
export type MessageDraftsCommand =
  | { type: 'messageDrafts.keep'; outgoing: OutgoingMessage }
  | { type: 'messageDrafts.keepPlace'; place: Place }
  | { type: 'messageDrafts.keepSeen'; seen: Seen }
  /** The list of conversations, encrypted for the account itself. */
  | { type: 'messageDrafts.keepList'; list: string };

/** Reports of the store: the stored data, once, and if new data survives a reload. */
export type MessageDraftsSignal =
  | {
      type: 'messageDrafts.found';
      drafts: readonly OutgoingMessage[];
      place: Place | undefined;
      seen?: Seen | undefined;
      list?: string | undefined;
    }
  | { type: 'messageDrafts.kept'; isKept: boolean };
