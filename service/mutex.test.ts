import { expect, test } from 'vitest';
import { openSemaphore } from './mutex.ts';

test('TRUST-09 waiting jobs begin in order of arrival, also if others fail', async () => {
  const seats = openSemaphore(2);
  const log: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  const sit = (name: string, signal?: AbortSignal) =>
    seats(() => {
      const end = Promise.withResolvers<string>();
      ends.set(name, end);
      log.push(name);
      return end.promise;
    }, signal);
  const away = new AbortController();
  const [first, second, third, fourth] = [
    sit('first'),
    sit('second'),
    sit('third', away.signal),
    sit('fourth'),
  ];
  expect(log).toEqual(['first', 'second']);
  away.abort(new Error('called off'));
  await expect(third).rejects.toThrow('called off');
  ends.get('second')?.reject(new Error('broken'));
  await expect(second).rejects.toThrow('broken');
  await expect.poll(() => log).toEqual(['first', 'second', 'fourth']);
  ends.get('first')?.resolve('answer');
  ends.get('fourth')?.resolve('answer');
  expect([await first, await fourth]).toEqual(['answer', 'answer']);
  await expect(seats(async () => 'never', away.signal)).rejects.toThrow('called off');
  expect(await seats(async () => 'free')).toBe('free');
});
