import { afterEach, describe, expect, test, vi } from 'vitest';
import { createActor, setup } from 'xstate';
import { fakeIdb } from '../../../../tests/support/browser/fake-idb.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import type { OutboxEntryDraft } from '../../../events/publish/outbox/outbox-entry.ts';
import { templateOf } from '../../../events/publish/outbox/event-template.ts';
import { seconds } from '../../../events/core/time.ts';
import { verifyWith } from '../../../events/nostr/verify.ts';
import type { OutboxLogCommand, OutboxLogSignal } from '../../../machines/core/outbox-protocol.ts';
import { listLock } from '../../account/lists/list-lock.ts';
import { openTabLeader } from '../../core/tab-leader.ts';
import { outboxLogName } from './outbox-log.ts';
import { eraseOutbox, outboxStore } from './outbox-store.ts';
import { pressed } from '../../../events/nostr/ours.ts';

const ME = '1'.repeat(64);
const draft = pressed({ kind: 1, tags: [], content: 'hello' });
const template = templateOf(draft, ME, seconds(100));
const begin: OutboxEntryDraft[] = [
  { job: 'j', type: 'intended', account: ME, wish: { type: 'event', draft } },
  { job: 'j', type: 'drafted', template, relays: [] },
];
const signed: OutboxEntryDraft = { job: 'j', type: 'signed', event: trusted(template) };

const stops: Array<() => void> = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.useRealTimers();
});

/** Let that time pass, in milliseconds, and everything that waits for it happen. */
async function pass(time: number): Promise<void> {
  for (const step of [0, time, 0]) {
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(step);
  }
}

/** One tab with the real port. `until` waits for a matching signal. */
function openTab(
  idb: ReturnType<typeof fakeIdb>,
  tab: string,
  locks: LockManager | undefined = navigator.locks,
) {
  const heard: OutboxLogSignal[] = [];
  let opened = 0;
  let look: () => void = () => undefined;
  const logic = outboxStore({
    factory: idb.factory,
    keyRange: idb.keyRange,
    now: () => seconds(100),
    verify: () => Promise.resolve(verifyWith(() => true)),
    newId: () => `${tab} ${opened++}`,
    locks,
    channel: (name) => new BroadcastChannel(name),
  });
  const parent = setup({
    types: { events: {} as OutboxLogSignal },
    actors: { store: logic },
  }).createMachine({
    invoke: { id: 'store', src: 'store', input: { account: ME } },
    on: {
      '*': {
        actions: ({ event }) => {
          heard.push(event);
          look();
        },
      },
    },
  });
  const actor = createActor(parent).start();
  const stop = () => actor.stop();
  stops.push(stop);
  const until = (fits: () => boolean) =>
    new Promise<void>((resolve) => {
      look = () => {
        if (fits()) resolve();
      };
      look();
    });
  const lines = () =>
    heard
      .flatMap((signal) =>
        signal.type === 'store.opened' || signal.type === 'store.appended' ? signal.entries : [],
      )
      .map(({ type }) => type);
  const leads = () =>
    heard.findLast((signal) => signal.type === 'store.leadershipChanged')?.leading === true;
  return {
    heard,
    until,
    lines,
    leads,
    stop,
    send: (command: OutboxLogCommand) => actor.getSnapshot().children['store']?.send(command),
  };
}

describe('tabs of one account', () => {
  test('the other tab receives each line once and in order; a refused line is handed back', async () => {
    const idb = fakeIdb();
    const [one, two] = [openTab(idb, 'one'), openTab(idb, 'two')];
    one.send({ type: 'store.append', lines: begin });
    one.send({ type: 'store.append', lines: [signed] });
    await two.until(() => two.lines().length === 3);
    two.send({ type: 'store.append', lines: [signed] });
    await two.until(() => two.heard.some(({ type }) => type === 'store.refused'));
    expect(one.lines()).toEqual(['intended', 'drafted', 'signed']);
    expect(two.lines()).toEqual(['intended', 'drafted', 'signed']);
    one.stop();
    const three = openTab(idb, 'three');
    await three.until(() => three.heard.length > 0);
    expect(three.heard[0]).toMatchObject({ type: 'store.opened', now: 100 });
    expect(three.lines()).toEqual(['intended', 'drafted', 'signed']);
  });

  test('ACTIVITY-03 one tab leads; a tab that acts takes over; when it closes or resigns, another follows', async () => {
    const idb = fakeIdb();
    const one = openTab(idb, 'one');
    await one.until(one.leads);
    const two = openTab(idb, 'two');
    await two.until(() => two.heard.length > 0);
    expect(two.leads()).toBe(false);
    two.send({ type: 'store.lead' });
    await two.until(two.leads);
    await one.until(() => !one.leads());
    two.send({ type: 'store.resign' });
    await one.until(one.leads);
    expect(two.leads()).toBe(false);
    two.send({ type: 'store.standBy' });
    one.stop();
    await two.until(two.leads);
  });

  test('without locks every tab leads; without a database the log lives as long as the page', async () => {
    const idb = fakeIdb({
      fail: (operation) =>
        operation === 'open' ? new DOMException('no', 'SecurityError') : undefined,
    });
    const heard: boolean[] = [];
    openTabLeader(undefined, 'x', (leading) => heard.push(leading)).stand();
    expect(heard).toEqual([true]);
    const one = openTab(idb, 'one');
    one.send({ type: 'store.append', lines: begin });
    await one.until(() => one.lines().length === 2);
    expect(one.heard).toContainEqual({ type: 'store.writeFailed', reason: 'blocked' });
  });

  test('E-47 E-48 a log that opens late is read, and gets the lines that were held', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const idb = fakeIdb();
    const first = openTab(idb, 'first');
    first.send({ type: 'store.append', lines: begin });
    await first.until(() => first.lines().length === 2);
    first.stop();

    const gate = Promise.withResolvers<void>();
    idb.faults.opening = gate.promise;
    const one = openTab(idb, 'one');
    await pass(5_000);
    expect(one.heard).toMatchObject([
      { type: 'store.opened', entries: [] },
      { type: 'store.writeFailed', reason: 'blocked' },
      { type: 'store.leadershipChanged' },
    ]);
    one.send({ type: 'store.append', lines: [{ ...begin[0], job: 'k' } as OutboxEntryDraft] });
    gate.resolve();
    await pass(5_000);
    await one.until(() => one.heard.some(({ type }) => type === 'store.written'));
    expect(one.lines().toSorted()).toEqual(['drafted', 'intended', 'intended']);
    expect(idb.rows(outboxLogName(ME), 'log')).toHaveLength(3);
  });

  test('E-47 a disk that refuses is tried again every 5 seconds, until it has all lines', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const idb = fakeIdb();
    const one = openTab(idb, 'one');
    const two = openTab(idb, 'two');
    await one.until(one.leads);
    idb.faults.fail = (operation) =>
      operation === 'add' ? new DOMException('full', 'QuotaExceededError') : undefined;
    one.send({ type: 'store.append', lines: begin });
    await one.until(() => one.heard.some(({ type }) => type === 'store.writeFailed'));
    await pass(5_000);
    expect(idb.rows(outboxLogName(ME), 'log')).toEqual([]);
    idb.faults.fail = () => undefined;
    await pass(5_000);
    await one.until(() => one.heard.some(({ type }) => type === 'store.written'));
    expect(idb.rows(outboxLogName(ME), 'log')).toHaveLength(2);
    await two.until(() => two.lines().length === 2);
    expect(one.heard.filter(({ type }) => type === 'store.writeFailed')).toHaveLength(1);
  });

  test('E-35 INV-SCOPE an erased log is gone, and a stopped tab reports nothing more', async () => {
    const idb = fakeIdb();
    const one = openTab(idb, 'one');
    one.send({ type: 'store.append', lines: begin });
    await one.until(() => one.lines().length === 2);
    one.send({ type: 'store.append', lines: [signed] });
    one.stop();
    const before = one.heard.length;
    await eraseOutbox(idb.factory, ME);
    expect(idb.names()).not.toContain(outboxLogName(ME));
    expect(one.heard).toHaveLength(before);
  });

  test('pruned jobs are gone for the next tab', async () => {
    const idb = fakeIdb();
    const one = openTab(idb, 'one');
    one.send({ type: 'store.append', lines: begin });
    one.send({ type: 'store.prune', jobs: ['j'] });
    one.send({ type: 'store.append', lines: begin.map((line) => ({ ...line, job: 'k' })) });
    await one.until(() => one.lines().length === 4);
    const two = openTab(idb, 'two');
    await two.until(() => two.heard.length > 0);
    expect(two.lines()).toHaveLength(2);
  });
});

test('INV-SERIAL one tab at a time has the lock of a list; lists and accounts have separate locks', async () => {
  const given: string[] = [];
  const lock = (
    name: string,
    list: 'follows' | 'mutes' = 'follows',
    locks: LockManager | null = navigator.locks,
  ) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const parent = setup({
      types: { events: {} as { type: 'lock.granted' | 'lock.unavailable' } },
      actors: { lock: listLock(locks ?? undefined) },
    }).createMachine({
      invoke: { id: 'lock', src: 'lock', input: { account: ME, list } },
      on: {
        'lock.unavailable': {
          actions: () => {
            given.push(`not ${name}`);
            resolve();
          },
        },
        'lock.granted': {
          actions: () => {
            given.push(name);
            resolve();
          },
        },
      },
    });
    const actor = createActor(parent).start();
    stops.push(() => actor.stop());
    return { actor, promise };
  };
  const first = lock('first');
  await first.promise;
  const second = lock('second');
  const third = lock('third');
  await lock('mutes', 'mutes').promise;
  await lock('lawless', 'follows', null).promise;
  second.actor.stop();
  first.actor.stop();
  await third.promise;
  expect(given).toEqual(['first', 'mutes', 'not lawless', 'third']);
});
