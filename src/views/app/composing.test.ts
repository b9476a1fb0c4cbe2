import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isInputMethodKey } from './composing.ts';

test('COMPOSE-01 a key of an input method is told by the composition or, in Safari, by key code 229 alone', () => {
  const enter = (isComposing: boolean, keyCode: number) => isInputMethodKey({ isComposing, keyCode });
  expect([enter(true, 13), enter(false, 229), enter(true, 229), enter(false, 13), enter(false, 0)]).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});

test('no view asks for the composition in another way', () => {
  const views = 'src/views';
  const sources = readdirSync(views, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\./.test(file),
  );
  const asking = sources.filter((file) =>
    /\bevent\w*\.(nativeEvent\.)?isComposing|\.keyCode/.test(readFileSync(join(views, file), 'utf8')),
  );
  expect([sources.length > 100, asking]).toEqual([true, []]);
});
