import fc from 'fast-check';
import { createActor, enqueueActions } from 'xstate';
import { expect, test } from 'vitest';
import { explore } from '../../../tests/support/explore.ts';
import { fakeHub } from '../../../tests/support/fake-hub.ts';
import { fakePort } from '../../../tests/support/fake-port.ts';
import { relayAsker } from '../../../tests/support/fake-relays.ts';
import { ME, type OutboxTab, type OutboxWorld, outboxWorld, RELAYS } from '../../../tests/support/outbox-world.ts';
import { endOf } from '../../../tests/support/planted.ts';
import { publishWalks } from '../../../tests/support/publish-walks.ts';
import { signDesk } from '../../../tests/support/sign-desk.ts';
import { isSettled, stateOf } from '../../events/publish/outbox.ts';
import { outboxMachine } from './outbox.machine.ts';
import type { StoreCommand, StoreSignal } from './outbox-wire.ts';
import { publishMachine } from './publish.machine.ts';

/** One thing that somebody or something does. Numbers choose a tab, a delivery or a job among those there are. */
const STEPS = [
  'publish',
  'post',
  'settle',
  'sign',
  'lie',
  'refuse',
  'commit',
  'notify',
  'accept',
  'reject',
  'silence',
  'accept again',
  'reject late',
  'broadcast ok',
  'broadcast none',
  'broadcast refuse',
  'import',
  'wait',
  'wait long',
  'crash',
  'open',
  'sleep',
  'wake',
  'retry',
  'discard',
] as const;
type Step = readonly [step: (typeof STEPS)[number], pick: number];
const often: ReadonlyArray<(typeof STEPS)[number]> = ['publish', 'post', 'settle', 'sign', 'commit', 'accept', 'silence', 'wait'];
const steps: fc.Arbitrary<Step> = fc.tuple(fc.oneof(fc.constantFrom(...STEPS), fc.constantFrom(...often)), fc.nat(9));
const scripts = fc.array(steps, { minLength: 5, maxLength: 60 });

const pick = <T>(all: readonly T[], n: number): T | undefined => all[n % Math.max(1, all.length)];

function take(world: OutboxWorld, [step, n]: Step): void {
  const tab = pick(world.tabs, n);
  const jobs = tab?.records() ?? [];
  const job = pick(jobs, n)?.job ?? '';
  const delivery = pick(world.waiting(), n);
  const past = pick(
    world.deliveries.filter(({ open, from }) => !open && from.getSnapshot().status === 'active'),
    n,
  );
  const text = `note ${world.nextNumber()}`;
  if (step === 'publish') tab?.publish(text);
  else if (step === 'post') {
    tab?.publish(text);
    tab?.store.commit();
    tab?.sign();
  } else if (step === 'settle') world.settle();
  else if (step === 'sign') tab?.sign();
  else if (step === 'lie') tab?.sign(true);
  else if (step === 'refuse') tab?.refuse();
  else if (step === 'commit') tab?.store.commit();
  else if (step === 'notify') tab?.store.notify();
  else if (step === 'accept' && delivery) world.answer(delivery, 'accepted');
  else if (step === 'reject' && delivery) world.answer(delivery, 'rejected', 'blocked: no');
  else if (step === 'silence' && delivery) world.answer(delivery, 'silent', 'relay connection closed');
  else if (step === 'accept again' && past) world.answer(past, 'accepted');
  else if (step === 'reject late' && past) world.answer(past, 'rejected', 'error: late');
  else if (step === 'broadcast ok') tab?.broadcast('ok');
  else if (step === 'broadcast none') tab?.broadcast('none');
  else if (step === 'broadcast refuse') tab?.broadcast('refuse');
  else if (step === 'import') tab?.imported();
  else if (step === 'wait') world.elapse(1_500);
  else if (step === 'wait long') world.elapse(50_000);
  else if (step === 'crash' && tab) world.crash(tab);
  else if (step === 'open' && world.tabs.length < 2) world.open();
  else if (step === 'sleep') tab?.actor.send({ type: 'outbox.sleep' });
  else if (step === 'wake') tab?.actor.send({ type: 'outbox.wake' });
  else if (step === 'retry') tab?.actor.send({ type: 'outbox.retry', job, now: world.now() });
  else if (step === 'discard') tab?.actor.send({ type: 'outbox.discard', job });
}

/** Prompts for jobs whose signature is already in the log that this tab has read. */
function signedTwice(tab: OutboxTab): readonly string[] {
  return tab.prompts().flatMap(({ id }) => (tab.record(id)?.event ? [id] : []));
}

/** Everything that is left is done as it should be: one tab, a person who signs and tries again, relays that say OK. */
function finish(world: OutboxWorld): OutboxTab {
  while (world.tabs[0]) world.crash(world.tabs[0]);
  world.elapse(2_000);
  const tab = world.open();
  for (let round = 0; round < 12; round++) {
    world.settle();
    const unsigned = tab
      .records()
      .filter(
        (record) => ['drafted', 'unsigned', 'failed'].includes(stateOf(record)) && tab.prompts().every(({ id }) => id !== record.job),
      );
    for (const { job } of unsigned) tab.actor.send({ type: 'outbox.retry', job, now: world.now() });
    world.settle();
    while (tab.prompts().length > 0) tab.sign();
    world.settle();
    for (const delivery of world.waiting()) world.answer(delivery, 'accepted');
    tab.broadcast('ok');
    tab.imported();
    world.settle();
    world.elapse(1_000);
    world.check();
  }
  return tab;
}

type World = Parameters<typeof outboxWorld>[0];
const holds = (machines: World) =>
  fc.property(scripts, (script) => {
    const world = outboxWorld(machines);
    world.open();
    world.open();
    for (const step of script) {
      take(world, step);
      world.check();
      for (const tab of world.tabs) expect(signedTwice(tab)).toEqual([]);
    }
    expect(world.faults).toEqual([]);
    const tab = finish(world);
    expect(world.faults).toEqual([]);
    const left = tab.records().filter((record) => stateOf(record) !== 'accepted' && stateOf(record) !== 'discarded');
    expect(left.map((record) => [stateOf(record), record.refusal])).toEqual([]);
    expect(tab.records().filter((record) => !isSettled(record) && !record.discarded)).toEqual([]);
    for (const { job, event } of tab.records()) {
      const signatures = world.disk.log.filter((entry) => entry.job === job && entry.type === 'signed');
      expect(signatures.length).toBeLessThanOrEqual(1);
      if (event) expect(signatures[0]?.type === 'signed' && signatures[0].event.id).toBe(event.id);
    }
  });

const runs = { numRuns: 300 };

test('INV-OUTCOME INV-IDENTITY INV-FALLBACK PUBLISH-04 BEYOND-05 in two tabs, with crashes, loss and lies, nothing is said that is not so, nothing is published twice, and everything comes to an end', () => {
  fc.assert(holds({}), runs);
});

/** The outbox with jobs that are wrong on purpose. */
const withJobs = (publish: typeof publishMachine) => ({ outbox: outboxMachine.provide({ actors: { publish } }) });

/** Sends what comes back from the signer at once, and writes it to the log afterwards. */
const hasty = publishMachine.provide({
  actions: {
    tellSigned: enqueueActions(({ context, event, enqueue, self }) => {
      if (event.type !== 'sign.settled' || !event.outcome.ok || !('event' in event.outcome)) return;
      const signed = event.outcome.event;
      enqueue.sendTo(context.pool, { type: 'pool.ask', from: self, ask: { kind: 'publish', event: signed }, urls: RELAYS });
      if (self._parent)
        enqueue.sendTo(self._parent, { type: 'outbox.lines', lines: [{ job: context.record.job, type: 'signed', event: signed }] });
    }),
  },
});

test.each<[string, World]>([
  [
    'INV-OUTCOME a job that takes what was sent for accepted',
    withJobs(publishMachine.provide({ guards: { isAccepted: ({ context }) => context.record.event !== undefined } })),
  ],
  ['INV-FALLBACK a job that gives up where all relays failed', withJobs(publishMachine.provide({ guards: { isBroadcast: () => true } }))],
  ['a job that sends what was signed before it is in the log', withJobs(hasty)],
])('caught (planted): %s', (_, machines) => {
  expect(endOf(holds(machines))).toBe('AssertionError');
});

test('E-48 killed after any line of the log, and again at any later one, the job goes on to one copy with one signature', () => {
  const act = (world: OutboxWorld, tab: OutboxTab) => {
    for (const { job, event } of tab.records())
      if (!event && tab.prompts().length === 0) tab.actor.send({ type: 'outbox.retry', job, now: world.now() });
    tab.sign();
    for (const delivery of world.waiting()) world.answer(delivery, 'accepted');
    tab.imported();
  };
  for (let first = 0; first < 8; first++) {
    for (let second = 0; second < 8; second++) {
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

test('INV-SCOPE lines of another account in the same store are not seen, and nothing of them is sent', () => {
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

test('C-25 what is ordered before the log is read, or while it cannot be, waits and is then done', () => {
  const world = outboxWorld({ eager: true });
  const store = fakePort<StoreCommand, { account: string }, StoreSignal>();
  const actor = createActor(outboxMachine.provide({ actors: { store: store.logic } }), {
    input: { account: ME, hub: fakeHub().hub, pool: relayAsker().ref, signer: signDesk().ref },
    clock: world.clock,
  }).start();
  const order = { draft: { kind: 1, tags: [], content: 'early' }, relays: RELAYS, now: world.now() };
  actor.send({ type: 'outbox.publish', order });
  world.elapse(10_500);
  expect(actor.getSnapshot().hasTag('broken')).toBe(true);
  actor.send({ type: 'outbox.publish', order: { ...order, draft: { ...order.draft, content: 'later' } } });
  world.elapse(5_000);
  expect(store.lives).toHaveLength(2);
  store.report({ type: 'store.opened', entries: [], now: world.now() });
  expect(store.last().told.flatMap((command) => (command.type === 'store.append' ? command.lines.map(({ type }) => type) : []))).toEqual([
    'intended',
    'drafted',
    'intended',
    'drafted',
  ]);
  store.report({ type: 'store.unkept', reason: 'full' });
  expect(actor.getSnapshot().context.unkept).toBe('full');
});

test('what is settled and older than a week is let go when the log is opened', () => {
  const world = outboxWorld({ eager: true });
  const tab = world.open();
  tab.publish('old');
  tab.actor.send({ type: 'outbox.discard', job: tab.records()[0]?.job ?? '' });
  tab.publish('open');
  world.crash(tab);
  world.elapse(8 * 24 * 60 * 60_000);
  const later = world.open();
  expect(later.records().map(({ wish }) => wish.type === 'event' && wish.draft.content)).toEqual(['open']);
});

test('TOOL-03 every state and transition of the outbox is reached', () => {
  const walk = publishWalks['outbox'];
  const { unsampled, untaken } = explore(outboxMachine, {
    input: walk?.input as never,
    samples: walk?.samples ?? {},
    ...(walk?.key ? { key: walk.key } : {}),
  });
  expect(unsampled).toEqual([]);
  expect(untaken).toEqual([]);
});
