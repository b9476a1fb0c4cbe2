import fc from 'fast-check';
import { type AnyActorRef, assign, createActor, createMachine, enqueueActions, setup, SimulatedClock } from 'xstate';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { elapse } from '../../../tests/support/machines/clock.ts';
import { arrival, fakeSocket, verified } from '../../../tests/support/connection/fake-cache.ts';
import { endOf } from '../../../tests/support/machines/planted.ts';
import { runs } from '../../../tests/support/runs.ts';
import { without } from './pending-requests.ts';
import { cacheMachine } from './cache.machine.ts';
import type { AnswerEvent } from '../core/bus.ts';

// XState warns of what is told to an actor that has stopped; that it is, is tested here
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));
afterEach(() => void vi.restoreAllMocks());

const ORDERS = ['suspend', 'resume', 'reset', 'disconnect', 'connect', 'online'] as const;
const ANSWERS = ['part', 'end', 'refuse', 'forget', 'stop'] as const;
/** `up` goes all the way to a connection, whatever it takes. */
const REST = ['open', 'setup', 'up', 'up', 'drop', 'ask', 'stream'] as const;

interface Step {
  readonly do: (typeof ORDERS)[number] | (typeof ANSWERS)[number] | (typeof REST)[number] | 'wait';
  /** Which of those there are, or how many milliseconds. */
  readonly n: number;
}

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom(...REST), n: fc.constant(0) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('part' as const, ...ANSWERS), n: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom(...ORDERS), n: fc.constant(0) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), n: fc.nat(15_000) }) },
);

/** Somebody who asks. `wanted` until it has had its end, forgets or stops. */
interface Asker {
  readonly ref: AnyActorRef;
  readonly heard: AnswerEvent[];
  wanted: boolean;
}

function asker(stream: boolean): Asker {
  const one: Asker = { ref: createActor(createMachine({})), heard: [], wanted: true };
  const machine = setup({ types: { events: {} as AnswerEvent } }).createMachine({
    on: {
      '*': {
        actions: ({ event }) => {
          one.heard.push(event);
          if (event.type === 'answer.failed' || (event.type === 'answer.ended' && !stream)) one.wanted = false;
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

/** Moves the world on by one step; what cannot be done at the moment is left out. */
function take({ actor, clock, socket, askers }: Started, { do: what, n }: Step): void {
  const live = !socket.last().closed;
  const open = live ? socket.open().filter(({ query }) => query.verb !== 'set_primal_protocol') : [];
  const id = pick(open, n)?.id;
  if (what === 'wait') elapse(clock, n, 500);
  else if (what === 'open' && live) socket.opened();
  else if (what === 'drop' && live) socket.closed();
  else if (what === 'setup' && live)
    socket.batch(...socket.open().flatMap((one) => (one.query.verb === 'q' ? [] : [arrival(one.id, { ended: true })])));
  else if (what === 'up') {
    actor.send({ type: 'cache.resume' });
    actor.send({ type: 'cache.connect' });
    if (!socket.last().closed) socket.connect();
  } else if (what === 'part' && id) socket.batch(arrival(id, { events: [verified({ id: `epoch ${socket.epochs.length}` })] }));
  else if (what === 'end' && id) socket.batch(arrival(id, { ended: true }));
  else if (what === 'refuse' && id) socket.batch(arrival(id, { notice: 'error' }));
  else if (what === 'ask' || what === 'stream') {
    const one = asker(what === 'stream');
    askers.push(one);
    actor.send({ type: 'cache.ask', from: one.ref, query: { verb: 'q' }, stream: what === 'stream' });
  } else if (what === 'forget' || what === 'stop') leave(actor, pick(askers, n), what);
  else for (const order of ORDERS) if (order === what) actor.send({ type: `cache.${order}` });
}

function leave(actor: Started['actor'], one: Asker | undefined, how: 'forget' | 'stop'): void {
  if (!one) return;
  one.wanted = false;
  if (how === 'forget') actor.send({ type: 'cache.forget', from: one.ref });
  else one.ref.stop?.();
}

/** INV-ONE-SOCKET: at most one is open; INV-EPOCH: one that was closed is sent nothing more, and no id is used twice. */
function checkSockets({ socket }: Started, silent: Map<number, number>): void {
  expect(socket.epochs.filter(({ closed }) => !closed).length).toBeLessThanOrEqual(1);
  for (const [at, { closed, sent }] of socket.epochs.entries()) {
    if (!closed) continue;
    expect(sent.length).toBe(silent.get(at) ?? sent.length);
    silent.set(at, sent.length);
  }
  const ids = socket.epochs.flatMap(({ sent }) => sent.flatMap((one) => (one.type === 'socket.request' ? [one.id] : [])));
  expect(new Set(ids).size).toBe(ids.length);
}

/** INV-SUBS: once connected, the wire holds exactly what is wanted; whoever stopped without a word, until the next sweep. */
function checkWire({ actor, socket, askers }: Started): void {
  const { context } = actor.getSnapshot();
  for (const one of askers) expect(context.asked.some(({ from }) => from === one.ref) || !one.wanted).toBe(true);
  if (!actor.getSnapshot().hasTag('online')) return;
  const idsOf = (list: readonly { readonly id: string | undefined }[]) => new Set(list.map(({ id }) => id));
  const stopped = new Set(askers.filter(({ ref }) => ref.getSnapshot().status !== 'active').map(({ ref }) => ref));
  const wanted = context.asked.filter(({ from }) => askers.some((one) => one.ref === from && one.wanted));
  const lost = context.asked.filter(({ from }) => stopped.has(from));
  // and at most one question of the cache's own: whether the line still lives
  const open = socket.open().filter(({ id }) => id !== context.setupId);
  expect(idsOf(open)).toEqual(idsOf([...wanted, ...lost]));
}

/** INV-EPOCH: between parts of two connections the asker is told that the former are void. */
function checkHeard({ askers }: Started): void {
  for (const { heard } of askers) {
    let epoch: string | undefined;
    for (const one of heard) {
      if (one.type === 'answer.restart') epoch = undefined;
      if (one.type !== 'answer.part') continue;
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

test('INV-ONE-SOCKET INV-SUBS INV-EPOCH in any order of events: one socket, on it what is wanted and nothing of another connection', () => {
  fc.assert(holds({}), { numRuns: runs(400) });
});

describe('the property finds a breach:', () => {
  const breaches: Record<string, World> = {
    'INV-ONE-SOCKET a port that leaves its socket open': { leaks: true },
    'INV-SUBS a question that is forgotten but not closed on the wire': {
      logic: cacheMachine.provide({
        actions: {
          forget: assign(({ context, event }) => (event.type === 'cache.forget' ? { asked: without(context.asked, event.from) } : {})),
        },
      }),
    },
    'INV-SUBS streams that do not resume after a reconnect': {
      logic: cacheMachine.provide({ actions: { newEpoch: assign({ asked: [], setupId: undefined }) } }),
    },
    'INV-EPOCH halves of two connections put together': {
      logic: cacheMachine.provide({
        actions: {
          newEpoch: assign(({ context }) => ({ asked: context.asked.map((one) => ({ ...one, id: undefined })), setupId: undefined })),
        },
      }),
    },
    'INV-EPOCH ids that begin anew with each connection': {
      logic: cacheMachine.provide({
        actions: {
          newEpoch: enqueueActions(({ context, enqueue }) => {
            for (const one of context.asked) if (one.epochs > 0) enqueue.sendTo(one.from, { type: 'answer.restart' });
            enqueue.assign({ asked: context.asked.map((one) => ({ ...one, id: undefined })), setupId: undefined, nextId: 1 });
          }),
        },
      }),
    },
  };
  test.each(Object.entries(breaches))('%s', (_, world) => {
    expect(endOf(holds(world))).toBe('AssertionError');
  });
});
