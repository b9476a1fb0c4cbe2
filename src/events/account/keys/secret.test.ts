import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { secretOf } from './secret.ts';

const NSEC = 'nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5';

test('E-32 a wrapped secret reaches no JSON, no text, no log and no other thread', () => {
  const secret = secretOf(NSEC);
  for (const text of [
    JSON.stringify({ secret }),
    String(secret),
    inspect(secret, { depth: 9, showHidden: true }),
  ]) {
    expect(text).not.toContain(NSEC.slice(5, 15));
  }
  expect(() => structuredClone(secret)).toThrow();
  expect(Object.values({ ...secret })).not.toContain(NSEC);
  expect(secret.reveal()).toBe(NSEC);
});

test('E-32 a forgotten secret is gone for every holder of the wrapper, and its bytes are overwritten', () => {
  const text = secretOf(NSEC);
  const bytes = new Uint8Array([1, 2, 3]);
  const key = secretOf(bytes);
  text.forget();
  key.forget();
  expect(text.reveal()).toBeUndefined();
  expect(key.reveal()).toBeUndefined();
  expect([...bytes]).toEqual([0, 0, 0]);
});
