import { createActor, setup, SimulatedClock } from 'xstate';
import type { BusEvent } from '../../../src/machines/core/bus.ts';
import {
  cacheMachine,
  type PoolCommand,
  type PoolSignal,
} from '../../../src/machines/connection/cache.machine.ts';
import type { CacheQuery } from '../../../src/events/connection/cache-query.ts';
import { fakeSocket } from './fake-cache.ts';
import { fakePort } from '../machines/fake-port.ts';

interface Given {
  readonly urls?: readonly string[];
  readonly compress?: boolean;
  readonly ahead?: readonly CacheQuery[];
  readonly home?: string;
}

/**
 * The actor of the caching service under a bus. The test plays socket, pool and clock, and reads
 * the messages to the bus.
 */
export function startCache({
  urls = ['wss://a.example/v1'],
  compress = true,
  ...given
}: Given = {}) {
  const clock = new SimulatedClock();
  const socket = fakeSocket();
  const pool = fakePort<PoolCommand, undefined, PoolSignal>();
  const told: BusEvent[] = [];
  const bus = createActor(
    setup({ types: { events: {} as BusEvent } }).createMachine({
      on: { '*': { actions: ({ event }) => told.push(event) } },
    }),
  ).start();
  const machine = cacheMachine.provide({ actors: { socket: socket.logic, pool: pool.logic } });
  const actor = createActor(machine, {
    input: { bus, urls, compress, seed: 0.5, ...given },
    clock,
  }).start();
  return { actor, bus, clock, socket, pool, told };
}
