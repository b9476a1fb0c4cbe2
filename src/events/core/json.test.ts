import fc from 'fast-check';
import { expect, test } from 'vitest';
import { field, isRecord, parseJson } from './json.ts';

test('INV-ISOLATE a text that is not JSON gives undefined, and JSON gives its value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(parseJson(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
  expect(['', '{', 'undefined', 'NaN', "{'a':1}", '['.repeat(100_000)].map(parseJson)).toEqual(
    Array.from({ length: 6 }, () => undefined),
  );
});

test('E-14 a record is an object with keys and nothing else', () => {
  expect([{}, { a: 1 }, Object.create(null)].map(isRecord)).toEqual([true, true, true]);
  expect([null, undefined, [], [{}], 'x', 7, true].map(isRecord)).toEqual([
    false,
    false,
    false,
    false,
    false,
    false,
    false,
  ]);
});

test('E-13 only the fields that the sender wrote are read', () => {
  const read = (json: string, key: string) => {
    const value = parseJson(json);
    return isRecord(value) ? field(value, key) : 'no record';
  };
  const inherited = ['constructor', '__proto__', 'toString', 'hasOwnProperty'];
  expect(inherited.map((key) => read('{}', key))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(inherited.map((key) => read(`{"${key}":1}`, key))).toEqual([1, 1, 1, 1]);
  expect(read('{"__proto__":{"name":"x"}}', 'name')).toBeUndefined();
});
