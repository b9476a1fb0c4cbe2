import { expect, test } from 'vitest';

test('a comparison does not read an object that is the same on both sides', () => {
  const deep = Object.defineProperty({}, 'part', {
    enumerable: true,
    get: () => expect.fail('the object was read'),
  });
  expect([{ from: deep, more: 1 }]).toMatchObject([{ from: deep }]);
  expect(new Map([[1, deep]])).toEqual(new Map([[1, deep]]));
});
