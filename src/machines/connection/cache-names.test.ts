import { createActor, setup } from 'xstate';
import { expect, test } from 'vitest';
import { arrival, fakeSocket, range } from '../../../tests/support/fake-cache.ts';
import { fakePort } from '../../../tests/support/fake-port.ts';
import type { BusEvent } from './bus.ts';
import { cacheMachine, type PoolCommand, type PoolSignal } from './cache.machine.ts';

test.each([
  ['wss://a.example/v1', 2],
  ['wss://home.example/v1', 1],
])('PROFILE-12 INV-IDENTITY the names of an origin are told by its own service and by no other (%s)', (home, count) => {
  const socket = fakeSocket();
  const pool = fakePort<PoolCommand, undefined, PoolSignal>();
  const told: BusEvent[] = [];
  const bus = createActor(
    setup({ types: { events: {} as BusEvent } }).createMachine({ on: { '*': { actions: ({ event }) => told.push(event) } } }),
  ).start();
  const cache = createActor(cacheMachine.provide({ actors: { socket: socket.logic, pool: pool.logic } }), {
    input: { bus, urls: ['wss://a.example/v1'], compress: true, seed: 0.5, home },
  }).start();
  socket.connect();
  const query = { verb: 'user_infos', payload: { pubkeys: [] } };
  cache.send({ type: 'cache.ask', from: bus, query, stream: false });
  const claims = [{ claim: 'names', names: new Map([['b'.repeat(64), 'admin']]) }, range(['n1'])] as const;
  socket.batch(arrival(socket.open()[0]?.id ?? '', { claims, ended: true }));
  const [facts] = told.filter((event) => event.type === 'facts.received');
  expect(facts?.claims).toEqual(claims.slice(-count));
  cache.stop();
});
