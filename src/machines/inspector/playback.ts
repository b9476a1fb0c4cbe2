import { since } from './actor-rows.ts';
import type { SentEvent } from './history.ts';

/** Shortest and longest time in milliseconds for which one event is shown. */
const [SHORTEST, LONGEST] = [100, 2_000];

/** The next event of a list that is shown, and the delay until then in milliseconds. */
export interface Stop {
  readonly index: number;
  readonly delay: number;
}

/**
 * Return the next stop of a playback after the event at `at`. Events that follow too closely are
 * passed, and long waits are shortened. `undefined` at the end.
 */
export function nextStop(
  events: readonly SentEvent[],
  at: number,
  speed: number,
): Stop | undefined {
  const from = events[at];
  if (!from || at + 1 >= events.length) return undefined;
  const delayOf = (index: number) => since(from.at, events[index]?.at ?? from.at) / speed;
  let index = at + 1;
  while (index + 1 < events.length && delayOf(index + 1) < SHORTEST) index++;
  return { index, delay: Math.min(LONGEST, Math.max(SHORTEST, delayOf(index))) };
}
