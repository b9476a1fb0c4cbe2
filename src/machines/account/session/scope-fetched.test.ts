import { type AnyEventObject, assign, createActor, setup, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { CRASH, crashable } from '../../../../tests/support/machines/crashing.ts';
import { fakeAsker } from '../../../../tests/support/account/fake-signer.ts';
import { feature, lazyFeature } from '../../core/feature.ts';
import { type ScopeActor, scopeOf } from './scope.machine.ts';
import { pressed } from '../../../events/nostr/ours.ts';

/** Records the events that it receives. */
const diary = setup({
  types: {
    context: {} as { readonly heard: readonly AnyEventObject[] },
    events: {} as AnyEventObject,
    input: {} as AnyEventObject,
  },
}).createMachine({
  context: ({ input }) => ({ heard: [input] }),
  on: {
    'compose.close': '.closed',
    '*': { actions: assign({ heard: ({ context, event }) => [...context.heard, event] }) },
  },
  initial: 'open',
  states: { open: {}, closed: { type: 'final' } },
});

const NOTE = { type: 'compose.open', aim: 'note' };
const UNAVAILABLE = { type: 'account.failed', message: { code: 'compose.unavailable' } };

/** Start scopes with a lazily loaded editor, and a feature that records which features are open. */
function start() {
  const clock = new SimulatedClock();
  const loads: Array<PromiseWithResolvers<typeof diary>> = [];
  const load = () => {
    const one = Promise.withResolvers<typeof diary>();
    loads.push(one);
    return one.promise;
  };
  const scope = scopeOf([
    {
      ...feature('gettingStarted', diary, () => ({ type: 'none' })),
      replays: ['scope.opened', 'network.offline'],
    },
    lazyFeature('compose', load, (_, event) => event, {
      replays: ['relayList.changed'],
      unavailable: UNAVAILABLE.message as { code: 'compose.unavailable' },
    }),
  ]);
  const { ref } = fakeAsker();
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  const begin = () => {
    const heard: AnyEventObject[] = [];
    const house = setup({
      types: { events: {} as AnyEventObject },
      actors: { scope },
    }).createMachine({
      invoke: {
        id: 'scope',
        src: 'scope',
        input: {
          account: { pubkey: 'a', method: 'extension' },
          bus: ref as never,
          signer: ref as never,
          home: '',
          homeRelay: pressed(''),
          seed: 0,
        },
      },
      on: { '*': { actions: ({ event }) => heard.push(event) } },
    });
    const root = createActor(house, { clock }).start();
    const actor = root.getSnapshot().children['scope'] as ScopeActor;
    const child = (id: string) => actor.getSnapshot().children[id];
    return {
      root,
      heard,
      send: (...events: readonly AnyEventObject[]) =>
        events.forEach((event) => actor.send(event as never)),
      editor: () => child('compose'),
      /** The event that opened the editor, and later ones. */
      told: (): readonly AnyEventObject[] | undefined =>
        child('compose')?.getSnapshot().context.heard,
      opened: (): readonly string[] =>
        child('gettingStarted')
          ?.getSnapshot()
          .context.heard.findLast(({ type }: AnyEventObject) => type === 'scope.opened')?.ids,
      status: () => actor.getSnapshot().status,
    };
  };
  return {
    clock,
    loads,
    settle,
    begin,
    arrive: async (at = loads.length - 1) => {
      loads[at]?.resolve(crashable(diary));
      await settle();
    },
    fail: async () => {
      loads.at(-1)?.reject(new Error('offline'));
      await settle();
    },
  };
}

test('TRUST-06 a lazily loaded feature opens with its event once its code has loaded', async () => {
  const world = start();
  const { send, told, opened, heard, editor } = world.begin();
  expect([world.loads.length, opened()]).toEqual([0, undefined]);
  send(NOTE);
  elapse(world.clock, 29_000, 1_000);
  expect([world.loads.length, told(), opened()]).toEqual([1, undefined, ['compose']]);
  await world.arrive();
  expect([told(), opened(), heard]).toEqual([[NOTE], ['compose'], []]);
  elapse(world.clock, 60_000, 1_000);
  expect([told(), heard]).toEqual([[NOTE], []]);
  send({ type: 'compose.close' });
  expect([editor(), opened()]).toEqual([undefined, []]);
  send({ type: 'compose.open', aim: 'reply' });
  expect([told(), opened(), world.loads.length]).toEqual([
    [{ type: 'compose.open', aim: 'reply' }],
    ['compose'],
    1,
  ]);
});

test('INV-NO-LOSS events during loading arrive in order, after the known state; code loads once', async () => {
  const world = start();
  const { send, told } = world.begin();
  const [one, two, news] = [
    { type: 'compose.write', text: 'a' },
    { type: 'compose.write', text: 'b' },
    { type: 'relayList.changed' },
  ];
  send({ type: 'relayList.changed', of: 'before' }, NOTE, one, NOTE, news, two);
  expect(world.loads).toHaveLength(1);
  await world.arrive();
  expect(told()).toEqual([NOTE, news, one, NOTE, two]);
  send({ type: 'compose.write', text: 'c' });
  expect(told()?.at(-1)).toEqual({ type: 'compose.write', text: 'c' });
});

test('INV-PROGRESS code that fails to load is reported, its events are dropped, and a retry is possible', async () => {
  const world = start();
  const { send, told, opened, heard } = world.begin();
  send(NOTE, { type: 'compose.write', text: 'a' });
  await world.fail();
  expect([heard, opened(), told()]).toEqual([[UNAVAILABLE], [], undefined]);
  send({ type: 'compose.write', text: 'nobody is there to take it' });
  const again = { type: 'compose.open', aim: 'again' };
  send(again);
  expect([world.loads.length, opened()]).toEqual([2, ['compose']]);
  await world.arrive();
  expect([told(), heard]).toEqual([[again], [UNAVAILABLE]]);
  elapse(world.clock, 60_000, 1_000);
  expect(heard).toEqual([UNAVAILABLE]);
});

test('INV-PROGRESS code that did not load offline is loaded once the network is back, and opens', async () => {
  const world = start();
  const { send, told, heard } = world.begin();
  const offline = (on: boolean) => ({ type: 'network.offline', on });
  send(offline(true), NOTE);
  await world.fail();
  expect([heard, told(), world.loads.length]).toEqual([[UNAVAILABLE], undefined, 1]);
  send(offline(false), offline(true), offline(false));
  expect(world.loads).toHaveLength(2);
  await world.arrive();
  expect([told()?.[0], heard]).toEqual([NOTE, [UNAVAILABLE]]);
  send({ type: 'compose.close' }, offline(true), offline(false));
  expect(told()).toBeUndefined();
});

test('INV-PROGRESS code that failed online does not open when the network returns later', async () => {
  const world = start();
  const { send } = world.begin();
  send(NOTE);
  await world.fail();
  send({ type: 'network.offline', on: true }, { type: 'network.offline', on: false });
  expect(world.loads).toHaveLength(1);
});

test('INV-PROGRESS code that takes over half a minute is given up, and opens nothing later', async () => {
  const world = start();
  const { send, told, heard, opened } = world.begin();
  send(NOTE);
  elapse(world.clock, 29_000, 1_000);
  expect(heard).toEqual([]);
  elapse(world.clock, 1_000);
  expect([heard, opened()]).toEqual([[UNAVAILABLE], []]);
  await world.arrive();
  expect([told(), opened()]).toEqual([undefined, []]);
  send(NOTE);
  elapse(world.clock, 29_000, 1_000);
  await world.arrive();
  expect([told(), world.loads.length, heard]).toEqual([[NOTE], 2, [UNAVAILABLE]]);
});

test('INV-SCOPE leaving the account during loading drops its events; the next one asks itself', async () => {
  const world = start();
  const first = world.begin();
  first.send(NOTE);
  first.root.stop();
  const second = world.begin();
  await world.arrive(0);
  elapse(world.clock, 60_000, 1_000);
  expect([first.heard, second.heard, second.told(), second.opened()]).toEqual([
    [],
    [],
    undefined,
    undefined,
  ]);
  second.send({ type: 'compose.open', aim: 'mine' });
  await world.arrive();
  expect(second.told()).toEqual([{ type: 'compose.open', aim: 'mine' }]);
});

test('TRUST-06 a loaded feature that fails ends, is recorded, and reopens with the loaded code', async () => {
  const world = start();
  const { send, editor, told, opened, heard, status } = world.begin();
  send(NOTE);
  await world.arrive();
  editor()?.send(CRASH);
  expect([editor(), opened(), status()]).toEqual([undefined, [], 'active']);
  expect(heard).toMatchObject([
    { type: 'scope.crashed', crash: { actor: 'scope/compose', message: 'planted' } },
  ]);
  send(NOTE);
  expect([told(), opened(), world.loads.length]).toEqual([[NOTE], ['compose'], 1]);
});
