import { expect, test } from 'vitest';
import {
  countOf,
  ENDLESS,
  flagOf,
  hexesOf,
  hexOf,
  isHex64,
  kindsOf,
  pageOf,
  requiredHex,
  textOf,
} from './payload.ts';

const [A, B] = ['a'.repeat(64), 'b'.repeat(64)];

test('CACHE-06 ids and keys are 64 lower-case hex digits, and a wrong one is refused', () => {
  expect([A, A.toUpperCase(), A.slice(1), `${A}a`, `${A.slice(1)}g`, 7].map(isHex64)).toEqual([
    true,
    ...Array.from({ length: 5 }, () => false),
  ]);
  expect(hexOf({ id: A }, 'id')).toBe(A);
  expect([hexOf({}, 'id'), hexOf({ id: null }, 'id')]).toEqual([undefined, undefined]);
  expect(() => hexOf({ user_pubkey: 'x' }, 'user_pubkey')).toThrow('invalid pubkey');
  expect(() => hexOf({ event_id: 7 }, 'event_id')).toThrow('error');
  expect(requiredHex({ id: A }, 'id')).toBe(A);
  expect(() => requiredHex({}, 'id')).toThrow('error');
});

test('CACHE-06 a list of ids is read without duplicates, up to its limit', () => {
  expect(hexesOf({ ids: [A, B, A] }, 'ids')).toEqual([A, B]);
  expect([hexesOf({}, 'ids'), hexesOf({ ids: null }, 'ids')]).toEqual([[], []]);
  expect(hexesOf({ ids: Array.from({ length: 1_000 }, () => A) }, 'ids')).toEqual([A]);
  expect(() => hexesOf({ ids: Array.from({ length: 1_001 }, () => A) }, 'ids')).toThrow(
    'limit too big',
  );
  expect(hexesOf({ ids: [A, B] }, 'ids', 2)).toEqual([A, B]);
  expect(() => hexesOf({ ids: [A, B] }, 'ids', 1)).toThrow('limit too big');
  expect(() => hexesOf({ ids: A }, 'ids')).toThrow('error');
  expect(() => hexesOf({ ids: [A, 'x'] }, 'ids')).toThrow('error');
  expect(() => hexesOf({ pubkeys: [A, 'x'] }, 'pubkeys')).toThrow('invalid pubkey');
});

test('CACHE-06 a value of a wrong type counts as missing', () => {
  expect([textOf({ t: 'x' }, 't'), textOf({ t: 7 }, 't'), textOf({}, 't')]).toEqual([
    'x',
    undefined,
    undefined,
  ]);
  const count = (n: unknown) => countOf({ n }, 'n', 5);
  expect([count(0), count(7.9), count(-3), count(1e300)]).toEqual([0, 7, 0, ENDLESS]);
  expect([count('7'), count(Number.NaN), count(Infinity), count(undefined)]).toEqual([5, 5, 5, 5]);
  const flag = (f: unknown, fallback: boolean) => flagOf({ f }, 'f', fallback);
  expect([flag(true, false), flag(false, true), flag('true', false), flag(1, true)]).toEqual([
    true,
    false,
    false,
    true,
  ]);
});

test('CACHE-06 kinds are read without private ones, and only private ones are refused', () => {
  const kinds = (...list: unknown[]) => kindsOf({ kinds: list });
  expect(kinds(1, 65_535, 0)).toEqual([1, 65_535, 0]);
  expect(kinds(1, -1, 65_536, 1.5, '6', 4)).toEqual([1]);
  expect([kinds(), kinds('x'), kindsOf({ kinds: 1 }), kindsOf({})]).toEqual(
    Array.from({ length: 4 }, () => undefined),
  );
  expect(kindsOf({ other: [1] }, 'other')).toEqual([1]);
  expect(kinds(...Array.from({ length: 60 }, (_, n) => 100 + n))).toHaveLength(50);
  for (const kind of [4, 13, 14, 15, 1059])
    expect(() => kinds(kind)).toThrow('private messages are not given here');
});

test('CACHE-06 a page has bounds, a limit and an offset, and too large ones are refused', () => {
  const rules = { limit: 20, max: 100 };
  expect(pageOf({}, rules)).toEqual({
    since: 0,
    until: ENDLESS,
    forward: false,
    limit: 20,
    offset: 0,
  });
  expect(pageOf({ since: 1 }, rules).forward).toBe(true);
  expect(pageOf({ since: 1, until: 9 }, rules)).toMatchObject({ forward: false, until: 9 });
  expect(pageOf({ limit: 100 }, rules).limit).toBe(100);
  expect(() => pageOf({ limit: 101 }, rules)).toThrow('limit too big');
  expect(pageOf({ limit: 101 }, { ...rules, capped: true }).limit).toBe(100);
  expect(pageOf({ offset: 5_000 }, rules).offset).toBe(5_000);
  expect(() => pageOf({ offset: 5_001 }, rules)).toThrow('offset too big');
});
