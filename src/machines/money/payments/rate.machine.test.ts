import { type AnyActorRef, createActor, setup, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { fakeBus } from '../../../../tests/support/connection/fake-bus.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { RESULT } from '../../../events/nostr/kinds.ts';
import type { SignEvent, SignRequest } from '../../core/sign-request.ts';
import { rateMachine } from './rate.machine.ts';

const ME = 'a'.repeat(64);
const MINUTE = 60_000;

/** `isOpen`: true if a key can sign without a prompt. */
function start(isOpen = true) {
  const clock = new SimulatedClock();
  const fake = fakeBus();
  const asked: SignRequest[] = [];
  let isBroken = false;
  const answerTo = (from: AnyActorRef, { id, act }: SignRequest) => {
    const made = act.do === 'sign' ? trusted({ ...act.template, pubkey: ME }) : undefined;
    const outcome =
      isOpen && made ? { ok: true, event: made } : { ok: false, failure: { code: 'key_locked' } };
    // an answer without a result makes the request fail
    from.send({ type: 'sign.settled', id, outcome: isBroken ? undefined : outcome });
  };
  const signer = createActor(
    setup({ types: { events: {} as SignEvent } }).createMachine({
      on: {
        'sign.request': {
          actions: ({ event: { request } }) => {
            asked.push(request);
            answerTo(request.from, request);
          },
        },
      },
    }),
  ).start();
  const actor = createActor(rateMachine, {
    input: { account: ME, bus: fake.bus, signer },
    clock,
  }).start();
  const want = (currency: string) => actor.send({ type: 'rate.want', currency });
  const say = (rate: unknown) =>
    fake.answer(
      {
        claims: [
          {
            claim: 'other',
            kind: RESULT.ExchangeRate,
            content: rate === undefined ? {} : { rate },
          },
        ],
      },
      'wallet',
    );
  const breakDown = () => (isBroken = true);
  return { clock, fake, asked, want, say, breakDown, rate: () => actor.getSnapshot().context.rate };
}

test('WALLET-02 BEYOND-03 the rate is requested quietly by a signed wallet operation without tags', () => {
  const { fake, asked, want, say, rate } = start();
  want('EUR');
  expect(asked.map(({ quiet, act }) => [quiet, act])).toEqual([
    [
      true,
      {
        do: 'sign',
        template: {
          kind: 10_000_300,
          content: '["exchange_rate",{"target_currency":"EUR"}]',
          tags: [],
        },
      },
    ],
  ]);
  expect(fake.open().map(({ query }) => [query.verb, Object.keys(query.payload ?? {})])).toEqual([
    ['wallet', ['operation_event']],
  ]);
  say('97000.5');
  expect(rate()).toBe(97_000.5);
});

test('WALLET-02 without a quiet signature there is no request and no rate, and a retry after a minute', () => {
  const { clock, fake, asked, want, rate } = start(false);
  want('EUR');
  want('EUR');
  expect([asked.length, fake.open(), rate()]).toEqual([1, [], undefined]);
  elapse(clock, MINUTE, 1_000);
  want('EUR');
  expect(asked).toHaveLength(2);
});

test('WALLET-02 a rate is valid for ten minutes and one currency, and refreshed only when shown', () => {
  const { clock, fake, asked, want, say, rate } = start();
  want('EUR');
  say(90_000);
  want('EUR');
  elapse(clock, 10 * MINUTE, 10_000);
  expect([asked.length, rate()]).toEqual([1, 90_000]);
  want('EUR');
  say(91_000);
  expect([asked.length, rate()]).toEqual([2, 91_000]);
  want('USD');
  expect(rate()).toBeUndefined();
  want('EUR');
  expect(
    fake
      .open()
      .map(({ query }) => JSON.stringify(query.payload))
      .join(''),
  ).toContain('EUR');
  say(undefined);
  expect(rate()).toBeUndefined();
});

test('WALLET-02 TRUST-06 a failed request leaves no old rate, and is repeated after a minute', () => {
  const { clock, asked, want, say, breakDown, rate } = start();
  want('EUR');
  say(90_000);
  elapse(clock, 10 * MINUTE, 10_000);
  breakDown();
  want('EUR');
  expect([asked.length, rate()]).toEqual([2, undefined]);
  elapse(clock, MINUTE, 1_000);
  want('EUR');
  expect(asked).toHaveLength(3);
});
