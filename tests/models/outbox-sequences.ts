import { deepStrictEqual, ok } from 'node:assert';
import fc from 'fast-check';
import { isSettled, stateOf } from '../../src/events/publish/outbox/outbox.ts';
import { seconds } from '../../src/events/core/time.ts';
import { type OutboxTab, type OutboxWorld, outboxWorld } from '../support/publish/outbox-world.ts';

/** One step of a sequence. Numbers choose among the existing tabs, deliveries or jobs. */
const STEPS = [
  'publish',
  'publish again',
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
  'stray',
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
const often: ReadonlyArray<(typeof STEPS)[number]> = [
  'publish',
  'post',
  'settle',
  'sign',
  'commit',
  'accept',
  'silence',
  'wait',
];
const steps: fc.Arbitrary<Step> = fc.tuple(
  fc.oneof(fc.constantFrom(...STEPS), fc.constantFrom(...often)),
  fc.nat(9),
);
const scripts = fc.array(steps, { minLength: 5, maxLength: 60 });

const pick = <T>(all: readonly T[], n: number): T | undefined => all[n % Math.max(1, all.length)];

/** The user's actions in a sequence, as far as the world does not record them. */
interface Person {
  /** Jobs that the user discarded. */
  readonly thrown: Set<string>;
  /**
   * Texts of composers. Any tab may publish them again, and every second text is an edit of the one
   * before.
   */
  readonly composed: string[];
}

const rootOf = (at: number) => `root ${Math.floor(at / 2)}`;

function take(world: OutboxWorld, { thrown, composed }: Person, [step, n]: Step): void {
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
  else if (step === 'publish again') {
    if (n > 4 || composed.length === 0) composed.push(text);
    tab?.publish(composed.at(-1) ?? text, { origin: rootOf(composed.length - 1) });
  } else if (step === 'post') {
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
  else if (step === 'silence' && delivery)
    world.answer(delivery, 'silent', { code: 'relay.closed' });
  else if (step === 'accept again' && past) world.answer(past, 'accepted');
  else if (step === 'reject late' && past) world.answer(past, 'rejected', 'error: late');
  else if (step === 'stray' && delivery) {
    const { from, url } = delivery;
    from.send({
      type: 'relay.outcome',
      url,
      eventId: 'f'.repeat(64),
      outcome: n % 2 === 0 ? 'accepted' : 'rejected',
    });
  } else if (step === 'broadcast ok') tab?.broadcast('ok');
  else if (step === 'broadcast none') tab?.broadcast('none');
  else if (step === 'broadcast refuse') tab?.broadcast('refuse');
  else if (step === 'import') tab?.imported();
  else if (step === 'wait') world.elapse(1_500);
  else if (step === 'wait long') world.elapse(50_000);
  else if (step === 'crash' && tab) world.crash(tab);
  else if (step === 'open' && world.tabs.length < 2) world.open();
  else if (step === 'sleep') tab?.actor.send({ type: 'account.wakeChanged', on: false });
  else if (step === 'wake') tab?.actor.send({ type: 'account.wakeChanged', on: true });
  else if (step === 'retry')
    tab?.actor.send({ type: 'outbox.retry', job, now: seconds(world.now()) });
  else if (step === 'discard') {
    thrown.add(job);
    tab?.actor.send({ type: 'outbox.discard', job });
  }
}

/** Prompts for jobs that this tab already knows to be signed. */
function signedTwice(tab: OutboxTab): readonly string[] {
  return tab.prompts().flatMap(({ id }) => (tab.record(id)?.event ? [id] : []));
}

/**
 * Finish all open work without faults: one tab, a user who signs and retries, relays that say OK.
 */
export function finish(world: OutboxWorld): OutboxTab {
  while (world.tabs[0]) world.crash(world.tabs[0]);
  world.elapse(2_000);
  const tab = world.open();
  for (let round = 0; round < 12; round++) {
    world.settle();
    const unsigned = tab
      .records()
      .filter(
        (record) =>
          ['drafted', 'unsigned', 'failed'].includes(stateOf(record)) &&
          tab.prompts().every(({ id }) => id !== record.job),
      );
    for (const { job } of unsigned)
      tab.actor.send({ type: 'outbox.retry', job, now: seconds(world.now()) });
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

/**
 * Texts that were ordered and logged, not given up or changed, but neither published nor in
 * progress (INV-NO-LOSS).
 */
function lost(world: OutboxWorld, tab: OutboxTab, { thrown, composed }: Person): readonly string[] {
  const changed = new Set(
    composed.filter((_, at) => at + 1 < composed.length && rootOf(at) === rootOf(at + 1)),
  );
  const held = new Set(
    [...world.held.values()].flatMap((events) =>
      [...events.values()].map(({ content }) => content),
    ),
  );
  const byCache = new Set(
    tab
      .records()
      .flatMap(({ event, broadcastTo }) =>
        event && broadcastTo.length > 0 ? [event.content] : [],
      ),
  );
  return world.disk.log.flatMap((entry) => {
    if (entry.type !== 'intended' || entry.wish.type !== 'event' || thrown.has(entry.job))
      return [];
    const { content } = entry.wish.draft;
    return held.has(content) || byCache.has(content) || changed.has(content) ? [] : [content];
  });
}

/** Texts that are published more than once. */
function copies(world: OutboxWorld): readonly string[] {
  const ids = new Map<string, Set<string>>();
  for (const entry of world.disk.log)
    if (entry.type === 'signed')
      ids.set(entry.event.content, (ids.get(entry.event.content) ?? new Set()).add(entry.event.id));
  return [...ids].flatMap(([content, signed]) => (signed.size > 1 ? [content] : []));
}

export type World = Parameters<typeof outboxWorld>[0];

/**
 * Invariants for every sequence of actions by users, relays, signers and crashes, in two tabs of
 * one account.
 */
export const outboxHolds = (machines: World) =>
  fc.property(scripts, (script) => {
    const world = outboxWorld(machines);
    const person: Person = { thrown: new Set(), composed: [] };
    world.open();
    world.open();
    for (const step of script) {
      take(world, person, step);
      world.check();
      for (const tab of world.tabs) deepStrictEqual(signedTwice(tab), []);
    }
    deepStrictEqual(world.faults, []);
    const tab = finish(world);
    deepStrictEqual(world.faults, []);
    const left = tab
      .records()
      .filter((record) => stateOf(record) !== 'accepted' && stateOf(record) !== 'discarded');
    deepStrictEqual(
      left.map((record) => [stateOf(record), record.refusal]),
      [],
    );
    deepStrictEqual(
      tab.records().filter((record) => !isSettled(record) && !record.discarded),
      [],
    );
    deepStrictEqual(lost(world, tab, person), []);
    if (person.thrown.size === 0) deepStrictEqual(copies(world), []);
    for (const { job, event } of tab.records()) {
      const signatures = world.disk.log.filter(
        (entry) => entry.job === job && entry.type === 'signed',
      );
      ok(signatures.length <= 1);
      if (event) ok(signatures[0]?.type === 'signed' && signatures[0].event.id === event.id);
    }
  });
