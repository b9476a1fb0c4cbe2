import {
  compareRecordings,
  type Comparison,
} from '../../machines/app/recording/compared-recordings.ts';
import { readRecording } from '../../machines/app/recording/read-recording.ts';
import { replayedApp } from '../../machines/app/recording/replayed-app.ts';
import {
  lostEntries,
  type LostEntry,
  type ReplayedHistory,
  replayedHistory,
} from '../../machines/app/recording/replayed-history.ts';

interface ReplayedRecording extends Omit<ReplayedHistory, 'lost'> {
  readonly lost: readonly LostEntry[];
}

/**
 * Replay the text of a recording in this tab, without adapters. Throws if it is no recording, or
 * lacks its beginning (TOOL-02).
 */
export function replayedRecording(text: string): ReplayedRecording {
  const recording = readRecording(text);
  const { lost, ...replayed } = replayedHistory(replayedApp(), recording);
  return { ...replayed, lost: lostEntries(recording, lost) };
}

/** Replay the texts of two recordings, and return where they part. Throws as above. */
export function comparedRecordings(one: string, other: string): Comparison {
  return compareRecordings(replayedApp(), readRecording(one), readRecording(other));
}
