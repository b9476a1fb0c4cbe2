import type { ComposeAim } from '../../events/compose/compose.ts';
import type { Extras, Writing } from '../../events/publish/writing/writing.ts';
import type { Template } from '../../events/publish/outbox/event-template.ts';
import type { Millis } from '../../events/core/time.ts';
import type { AccountEnding } from '../core/feature.ts';
import type { JobUpdate } from '../core/outbox-protocol.ts';
import type { UploadsAdd, UploadsNews } from '../media/upload/uploads.machine.ts';
import type { Ours } from '../../events/nostr/ours.ts';
import type { NetworkNews, RelayListChanged } from '../connection/relay-protocol.ts';

/**
 * Commands and signals of the draft store. `isAside`: the next composer does not open it by itself.
 * `flush`: the page may close at any moment.
 */
export type DraftCommand =
  | { type: 'draft.keep'; writing: Writing; isAside?: true }
  | { type: 'draft.drop' };
export type DraftSignal =
  /**
   * `place`: where the text is stored from now on. `others`: number of further unsent texts for the
   * same aim that are not open in another tab.
   */
  | { type: 'draft.found'; writing: Writing | undefined; place?: string; others?: number }
  | { type: 'draft.flush' }
  | { type: 'draft.writeFailed'; reason: 'full' | 'blocked' | 'newer' }
  | { type: 'draft.kept' };

/** Commands and signals of the store of recently picked emojis, newest first (COMPOSE-05). */
export interface EmojiCommand {
  readonly type: 'emoji.used';
  readonly sign: string;
}
export interface EmojiSignal {
  readonly type: 'emoji.history';
  readonly history: readonly string[];
}

/** `isChosen`: open exactly this text, not the latest unsent one for the same aim. */
export interface DraftInput {
  readonly account: string;
  readonly target: string;
  readonly isChosen: boolean;
}

/** The note to mine, and the worker's reply (SIGN-06). */
export interface MiningInput {
  readonly template: Ours<Template>;
  readonly bits: number;
}
/** `template`: the mined note, as it was when mining began. */
export type MiningSignal =
  | { type: 'mining.found'; template: Ours<Template>; nonce: string }
  | { type: 'mining.failed' };

/** A submitted text. */
export interface Submission {
  readonly now: Millis;
  /** Version of this client, if the user lets notes name it (TOOL-04). */
  readonly client?: string | undefined;
}

/** Events of a composer. */
export type ComposeEvent =
  | AccountEnding
  | DraftSignal
  | EmojiSignal
  | MiningSignal
  | JobUpdate
  | RelayListChanged
  | UploadsNews
  | Extract<NetworkNews, { type: 'network.offline' }>
  /** Chosen, pasted or dropped files. */
  | UploadsAdd
  /** Ignored if a composer is open. */
  | { type: 'compose.open'; aim: ComposeAim }
  | ({ type: 'compose.publish' } & Submission)
  | { type: 'compose.write'; text: string; people?: Writing['people']; now: Millis }
  /** Removes a file from the text, or sets its description. */
  | { type: 'compose.detach'; url: string }
  | { type: 'compose.describe'; url: string; alt: string }
  | { type: 'compose.picked'; sign: string }
  /** Shows all stored texts. */
  | { type: 'compose.drafts' }
  /** Opens the emoji picker, which requests the own emojis. */
  | { type: 'compose.emojis' }
  /** Declares a custom emoji that was put into the text (NIP-30). */
  | { type: 'compose.declare'; shortcode: string; url: string }
  /** Sets or removes a warning, a poll or a time. */
  | { type: 'compose.set'; extras: Extras; now: Millis }
  /** Publishes pictures without a description. */
  | { type: 'compose.publishUndescribed' }
  /** Answers for files that failed to upload: upload them again, or publish without them. */
  | { type: 'compose.retryFiles'; now: Millis }
  | { type: 'compose.publishIncomplete' }
  | { type: 'compose.retry'; now: Millis }
  /** Returns to the text of a failed publication. */
  | { type: 'compose.edit' }
  | { type: 'compose.close' }
  /** `isAside`: the user saves the text for later. Without it, the next composer opens it. */
  | { type: 'compose.save'; isAside?: true }
  | { type: 'compose.discard' }
  | { type: 'compose.keepWriting' };

declare module '../core/feature.ts' {
  interface FeatureEvents {
    compose: ComposeEvent;
  }
}
