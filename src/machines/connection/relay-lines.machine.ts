import {
  type ActorRef,
  type ActorRefFrom,
  type AnyActorRef,
  assign,
  enqueueActions,
  type EventObject,
  fromCallback,
  setup,
  type Snapshot,
} from 'xstate';
import { withoutKey } from '../../events/core/without-key.ts';
import type { Bus } from '../core/bus.ts';
import { crashOf } from '../core/crash.ts';
import { whenEvent } from '../core/event-guards.ts';
import { endingOf } from '../core/supervision.ts';
import { seedOf } from './backoff.ts';
import {
  type AbsentRelay,
  dialOf,
  type Dials,
  isDialled,
  isRefused,
  joined,
  lineChild,
  type LineChildren,
  lineInput,
  withoutLines,
  type LineRelay,
  type Lines,
  type LinesMode,
  linesOf,
} from './relay-lines.ts';
import { relayMachine } from './relay.machine.ts';
import { denied, type LineEvent, type LinesRestarted } from './relay-protocol.ts';

/** The user's decision about connections to a relay beside the service. `undefined`: ask again. */
export type RelayDial = { type: 'relays.dial'; url: string; allowed: boolean | undefined };

export type LinesEvent =
  | LineEvent
  | { type: 'lines.mode'; mode: LinesMode }
  | { type: 'lines.dialsFound'; dials: Dials }
  | { type: 'lines.retry'; url: string }
  | { type: 'lines.online' }
  /** Internal events: a caller has ended, and a line that its caller has left. */
  | { type: 'lines.callerEnded'; from: AnyActorRef }
  | { type: 'lines.idle'; key: string };

export interface LinesInput {
  readonly bus: Bus;
  /** Seed of the jitter. */
  readonly seed?: number;
  /** Receives the decisions of the user. */
  readonly decider?: ActorRef<Snapshot<unknown>, RelayDial>;
}

interface Context extends LinesInput {
  readonly seed: number;
  readonly lines: Lines;
  readonly dials: Dials;
  /** Relays of lines that are known, but not connected. */
  readonly absent: ReadonlyMap<string, AbsentRelay>;
}

/** A line that its caller has left is disconnected after this time, in milliseconds. */
const IDLE = 60_000;

/** After a crash of its relay a caller joins again after this pause, in milliseconds. */
const REST = 5_000;

const CHILDREN: LineChildren = {};

/**
 * Lines to wallets, remote signers and devices (RELAY-03, RELAY-08): relays under a key of their
 * own, which live as long as their caller. Asleep, none is connected, and requests wait. While all
 * traffic uses the caching service, the user is asked once for each relay.
 */
export const relayLinesMachine = setup({
  types: {
    context: {} as Context,
    events: {} as LinesEvent,
    input: {} as LinesInput,
    children: CHILDREN,
  },
  actors: {
    relay: relayMachine,
    /** Reports when a caller has ended. */
    watch: fromCallback<EventObject, { readonly from: AnyActorRef }>(
      ({ input: { from }, sendBack }) => {
        const report = (): void =>
          sendBack({ type: 'lines.callerEnded', from } satisfies LinesEvent);
        const watch = from.subscribe({ complete: report, error: report });
        return () => watch.unsubscribe();
      },
    ),
  },
  guards: {
    isMode: ({ event }, { mode }: { mode: LinesMode }) =>
      event.type === 'lines.mode' && event.mode === mode,
  },
  actions: {
    join: enqueueActions(({ context, event, enqueue }, { mode }: { mode: LinesMode }) => {
      if (event.type !== 'line.join') return;
      const { from, line } = event;
      const { lines, keys, fresh, excess } = joined(context.lines, from, line);
      const absent = [...context.absent].filter(([key]) => !keys.includes(key));
      for (const key of keys) enqueue.cancel(key);
      enqueue.assign({ lines, absent: new Map([...absent, ...excess]) });
      for (const key of fresh) {
        const one = lines.get(key);
        if (!one) continue;
        if (context.lines.has(key)) enqueue.stopChild(lineChild(key));
        const isSuspended = !isDialled(mode, context.dials, one);
        const input = lineInput(one, line, seedOf(context.seed, key), isSuspended);
        enqueue.spawnChild('relay', { id: lineChild(key), input });
      }
      const watch = `watch ${from.sessionId}` as const;
      enqueue.stopChild(watch);
      enqueue.spawnChild('watch', { id: watch, input: { from } });
    }),
    /**
     * After a no of the user an event fails at once. A subscription waits for another decision.
     * After a restart the line is unknown here, and its caller joins again.
     */
    carry: enqueueActions(({ context, event, enqueue }, { mode }: { mode: LinesMode }) => {
      if (event.type !== 'line.carry') return;
      const { lines, absent, dials } = context;
      const { from, client, ask } = event;
      const keys = linesOf(lines, from, client);
      const away = linesOf(absent, from, client);
      if (keys.length + away.length === 0) enqueue.sendTo(from, RESTARTED);
      for (const key of away) {
        const one = absent.get(key);
        if (one?.why === 'tooMany') enqueue.sendTo(from, denied(one.url, ask, TOO_MANY, false));
      }
      for (const key of keys) {
        const one = lines.get(key);
        if (!one) continue;
        enqueue.sendTo(lineChild(key), { type: 'relay.ask', from, ask, as: one.url });
        if (mode === 'proxied' && isRefused(dials, one))
          enqueue.sendTo(lineChild(key), { type: 'relay.deny' });
      }
    }),
    drop: enqueueActions(({ context: { lines }, event, enqueue }) => {
      if (event.type !== 'line.drop') return;
      const { from, client, kept } = event;
      for (const key of linesOf(lines, from, client))
        enqueue.sendTo(lineChild(key), { type: 'relay.forget', from, kept });
    }),
    leave: enqueueActions(({ context: { lines, absent }, event, enqueue }) => {
      if (event.type !== 'line.leave') return;
      const { from, client, lingers } = event;
      enqueue.assign({ absent: withoutLines(absent, from, client) });
      for (const key of linesOf(lines, from, client)) {
        enqueue.sendTo(lineChild(key), { type: 'relay.forget', from });
        enqueue.cancel(key);
        if (lingers) enqueue.raise({ type: 'lines.idle', key }, { delay: IDLE, id: key });
        else enqueue.raise({ type: 'lines.idle', key });
      }
    }),
    passProof: enqueueActions(({ event, enqueue }) => {
      if (event.type === 'line.proved') enqueue.sendTo(event.to, event.settled);
    }),
    endCaller: enqueueActions(({ context: { lines, absent }, event, enqueue }) => {
      if (event.type !== 'lines.callerEnded') return;
      enqueue.stopChild(`watch ${event.from.sessionId}`);
      enqueue.assign({ absent: withoutLines(absent, event.from) });
      for (const key of linesOf(lines, event.from)) enqueue.raise({ type: 'lines.idle', key });
    }),
    dismiss: enqueueActions(({ context: { lines, dials, bus }, event, enqueue }) => {
      const one = event.type === 'lines.idle' ? lines.get(event.key) : undefined;
      if (event.type !== 'lines.idle' || !one) return;
      enqueue.cancel(event.key);
      enqueue.stopChild(lineChild(event.key));
      const left = withoutKey(lines, event.key);
      enqueue.assign({ lines: left });
      const needsAnswer = [...left.values()].some(
        (other) =>
          other.url === one.url && other.use === one.use && dialOf(dials, other) === undefined,
      );
      if (!needsAnswer) enqueue.sendTo(bus, { type: 'dialog.withdraw', question: questionOf(one) });
    }),
    /** Connect the lines that may be connected now, and suspend the others. */
    settle: enqueueActions(
      ({ context: { lines, dials }, enqueue }, { mode }: { mode: LinesMode }) => {
        for (const [key, one] of lines) {
          const type = isDialled(mode, dials, one) ? 'relay.resume' : 'relay.suspend';
          enqueue.sendTo(lineChild(key), { type });
          if (mode === 'proxied' && isRefused(dials, one))
            enqueue.sendTo(lineChild(key), { type: 'relay.deny' });
        }
      },
    ),
    /** Ask the user once for each relay, by its name. */
    ask: enqueueActions(({ context: { lines, dials, bus, decider }, enqueue }) => {
      for (const one of lines.values()) {
        if (!decider || dialOf(dials, one) !== undefined) continue;
        const answer = (allowed: boolean) => [
          {
            to: decider,
            event: { type: 'relays.dial', url: one.url, allowed } satisfies RelayDial,
          },
        ];
        const question = questionOf(one);
        enqueue.sendTo(bus, {
          type: 'dialog.ask',
          question,
          yes: answer(true),
          no: answer(false),
        });
      }
    }),
    /** Another tab may have answered, or the question does not apply any more. */
    withdraw: enqueueActions(
      ({ context: { lines, dials, bus }, enqueue }, { which }: { which: 'all' | 'answered' }) => {
        for (const one of lines.values())
          if (which === 'all' || dialOf(dials, one) !== undefined)
            enqueue.sendTo(bus, { type: 'dialog.withdraw', question: questionOf(one) });
      },
    ),
    recordDials: assign(whenEvent('lines.dialsFound', ({ event }) => ({ dials: event.dials }))),
    retry: enqueueActions(({ context: { lines }, event, enqueue }) => {
      for (const [key, { url }] of lines)
        if (event.type === 'lines.retry' && url === event.url)
          enqueue.sendTo(lineChild(key), { type: 'relay.retry' });
    }),
    setOnline: enqueueActions(({ context: { lines }, enqueue }) => {
      for (const key of lines.keys()) enqueue.sendTo(lineChild(key), { type: 'relay.setOnline' });
    }),
    /** Remove a crashed relay. Its caller joins again. */
    supervise: enqueueActions(({ context: { lines, absent }, event, enqueue, self }) => {
      const { actor } = crashOf(event);
      const key = actor.slice(lineChild('').length);
      const one = lines.get(key);
      enqueue(endingOf(self, event));
      enqueue.stopChild(actor);
      enqueue.assign({ lines: withoutKey(lines, key) });
      if (!one) return;
      enqueue.assign({ absent: new Map(absent).set(key, { ...one, why: 'crashed' }) });
      enqueue.sendTo(one.from, RESTARTED, { delay: REST });
    }),
  },
}).createMachine({
  id: 'relayLines',
  context: ({ input }) => ({
    seed: 0.5,
    ...input,
    lines: new Map(),
    dials: new Map(),
    absent: new Map(),
  }),
  initial: 'direct',
  on: {
    'lines.mode': [
      { guard: { type: 'isMode', params: { mode: 'asleep' } }, target: '.asleep' },
      { guard: { type: 'isMode', params: { mode: 'proxied' } }, target: '.proxied' },
      { target: '.direct' },
    ],
    'lines.dialsFound': { actions: 'recordDials' },
    'lines.callerEnded': { actions: 'endCaller' },
    'lines.idle': { actions: 'dismiss' },
    'line.carry': { actions: { type: 'carry', params: { mode: 'direct' } } },
    'line.drop': { actions: 'drop' },
    'line.leave': { actions: 'leave' },
    'line.proved': { actions: 'passProof' },
    'xstate.error.actor.*': { actions: 'supervise' },
  },
  states: {
    direct: {
      entry: { type: 'settle', params: { mode: 'direct' } },
      on: {
        'line.join': { actions: { type: 'join', params: { mode: 'direct' } } },
        'lines.retry': { actions: 'retry' },
        'lines.online': { actions: 'setOnline' },
      },
    },
    asleep: {
      entry: { type: 'settle', params: { mode: 'asleep' } },
      on: { 'line.join': { actions: { type: 'join', params: { mode: 'asleep' } } } },
    },
    proxied: {
      entry: [{ type: 'settle', params: { mode: 'proxied' } }, 'ask'],
      exit: { type: 'withdraw', params: { which: 'all' } },
      on: {
        'line.join': { actions: [{ type: 'join', params: { mode: 'proxied' } }, 'ask'] },
        'line.carry': { actions: { type: 'carry', params: { mode: 'proxied' } } },
        'lines.dialsFound': {
          actions: [
            'recordDials',
            { type: 'settle', params: { mode: 'proxied' } },
            { type: 'withdraw', params: { which: 'answered' } },
            'ask',
          ],
        },
        'lines.retry': { actions: 'retry' },
        'lines.online': { actions: 'setOnline' },
      },
    },
  },
});

export type RelayLinesActor = ActorRefFrom<typeof relayLinesMachine>;

const RESTARTED: LinesRestarted = { type: 'lines.restarted' };
const TOO_MANY = { code: 'relay.tooMany' } as const;

function questionOf({ url, use }: LineRelay) {
  return { code: 'relayDial', url, use } as const;
}
