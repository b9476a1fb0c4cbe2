import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seconds } from '../../core/time.ts';
import { catchUpOf, type Missed, weightOf } from './catch-up.ts';
import {
  isByTime,
  lineOf,
  newestSeen,
  type PlacedRow,
  readPlace,
  type ReadingPlace,
  withPlace,
} from './reading-place.ts';

const row = (id: string, at: number | undefined): PlacedRow => ({
  id,
  at: at === undefined ? undefined : seconds(at),
});
const mark = (id: string, at: number) => ({ id, at: seconds(at) });
const place = (id: string, at: number): ReadingPlace => ({
  newest: mark(id, at),
  top: { ...mark(id, at), offset: -12.5 },
});
const ROWS = [row('e', 50), row('d', 40), row('r', undefined), row('c', 30), row('b', 20)];

test('BEYOND-11 the place in each feed is read back from storage, for the twenty last read feeds', () => {
  let kept: unknown;
  for (let n = 0; n < 30; n++)
    kept = JSON.parse(JSON.stringify(withPlace(kept, `spec ${n}`, place(`id ${n}`, n))));
  expect(readPlace(kept, 'spec 29')).toEqual(place('id 29', 29));
  expect(readPlace(kept, 'spec 9')).toBeUndefined();
  kept = withPlace(kept, 'spec 10', place('again', 1));
  kept = withPlace(kept, 'spec 30', place('x', 1));
  expect([readPlace(kept, 'spec 10'), readPlace(kept, 'spec 11')]).toEqual([
    place('again', 1),
    undefined,
  ]);
  expect(withPlace(kept, 'x'.repeat(600), place('x', 1))).toBe(kept);
});

test('BEYOND-11 any stored value is a place or none', () => {
  fc.assert(fc.property(fc.jsonValue(), (kept) => void readPlace(kept, '')));
  for (const junk of [
    null,
    [],
    { x: 7 },
    { x: { newest: { id: 1, at: 2 } } },
    { x: { ...place('a', 1), top: { id: 'a', at: 1 } } },
  ])
    expect(readPlace(junk, 'x')).toBeUndefined();
});

test('BEYOND-11 the line is above the row that was the newest; if it is gone, above the next older one', () => {
  expect(lineOf(ROWS, mark('c', 30))).toBe(3);
  expect(lineOf(ROWS, mark('gone', 35))).toBe(3);
  expect(lineOf(ROWS, mark('gone', 10))).toBe(-1);
  expect([isByTime(ROWS), isByTime(ROWS.toReversed()), isByTime([])]).toEqual([true, false, false]);
});

test('BEYOND-11 new rows count as seen only once the reader has reached the line', () => {
  expect(newestSeen(ROWS, undefined, 0)).toEqual(mark('e', 50));
  expect(newestSeen(ROWS, mark('c', 30), 2)).toEqual(mark('c', 30));
  expect(newestSeen(ROWS, mark('c', 30), 3)).toEqual(mark('e', 50));
  expect(newestSeen(ROWS, mark('far below', 1), 4)).toEqual(mark('far below', 1));
  expect(newestSeen([], mark('c', 30), 0)).toEqual(mark('c', 30));
});

const missed = (id: string, over: Partial<Missed> = {}): Missed => ({
  id,
  pubkey: 'a',
  at: seconds(1),
  text: 'one two',
  likes: 0,
  replies: 0,
  reposts: 0,
  satszapped: 0,
  ...over,
});

test('BEYOND-11 missed notes are grouped by author, the most active first, and by weight', () => {
  const found = catchUpOf([
    missed('old', { at: seconds(1) }),
    missed('liked', { pubkey: 'b', likes: 9 }),
    missed('new', { at: seconds(9), satszapped: 10_000 }),
    missed('answered', { pubkey: 'c', replies: 4 }),
  ]);
  expect(found.authors).toEqual([
    { pubkey: 'a', ids: ['new', 'old'] },
    { pubkey: 'b', ids: ['liked'] },
    { pubkey: 'c', ids: ['answered'] },
  ]);
  expect(found.heaviest.map(({ note, share }) => [note.id, share])).toEqual([
    ['new', 1],
    ['answered', 0.12],
    ['liked', 0.09],
  ]);
  expect([found.count, found.minutes, catchUpOf([]).heaviest]).toEqual([4, 1, []]);
});

test('BEYOND-11 the groups lose no note, and a higher count never lowers the weight', () => {
  const notes = fc.array(
    fc.record({
      id: fc.uuid(),
      pubkey: fc.constantFrom('a', 'b', 'c'),
      at: fc.nat().map(seconds),
      text: fc.string(),
      likes: fc.nat(),
      replies: fc.nat(),
      reposts: fc.nat(),
      satszapped: fc.nat(),
    }),
  );
  fc.assert(
    fc.property(notes, (all) => {
      const { authors, heaviest } = catchUpOf(all);
      expect(authors.flatMap(({ ids }) => ids).toSorted()).toEqual(
        all.map(({ id }) => id).toSorted(),
      );
      for (const { share } of heaviest) expect(share).toBeGreaterThan(0);
      for (const note of all)
        expect(weightOf({ ...note, replies: note.replies + 1 })).toBeGreaterThan(weightOf(note));
    }),
  );
});
