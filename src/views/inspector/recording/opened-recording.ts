import type { Comparison } from '../../../machines/app/compared-recordings.ts';
import type { LostEntry, ReplayedHistory } from '../../../machines/app/replayed-history.ts';

/** A recording that has been replayed. */
export interface OpenedRecording extends Pick<ReplayedHistory, 'differsAfter' | 'starts'> {
  readonly lost: readonly LostEntry[];
  /** Compare it with the text of another one. Rejects if that cannot be read or replayed. */
  readonly compare: (text: string) => Promise<Comparison>;
}

/** Return the words of an error about the file of a recording. */
export function faultOf(
  error: unknown,
  say: { readonly noBeginning: string; readonly notRecording: string },
): string {
  return error instanceof Error && error.cause === 'noBeginning'
    ? say.noBeginning
    : say.notRecording;
}
