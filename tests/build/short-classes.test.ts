import { expect, test } from 'vitest';
import { classNames } from '../../scripts/build/short-classes.ts';

test('each class has a unique short name, independent of the folder of the repository', () => {
  const name = classNames('/here');
  const files = Array.from({ length: 40 }, (_, at) => `src/views/part-${at}.module.css`);
  const classes = files.flatMap((file) =>
    Array.from({ length: 40 }, (_, at) => [`class${at}`, file] as const),
  );
  const names = classes.map(([one, file]) => name(one, `/here/${file}`));
  expect(new Set(names).size).toBe(classes.length);
  expect(names.filter((one) => !/^[a-z][a-z0-9]{4,5}$/.test(one))).toEqual([]);
  expect(classes.map(([one, file]) => name(one, `/here/${file}`))).toEqual(names);
  const elsewhere = classNames('/elsewhere');
  expect(classes.map(([one, file]) => elsewhere(one, `/elsewhere/${file}`))).toEqual(names);
});

test('files that would share their class names are refused', () => {
  const name = classNames('/here');
  expect(() => {
    for (let at = 0; at < 20_000; at++) name('one', `/here/${at}.module.css`);
  }).toThrow('would share their class names');
});
