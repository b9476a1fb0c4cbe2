import { expect, test } from 'vitest';
import { fakeLocks } from '../../../tests/support/browser/fake-locks.ts';
import { tabNames } from './tab-names.ts';

test('COMPOSE-12 one tab locks a name until it closes, and a reloaded page gets it back', async () => {
  const browser = fakeLocks();
  const [first, second] = [browser.tab(), browser.tab()];
  const [one, two] = [tabNames(first.locks), tabNames(second.locks)];
  const release = await one.take('draft');
  expect([release !== undefined, await two.take('draft')]).toEqual([true, undefined]);
  expect([
    [...(await two.held())],
    [...(await two.heldElsewhere(['draft', 'free']))],
    [...(await one.heldElsewhere(['draft']))],
  ]).toEqual([['draft'], ['draft'], []]);
  // the same page waits for its own release
  const again = one.take('draft');
  release?.();
  expect(await again).toBeDefined();
  // a page releases a moment after the next one asks
  const next = two.take('draft');
  first.end();
  expect(await next).toBeDefined();
});

test('without locks no name is locked', async () => {
  const claims = tabNames(undefined);
  expect([claims.areThere, await claims.take('draft'), (await claims.held()).size]).toEqual([
    false,
    undefined,
    0,
  ]);
});
