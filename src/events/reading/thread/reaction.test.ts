import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { readReaction } from './reaction.ts';

const key = (digit: string) => digit.repeat(64);
const [a, b, author] = [key('a'), key('b'), key('9')];
const address = `30023:${author}:post`;

test('a reaction: the last e tag; plus and empty are likes, and custom emojis have their picture', () => {
  const reaction = (
    content: string,
    tags: string[][] = [
      ['e', a],
      ['e', b],
    ],
  ) => readReaction(trusted({ kind: 7, content, tags }));
  expect(reaction('+')).toMatchObject({ target: { key: b }, like: true, content: '+' });
  expect(reaction('')).toMatchObject({ like: true, content: '+' });
  expect(reaction('-')).toMatchObject({ like: false, content: '-' });
  expect(reaction('🤙')).toMatchObject({ like: false, content: '🤙', emojiUrl: undefined });
  expect(
    reaction(':cat:', [
      ['e', a],
      ['emoji', 'dog', 'https://x.example/d.png'],
      ['emoji', 'cat', 'https://x.example/c.png'],
    ]),
  ).toMatchObject({
    content: ':cat:',
    emojiUrl: 'https://x.example/c.png',
  });
  expect(reaction('+', [['a', address]])?.target.key).toBe(address);
  expect(reaction('x'.repeat(9_999))?.content).toHaveLength(64);
  expect(reaction('+', [['p', a]])).toBeUndefined();
  expect(readReaction(trusted({ kind: 1, tags: [['e', a]] }))).toBeUndefined();
});

test('INV-ISOLATE E-14 any tags and content make a reaction or none', () => {
  const name = fc.constantFrom(
    'e',
    'a',
    'p',
    'r',
    'emoji',
    'status',
    'starts',
    'title',
    'context',
    'd',
    't',
  );
  const value = fc.oneof(
    fc.constantFrom(a, address, 'live', '7'),
    fc.string({ unit: 'binary' }),
    fc.webUrl(),
  );
  const tags = fc.array(
    fc.tuple(name, fc.array(value, { maxLength: 4 })).map(([head, rest]) => [head, ...rest]),
  );
  fc.assert(
    fc.property(tags, fc.string({ unit: 'binary' }), (some, content) => {
      const read = readReaction(trusted({ kind: 7, tags: some, content }));
      expect([read?.content ?? ''].every((text) => text.isWellFormed())).toBe(true);
    }),
    { numRuns: 300 },
  );
});
