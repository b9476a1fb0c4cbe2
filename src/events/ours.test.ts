import { expect, expectTypeOf, test } from 'vitest';
import { trusted } from '../../tests/support/trusted.ts';
import type { Act } from '../machines/account/signing.ts';
import type { RelayAsk, RelayCommand, RelaysAsk } from '../machines/connection/relay-wire.ts';
import type { RelayInput } from '../machines/connection/relay.machine.ts';
import type { PublishIntent } from '../machines/publish/intents-context.ts';
import type { PublishOrder, WrapCopy } from '../machines/publish/outbox-wire.ts';
import type { EventTemplate } from './account/sign-check.ts';
import type { Claim } from './connection/claims.ts';
import type { Draft, SignedEvent, VerifiedEvent } from './event.ts';
import { addressed, composed, derived, each, type Ours, pressed, signedBy } from './ours.ts';

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
  expect(each(addressed(THEM, trusted({ pubkey: THEM, ...list }), relays))).toEqual(['wss://theirs.example']);
  expect(each(addressed(THEM, trusted({ pubkey: ME, ...list }), relays))).toEqual([]);
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

test('TRUST-07 no port that signs takes an event of somebody else or a claim', () => {
  type Signed = Extract<Act, { do: 'sign' }>['template'];
  expectTypeOf<Signed>().toEqualTypeOf<Ours<EventTemplate>>();
  expectTypeOf<VerifiedEvent>().not.toExtend<Signed>();
  expectTypeOf<Draft>().not.toExtend<Signed>();
  expectTypeOf<Claim>().not.toExtend<Signed>();
  const note = { kind: 1, tags: [], content: 'hello' };
  expectTypeOf(composed(note)).toExtend<Signed>();
  // @ts-expect-error an event that is signed already is not composed here
  composed(trusted({ pubkey: THEM }));
  // @ts-expect-error the account does not sign an event of somebody else
  const act: Act = { do: 'sign', template: trusted({ pubkey: THEM }) };
  expect(act.do).toBe('sign');
});

test('TRUST-07 no port that publishes takes an event of somebody else or a claim', () => {
  expectTypeOf<VerifiedEvent>().not.toExtend<PublishIntent['draft']>();
  expectTypeOf<VerifiedEvent>().not.toExtend<PublishOrder['draft']>();
  expectTypeOf<Claim>().not.toExtend<PublishOrder['draft']>();
  expectTypeOf<VerifiedEvent>().not.toExtend<WrapCopy['event']>();
  expectTypeOf<VerifiedEvent>().not.toExtend<Extract<RelayAsk, { kind: 'publish' }>['event']>();
  expectTypeOf<VerifiedEvent>().not.toExtend<Extract<RelayCommand, { type: 'socket.publish' }>['event']>();
});

test('TRUST-07 no port that dials takes an address from a claim or from an event of somebody else', () => {
  expectTypeOf<string>().not.toExtend<RelaysAsk['urls'][number]>();
  expectTypeOf<string>().not.toExtend<RelayInput['url']>();
  expectTypeOf<string>().not.toExtend<PublishOrder['relays'][number]>();
  expectTypeOf<string>().not.toExtend<NonNullable<PublishIntent['also']>[number]>();
  expectTypeOf<VerifiedEvent['tags'][number][number]>().not.toExtend<RelaysAsk['urls'][number]>();
});
