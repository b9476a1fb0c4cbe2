import { type AnyEventObject, createActor, setup, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { fakeBus } from '../../../../tests/support/connection/fake-bus.ts';
import { fakePort } from '../../../../tests/support/machines/fake-port.ts';
import { fakePromises } from '../../../../tests/support/machines/fake-promises.ts';
import { mediaServer } from '../../../events/account/lists/list-intents.ts';
import { seconds } from '../../../events/core/time.ts';
import { serverCheckMachine } from './server-check.machine.ts';
import {
  type MediaServersActor,
  mediaServersMachine,
  type MirrorsCommand,
  type MirrorsSignal,
} from './media-servers.machine.ts';

const ORIGIN = 'https://media.example';
const intents = [mediaServer(ORIGIN, 'add')].flatMap((intent) => intent ?? []);
const use = { type: 'media.use', origin: ORIGIN, intents, now: seconds(7) } as const;

function start() {
  const bus = fakeBus();
  const gets = fakePromises();
  const mirrors = fakePort<MirrorsCommand, { account: string }, MirrorsSignal>();
  const clock = new SimulatedClock();
  const news: AnyEventObject[] = [];
  const check = serverCheckMachine.provide({ actors: { get: gets.port('get') } });
  const media = mediaServersMachine.provide({ actors: { check, mirrors: mirrors.logic } });
  const scope = setup({ types: { events: {} as AnyEventObject }, actors: { media } }).createMachine(
    {
      invoke: {
        id: 'media',
        src: 'media',
        input: { bus: bus.bus, account: 'a'.repeat(64), home: 'http://127.0.0.1:1' },
      },
      on: { '*': { actions: ({ event }) => news.push(event) } },
    },
  );
  const actor = createActor(scope, { clock }).start().getSnapshot().children[
    'media'
  ] as MediaServersActor;
  const answer = async (status: number) => {
    await gets.answer(status);
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  };
  const state = () => actor.getSnapshot().context.checks.get(ORIGIN);
  return {
    bus,
    gets,
    mirrors,
    news,
    actor,
    answer,
    state,
    wait: (ms: number) => elapse(clock, ms),
  };
}

test('MEDIA-03 SETTINGS-09 a server is added to the list only after it answers 200 within 3 s', async () => {
  const { actor, gets, answer, state, news, wait } = start();
  actor.send(use);
  actor.send({ type: 'media.check', origins: [ORIGIN] });
  expect([state(), gets.all.length, news]).toEqual(['asking', 1, []]);
  await answer(200);
  expect([state(), news]).toEqual([
    'there',
    [{ type: 'lists.edit', list: 'mediaServers', intents, now: seconds(7) }],
  ]);
  actor.send(use);
  wait(3_000);
  expect([state(), news.length, gets.all[1]?.signal.aborted]).toEqual(['gone', 1, true]);
  actor.send({ type: 'media.check', origins: [ORIGIN, ORIGIN] });
  await answer(200);
  expect([state(), news.length, Object.keys(actor.getSnapshot().children)]).toEqual([
    'there',
    1,
    ['mirrors'],
  ]);
});

test('SETTINGS-09 the list is requested first, and an unknown list is not shown as missing', () => {
  const { actor, bus } = start();
  expect([bus.open(), actor.getSnapshot().hasTag('locating')]).toEqual([[], true]);
  actor.send({ type: 'media.open' });
  bus.refuse('replaceable_event');
  expect(actor.getSnapshot().hasTag('lost')).toBe(true);
  actor.send({ type: 'media.open' });
  bus.answer({ events: [] }, 'replaceable_event');
  expect([actor.getSnapshot().hasTag('locating'), actor.getSnapshot().hasTag('lost')]).toEqual([
    false,
    false,
  ]);
  const values = [`${ORIGIN}/`, ORIGIN, 'http://plain.example', 'nonsense', 'http://127.0.0.1:2/'];
  bus.answer(
    { claims: [{ claim: 'list', list: 'blossomServers', values }] },
    'get_recommended_blossom_servers',
  );
  expect(actor.getSnapshot().context.recommended).toEqual([ORIGIN, 'http://127.0.0.1:2']);
  actor.send({ type: 'media.open' });
  bus.refuse('get_recommended_blossom_servers');
  expect(actor.getSnapshot().hasTag('locating')).toBe(false);
});

test('MEDIA-02 ACCOUNT-15 the mirror setting is read for the account and saved when it changes', () => {
  const { actor, mirrors } = start();
  const chosen = () => actor.getSnapshot().context.mirrors;
  expect([chosen(), mirrors.last().input]).toEqual([undefined, { account: 'a'.repeat(64) }]);
  mirrors.report({ type: 'mirrors.found', on: true });
  expect(chosen()).toBe(true);
  actor.send({ type: 'media.mirrors', on: false });
  expect([chosen(), mirrors.last().told]).toEqual([false, [{ type: 'mirrors.keep', on: false }]]);
});
