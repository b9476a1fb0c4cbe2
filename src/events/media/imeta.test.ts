import fc from 'fast-check';
import { expect, test } from 'vitest';
import { realEvents, rowsHeld } from '../../../tests/support/events/real-events.ts';
import { readDimensions, readImeta } from './imeta.ts';

test('NOTE-04 an imeta tag is read whole, and the first of two for one url counts', () => {
  const hash = 'ab'.repeat(32);
  const tags = [
    [
      'imeta',
      'url https://a.b/c.jpg',
      'm image/jpeg',
      'dim 3024x4032',
      `x ${hash.toUpperCase()}`,
      'alt A bird, in flight',
      'blurhash eVF$',
      'fallback https://c.d/1',
      'fallback https://c.d/2',
    ],
    ['imeta', 'url https://a.b/c.jpg', 'alt other'],
    ['imeta', 'm image/png'],
    ['imeta', 'url https://a.b/d.jpg', 'dim 0x5', 'x short'],
  ];
  expect([...readImeta(tags).values()]).toEqual([
    {
      url: 'https://a.b/c.jpg',
      alt: 'A bird, in flight',
      hash,
      size: { width: 3024, height: 4032 },
      fallbacks: ['https://c.d/1', 'https://c.d/2'],
      fields: new Map([
        ['url', 'https://a.b/c.jpg'],
        ['m', 'image/jpeg'],
        ['dim', '3024x4032'],
        ['x', hash.toUpperCase()],
        ['alt', 'A bird, in flight'],
        ['blurhash', 'eVF$'],
      ]),
    },
    {
      url: 'https://a.b/d.jpg',
      alt: '',
      hash: '',
      size: undefined,
      fallbacks: [],
      fields: new Map([
        ['url', 'https://a.b/d.jpg'],
        ['dim', '0x5'],
        ['x', 'short'],
      ]),
    },
  ]);
});

test.for([
  '',
  '1x',
  'x1',
  '0x1',
  '1x0',
  '-1x2',
  '1.5x2',
  '1x2x3',
  ' 1x2',
  '100001x1',
  '1e5x1',
  '9999999x1',
])('E-52 %j is not a size', (text) => {
  expect(readDimensions(text)).toBeUndefined();
});

test('E-14 INV-ISOLATE any tags are read, and every size is a possible one', () => {
  const field = fc.oneof(
    fc.string(),
    fc
      .tuple(fc.constantFrom('url', 'dim', 'x', 'fallback', '__proto__'), fc.string())
      .map((pair) => pair.join(' ')),
  );
  fc.assert(
    fc.property(
      fc.array(fc.array(field, { maxLength: 8 }).map((fields) => ['imeta', ...fields])),
      (tags) => {
        for (const imeta of readImeta(tags).values()) {
          expect(imeta.url).not.toBe('');
          expect(
            imeta.size === undefined || (imeta.size.width >= 1 && imeta.size.height >= 1),
          ).toBe(true);
        }
      },
    ),
  );
});

test('NOTE-04 the imeta tags of real notes are read', () => {
  const notes = realEvents('events-network-primal.jsonl').filter((event) =>
    event.tags.some((tag) => tag[0] === 'imeta'),
  );
  expect(notes.length).toBeGreaterThan(rowsHeld(10, 8));
  const found = notes.flatMap((note) => [...readImeta(note.tags).values()]);
  expect(found.every((imeta) => imeta.url.startsWith('https://'))).toBe(true);
  expect(found.filter((imeta) => imeta.size).length).toBeGreaterThan(rowsHeld(10, 2));
});
