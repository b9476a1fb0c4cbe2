import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { hiddenBy, moderationListsOf } from './moderation.ts';

const [me, ann] = ['1', 'a'].map((digit) => digit.repeat(64)) as [string, string];
const root = 'd'.repeat(64);
const by = (tags: string[][]) =>
  hiddenBy(moderationListsOf(me, [trusted({ pubkey: me, kind: 10_000, tags })]));
const note = (content: string, tags: string[][] = [], pubkey = ann) =>
  trusted({ pubkey, content, tags });

test('ACCOUNT-10 events of a muted account, with a muted hashtag or in a muted thread are hidden', () => {
  expect(by([['p', ann]])(note('x'))).toBe(true);
  expect(by([['p', me]])(note('x', [], me))).toBe(false);
  expect(
    by([['t', 'boats']])(
      note('x', [
        ['p', me],
        ['t', 'Boats'],
        ['t', 'sea'],
      ]),
    ),
  ).toBe(true);
  expect(
    by([['t', 'boats']])(
      note('x', [
        ['p', 'boats'],
        ['t', 'boat'],
      ]),
    ),
  ).toBe(false);
  expect(by([['e', root]])(note('x', [['e', root, '', 'root']]))).toBe(true);
  expect(by([['e', root]])(note('x', [['e', root, '', 'mention']]))).toBe(false);
});

test('ACCOUNT-10 a muted word hides as a separate word, in any case and script', () => {
  const hides = by([['word', 'Cat']]);
  expect(['A cat.', 'CAT', 'a#cat', 'the cat-flap'].map((text) => hides(note(text)))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(['concatenate', 'cats', 'Çcat'].map((text) => hides(note(text)))).toEqual([
    false,
    false,
    false,
  ]);
  expect(by([['word', '猫']])(note('黒猫です'))).toBe(true);
});

test('ACCOUNT-10 matching never throws for any text and word, and an empty list hides nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, word) => {
      expect(typeof by([['word', word]])(note(text))).toBe('boolean');
      expect(by([])(note(text))).toBe(false);
    }),
  );
});

test('ACCOUNT-20 private and public entries hide alike', () => {
  const word = fc.constantFrom('cat', 'fish', '猫');
  const tag: fc.Arbitrary<string[]> = fc.oneof(
    fc.constantFrom('p', 'e').map((name) => [name, name === 'p' ? ann : root]),
    word.map((text) => ['word', text]),
    word.map((text) => ['t', text]),
  );
  const event = fc
    .record({
      text: fc.array(fc.constantFrom('cat', 'cats', 'fish.', '猫', ' '), { maxLength: 4 }),
      t: word,
      by: fc.constantFrom(ann, me, 'b'.repeat(64)),
    })
    .map(({ text, t, by: pubkey }) =>
      note(
        text.join(' '),
        [
          ['t', t],
          ['e', root, '', 'root'],
        ],
        pubkey,
      ),
    );
  fc.assert(
    fc.property(fc.array(tag), fc.array(tag), event, (open, secret, one) => {
      const hides = hiddenBy(
        moderationListsOf(me, [trusted({ pubkey: me, kind: 10_000, tags: open })], secret),
      );
      const openly = by([...open, ...secret]);
      expect([hides(one), hides.user(one.pubkey)]).toEqual([openly(one), openly.user(one.pubkey)]);
    }),
  );
  expect(hiddenBy(moderationListsOf(me, [], [['p', ann]]))(note('x'))).toBe(true);
});

test('ACCOUNT-10 a zap is hidden by its sender, an article by its title, a repost not by its quoted text', () => {
  const zap = trusted({
    kind: 9_735,
    pubkey: 'f'.repeat(64),
    tags: [['description', JSON.stringify({ pubkey: ann })]],
  });
  expect(by([['p', ann]])(zap)).toBe(true);
  expect(
    by([['word', 'cat']])(trusted({ kind: 30_023, pubkey: ann, tags: [['title', 'A cat']] })),
  ).toBe(true);
  expect(
    by([['word', 'cat']])(trusted({ kind: 6, pubkey: ann, content: '{"content":"a cat"}' })),
  ).toBe(false);
});
