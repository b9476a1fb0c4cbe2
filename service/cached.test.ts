import { expect, test } from 'vitest';
import { seconds } from '../src/events/core/time.ts';
import { cachedFor } from './cached.ts';

test('a value is created once per name until it expires, separately for each owner', () => {
  const clock = { at: seconds(100) };
  const [owner, other] = [{ now: () => clock.at }, { now: () => clock.at }];
  const kept = cachedFor<number>(seconds(10));
  let made = 0;
  const make = () => ++made;
  expect([
    kept(owner, 'a', make),
    kept(owner, 'a', make),
    kept(owner, 'b', make),
    kept(other, 'a', make),
  ]).toEqual([1, 1, 2, 3]);
  clock.at = seconds(109);
  expect(kept(owner, 'a', make)).toBe(1);
  clock.at = seconds(110);
  expect(kept(owner, 'a', make)).toBe(4);
});

test('concurrent callers share one value; a failed one is created again', async () => {
  const owner = { now: () => seconds(100) };
  const kept = cachedFor<Promise<number>>(seconds(10));
  let asked = 0;
  const failing = async () => {
    asked++;
    throw new Error('no');
  };
  const both = await Promise.allSettled([kept(owner, 'a', failing), kept(owner, 'a', failing)]);
  expect([asked, ...both.map(({ status }) => status)]).toEqual([1, 'rejected', 'rejected']);
  expect(await kept(owner, 'a', async () => 7)).toBe(7);
  expect(await kept(owner, 'a', failing)).toBe(7);
});
