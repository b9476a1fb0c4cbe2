import { expect, test } from 'vitest';
import { openStore } from '../store/sqlite/sqlite-store.ts';
import { timedStore } from './timed-store.ts';

test('TRUST-09 queries of a store are timed by name, but waiting for other processes is not', async () => {
  const observed: string[] = [];
  const asked: string[] = [];
  const times = { observe: (label: string) => void observed.push(label) };
  const store = timedStore(openStore(':memory:'), times, (question) => asked.push(question));
  await store.settled();
  await store.isEmpty();
  await store.count([{}]);
  for await (const _ of store.walk([{}], 1)) continue;
  await store.insert([]);
  expect(asked).toEqual(['isEmpty', 'count', 'walk', 'insert']);
  expect(observed).toEqual(['question', 'filter', 'filter', 'insert']);
  await store.close();
});
