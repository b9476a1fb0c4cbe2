import { expect, test } from 'vitest';
import { CAST } from '../people/cast.ts';
import { CIRCLES } from '../people/circles.ts';
import { PHOTOS } from '../pictures/photo-sets.ts';
import { rngOf } from '../prng.ts';
import { type Bank, parseBank } from './text-bank.ts';
import { readBanks } from './read-banks.ts';
import { fillTemplate } from './fill-template.ts';
import { readToday } from './read-today.ts';

const banks = readBanks();
const scenes = PHOTOS.map((photo) => photo.scene);

function textsOf(bank: Bank): string[] {
  const said = bank.entries.flatMap((entry) => [entry.text, ...entry.answers, ...entry.back]);
  return [...said, ...bank.talks.flat().map((line) => line.text), ...bank.bios, ...bank.long];
}

test('a bank is parsed into its parts: slots, notes with replies, pictures, talks, long notes', () => {
  const bank = parseBank(
    '# slots\nbird: owl / wren\n# joy\nA {bird}!\n- Oh.\n+ Yes.\n# show\n@flock Look.\n# talk\na: one\nb: two\nc1: three\n# long\nFirst.\nSecond.',
    'x',
  );
  expect(bank.slots.get('bird')).toEqual(['owl', 'wren']);
  expect(bank.entries).toEqual([
    { mood: 'joy', text: 'A {bird}!', scene: undefined, answers: ['Oh.'], back: ['Yes.'] },
    { mood: 'show', text: 'Look.', scene: 'flock', answers: [], back: [] },
  ]);
  expect(bank.talks).toEqual([
    [
      { who: 'a', text: 'one', to: -1 },
      { who: 'b', text: 'two', to: 0 },
      { who: 'c', text: 'three', to: 0 },
    ],
  ]);
  expect(bank.long).toEqual(['First.\\n\\nSecond.']);
});

test('invalid text is reported by file and line', () => {
  expect(() => parseBank('# slots\nno colon here', 'words.txt')).toThrow('words.txt:2');
  expect(() => parseBank('# joy\n- an answer to nothing', 'words.txt')).toThrow('words.txt:2');
});

test.each([...banks.values()])('every text of $name can be filled', (bank) => {
  for (const text of textsOf(bank)) {
    for (let i = 0; i < 4; i++) {
      const out = fillTemplate(text, {
        rng: rngOf(`${text}${i}`),
        slots: bank.slots,
        bound: new Map(),
        special: (name) => `@${name}`,
      });
      expect(out, text).toBeTruthy();
      expect(out, text).not.toMatch(/[{}|]| {2}| ,|undefined/);
    }
  }
});

test('every circle has words for each kind of note, and every requested picture exists', () => {
  for (const circle of CIRCLES) {
    const bank = banks.get(circle.id);
    const moods = new Set(bank?.entries.map((entry) => entry.mood));
    expect(
      ['joy', 'gripe', 'tip', 'plan', 'wonder', 'quip', 'news', 'ask', 'show'].filter(
        (mood) => !moods.has(mood),
      ),
      circle.id,
    ).toEqual([]);
    expect(bank?.entries.length, circle.id).toBeGreaterThanOrEqual(50);
    expect(bank?.talks.length, circle.id).toBeGreaterThan(4);
    expect(bank?.bios.length, circle.id).toBeGreaterThan(8);
    expect(
      circle.scenes.filter((scene) => !scenes.includes(scene)),
      circle.id,
    ).toEqual([]);
  }
  const asked = [...banks.values()].flatMap((bank) =>
    bank.entries.flatMap((entry) => entry.scene ?? []),
  );
  expect(asked.filter((scene) => !scenes.includes(scene))).toEqual([]);
});

test('the notes of the last hours are by the cast, and replies come after their parent', () => {
  const names = CAST.map((known) => known.name);
  const today = readToday();
  expect(
    today.filter(
      (fresh) =>
        !names.includes(fresh.name) || (fresh.scene !== undefined && !scenes.includes(fresh.scene)),
    ),
  ).toEqual([]);
  const above: number[] = [];
  for (const fresh of today) {
    if (fresh.depth > 0)
      expect(fresh.minutesAgo, fresh.text).toBeLessThan(above[fresh.depth - 1] ?? 0);
    above[fresh.depth] = fresh.minutesAgo;
  }
});
