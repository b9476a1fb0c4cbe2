import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { Rng } from '../../town/prng.ts';

const WORDS =
  'rain over the old harbour, two boats come home late; Zoë waits and counts lights on the water'.split(
    ' ',
  );

/** A typed text: its characters, and when the page accepted each (performance.now of the test). */
export interface Typed {
  readonly text: string;
  readonly at: readonly number[];
}

/** Return a text that was there long before. */
export function standing(text: string): Typed {
  return { text, at: Array.from(text, () => Number.NEGATIVE_INFINITY) };
}

/**
 * Type after the existing text for `ms`, at an uneven human pace, or `words` words at once. Ends
 * early with the page.
 */
export async function type(
  page: Page,
  before: Typed,
  rng: Rng,
  until: { ms: number } | { words: number },
): Promise<Typed> {
  let { text, at } = before;
  const end = performance.now() + ('ms' in until ? until.ms : Number.POSITIVE_INFINITY);
  const words = 'words' in until ? until.words : Number.POSITIVE_INFINITY;
  for (let word = 0; word < words; word++) {
    for (const letter of `${text === '' ? '' : ' '}${rng.pick(WORDS)}`) {
      if (performance.now() >= end) return { text, at };
      await page.keyboard.type(letter);
      [text, at] = [text + letter, [...at, performance.now()]];
      if ('ms' in until)
        await pause(Math.max(0, Math.min(rng.between(0, 80), end - performance.now())));
    }
  }
  return { text, at };
}

/** Return how many characters were typed before that time. */
export function typedBefore({ at }: Typed, time: number): number {
  const first = at.findIndex((one) => one > time);
  return first === -1 ? at.length : first;
}
