import {
  type ActorRefFrom,
  type AnyActorRef,
  type AnyEventObject,
  createActor,
  setup,
  SimulatedClock,
} from 'xstate';
import { expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { fakeBus } from '../../../../tests/support/connection/fake-bus.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { RESULT } from '../../../events/nostr/kinds.ts';
import type { SigningFailure } from '../../../events/account/signing/signing-error.ts';
import type { SignEvent, SignRequest } from '../../core/sign-request.ts';
import { savedWalletsMachine } from './saved-wallets.machine.ts';

const ME = 'a'.repeat(64);
const sealed = (letter: string) => `${letter.repeat(22)}==?iv=${'A'.repeat(22)}==`;
const URI = `nostr+walletconnect://${'9'.repeat(64)}?relay=wss://r.example&secret=${'8'.repeat(64)}`;
const LIST = {
  nwcList: [
    ['Alby', sealed('A')],
    ['Other', sealed('B')],
  ],
  nwcActive: [],
};

/** `isOpen`: true if a key can sign without a prompt. The test plays the decryption. */
function start(isOpen = true) {
  const clock = new SimulatedClock();
  const fake = fakeBus();
  const asked: SignRequest[] = [];
  const told: AnyEventObject[] = [];
  const cancelled: string[] = [];
  const settle = (from: AnyActorRef, id: string, outcome: object) =>
    from.send({ type: 'sign.settled', id, outcome });
  const signer = createActor(
    setup({ types: { events: {} as SignEvent } }).createMachine({
      on: {
        'sign.cancel': { actions: ({ event }) => cancelled.push(event.id) },
        'sign.request': {
          actions: ({ event: { request } }) => {
            asked.push(request);
            const { act, id, from, quiet } = request;
            if (act.do !== 'sign') return;
            const made =
              isOpen || !quiet
                ? { ok: true, event: trusted({ ...act.template, pubkey: ME }) }
                : { ok: false, failure: { code: 'key_locked' } };
            settle(from, id, made);
          },
        },
      },
    }),
  ).start();
  const parent = setup({
    types: { events: {} as AnyEventObject, children: {} as { saved: 'saved' } },
    actors: { saved: savedWalletsMachine },
  }).createMachine({
    invoke: { id: 'saved', src: 'saved', input: { account: ME, bus: fake.bus, signer } },
    on: { '*': { actions: ({ event }) => told.push(event) } },
  });
  const root = createActor(parent, { clock }).start();
  const child = (): ActorRefFrom<typeof savedWalletsMachine> => {
    const found = root.getSnapshot().children.saved;
    if (!found) throw new Error('it ended');
    return found;
  };
  const answer = (content: unknown) =>
    fake.answer(
      { claims: [{ claim: 'other', kind: RESULT.AppSubsettings, content }] },
      'get_app_subsettings',
    );
  const read = (outcome: { ok: true; text: string } | { ok: false; failure: SigningFailure }) => {
    const request = asked.findLast(({ act }) => act.do === 'decrypt');
    if (request) settle(request.from, request.id, outcome);
  };
  const state = () => child().getSnapshot();
  return {
    clock,
    fake,
    asked,
    told,
    cancelled,
    child,
    answer,
    read,
    state,
    send: (event: Parameters<ReturnType<typeof child>['send']>[0]) => child().send(event),
  };
}

test('SETTINGS-01 BEYOND-03 opening the wallet page loads saved wallets quietly, without decryption', () => {
  const { asked, fake, send, answer, state } = start();
  expect(asked).toEqual([]);
  send({ type: 'saved.load' });
  send({ type: 'saved.load' });
  expect(asked.map(({ quiet, act }) => [quiet, act.do === 'sign' && act.template.content])).toEqual(
    [[true, '{"subkey":"user-nwc"}']],
  );
  expect(fake.open().map(({ query }) => query.verb)).toEqual(['get_app_subsettings']);
  answer(LIST);
  expect([state().context.wallets.map(({ name }: { name: string }) => name), asked.length]).toEqual(
    [['Alby', 'Other'], 1],
  );
});

test('SETTINGS-01 connect decrypts one saved wallet and connects it once, and reports invalid contents', () => {
  const { asked, told, send, answer, read, state } = start();
  send({ type: 'saved.load' });
  answer(LIST);
  send({ type: 'saved.connect', id: 'saved 0' });
  // a second press, and one for another wallet, wait for the current decryption
  send({ type: 'saved.connect', id: 'saved 0' });
  send({ type: 'saved.connect', id: 'saved 1' });
  expect(asked.slice(1).map(({ quiet, act }) => [quiet, act])).toEqual([
    [false, { do: 'decrypt', scheme: 'nip04', peer: ME, text: sealed('A') }],
  ]);
  read({ ok: true, text: URI });
  expect(told).toMatchObject([{ type: 'money.connect', connection: { wallet: '9'.repeat(64) } }]);
  expect(JSON.stringify(state().context)).not.toContain('8'.repeat(64));
  send({ type: 'saved.connect', id: 'saved 0' });
  expect(asked).toHaveLength(2);
  send({ type: 'saved.connect', id: 'saved 1' });
  read({ ok: true, text: 'no connection string' });
  expect([told.length, [...state().context.unreadable], [...state().context.taken]]).toEqual([
    1,
    ['saved 1'],
    ['saved 0'],
  ]);
});

test('SETTINGS-01 E-60 a refused decryption can be retried, and a failing service lists no wallets', () => {
  const one = start();
  one.send({ type: 'saved.load' });
  one.answer(LIST);
  one.send({ type: 'saved.connect', id: 'saved 0' });
  one.read({
    ok: false,
    failure: { code: 'event_not_signed', detail: { code: 'signer.cancelled' } },
  });
  expect([one.state().value, one.state().context.unreadable.size, one.told]).toEqual([
    'listed',
    0,
    [],
  ]);
  one.send({ type: 'saved.connect', id: 'saved 0' });
  elapse(one.clock, 13 * 60_000, 60_000);
  expect([one.state().value, one.cancelled.at(-1)]).toEqual(['listed', 'saved 0']);
  one.read({ ok: true, text: URI });
  expect(one.told).toEqual([]);

  const nonsense = start();
  nonsense.send({ type: 'saved.load' });
  nonsense.answer({ nwcList: 'all of them' });
  expect(nonsense.state().context.wallets).toEqual([]);
  const silent = start();
  silent.send({ type: 'saved.load' });
  elapse(silent.clock, 120_000, 1_000);
  expect(silent.state().value).toBe('failed');
  // a late response is ignored, and the next visit asks again
  expect(silent.fake.open()).toEqual([]);
  silent.send({ type: 'saved.load' });
  expect(silent.state().value).toBe('asking');
  const refused = start();
  refused.send({ type: 'saved.load' });
  refused.fake.refuse('get_app_subsettings');
  expect(refused.state().value).toBe('failed');
});

test('SETTINGS-01 BEYOND-03 with a locked key there is no prompt until the user asks', () => {
  const { asked, fake, send, answer, state } = start(false);
  send({ type: 'saved.load' });
  expect([state().value, fake.open()]).toEqual(['closed', []]);
  send({ type: 'saved.fetch' });
  expect(asked.map(({ quiet }) => quiet)).toEqual([true, false]);
  answer(LIST);
  expect(state().context.wallets).toHaveLength(2);
});
