import { browser } from '../../scripts/browser.ts';
import { killRounds } from '../kills/rounds.ts';
import { wrongs } from '../kills/tally.ts';
import { expect, LONG, test } from './support/test.ts';

test('INV-NO-LOSS PUBLISH-04 E-48 the browser is killed while somebody writes, publishes and likes: nothing is lost, nothing is there twice', {
  tag: LONG,
}, async () => {
  const tally = await killRounds({ rounds: 3, seed: 'old', browser: await browser() });
  expect(wrongs(tally)).toEqual([]);
  expect(tally.kills.liking).toBe(1);
  expect(tally.published).toBeGreaterThan(0);
});
