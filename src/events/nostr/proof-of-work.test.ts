import fc from 'fast-check';
import { expect, test } from 'vitest';
import { vectors } from '../../../tests/support/events/real-events.ts';
import { hexOf } from '../core/hex.ts';
import { eventId } from './serialize.ts';
import type { Seconds } from '../core/time.ts';
import { difficultyOf, proofOfWork } from './proof-of-work.ts';

interface Case {
  event: string;
  nonce_tag: string[];
  difficulty: number;
}

test('SIGN-06 the difficulty of real events is the number of leading zero bits of their id', () => {
  const { cases } = vectors<{ cases: Case[] }>('nip13-pow.json');
  expect(cases.length).toBeGreaterThan(70);
  for (const { event, nonce_tag, difficulty } of cases) {
    expect(proofOfWork({ id: event, tags: [nonce_tag] })?.difficulty).toBe(difficulty);
    expect(difficultyOf(event)).toBe(difficulty);
  }
});

test('SIGN-06 difficulties equal those of a peer, and its mined event has the claimed id and work', () => {
  type Mined = {
    id: string;
    pubkey: string;
    created_at: Seconds;
    kind: number;
    tags: string[][];
    content: string;
  };
  const { cases } = vectors<{
    cases: { group: string; args: [string | object, number?]; result: number | Mined }[];
  }>('peer-nip13.json');
  for (const { args, result } of cases) {
    const [id] = args;
    if (typeof id === 'string') expect(difficultyOf(id)).toBe(result);
    else if (typeof result === 'object') {
      expect(eventId(result)).toBe(result.id);
      expect(proofOfWork(result)).toEqual({ difficulty: 10, target: 10 });
    }
  }
});

test('SIGN-06 leading zero bits equal those of another algorithm', () => {
  fc.assert(
    fc.property(fc.nat(255), fc.uint8Array({ minLength: 32, maxLength: 32 }), (zeros, noise) => {
      const bits = [...noise].map((byte) => byte.toString(2).padStart(8, '0')).join('');
      const all = `${'0'.repeat(zeros)}1${bits}`.slice(0, 256);
      const bytes = Uint8Array.from({ length: 32 }, (_, i) =>
        Number.parseInt(all.slice(8 * i, 8 * i + 8), 2),
      );
      expect(difficultyOf(hexOf(bytes))).toBe(zeros);
    }),
  );
  expect(difficultyOf('0'.repeat(64))).toBe(256);
});

test('SIGN-06 a text that is no id has difficulty 0, though the library would return a value', () => {
  for (const id of ['', '0', 'zz', '0'.repeat(63), `${'0'.repeat(63)}G`, '00'.repeat(40)])
    expect(difficultyOf(id), id).toBe(0);
});

test('a target that is no number of bits is undefined; without a nonce there is no proof', () => {
  const id = `00${'f'.repeat(62)}`;
  const target = (...rest: string[]) =>
    proofOfWork({ id, tags: [['nonce', '1', ...rest]] })?.target;
  expect([target('20'), target('0'), target('256')]).toEqual([20, 0, 256]);
  expect([
    target(),
    target(''),
    target('-1'),
    target('1e2x'),
    target('257'),
    target('9'.repeat(400)),
  ]).toEqual(Array(6).fill(undefined));
  expect(proofOfWork({ id, tags: [] })).toBeUndefined();
});
