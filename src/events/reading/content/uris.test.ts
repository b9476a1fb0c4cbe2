import fc from 'fast-check';
import { expect, test } from 'vitest';
import { growthOf } from '../../../../tests/support/cpu-time.ts';
import { note1Of, npubOf } from '../../nostr/nip19.ts';
import { urisIn } from './uris.ts';

const key = 'ab'.repeat(32);
const npub = `nostr:${npubOf(key)}`;

test('uris are found in order, beside any punctuation, including repetitions', () => {
  const text = `(${npub}) ${npub}.${npub}'s nostr:nope nostr: nostr:${note1Of(key)}\n`;
  expect(urisIn(text, 100).map((entity) => entity.type)).toEqual(['npub', 'npub', 'npub', 'note']);
});

test('a uri followed directly by letters is no entity, and secret keys are not returned', () => {
  expect(urisIn(`${npub}x`, 100)).toEqual([]);
  expect(
    urisIn('nostr:nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5', 100),
  ).toEqual([]);
});

test('no more uris are read than the limit', () => {
  expect(urisIn(`${npub} `.repeat(50), 7)).toHaveLength(7);
});

test('INV-ISOLATE any text around a uri leaves it readable', () => {
  const other = fc
    .string({ unit: 'binary' })
    .filter((text) => !/[0-9a-zA-Z]$|^[0-9a-zA-Z]|nostr:/.test(text));
  fc.assert(
    fc.property(other, other, (before, after) => {
      expect(urisIn(before + npub + after, 100)).toEqual([{ type: 'npub', pubkey: key }]);
    }),
  );
});

test('E-44 each worst case of a megabyte takes time in proportion to its length', () => {
  const worst = [
    'nostr:',
    'nostr:npub1',
    'nostr:q',
    'n',
    'nostr',
    `${npub}q`,
    'nostr:nevent1qqqqq',
    'nostr: ',
  ];
  for (const unit of worst) {
    const { ms, perDoubling } = growthOf((share) =>
      urisIn(unit.repeat(Math.ceil((share * 1_000_000) / unit.length)), 100),
    );
    expect(ms).toBeLessThan(100);
    expect(perDoubling).toBeLessThan(2.5);
  }
});
