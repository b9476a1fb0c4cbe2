import { expect, test } from 'vitest';
import { listNamed } from './list-named.ts';

test('BEYOND-05 an event is named as the list that it is a version of, others are none', () => {
  const named = (kind: number, ...tags: string[][]) => listNamed({ kind, tags });
  expect([named(3), named(10_002), named(30_000, ['d', 'allowlist'])]).toEqual([
    'follows',
    'relays',
    'allowlist',
  ]);
  expect([named(1), named(30_000), named(30_000, ['d', 'friends'])]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
