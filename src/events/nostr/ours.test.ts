import { expect, expectTypeOf, test } from 'vitest';
import { trusted } from '../../../tests/support/events/trusted.ts';
import type { Claim } from '../connection/claims.ts';
import type { SignedEvent, VerifiedEvent } from './event.ts';
import { addressed, derived, each, type Ours, pressed, signedBy } from './ours.ts';

const ME = 'a'.repeat(64);
const THEM = 'b'.repeat(64);

test('TRUST-07 only an event that the account signed becomes ours', () => {
  const content = ({ content: text }: SignedEvent) => text;
  expect(signedBy(ME, trusted({ pubkey: ME, content: 'mine' }), content)).toBe('mine');
  expect(signedBy(ME, trusted({ pubkey: THEM, content: 'theirs' }), content)).toBeUndefined();
});

test('TRUST-07 a list of a recipient counts only if the recipient signed it', () => {
  const relays = ({ tags }: SignedEvent) => tags.flatMap(([, url = '']) => url);
  const list = { tags: [['relay', 'wss://theirs.example']] };
  expect(each(addressed(THEM, trusted({ pubkey: THEM, ...list }), relays))).toEqual([
    'wss://theirs.example',
  ]);
  expect(each(addressed(THEM, trusted({ pubkey: ME, ...list }), relays))).toEqual([]);
});

test('TRUST-07 to the compiler, events of others, claims and changed copies are not ours', () => {
  expectTypeOf<VerifiedEvent>().not.toExtend<Ours<SignedEvent>>();
  expectTypeOf<Claim>().not.toExtend<Ours<Claim>>();
  expectTypeOf<string>().not.toExtend<Ours<string>>();
  expectTypeOf<Ours<string>>().toExtend<string>();
  const own = pressed({ amount: 42 });
  const raised = { ...own, amount: 90_000 };
  expectTypeOf(raised).not.toExtend<Ours<{ amount: number }>>();
  expectTypeOf(derived(own, ({ amount }) => amount)).toExtend<Ours<number>>();
  expect(derived(own, ({ amount }) => amount)).toBe(42);
});
