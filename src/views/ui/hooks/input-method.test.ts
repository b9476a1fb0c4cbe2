import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isInputMethodKey } from './input-method.ts';

test("COMPOSE-01 an input method's key is detected by the composition or, in Safari, by key code 229", () => {
  const enter = (isComposing: boolean, keyCode: number) =>
    isInputMethodKey({ isComposing, keyCode });
  expect([
    enter(true, 13),
    enter(false, 229),
    enter(true, 229),
    enter(false, 13),
    enter(false, 0),
  ]).toEqual([true, true, true, false, false]);
});

/** Views without text input, and the keys of a list of suggestions, whose field checks. */
const WITHOUT_TEXT = [
  'money/zaps/ZapButton.tsx',
  'reading/note/use-row-link.ts',
  'ui/controls/SelectBox.tsx',
  'compose/emoji/use-suggestion-keys.ts',
];

const VIEWS = 'src/views';
const SOURCES = readdirSync(VIEWS, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\./.test(file),
);
const textOf = (file: string): string => readFileSync(join(VIEWS, file), 'utf8');

test('COMPOSE-01 each view that acts on Enter in a text field checks for an input method', () => {
  const acting = SOURCES.filter((file) => /[=!]== 'Enter'/.test(textOf(file)));
  expect(acting.length).toBeGreaterThan(10);
  expect(acting.filter((file) => !textOf(file).includes('isInputMethodKey(')).toSorted()).toEqual(
    WITHOUT_TEXT.toSorted(),
  );
});

test('no view checks for the composition in another way', () => {
  const asking = SOURCES.filter((file) =>
    /\bevent\w*\.(nativeEvent\.)?isComposing|\.keyCode/.test(textOf(file)),
  );
  expect([SOURCES.length > 100, asking]).toEqual([true, []]);
});
