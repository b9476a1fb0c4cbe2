import fc from 'fast-check';
import { createActor, enqueueActions, sendParent } from 'xstate';
import { expect, test } from 'vitest';
import { fakeBus } from '../../../../tests/support/connection/fake-bus.ts';
import { fakePort } from '../../../../tests/support/machines/fake-port.ts';
import { relayAsker } from '../../../../tests/support/connection/fake-relays.ts';
import {
  ME,
  type OutboxTab,
  type OutboxWorld,
  outboxWorld,
  RELAYS,
} from '../../../../tests/support/publish/outbox-world.ts';
import { finish, outboxHolds, type World } from '../../../../tests/models/outbox-sequences.ts';
import { endOf } from '../../../../tests/support/machines/planted.ts';
import { fakeSession } from '../../../../tests/support/account/fake-session.ts';
import { isLong, runs } from '../../../../tests/support/runs.ts';
import { seconds } from '../../../events/core/time.ts';
import { outboxMachine } from './outbox.machine.ts';
import type { OutboxLogCommand, OutboxLogSignal } from '../../core/outbox-protocol.ts';
import { type PublishNews, publishMachine } from './publish.machine.ts';
import { pressed } from '../../../events/nostr/ours.ts';

test('INV-OUTCOME INV-NO-LOSS INV-REPLY INV-IDENTITY INV-FALLBACK PUBLISH-04 BEYOND-05 crashes are safe', () => {
  fc.assert(outboxHolds({}), { numRuns: runs(300) });
});

/** Return the outbox with the given faulty publish actor. */
const withJobs = (publish: typeof publishMachine) => ({
  outbox: outboxMachine.provide({ actors: { publish } }),
});

/** Faulty: sends a signed event first and writes it to the log afterwards. */
const hasty = publishMachine.provide({
  actions: {
    notifySigned: enqueueActions(({ context, event, enqueue, self }) => {
      if (event.type !== 'sign.settled' || !event.outcome.ok || !('event' in event.outcome)) return;
      const signed = event.outcome.event;
      enqueue.sendTo(context.pool, {
        type: 'relays.ask',
        from: self,
        ask: { kind: 'publish', event: pressed(signed) },
        urls: RELAYS,
      });
      if (self._parent)
        enqueue.sendTo(self._parent, {
          type: 'outbox.append',
          lines: [{ job: context.record.job, type: 'signed', event: signed }],
        });
    }),
  },
});

/** Faulty: discards a text when its signature is refused. */
const careless = publishMachine.provide({
  actions: {
    notifyRefused: sendParent(
      ({ context }): PublishNews => ({
        type: 'outbox.append',
        lines: [{ job: context.record.job, type: 'discarded' }],
      }),
    ),
  },
});

/** Faulty: ignores which event a response belongs to. */
const credulous = publishMachine.provide({
  actions: {
    notifyOutcome: sendParent(({ context, event }): PublishNews => {
      if (event.type !== 'relay.outcome') return { type: 'outbox.append', lines: [] };
      const { url, outcome, reason } = event;
      const said = { job: context.record.job, relay: url, reason } as const;
      return {
        type: 'outbox.append',
        lines: [
          outcome === 'silent'
            ? { ...said, type: 'silent' }
            : { ...said, type: 'answered', accepted: outcome === 'accepted' },
        ],
      };
    }),
  },
});

test.runIf(isLong).each<[string, World]>([
  [
    'INV-OUTCOME a job that takes what was sent for accepted',
    withJobs(
      publishMachine.provide({
        guards: { isAccepted: ({ context }) => context.record.event !== undefined },
      }),
    ),
  ],
  [
    'INV-FALLBACK a job that gives up where all relays failed',
    withJobs(publishMachine.provide({ guards: { isBroadcast: () => true } })),
  ],
  ['INV-NO-LOSS a refused signature that throws the text away', withJobs(careless)],
  ['INV-REPLY a job that takes what a relay says of another event', withJobs(credulous)],
  ['a job that sends what was signed before it is in the log', withJobs(hasty)],
])('caught (planted): %s', (_, machines) => {
  expect(endOf(outboxHolds(machines))).toBe('AssertionError');
});

test('E-48 a job killed after any two log entries still ends with one copy and one signature', () => {
  const act = (world: OutboxWorld, tab: OutboxTab) => {
    for (const { job, event } of tab.records())
      if (!event && tab.prompts().length === 0)
        tab.actor.send({ type: 'outbox.retry', job, now: seconds(world.now()) });
    tab.sign();
    for (const delivery of world.waiting()) world.answer(delivery, 'accepted');
    tab.imported();
  };
  // the short run tries each once in both places
  for (let first = 0; first < 8; first++) {
    for (const second of isLong ? [0, 1, 2, 3, 4, 5, 6, 7] : [first, 7 - first]) {
      const world = outboxWorld();
      let tab = world.open();
      tab.publish('one');
      tab.store.commit();
      for (const commits of [first, second]) {
        for (let n = 0; n < commits; n++) {
          act(world, tab);
          tab.store.commit();
          world.elapse(200);
        }
        world.crash(tab);
        tab = world.open();
      }
      finish(world);
      expect(world.faults).toEqual([]);
      expect(world.disk.log.filter(({ type }) => type === 'signed')).toHaveLength(1);
      expect([...world.held.values()].map(({ size }) => size)).toEqual([1, 1]);
    }
  }
});

test('INV-SCOPE entries of another account in the same store are neither seen nor sent', () => {
  const world = outboxWorld({ eager: true });
  const tab = world.open();
  tab.publish('mine');
  const foreign = world.disk.log.map((entry) => ({
    ...entry,
    job: 'other',
    ...(entry.type === 'intended' ? { account: '2'.repeat(64) } : {}),
  }));
  world.disk.log.push(...foreign);
  const second = world.open();
  expect(second.records().map(({ job }) => job)).toEqual(tab.records().map(({ job }) => job));
});

test('INV-NO-LOSS orders wait while the log is not read or unreadable, and then run', () => {
  const world = outboxWorld({ eager: true });
  const store = fakePort<OutboxLogCommand, { account: string }, OutboxLogSignal>();
  const actor = createActor(outboxMachine.provide({ actors: { store: store.logic } }), {
    input: {
      account: ME,
      bus: fakeBus().bus,
      scope: relayAsker().ref as never,
      signer: fakeSession().ref,
    },
    clock: world.clock,
  }).start();
  const order = {
    draft: pressed({ kind: 1, tags: [], content: 'early' }),
    relays: RELAYS,
    now: seconds(world.now()),
  };
  actor.send({ type: 'outbox.publish', order });
  world.elapse(10_500);
  expect(actor.getSnapshot().hasTag('broken')).toBe(true);
  actor.send({
    type: 'outbox.publish',
    order: { ...order, draft: pressed({ ...order.draft, content: 'later' }) },
  });
  world.elapse(5_000);
  expect(store.lives).toHaveLength(2);
  store.report({ type: 'store.opened', entries: [], now: seconds(world.now()) });
  expect(
    store
      .last()
      .told.flatMap((command) =>
        command.type === 'store.append' ? command.lines.map(({ type }) => type) : [],
      ),
  ).toEqual(['intended', 'drafted', 'intended', 'drafted']);
  store.report({ type: 'store.writeFailed', reason: 'full' });
  expect(actor.getSnapshot().context.unkept).toBe('full');
});

test('finished jobs older than a week are removed when the log is opened', () => {
  const world = outboxWorld({ eager: true });
  const tab = world.open();
  tab.publish('old');
  tab.actor.send({ type: 'outbox.discard', job: tab.records()[0]?.job ?? '' });
  tab.publish('open');
  world.crash(tab);
  world.elapse(8 * 24 * 60 * 60_000);
  const later = world.open();
  expect(later.records().map(({ wish }) => wish.type === 'event' && wish.draft.content)).toEqual([
    'open',
  ]);
});
