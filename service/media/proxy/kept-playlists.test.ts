import { expect, test } from 'vitest';
import { openKeptPlaylists } from './kept-playlists.ts';

test('E-27 playlists are kept for a second, and take bounded memory', () => {
  let now = 0;
  const kept = openKeptPlaylists<{ bytes: Uint8Array }>(() => now);
  const long = { bytes: new Uint8Array(3 * 2 ** 20) };
  for (const url of ['a', 'b', 'c']) kept.keep(url, long);
  expect(['a', 'b', 'c'].map((url) => kept.find(url))).toEqual([long, long, undefined]);
  now = 999;
  kept.keep('b', long);
  now = 1_000;
  expect(['a', 'b'].map((url) => kept.find(url))).toEqual([undefined, long]);
  kept.keep('c', long);
  expect(kept.find('c')).toBe(long);
});
