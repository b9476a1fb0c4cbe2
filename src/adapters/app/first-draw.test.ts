import { expect, test } from 'vitest';
import { firstDraw } from './first-draw.ts';

/** The fonts and the code of a page, and a clock that the test moves. */
function page({
  load = () => Promise.resolve<FontFace[]>([]),
  code = Promise.resolve<unknown>(undefined),
} = {}) {
  const asked: string[] = [];
  const timers: { ms: number; run: () => void }[] = [];
  const fonts = {
    load: (face: string) => {
      asked.push(face);
      return load();
    },
  };
  let isReady = false;
  const ready = firstDraw({ fonts, code, after: (ms, run) => timers.push({ ms, run }) }).then(
    () => {
      isReady = true;
    },
  );
  return { ready, asked, timers, isReady: () => isReady };
}

const NEVER = new Promise<never>(() => undefined);

test('the first screen waits for its code and both of its fonts', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const one = page({ code: promise });
  expect(one.asked).toEqual(['1em "Inter Variable"', '1em "Source Serif 4 Variable"']);
  await new Promise(setImmediate);
  expect(one.isReady()).toBe(false);
  resolve(undefined);
  await one.ready;
});

test('it waits for its fonts for 100 ms at most, and for its code for 400', async () => {
  for (const [missing, at] of [
    [{ load: () => NEVER }, 0] as const,
    [{ code: NEVER }, 1] as const,
  ]) {
    const one = page(missing);
    await new Promise(setImmediate);
    expect([one.isReady(), one.timers.map(({ ms }) => ms)]).toEqual([false, [100, 400]]);
    one.timers[1 - at]?.run();
    await new Promise(setImmediate);
    expect(one.isReady()).toBe(false);
    one.timers[at]?.run();
    await one.ready;
  }
});

test('a failed load does not delay it', async () => {
  await page({
    load: () => Promise.reject(new Error('gone')),
    code: Promise.reject(new Error('gone')),
  }).ready;
});
