import fc from 'fast-check';
import { expect, test } from 'vitest';
import { growthOf } from '../../../../tests/support/cpu-time.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { readProfile } from '../../facts/profile.ts';
import { KIND } from '../../nostr/kinds.ts';
import { bestPeople, notesWith, peopleNamed, withSearch } from './quick-search.ts';
import { hitsIn } from './search-hits.ts';

const profile = (pubkey: string, content: object) =>
  [pubkey, readProfile(trusted({ pubkey, kind: 0, content: JSON.stringify(content) }))] as const;
const note = (id: string, content: string, created_at: number, kind = 1) =>
  [id, trusted({ content, created_at, kind })] as const;

test('SEARCH-01 known people are found by word beginnings of names and addresses, in any case and accents', () => {
  const people = [
    profile('a', { display_name: 'Ánn Smith' }),
    profile('b', { name: 'joanna' }),
    profile('c', { name: 'bob', nip05: 'anna@smith.example' }),
    profile('d', { name: '<b>', lud16: 'smiling@ann.example' }),
  ];
  expect(peopleNamed(people, 'ann')).toEqual(['a', 'c', 'd']);
  expect(peopleNamed(people, 'SMI ann')).toEqual(['a', 'c', 'd']);
  expect(peopleNamed(people, 'smith')).toEqual(['a', 'c']);
  expect(peopleNamed(people, ' ,. ')).toEqual([]);
});

test('SEARCH-01 the ten results with the best scores are shown, each once', () => {
  const many = Array.from({ length: 30 }, (_, at) => `k${at % 15}`);
  const best = bestPeople(many, (key) => Number(key.slice(1)));
  expect(best).toEqual(['k14', 'k13', 'k12', 'k11', 'k10', 'k9', 'k8', 'k7', 'k6', 'k5']);
});

test('SEARCH-01 known notes are found as the service finds them, by whole words and hashtags, newest first', () => {
  const events = [
    note('1', 'The lámp oil', 1),
    note('2', 'LAMP, no more', 3),
    note('3', 'lamp oil', 2, 7),
    note('4', 'oil #lamp', 4),
    ['5', trusted({ content: '#lamp', created_at: 5, tags: [['t', 'lamp']] })] as const,
    note('6', 'lamps and lamplight', 6),
    note('7', 'two #LAMPS, #Öl', 7),
  ];
  const found = (text: string) =>
    notesWith(events, text).map((event) => events.find((one) => one[1] === event)?.[0]);
  expect(found('lamp')).toEqual(['5', '4', '2', '1']);
  expect(found('lamp oil')).toEqual(['4', '1']);
  expect(found('"lamp oil"')).toEqual(['1']);
  expect(found('lamp -more')).toEqual(['5', '4', '1']);
  expect(found('#lamp')).toEqual(['5', '4']);
  expect(found('#lamp -oil')).toEqual(['5']);
  expect(found('#lamps')).toEqual(['7']);
  expect(found('#öl')).toEqual(['7']);
  expect(found('lamps')).toEqual(['7', '6']);
  const comment = trusted({ kind: KIND.Comment, content: 'Lovely table' });
  expect(notesWith([['8', comment]], 'table')).toEqual([comment]);
  for (const text of ['', 'lamp from:ann', 'kind:1 lamp', 'lamp OR oil', '-oil'])
    expect(found(text), text).toEqual([]);
});

test('the search history is stored newest first, each term once, twenty at most', () => {
  expect(withSearch(['a', 'b', 'c'], 'b')).toEqual(['b', 'a', 'c']);
  const twenty = Array.from({ length: 20 }, (_, at) => String(at));
  expect(withSearch(twenty, 'x')).toEqual(['x', ...twenty.slice(0, 19)]);
});

test('the search words in a text are marked, and the text is unchanged', () => {
  const marked = (text: string, search: string) =>
    hitsIn(text, search)
      .map((piece) => (piece.isHit ? `[${piece.text}]` : piece.text))
      .join('');
  expect(marked('The Bénch by the workbench', 'bench')).toBe('The [Bénch] by the work[bench]');
  expect(marked('one two', 'two one')).toBe('[one] [two]');
  expect(marked('ﬁne', 'fin')).toBe('[ﬁn]e');
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'grapheme' }),
      (text, search) => {
        expect(
          hitsIn(text, search)
            .map((piece) => piece.text)
            .join(''),
        ).toBe(text);
      },
    ),
  );
  expect(growthOf((share) => hitsIn('aab'.repeat(share * 20_000), 'aaaa aaab')).ms).toBeLessThan(
    200,
  );
});
