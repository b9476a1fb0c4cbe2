import {
  type AnyActorRef,
  type AnyStateMachine,
  assign,
  createActor,
  enqueueActions,
  sendTo,
  setup,
  SimulatedClock,
} from 'xstate';
import { expect, test } from 'vitest';
import { differences } from '../../../../tests/support/machines/differences.ts';
import { elapse, recordedClock } from '../../../../tests/support/machines/clock.ts';
import { millis } from '../../../events/core/time.ts';
import { callbackAdapter } from '../../core/ports.ts';
import { readRecording } from './read-recording.ts';
import { createRecorder, type Recorded } from './recorder.ts';
import { recordingText } from './recording-text.ts';
import { replay } from './replay.ts';
import { replayedHistory } from './replayed-history.ts';
import { stateHashes } from './state-hash.ts';

/** Run a machine with a recorder, on a clock that the test moves. */
function recorded(machine: AnyStateMachine, clock = new SimulatedClock()) {
  const recorder = createRecorder(
    () => millis(clock.now()),
    millis(0),
    () => undefined,
  );
  const root = createActor(machine, {
    inspect: recorder.inspect,
    clock: recordedClock(clock, recorder),
  }).start();
  return {
    root,
    clock,
    log: () => recorder.recording().log,
    text: () => recordingText(recorder.recording()),
    /** Replay the file; `change` may change its entries first. */
    again: (change: (log: readonly Recorded[]) => readonly Recorded[] = (log) => log) => {
      const recording = readRecording(recordingText(recorder.recording()));
      const { root: copy, lost } = replay(machine, { ...recording, log: change(recording.log) });
      return { lost, differing: differences(stateHashes(root), stateHashes(copy)) };
    },
  };
}

const counting = setup({
  types: { context: {} as { count: number }, events: {} as { type: 'more' } },
}).createMachine({
  context: { count: 0 },
  on: { more: { actions: assign({ count: ({ context }) => context.count + 1 }) } },
});

const RELAY = 'relay wss://relay.example/path';

test('TOOL-02 events of an actor whose id is an address with slashes are replayed', () => {
  const machine = setup({
    types: { events: {} as { type: 'open' } },
    actors: { counting },
  }).createMachine({ invoke: { id: RELAY, src: 'counting' } });
  const { root, log, again } = recorded(machine);
  root.getSnapshot().children[RELAY]?.send({ type: 'more' });
  expect(log().map(({ to }) => to)).toEqual([[RELAY]]);
  expect(again()).toEqual({ lost: [], differing: [] });
  // planted: an event is missing
  expect(again(() => []).differing).toEqual([`/${RELAY}`]);
});

test('TOOL-02 an event that a view sends to an actor that has ended is neither kept nor replayed', () => {
  const machine = setup({ actors: { counting } }).createMachine({
    initial: 'open',
    states: {
      open: { invoke: { id: 'child', src: 'counting' }, on: { close: 'closed' } },
      closed: {},
    },
  });
  const { root, log, again } = recorded(machine);
  const child = root.getSnapshot().children['child'];
  root.send({ type: 'close' });
  child?.send({ type: 'more' });
  expect(log().map(({ event }) => event.type)).toEqual(['close']);
  expect(again()).toEqual({ lost: [], differing: [] });
});

test('TOOL-02 a browser’s late timers are replayed in the order in which they fired', () => {
  const machine = setup({
    types: { context: {} as { fired: readonly string[] } },
    delays: { first: 1_000, second: 2_000 },
    actions: {
      note: assign({
        fired: ({ context, event }) => [...context.fired, event.type],
      }),
    },
  }).createMachine({
    context: { fired: [] },
    type: 'parallel',
    states: {
      a: { after: { first: { actions: 'note' } } },
      b: { after: { second: { actions: 'note' } } },
    },
    on: { press: { actions: 'note' } },
  });
  // the first timer is later than the second one, and than an event of a view
  const due: (() => void)[] = [];
  const late = Object.assign(new SimulatedClock(), {
    setTimeout: (run: () => void) => due.push(run),
    clearTimeout: () => undefined,
  });
  const { root, again } = recorded(machine, late);
  root.send({ type: 'press' });
  due[1]?.();
  due[0]?.();
  expect(root.getSnapshot().context.fired).toHaveLength(3);
  expect(again()).toEqual({ lost: [], differing: [] });
  const swapped = again((log) => log.toReversed());
  expect(swapped.differing).toEqual(['/']);
  const early = again((log) =>
    log.map((one) => ({ ...one, ...(one.timer && { event: { type: 'other' } }) })),
  );
  expect(early.lost).toHaveLength(2);
});

test('TOOL-02 of timers that differ only in withheld texts, a replay fires the one due first', () => {
  const machine = setup({
    types: {
      context: {} as { begun: number; over: readonly string[] },
      events: {} as { type: 'wait'; ms: number } | { type: 'over'; id: string },
    },
    actions: {
      wait: enqueueActions(({ context, event, enqueue }) => {
        if (event.type !== 'wait') return;
        // no event from outside has this text
        const id = `id ${context.begun}`;
        enqueue.raise({ type: 'over', id }, { delay: event.ms });
        enqueue.assign({ begun: context.begun + 1 });
      }),
      note: assign({
        over: ({ context, event }) => [...context.over, event.type === 'over' ? event.id : ''],
      }),
    },
  }).createMachine({
    context: { begun: 0, over: [] },
    on: { wait: { actions: 'wait' }, over: { actions: 'note' } },
  });
  const { root, clock, again } = recorded(machine);
  for (const ms of [300, 100, 200]) {
    root.send({ type: 'wait', ms });
    elapse(clock, 1);
  }
  elapse(clock, 250);
  expect(root.getSnapshot().context.over).toEqual(['id 1', 'id 2']);
  expect(again()).toEqual({ lost: [], differing: [] });
});

test('TOOL-02 an answer in the midst of a transition is replayed before the events that follow', async () => {
  const port = callbackAdapter<{ type: 'ask' }>(({ receive, sendBack }) =>
    receive(() => sendBack({ type: 'found' })),
  );
  const machine = setup({
    types: { context: {} as { order: readonly string[] } },
    actors: { port },
    actions: {
      note: assign({ order: ({ context, event }) => [...context.order, event.type] }),
    },
  }).createMachine({
    context: { order: [] },
    invoke: { id: 'port', src: 'port' },
    on: {
      begin: {
        actions: [sendTo('port', { type: 'ask' }), sendTo(({ self }) => self, { type: 'next' })],
      },
      found: { actions: 'note' },
      next: { actions: 'note' },
    },
  });
  const { root, log, again } = recorded(machine);
  await Promise.resolve();
  root.send({ type: 'begin' });
  expect(root.getSnapshot().context.order).toEqual(['found', 'next']);
  expect(log().map(({ event, during }) => [event.type, during !== undefined])).toEqual([
    ['begin', false],
    ['found', true],
  ]);
  expect(again()).toEqual({ lost: [], differing: [] });
  // as if it had come afterwards
  expect(again((all) => all.map(({ at, to, event }) => ({ at, to, event }))).differing).toEqual([
    '/',
  ]);
});

test('TOOL-02 a machine that keeps the sender named by an event answers it in a replay, too', async () => {
  const port = callbackAdapter<{ type: 'answer' }>(({ self, sendBack }) => {
    for (const at of [1, 2])
      queueMicrotask(() =>
        sendBack({ type: 'join', from: self, at, others: new Map([[at, new Set([self])]]) }),
      );
    return undefined;
  });
  const machine = setup({
    types: {
      context: {} as { callers: ReadonlyMap<AnyActorRef, number>; seen: unknown },
      events: {} as { type: 'join'; from: AnyActorRef; at: number; others: object },
    },
    actors: { port },
    actions: {
      note: assign({
        callers: ({ context, event }) => new Map(context.callers).set(event.from, event.at),
        seen: ({ event }) => event.others,
      }),
      answer: sendTo(({ event }) => event.from, { type: 'answer' }),
    },
  }).createMachine({
    context: { callers: new Map(), seen: undefined },
    invoke: { id: 'port', src: 'port' },
    on: { join: { actions: ['note', 'answer'] } },
  });
  const { root, again } = recorded(machine);
  await Promise.resolve();
  expect([...root.getSnapshot().context.callers.values()]).toEqual([2]);
  expect(again()).toEqual({ lost: [], differing: [] });
});

test('TOOL-02 timers of a simulated clock that fire at once are replayed in their order', () => {
  const machine = setup({
    types: { context: {} as { rounds: number } },
    delays: { round: 100 },
  }).createMachine({
    context: { rounds: 0 },
    initial: 'on',
    states: {
      on: {
        after: {
          round: {
            target: 'on',
            reenter: true,
            actions: assign({ rounds: ({ context }) => context.rounds + 1 }),
          },
        },
      },
    },
  });
  const { root, clock, again } = recorded(machine);
  elapse(clock, 1_000);
  expect(root.getSnapshot().context.rounds).toBe(10);
  expect(again()).toEqual({ lost: [], differing: [] });
});

test('BEYOND-07 chance in a machine makes a replay differ (planted)', () => {
  const machine = setup({
    types: { context: {} as { number: number }, events: {} as { type: 'throw' } },
  }).createMachine({
    context: { number: 0 },
    on: { throw: { actions: assign({ number: () => Math.random() }) } },
  });
  const { root, again } = recorded(machine);
  expect(again().differing).toEqual([]);
  root.send({ type: 'throw' });
  expect(again()).toEqual({ lost: [], differing: ['/'] });
});

test('TOOL-02 a replayed report belongs to its port and to its command, not to the user', () => {
  const machine = setup({
    types: { events: {} as { type: 'ask'; id: string } | { type: 'heard'; id: string } },
    actors: {
      socket: callbackAdapter<{ type: 'send'; id: string }, { type: 'heard'; id: string }>(
        ({ sendBack, receive }) => receive(({ id }) => sendBack({ type: 'heard', id })),
      ),
    },
  }).createMachine({
    invoke: { id: 'socket', src: 'socket', input: undefined },
    on: { ask: { actions: sendTo('socket', ({ event }) => ({ type: 'send', id: event.id })) } },
  });
  const { root, text } = recorded(machine);
  for (const id of ['one', 'two']) root.send({ type: 'ask', id });
  root.send({ type: 'heard', id: 'by hand' });
  const { events } = replayedHistory(machine, readRecording(text())).history;
  const found = events
    .filter(({ event }) => event.type !== 'xstate.init')
    .map(({ event, origin, from, cause }) => [event.type, origin, from?.id, cause?.event.type]);
  expect(found).toEqual([
    ['ask', 'outside', undefined, undefined],
    ['send', 'actor', '(machine)', 'ask'],
    ['heard', 'answer', 'socket', 'send'],
    ['ask', 'outside', undefined, undefined],
    ['send', 'actor', '(machine)', 'ask'],
    ['heard', 'answer', 'socket', 'send'],
    ['heard', 'outside', undefined, undefined],
  ]);
});
