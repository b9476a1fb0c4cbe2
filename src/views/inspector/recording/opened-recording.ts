import type { Comparison } from '../../../machines/app/recording/compared-recordings.ts';
import type {
  LostEntry,
  ReplayedHistory,
} from '../../../machines/app/recording/replayed-history.ts';
import type { Seen } from '../use-inspector.ts';

/** A recording that has been replayed. */
export interface OpenedRecording extends Pick<ReplayedHistory, 'differsAfter' | 'starts'> {
  readonly lost: readonly LostEntry[];
  /** Compare it with the text of another one. Rejects if that cannot be read or replayed. */
  readonly compare: (text: string) => Promise<Comparison>;
}

/**
 * Replay the text of a recording in this tab. `places`: addresses of the page. Rejects if the text
 * cannot be read or replayed.
 */
export async function openRecording(text: string): Promise<
  Pick<ReplayedHistory, 'places'> & {
    readonly seen: Seen;
    readonly recording: OpenedRecording;
  }
> {
  const code = await import('../replayed-recording.ts');
  const { history, now, places, ...replayed } = code.replayedRecording(text);
  const compare = async (other: string) => code.comparedRecordings(text, other);
  return { places, seen: { ...history, now }, recording: { ...replayed, compare } };
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
