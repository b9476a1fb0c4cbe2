import { expect, test } from 'vitest';
import { KIND, RESULT } from '../../nostr/kinds.ts';
import { readResult } from '../../connection/results.ts';
import { clientOf, quoteCountIn, wordsOf } from './note-details.ts';

const [ID, OTHER] = ['a1'.repeat(32), 'b2'.repeat(32)];

test('NOTE-22 the word count of a note omits links, media and quotes; hashtags and names are one word each', () => {
  const words = (content: string, kind = 1) => wordsOf({ kind, content, tags: [] });
  const [npub, note] = [
    'npub1sn0wdenkukak0d9dfczzeacvhkrgz92ak56egt7vdgzn8pv2wfqqhrjdv9',
    `note1${'q'.repeat(58)}`,
  ];
  expect(words('')).toBe(0);
  expect(words('good morning\n\nall of #nostr')).toBe(5);
  expect(words(`hello nostr:${npub} and you`)).toBe(4);
  expect(words('look https://x.example/a.jpg https://x.example/page now')).toBe(2);
  expect(words('https://x.example/a.jpg')).toBe(0);
  expect(words(`nostr:${note}`)).toBeLessThan(2);
  expect(words('潮の満ち引き')).toBe(3);
  expect(words('see https://x.example/page', KIND.LongForm)).toBe(2);
});

test('NOTE-22 NIP-89 the client is a name on one line, clipped; other values are ignored', () => {
  const client = (...tags: string[][]) => clientOf({ tags });
  expect(client(['p', ID], ['client', 'Coracle', `31990:${ID}:app`, 'wss://relay.example'])).toBe(
    'Coracle',
  );
  expect(client(['client', ' Two\nlines '])).toBe('Two lines');
  expect(client(['client', `${'x'.repeat(39)}😀😀`])).toBe('x'.repeat(39));
  expect([client(), client(['client']), client(['client', ' '])]).toEqual(['', '', '']);
});

test('NOTE-22 the number of quotes is read only from an answer about that very event', () => {
  const count = (...contents: unknown[]) => {
    const claims = contents.map((content) =>
      readResult({ kind: RESULT.NoteMentionsCount, content: JSON.stringify(content) }),
    );
    return quoteCountIn(
      claims.flatMap((claim) => claim ?? []),
      ID,
    );
  };
  expect(count({ event_id: ID, count: 4 })).toBe(4);
  expect(count({ event_id: OTHER, count: 4 }, { event_id: ID, count: 2 })).toBe(2);
  expect(count({ event_id: ID, count: 0 })).toBe(0);
  for (const odd of [
    { event_id: ID },
    { event_id: ID, count: '4' },
    { event_id: ID, count: -1 },
    { event_id: OTHER, count: 4 },
    [],
    null,
    7,
  ])
    expect(count(odd)).toBeUndefined();
});
