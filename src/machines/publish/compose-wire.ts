import type { Writing } from '../../events/publish/compose.ts';

/** What the keeper of drafts is told, and what it reports. `flush`: the page may go at any moment. */
export type DraftCommand = { type: 'draft.keep'; writing: Writing } | { type: 'draft.drop' };
export type DraftSignal =
  | { type: 'draft.found'; writing: Writing | undefined }
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

export interface DraftInput {
  readonly account: string;
  readonly target: string;
}
