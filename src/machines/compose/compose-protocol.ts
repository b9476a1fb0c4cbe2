import type { Extras, Writing } from '../../events/publish/writing/writing.ts';
import type { Template } from '../../events/publish/outbox/event-template.ts';
import type { Millis } from '../../events/core/time.ts';
import type { OutboxNews } from '../core/outbox-protocol.ts';
import type { UploadsAdd, UploadsNews } from '../media/upload/uploads.machine.ts';
import type { Ours } from '../../events/nostr/ours.ts';
import type { RelayListChanged } from '../connection/relay-protocol.ts';

/** What the keeper of drafts is told, and what it reports. `flush`: the page may go at any moment. */
export type DraftCommand = { type: 'draft.keep'; writing: Writing } | { type: 'draft.drop' };
export type DraftSignal =
  /** `place`: where the text is kept from now on. `others`: number of further unsent texts for the same aim that no other tab has open. */
  | { type: 'draft.found'; writing: Writing | undefined; place?: string; others?: number }
  | { type: 'draft.flush' }
  | { type: 'draft.unkept'; reason: 'full' | 'blocked' | 'newer' }
  | { type: 'draft.kept' };

/** What the keeper of the emojis somebody picked is told, and what it reports: newest first (COMPOSE-05). */
export interface EmojiCommand {
  readonly type: 'emoji.used';
  readonly sign: string;
}
export interface EmojiSignal {
  readonly type: 'emoji.history';
  readonly history: readonly string[];
}

/** `isChosen`: that very text is wanted, and not the latest unsent one for the same aim. */
export interface DraftInput {
  readonly account: string;
  readonly target: string;
  readonly isChosen: boolean;
}

/** The note that the worker is to mine, and the answer (SIGN-06). */
export interface MiningInput {
  readonly template: Ours<Template>;
  readonly bits: number;
}
/** `template`: the note that was mined, as it was when mining began. */
export type MiningSignal = { type: 'mining.found'; template: Ours<Template>; nonce: string } | { type: 'mining.failed' };

/** A text as it is sent. */
export interface Submission {
  readonly now: Millis;
  /** Version of this client, where the person lets notes name it (TOOL-04). */
  readonly client?: string | undefined;
}

/** What a composer takes. */
export type ComposeEvent =
  | DraftSignal
  | EmojiSignal
  | MiningSignal
  | OutboxNews
  | RelayListChanged
  | UploadsNews
  /** Files that were chosen, pasted or dropped. */
  | UploadsAdd
  | ({ type: 'compose.publish' } & Submission)
  | { type: 'compose.write'; text: string; people?: Writing['people']; now: Millis }
  /** A file is taken out of the text again, or described for those who do not see it. */
  | { type: 'compose.detach'; url: string }
  | { type: 'compose.describe'; url: string; alt: string }
  | { type: 'compose.picked'; sign: string }
  /** All texts that are kept are looked at. */
  | { type: 'compose.drafts' }
  /** Emojis are looked at: the own ones are asked for. */
  | { type: 'compose.emojis' }
  /** A custom emoji was put into the text (NIP-30). */
  | { type: 'compose.declare'; shortcode: string; url: string }
  /** A warning, a poll or a time is set, or taken away. */
  | { type: 'compose.set'; extras: Extras; now: Millis }
  /** Pictures go without a description. */
  | { type: 'compose.anyway' }
  | { type: 'compose.retry'; now: Millis }
  /** Back to the text of what failed. */
  | { type: 'compose.edit' }
  | { type: 'compose.close' }
  | { type: 'compose.save' }
  | { type: 'compose.discard' }
  | { type: 'compose.stay' };
