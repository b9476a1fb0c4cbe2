import fc from 'fast-check';
import {
  type AnyActorRef,
  assign,
  createActor,
  createMachine,
  enqueueActions,
  setup,
  SimulatedClock,
} from 'xstate';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { elapse } from '../../../tests/support/machines/clock.ts';
import { arrival, fakeSocket, verified } from '../../../tests/support/connection/fake-cache.ts';
import { endOf } from '../../../tests/support/machines/planted.ts';
import { runs } from '../../../tests/support/runs.ts';
import { withoutRequester } from './cache.machine.ts';
import { cacheMachine } from './cache.machine.ts';
import type { ResponseEvent } from '../core/bus.ts';

// XState warns about events to stopped actors, which these tests send on purpose
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));
afterEach(() => void vi.restoreAllMocks());

const ORDERS = ['suspend', 'resume', 'reset', 'disconnect', 'connect', 'setOnline'] as const;
const ANSWERS = ['part', 'end', 'refuse', 'forget', 'stop'] as const;
/** `up` performs all steps up to an open connection. */
const REST = ['open', 'setup', 'up', 'up', 'drop', 'ask', 'stream'] as const;

interface Step {
  readonly do: (typeof ORDERS)[number] | (typeof ANSWERS)[number] | (typeof REST)[number] | 'wait';
  /** Index of the chosen item, or milliseconds. */
  readonly n: number;
}

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom(...REST), n: fc.constant(0) }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constantFrom('part' as const, ...ANSWERS), n: fc.nat(3) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom(...ORDERS), n: fc.constant(0) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), n: fc.nat(15_000) }) },
);

/** A caller. `wanted` until its answer ends, it forgets the request, or it stops. */
interface Asker {
  readonly ref: AnyActorRef;
  readonly heard: ResponseEvent[];
  wanted: boolean;
}

function asker(stream: boolean): Asker {
  const one: Asker = { ref: createActor(createMachine({})), heard: [], wanted: true };
  const machine = setup({ types: { events: {} as ResponseEvent } }).createMachine({
    on: {
      '*': {
        actions: ({ event }) => {
          one.heard.push(event);
          if (event.type === 'answer.failed' || (event.type === 'answer.ended' && !stream))
            one.wanted = false;
        },
      },
    },
  });
  return Object.assign(one, { ref: createActor(machine).start() });
}

interface World {
  readonly logic?: typeof cacheMachine;
  readonly leaks?: boolean;
}

function start({ logic = cacheMachine, leaks = false }: World) {
  const clock = new SimulatedClock();
  const socket = fakeSocket({ leaks });
  const bus = createActor(createMachine({})).start();
  const actor = createActor(logic.provide({ actors: { socket: socket.logic } }), {
    input: { bus, urls: ['wss://a.example/v1'], compress: true, seed: 0.5 },
    clock,
  }).start();
  const askers: Asker[] = [];
  return { actor, clock, socket, askers };
}

type Started = ReturnType<typeof start>;

function pick<T>(list: readonly T[], n: number): T | undefined {
  return list[n % Math.max(1, list.length)];
}

/** Perform one step; skip it if it is impossible at the moment. */
function take({ actor, clock, socket, askers }: Started, { do: what, n }: Step): void {
  const live = !socket.last().closed;
  const open = live
    ? socket.open().filter(({ query }) => query.verb !== 'set_primal_protocol')
    : [];
  const id = pick(open, n)?.id;
  if (what === 'wait') elapse(clock, n, 500);
  else if (what === 'open' && live) socket.opened();
  else if (what === 'drop' && live) socket.closed();
  else if (what === 'setup' && live)
    socket.batch(
      ...socket
        .open()
        .flatMap((one) => (one.query.verb === 'q' ? [] : [arrival(one.id, { ended: true })])),
    );
  else if (what === 'up') {
    actor.send({ type: 'cache.resume' });
    actor.send({ type: 'cache.connect' });
    if (!socket.last().closed) socket.connect();
  } else if (what === 'part' && id)
    socket.batch(arrival(id, { events: [verified({ id: `epoch ${socket.epochs.length}` })] }));
  else if (what === 'end' && id) socket.batch(arrival(id, { ended: true }));
  else if (what === 'refuse' && id) socket.batch(arrival(id, { notice: 'error' }));
  else if (what === 'ask' || what === 'stream') {
    const one = asker(what === 'stream');
    askers.push(one);
    actor.send({
      type: 'cache.ask',
      from: one.ref,
      query: { verb: 'q' },
      stream: what === 'stream',
    });
  } else if (what === 'forget' || what === 'stop') leave(actor, pick(askers, n), what);
  else for (const order of ORDERS) if (order === what) actor.send({ type: `cache.${order}` });
}

function leave(actor: Started['actor'], one: Asker | undefined, how: 'forget' | 'stop'): void {
  if (!one) return;
  one.wanted = false;
  if (how === 'forget') actor.send({ type: 'cache.forget', from: one.ref });
  else one.ref.stop?.();
}

/**
 * INV-ONE-SOCKET: at most one socket is open. INV-EPOCH: a closed socket is sent nothing more, and
 * no id is reused.
 */
function checkSockets({ socket }: Started, silent: Map<number, number>): void {
  expect(socket.epochs.filter(({ closed }) => !closed).length).toBeLessThanOrEqual(1);
  for (const [at, { closed, sent }] of socket.epochs.entries()) {
    if (!closed) continue;
    expect(sent.length).toBe(silent.get(at) ?? sent.length);
    silent.set(at, sent.length);
  }
  const ids = socket.epochs.flatMap(({ sent }) =>
    sent.flatMap((one) => (one.type === 'socket.request' ? [one.id] : [])),
  );
  expect(new Set(ids).size).toBe(ids.length);
}

/**
 * INV-SUBS: once connected, exactly the wanted requests are on the wire. Requests of stopped actors
 * remain until the next sweep.
 */
function checkWire({ actor, socket, askers }: Started): void {
  const { context } = actor.getSnapshot();
  for (const one of askers)
    expect(context.asked.some(({ from }) => from === one.ref) || !one.wanted).toBe(true);
  if (!actor.getSnapshot().hasTag('online')) return;
  const idsOf = (list: readonly { readonly id: string | undefined }[]) =>
    new Set(list.map(({ id }) => id));
  const stopped = new Set(
    askers.filter(({ ref }) => ref.getSnapshot().status !== 'active').map(({ ref }) => ref),
  );
  const wanted = context.asked.filter(({ from }) =>
    askers.some((one) => one.ref === from && one.wanted),
  );
  const lost = context.asked.filter(({ from }) => stopped.has(from));
  // and at most one request of the cache itself, the probe
  const open = socket.open().filter(({ id }) => id !== context.setupId);
  expect(idsOf(open)).toEqual(idsOf([...wanted, ...lost]));
}

/** INV-EPOCH: between parts of two connections, the caller receives `answer.restarted`. */
function checkHeard({ askers }: Started): void {
  for (const { heard } of askers) {
    let epoch: string | undefined;
    for (const one of heard) {
      if (one.type === 'answer.restarted') epoch = undefined;
      if (one.type !== 'answer.partReceived') continue;
      expect(one.events[0]?.id).toBe(epoch ?? one.events[0]?.id);
      epoch = one.events[0]?.id;
    }
  }
}

const holds = (world: World) =>
  fc.property(fc.array(step, { maxLength: 50, size: 'max' }), (script) => {
    const started = start(world);
    const silent = new Map<number, number>();
    for (const one of script) {
      take(started, one);
      expect(started.actor.getSnapshot().status).toBe('active');
      checkSockets(started, silent);
      checkWire(started);
      checkHeard(started);
    }
  });

test('INV-ONE-SOCKET INV-SUBS INV-EPOCH in any order, one socket carries exactly the wanted requests', () => {
  fc.assert(holds({}), { numRuns: runs(400) });
});

describe('the property detects a violation (planted):', () => {
  const breaches: Record<string, World> = {
    'INV-ONE-SOCKET a port that leaves its socket open': { leaks: true },
    'INV-SUBS a question that is forgotten but not closed on the wire': {
      logic: cacheMachine.provide({
        actions: {
          forget: assign(({ context, event }) =>
            event.type === 'cache.forget'
              ? { asked: withoutRequester(context.asked, event.from) }
              : {},
          ),
        },
      }),
    },
    'INV-SUBS streams that do not resume after a reconnect': {
      logic: cacheMachine.provide({
        actions: { newEpoch: assign({ asked: [], setupId: undefined }) },
      }),
    },
    'INV-EPOCH halves of two connections put together': {
      logic: cacheMachine.provide({
        actions: {
          newEpoch: assign(({ context }) => ({
            asked: context.asked.map((one) => ({ ...one, id: undefined })),
            setupId: undefined,
          })),
        },
      }),
    },
    'INV-EPOCH ids that begin anew with each connection': {
      logic: cacheMachine.provide({
        actions: {
          newEpoch: enqueueActions(({ context, enqueue }) => {
            for (const one of context.asked)
              if (one.epochs > 0) enqueue.sendTo(one.from, { type: 'answer.restarted' });
            enqueue.assign({
              asked: context.asked.map((one) => ({ ...one, id: undefined })),
              setupId: undefined,
              nextId: 1,
            });
          }),
        },
      }),
    },
  };
  test.each(Object.entries(breaches))('%s', (_, world) => {
    expect(endOf(holds(world))).toBe('AssertionError');
  });
});
