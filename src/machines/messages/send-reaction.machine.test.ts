import { type AnyEventObject, createActor, fromPromise, setup, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { fakeSession } from '../../../tests/support/account/fake-session.ts';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { elapse } from '../../../tests/support/machines/clock.ts';
import { millis } from '../../events/core/time.ts';
import { pressed } from '../../events/nostr/ours.ts';
import { sealMessageMachine, type SealTask, type Wrapped } from './seal-message.machine.ts';
import { sendReactionMachine } from './send-reaction.machine.ts';

const [ME, BEN] = ['a', 'b'].map((key) => key.repeat(64)) as [string, string];
const MESSAGE = 'e'.repeat(64);
const RELAY = pressed('wss://one.example');
const wraps = ['theirs', 'own'].map((content) => trusted({ kind: 1_059, content, pubkey: BEN }));
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

function start() {
  const signer = fakeSession();
  const clock = new SimulatedClock();
  const told: AnyEventObject[] = [];
  const wrap = sealMessageMachine.provide({
    actors: {
      ages: fromPromise(async () => ({ peer: 0, own: 0 })),
      wrap: fromPromise<Wrapped, readonly SealTask[]>(async () => wraps),
    },
  });
  const house = setup({
    types: { events: {} as AnyEventObject },
    actors: { reaction: sendReactionMachine.provide({ actors: { wrap } }) },
  }).createMachine({
    invoke: {
      id: 'reaction',
      src: 'reaction',
      input: ({ self }) => ({
        account: ME,
        peer: BEN,
        signer: signer.ref,
        scope: self as never,
        relays: { peer: [RELAY], own: [RELAY] },
        to: MESSAGE,
        emoji: '🎉',
        now: millis(5_000),
      }),
    },
    on: { '*': { actions: ({ event }) => told.push(event) } },
  });
  const root = createActor(house, { clock }).start();
  return {
    signer,
    told: () => told.filter(({ type }) => !type.startsWith('xstate.')),
    reaction: () => root.getSnapshot().children['reaction'],
    wait: (ms: number) => elapse(clock, ms, 100),
  };
}

test('DM-09 a reaction is sealed for both, names its message, and is handed over until it is taken', async () => {
  const it = start();
  await settle();
  const [first] = it.signer.requests;
  const text = first?.act.do === 'encrypt' ? first.act.text : '';
  expect(JSON.parse(text)).toMatchObject({
    kind: 7,
    content: '🎉',
    pubkey: ME,
    tags: [
      ['e', MESSAGE],
      ['p', BEN],
    ],
  });
  for (const sealed of ['one', 'two']) it.signer.sign(sealed);
  for (const content of ['one', 'two']) it.signer.sign(trusted({ kind: 13, pubkey: ME, content }));
  await settle();
  await settle();
  const order = { type: 'outbox.wrap', origin: `reaction:${BEN} 5000`, message: { to: BEN } };
  expect(it.told()).toMatchObject([order]);
  // the log could not be written
  it.wait(15_100);
  expect(it.told()).toMatchObject([order, order]);
  it.reaction()?.send({ type: 'outbox.jobCreated', job: '1' });
  it.wait(30_000);
  expect(it.told()).toHaveLength(2);
});

test('DM-09 INV-OUTCOME a reaction that the signer refuses is reported, and nothing is sent', async () => {
  const it = start();
  await settle();
  it.signer.refuse();
  await settle();
  expect(it.told()).toMatchObject([{ type: 'reaction.failed' }]);
});
