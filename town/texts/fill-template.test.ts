import { expect, test } from 'vitest';
import { rngOf } from '../prng.ts';
import { fillTemplate, type Filling } from './fill-template.ts';

function filling(slots: Record<string, readonly string[]> = {}): Filling {
  return {
    rng: rngOf('words'),
    slots: new Map(Object.entries(slots)),
    bound: new Map(),
    special: (name) => (name === 'gone' ? undefined : `<${name}>`),
  };
}

test('alternatives, ranges, word lists, articles, capitals and line breaks are filled', () => {
  expect(
    fillTemplate('{a|a} {7-7} {bird}, {a bird}, {^bird}\\nend', filling({ bird: ['owl'] })),
  ).toBe('a 7 owl, an owl, Owl\nend');
  expect(fillTemplate('{a bird}', filling({ bird: ['wren'] }))).toBe('a wren');
  expect(
    fillTemplate('{a bird} {a coin}', filling({ bird: ['one-eyed gull'], coin: ['euro'] })),
  ).toBe('a one-eyed gull a euro');
});

test('a bound word stays the same for the conversation, and word lists may have alternatives', () => {
  const own = filling({ boat: ['punt', 'yawl', 'dory'], said: ['{boat!} twice'] });
  const first = fillTemplate('{boat!}', own);
  expect(fillTemplate('{boat!} {said}', own)).toBe(`${first} ${first} twice`);
});

test('specials are inserted, and a missing one drops the whole text', () => {
  expect(fillTemplate('to {@} and {@ada}', filling())).toBe('to <> and <ada>');
  expect(fillTemplate('to {x|x} {@gone}', filling())).toBeUndefined();
});

test('unknown word lists and stray braces throw instead of being printed', () => {
  expect(() => fillTemplate('{nosuchlist}', filling())).toThrow('no word list {nosuchlist}');
  expect(() => fillTemplate('{a|b', filling())).toThrow('open brace');
  expect(() => fillTemplate('a}', filling())).toThrow('stray brace');
});
