import type { AnyActorRef } from 'xstate';
import type { Recorder } from '../../../src/machines/app/recording/recorder.ts';
import { recordingText } from '../../../src/machines/app/recording/recording-text.ts';
import { stateHashes } from '../../../src/machines/app/recording/state-hash.ts';

/** The props of the first view, which hold the root and its recorder. */
interface Props {
  readonly app?: AnyActorRef;
  readonly recorder?: Recorder;
}

interface Fiber {
  readonly memoizedProps: Props | null;
  readonly child: Fiber | null;
}

/** Find the root and its recorder in the page that React has drawn. */
export function appOf(place: Element | null): Required<Props> {
  const key = Object.keys(place ?? {}).find((name) => name.startsWith('__reactContainer$'));
  let fiber: Fiber | null = key === undefined ? null : Reflect.get(place ?? {}, key);
  while (fiber) {
    const { app, recorder } = fiber.memoizedProps ?? {};
    if (app && recorder) return { app, recorder };
    fiber = fiber.child;
  }
  throw new Error('the page has no app');
}

/** In a page: return the recording with all texts but secrets. */
export function readPage(place: Element | null): string {
  return recordingText(appOf(place).recorder.recording(), 'own');
}

/**
 * In a page: hash the state of each actor after each step from now on. Return a function that reads
 * the recording and the hashes, by the number of entries before them.
 */
export function watchPage(place: Element | null) {
  const { app, recorder } = appOf(place);
  const hashes = new Map<number, Readonly<Record<string, number>>>();
  let isDue = false;
  app.system.inspect(() => {
    if (isDue) return;
    isDue = true;
    queueMicrotask(() => {
      isDue = false;
      hashes.set(recorder.recording().log.length, Object.fromEntries(stateHashes(app)));
    });
  });
  return () => ({ text: recordingText(recorder.recording(), 'own'), hashes: [...hashes] });
}
