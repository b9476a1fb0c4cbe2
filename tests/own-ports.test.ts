import { expect, expectTypeOf, test } from 'vitest';
import type { EventTemplate } from '../src/events/account/signing/signed-answer.ts';
import type { Claim } from '../src/events/connection/claims.ts';
import type { Draft, VerifiedEvent } from '../src/events/nostr/event.ts';
import { composed, type Ours } from '../src/events/nostr/ours.ts';
import type { SignAction } from '../src/machines/core/sign-request.ts';
import type {
  RelayAsk,
  RelayCommand,
  RelaysAsk,
} from '../src/machines/connection/relay-protocol.ts';
import type { RelayInput } from '../src/machines/connection/relay.machine.ts';
import type {
  PublishCommand,
  WrapCopy,
  PublishIntent,
} from '../src/machines/core/outbox-protocol.ts';
import { trusted } from './support/events/trusted.ts';

const THEM = 'b'.repeat(64);

test('TRUST-07 no port that signs accepts a claim or another user’s event', () => {
  type Signed = Extract<SignAction, { do: 'sign' }>['template'];
  expectTypeOf<Signed>().toEqualTypeOf<Ours<EventTemplate>>();
  expectTypeOf<VerifiedEvent>().not.toExtend<Signed>();
  expectTypeOf<Draft>().not.toExtend<Signed>();
  expectTypeOf<Claim>().not.toExtend<Signed>();
  const note = { kind: 1, tags: [], content: 'hello' };
  expectTypeOf(composed(note)).toExtend<Signed>();
  // @ts-expect-error an event that is signed already is not composed here
  composed(trusted({ pubkey: THEM }));
  // @ts-expect-error the account does not sign an event of somebody else
  const act: SignAction = { do: 'sign', template: trusted({ pubkey: THEM }) };
  expect(act.do).toBe('sign');
});

test('TRUST-07 no port that publishes accepts a claim or another user’s event', () => {
  expectTypeOf<VerifiedEvent>().not.toExtend<PublishIntent['draft']>();
  expectTypeOf<VerifiedEvent>().not.toExtend<PublishCommand['draft']>();
  expectTypeOf<Claim>().not.toExtend<PublishCommand['draft']>();
  expectTypeOf<VerifiedEvent>().not.toExtend<WrapCopy['event']>();
  expectTypeOf<VerifiedEvent>().not.toExtend<Extract<RelayAsk, { kind: 'publish' }>['event']>();
  expectTypeOf<VerifiedEvent>().not.toExtend<
    Extract<RelayCommand, { type: 'socket.publish' }>['event']
  >();
});

test('TRUST-07 no port that connects accepts an address from a claim or another user’s event', () => {
  expectTypeOf<string>().not.toExtend<RelaysAsk['urls'][number]>();
  expectTypeOf<string>().not.toExtend<RelayInput['url']>();
  expectTypeOf<string>().not.toExtend<PublishCommand['relays'][number]>();
  expectTypeOf<string>().not.toExtend<NonNullable<PublishIntent['also']>[number]>();
  expectTypeOf<VerifiedEvent['tags'][number][number]>().not.toExtend<RelaysAsk['urls'][number]>();
});
