import { expect, test } from 'vitest';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { emptyFacts, foldFacts } from '../../facts/facts.ts';
import { seconds } from '../../core/time.ts';
import { isZapListed } from './listed-zap.ts';

const [author, other, named] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [
  string,
  string,
  string,
];
const note = trusted({ pubkey: author });
const shared = trusted({ pubkey: author, content: 'shared', tags: [['zap', named, '', '1']] });
const article = trusted({ pubkey: author, kind: 30_023, tags: [['d', 'post']] });
const picture = trusted({ pubkey: author, kind: 20 });
const stream = trusted({ pubkey: author, kind: 30_311, tags: [['d', 'live']] });
const facts = foldFacts(emptyFacts, {
  events: [note, shared, article, picture, stream],
  claims: [],
  now: seconds(2e9),
});
const isListed = (target: string | undefined, receiver = author) =>
  isZapListed(facts, { target, receiver });

test('ZAP-05 zaps are listed for notes and articles only, not for other kinds, profiles or unknown events', () => {
  expect(
    [note.id, shared.id, article.id, `30023:${author}:post`, `30023:${author}:unseen`].map(
      (target) => isListed(target),
    ),
  ).toEqual(Array.from({ length: 5 }, () => true));
  expect(
    [picture.id, `30311:${author}:live`, undefined, 'f'.repeat(64), 'junk'].map((target) =>
      isListed(target),
    ),
  ).toEqual(Array.from({ length: 5 }, () => false));
});

test('ZAP-05 E-41 a zap is not listed if it pays neither the author nor a recipient in the zap tags', () => {
  expect([
    isListed(note.id, other),
    isListed(`30023:${author}:post`, other),
    isListed(shared.id, other),
  ]).toEqual([false, false, false]);
  expect([isListed(shared.id, named), isListed(note.id, named)]).toEqual([true, false]);
});
