import { expect, test } from 'vitest';
import fc from 'fast-check';
import { editObject } from './json-object.ts';

const edits = (rows: Readonly<Record<string, string | undefined>>) => new Map(Object.entries(rows));

test.each([
  ['{"a":1,"b":2}', { a: '3' }, '{"a":3,"b":2}'],
  [
    '{ "a" : 1 ,\n "b" : 12345678901234567890 }',
    { a: undefined },
    '{ "b" : 12345678901234567890 }',
  ],
  ['{"a":1,"b":[1,{"c":"}"}] , "d":"x\\"y"}', { b: undefined }, '{"a":1 , "d":"x\\"y"}'],
  ['{"a":1,"a":2,"b":1e3}', { a: '"x"' }, '{"a":"x","a":"x","b":1e3}'],
  ['{"\\u0061":1}', { a: '2' }, '{"\\u0061":2}'],
  ['{}', { a: '1', b: '2' }, '{"a":1,"b":2}'],
  ['{"a":1}', { a: undefined }, '{}'],
  ['{"a":1}', { a: undefined, b: 'null' }, '{"b":null}'],
  ['{"__proto__":{"x":1},"a":true}', { a: 'false' }, '{"__proto__":{"x":1},"a":false}'],
  ['', { a: '1' }, '{"a":1}'],
  ['[1]', { a: '1' }, '{"a":1}'],
  ['nonsense', {}, '{}'],
])('INV-PRESERVE %s', (text, change, expected) => {
  expect(editObject(text, edits(change))).toBe(expected);
});

/**
 * Objects as other programs write them: any names, also repeated, any white space and any numbers.
 */
const space = fc.constantFrom('', ' ', '\n  ', '\t');
const value = fc.oneof(
  fc.json(),
  fc.constantFrom('12345678901234567890', '1.0', '1E5', '-0', '"\\ud83d"', '"\\/"', '{"a":[]}'),
);
const member = fc.tuple(
  fc.oneof(fc.string(), fc.constantFrom('a', 'b', '__proto__', '1')),
  value,
  space,
  space,
);
const text = fc.tuple(fc.array(member, { maxLength: 8 }), space).map(([rows, end]) => ({
  rows,
  text: `{${rows.map(([key, json, before, between]) => `${before}${JSON.stringify(key)}${between}:${between}${json}`).join(',')}${end}}`,
}));

test('INV-PRESERVE a member that no edit names stays byte for byte and in its order', () => {
  const change = fc.dictionary(
    fc.constantFrom('a', 'b', '1', 'fresh'),
    fc.option(
      fc.jsonValue().map((one) => JSON.stringify(one)),
      { nil: undefined },
    ),
    { maxKeys: 4 },
  );
  fc.assert(
    fc.property(text, change, ({ rows, text: before }, wanted) => {
      const asked = edits(wanted);
      const after = editObject(before, asked);
      const kept = rows
        .filter(([key]) => !asked.has(key))
        .map(([key, json, , between]) => `${JSON.stringify(key)}${between}:${between}${json}`);
      let at = 0;
      for (const one of kept) {
        const found = after.indexOf(one, at);
        expect(found).toBeGreaterThanOrEqual(at);
        at = found + one.length;
      }
      const said = JSON.parse(after) as Record<string, unknown>;
      for (const [key, json] of asked)
        expect(Object.hasOwn(said, key) ? JSON.stringify(said[key]) : undefined).toBe(
          json === undefined ? undefined : JSON.stringify(JSON.parse(json)),
        );
      const names = new Set([
        ...rows.map(([key]) => key).filter((key) => !asked.has(key)),
        ...[...asked].flatMap(([key, json]) => (json === undefined ? [] : [key])),
      ]);
      expect(new Set(Object.keys(said))).toEqual(names);
    }),
  );
});
