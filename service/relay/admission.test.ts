import { expect, test } from 'vitest';
import { signed } from '../../tests/support/events/signed.ts';
import { seconds } from '../../src/events/core/time.ts';
import type { Filter } from '../../src/events/connection/filter.ts';
import {
  asksForProof,
  needsProof,
  objectionTo,
  objectionToReading,
  objectionToRepeated,
} from './admission.ts';

const AT = 1_700_000_000;
const ME = signed({}).pubkey;
const PEER = signed({}, 2).pubkey;

const objection = (fields: Parameters<typeof signed>[0], proved: readonly string[] = []) =>
  objectionTo(signed({ created_at: AT, ...fields }), seconds(AT), proved);
const repostOf = (event: unknown) => ({ kind: 6, content: JSON.stringify(event) });

test('E-19 an event may be dated fifteen minutes ahead, and no later', () => {
  expect(objection({ created_at: AT + 900 })).toBeUndefined();
  expect(objection({ created_at: AT + 901 })).toBe('invalid: created_at is too far in the future');
});

test('NIP-40 an expiration has to be a time in seconds', () => {
  expect(objection({ tags: [['expiration', '1800000000']] })).toBeUndefined();
  for (const tag of [['expiration', 'soon'], ['expiration']])
    expect(objection({ tags: [['t', 'x'], tag] })).toBe(
      'invalid: the expiration is no time in seconds',
    );
});

test('NIP-42 events that prove an identity are not published', () => {
  for (const kind of [22_242, 27_235, 24_242])
    expect(objection({ kind })).toBe('invalid: events of this kind are not published');
});

test('NIP-70 a protected event is taken from its proved author alone', () => {
  const tags = [['t', 'x'], ['-']];
  const why = 'protected events are only taken from their author';
  expect(objection({ tags })).toBe(`auth-required: ${why}`);
  expect(objection({ tags }, [PEER])).toBe(`restricted: ${why}`);
  expect(objection({ tags }, [PEER, ME])).toBeUndefined();
});

test('NIP-17 NIP-70 no private message and no protected event is repeated in another', () => {
  for (const kind of [4, 13, 14, 15, 1059])
    expect(objection(repostOf({ kind }))).toBe('blocked: a private message is repeated in it');
  expect(objection(repostOf({ tags: [['t'], ['-']] }), [ME])).toBe(
    'blocked: a protected event is repeated in it',
  );
  for (const value of [[], { kind: '4' }, { tags: '-' }, { tags: [7, '-', ['x', '-']] }])
    expect(objection(repostOf(value))).toBeUndefined();
  expect(objection({ kind: 1, content: '{"kind":4}' })).toBeUndefined();
});

test('E-19 a repeated event is judged like an event of its own', () => {
  expect(objection(repostOf(signed({ created_at: AT + 900 })))).toBeUndefined();
  expect(objection(repostOf(signed({ created_at: AT + 901 })))).toBe(
    'blocked: an event is repeated in it that is not taken here (invalid: created_at is too far in the future)',
  );
});

test('INV-VERIFIED a repeated event with a wrong signature is refused', () => {
  const wrong = signed(repostOf(signed({}, 2)));
  const verify = () => undefined;
  expect(objectionToRepeated(wrong, verify)).toBe(
    'invalid: id or signature of the event that is repeated in it does not hold',
  );
  expect(objectionToRepeated(signed(repostOf({ kind: 1 })), verify)).toBeUndefined();
  expect(objectionToRepeated(signed({}), verify)).toBeUndefined();
});

test('NIP-42 private messages are read only by a client that proved one of their accounts', () => {
  const why = 'private messages are only shown to those they are from or to';
  const judged = (filters: readonly Filter[], proved: readonly string[] = [ME]) =>
    objectionToReading(filters, proved);
  for (const filter of [{}, { kinds: [] }, { kinds: [4, 1] }, { authors: [PEER] }])
    expect(judged([filter], [])).toBeUndefined();
  expect(judged([{ kinds: [4] }], [])).toBe(`auth-required: ${why}`);
  expect(judged([{ kinds: [1] }, { kinds: [4, 1059] }], [])).toBe(`auth-required: ${why}`);
  expect(judged([{ kinds: [4] }])).toBeUndefined();
  expect(judged([{ kinds: [4], authors: [ME] }])).toBeUndefined();
  expect(judged([{ kinds: [4], '#p': [PEER, ME] }])).toBeUndefined();
  expect(judged([{ kinds: [4], authors: [PEER], '#p': [ME] }])).toBeUndefined();
  expect(judged([{ kinds: [4], authors: [PEER] }])).toBe(`restricted: ${why}`);
  expect(judged([{ kinds: [4], '#p': [PEER] }])).toBe(`restricted: ${why}`);
});

test('NIP-42 a client is asked to authenticate only if that could help', () => {
  expect(asksForProof(needsProof([], 'why'))).toBe(true);
  expect(asksForProof(needsProof([ME], 'why'))).toBe(false);
  expect(asksForProof('why auth-required: ')).toBe(false);
});
