import { expect, expectTypeOf, test } from 'vitest';
import { trusted } from '../../tests/support/trusted.ts';
import type { Claim } from './connection/claims.ts';
import type { SignedEvent, VerifiedEvent } from './event.ts';
import { derived, type Ours, pressed, signedBy } from './ours.ts';

const ME = 'a'.repeat(64);

test('TRUST-07 only an event that the account signed becomes ours', () => {
  const content = ({ content: text }: SignedEvent) => text;
  expect(signedBy(ME, trusted({ pubkey: ME, content: 'mine' }), content)).toBe('mine');
  expect(signedBy(ME, trusted({ pubkey: 'b'.repeat(64), content: 'theirs' }), content)).toBeUndefined();
});

test('TRUST-07 events of others, claims and copies that were changed are not ours to the compiler', () => {
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
