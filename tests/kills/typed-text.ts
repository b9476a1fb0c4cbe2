import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { Rng } from '../../service/town/prng.ts';

const WORDS = 'rain over the old harbour, two boats come home late; Zoë waits and counts lights on the water'.split(' ');

/** A text as it was typed: its characters, and when each was taken by the page (performance.now of the test). */
export interface Typed {
  readonly text: string;
  readonly at: readonly number[];
}

/** What stands there since long. */
export function standing(text: string): Typed {
  return { text, at: Array.from(text, () => Number.NEGATIVE_INFINITY) };
}

/** Types behind what stands there until `ms` are over, at a person's uneven pace; or `count` characters at once. Ends early with the page. */
export async function type(page: Page, before: Typed, rng: Rng, until: { ms: number } | { words: number }): Promise<Typed> {
  let { text, at } = before;
  const end = performance.now() + ('ms' in until ? until.ms : Number.POSITIVE_INFINITY);
  const words = 'words' in until ? until.words : Number.POSITIVE_INFINITY;
  for (let word = 0; word < words; word++) {
    for (const letter of `${text === '' ? '' : ' '}${rng.pick(WORDS)}`) {
      if (performance.now() >= end) return { text, at };
      await page.keyboard.type(letter);
      [text, at] = [text + letter, [...at, performance.now()]];
      if ('ms' in until) await pause(Math.max(0, Math.min(rng.between(0, 80), end - performance.now())));
    }
  }
  return { text, at };
}

/** How much of it was typed before that time. */
export function typedBefore({ at }: Typed, time: number): number {
  const first = at.findIndex((one) => one > time);
  return first === -1 ? at.length : first;
}
