import { expect, test } from 'vitest';
import { type ActorRefFrom, type AnyEventObject, createActor, setup, SimulatedClock } from 'xstate';
import { fakeBus } from '../../../tests/support/connection/fake-bus.ts';
import { elapse } from '../../../tests/support/machines/clock.ts';
import { CRASH, ownerOfCrashable } from '../../../tests/support/machines/crashing.ts';
import { ME } from '../../../tests/support/messages/messages-world.ts';
import { RESULT } from '../../events/nostr/kinds.ts';
import { unreadMachine } from './unread.machine.ts';

const counted = (cnt: number) => ({
  claims: [{ claim: 'other' as const, kind: RESULT.MessageStats, content: { cnt } }],
});

function start() {
  const { bus, ...asked } = fakeBus();
  const told: AnyEventObject[] = [];
  const clock = new SimulatedClock();
  const house = setup({
    types: { events: {} as AnyEventObject },
    actors: { unread: ownerOfCrashable(unreadMachine) },
  }).createMachine({
    invoke: {
      id: 'unread',
      src: 'unread',
      input: ({ self }) => ({ account: ME, bus, scope: self as never }),
    },
    on: { '*': { actions: ({ event }) => told.push(event) } },
  });
  const root = createActor(house, { clock }).start();
  const actor = root.getSnapshot().children['unread'] as ActorRefFrom<typeof unreadMachine>;
  return {
    ...asked,
    told,
    crash: () => actor.getSnapshot().children.count?.send(CRASH as never),
    awake: (on: boolean) => actor.send({ type: 'account.wakeChanged', on }),
    wait: (ms: number) => elapse(clock, ms, 100),
    known: () => actor.getSnapshot().context.count,
    asks: () => asked.open().map(({ query }) => [query.verb, query.payload]),
  };
}

test('DM-04 unread messages are counted after a second, and each received number is reported', () => {
  const it = start();
  it.wait(900);
  expect(it.asks()).toEqual([]);
  it.wait(100);
  expect([it.asks(), it.known()]).toEqual([[['directmsg_count', { pubkey: ME }]], undefined]);
  it.part(counted(3));
  it.part(counted(3));
  expect([it.told.filter(({ type }) => type === 'unread.changed'), it.known()]).toEqual([
    [
      { type: 'unread.changed', count: 3 },
      { type: 'unread.changed', count: 3 },
    ],
    3,
  ]);
});

test('DM-09 private messages are opened once the service answers, even without a count', () => {
  const it = start();
  it.wait(1_000);
  expect(it.told).toEqual([]);
  it.part({});
  expect([it.told, it.known()]).toEqual([[{ type: 'giftWraps.open' }], undefined]);
});

test('ROUTE-19 there is no request while the user is away, and one a second after they return', () => {
  const it = start();
  it.wait(1_000);
  it.awake(false);
  it.wait(60_000);
  expect(it.asks()).toEqual([]);
  it.awake(true);
  it.wait(900);
  expect(it.asks()).toEqual([]);
  it.wait(100);
  expect(it.asks()).toHaveLength(1);
});

test('TRUST-06 a failed count is restarted after 15 seconds', () => {
  const it = start();
  it.wait(1_000);
  it.crash();
  it.wait(14_900);
  expect(it.asks()).toEqual([]);
  it.wait(100);
  expect(it.asks()).toHaveLength(1);
});
