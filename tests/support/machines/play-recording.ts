import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { entryText } from '../../../scripts/replay/recorded-test.ts';
import { outcomeOf, readOutcome } from '../../../src/machines/app/recording/outcome.ts';
import { readRecording } from '../../../src/machines/app/recording/read-recording.ts';
import { replayedApp } from '../../../src/machines/app/recording/replayed-app.ts';

/** Replay a recording of `tests/recordings`. `outcome`: as for `npm run replay`. */
export function playRecording(name: string, outcome: string) {
  const file = join(import.meta.dirname, '../../recordings', `${name}.jsonl`);
  const recording = readRecording(readFileSync(file, 'utf8'));
  const wanted = readOutcome(outcome);
  if (!wanted) throw new Error(`no outcome: ${outcome}`);
  const { isReached, lost } = outcomeOf(replayedApp(), recording, wanted);
  return {
    entries: recording.log.map(entryText).join('\n'),
    lost: lost.map(entryText),
    isReached,
  };
}
