import { expect, test } from 'vitest';
import { createActor, toPromise } from 'xstate';
import { ecashSeed } from '../../../events/money/ecash/ecash-seed.ts';
import { newEcashWords } from './ecash-words.ts';

const made = (chance: Parameters<typeof newEcashWords>[0]) =>
  toPromise(createActor(newEcashWords(chance)).start());

test('ECASH-03 words of a new wallet need a source of randomness; without one there are none', async () => {
  expect(ecashSeed((await made(crypto)).reveal() ?? '')).toHaveLength(64);
  await expect(made(undefined)).rejects.toThrow();
});
