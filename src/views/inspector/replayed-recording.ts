import { readRecording } from '../../machines/app/read-recording.ts';
import { replayedApp } from '../../machines/app/replayed-app.ts';
import { type ReplayedHistory, replayedHistory } from '../../machines/app/replayed-history.ts';

/**
 * Replay the text of a recording in this tab, without adapters. Throws if it is no recording, or
 * lacks its beginning (TOOL-02).
 */
export function replayedRecording(text: string): ReplayedHistory {
  return replayedHistory(replayedApp(), readRecording(text));
}
