import { inEnglish } from '../../../tests/support/views/in-english.ts';
import { type AnyActorRef, createActor, createMachine, fromCallback } from 'xstate';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { elapse } from '../../../tests/support/machines/clock.ts';
import { range } from '../../../tests/support/connection/fake-cache.ts';
import { fakeApp } from '../../../tests/support/views/fake-app.ts';
import { breakable, breakNow } from '../../../tests/support/machines/planted.ts';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { getRow } from '../../events/core/table.ts';
import { millis, seconds } from '../../events/core/time.ts';

// XState warns about events sent to stopped actors
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));
afterEach(() => void vi.restoreAllMocks());

const MINUTE = 60_000;

const ASKERS = ['names', 'providers'] as const;

function start(change = breakable) {
  const fake = fakeApp({}, change);
  fake.app.start();
  const children = () => fake.app.getSnapshot().children;
  const child = (name: string): AnyActorRef | undefined =>
    Object.entries<AnyActorRef | undefined>(children()).find(([id]) => id === name)?.[1];
  return { ...fake, children, child, context: () => fake.app.getSnapshot().context };
}

/** Start the app including the lazily started children. */
function startAll() {
  const all = start();
  for (const name of ASKERS) all.app.send({ type: 'app.restart', name });
  return all;
}

describe('the bus', () => {
  test('CACHE-03 a request goes to the cache, facts to the read model, then the answer to the caller', () => {
    const { app, socket, answer, children } = start();
    socket.connect();
    const note = trusted({ content: 'hello' });
    let rowsWhenTold: unknown;
    const asker = createActor(
      createMachine({
        on: {
          'answer.partReceived': {
            actions: () =>
              (rowsWhenTold = getRow(
                children().facts?.getSnapshot().context.events ?? ({} as never),
                note.id,
              )),
          },
        },
      }),
    ).start();
    app.send({ type: 'cache.ask', from: asker, query: { verb: 'events' }, stream: false });
    answer('events', { events: [note] });
    expect(rowsWhenTold).toMatchObject({ id: note.id });
    expect(socket.open().some(({ query }) => query.verb === 'events')).toBe(false);
  });

  test('a forgotten request is closed on the wire', () => {
    const { app, socket, isAsked } = start();
    socket.connect();
    const asker = createActor(createMachine({})).start();
    app.send({ type: 'cache.ask', from: asker, query: { verb: 'net_stats' }, stream: true });
    expect(isAsked('net_stats')).toBe(true);
    app.send({ type: 'cache.forget', from: asker });
    expect(isAsked('net_stats')).toBe(false);
  });

  test('INV-SCOPE likes of one account are unknown for the next one, also if they arrive late', () => {
    const { app, socket, answer, children } = start();
    socket.connect();
    const id = 'e'.repeat(64);
    const claims = [
      { claim: 'actions', id, liked: true, replied: false, reposted: false, zapped: true } as const,
    ];
    const known = () => children().facts?.getSnapshot().context;
    const ask = () => {
      const asker = createActor(createMachine({})).start();
      app.send({ type: 'cache.ask', from: asker, query: { verb: 'events' }, stream: false });
      return asker;
    };
    const change = (digit: string) => {
      const pubkey = digit.repeat(64);
      app.send({ type: 'account.changed', account: { pubkey, method: 'extension' } });
    };
    change('a');
    ask();
    const note = trusted({ content: 'kept' });
    answer('events', { events: [note], claims });
    expect(known()?.actions).toHaveProperty('size', 1);
    const late = ask();
    late.stop();
    change('b');
    expect(known()?.actions).toHaveProperty('size', 0);
    answer('events', { claims });
    expect(known()?.actions).toHaveProperty('size', 0);
    expect(known()?.events).toHaveProperty('size', 1);
  });

  test('BEYOND-09 INV-SCOPE an undo toast shows until it is settled, and only to its account', () => {
    const { app, children } = start();
    const undos = () =>
      children()
        .toasts?.getSnapshot()
        .context.toasts.map(({ undo, left }) => [undo, left]);
    for (const job of ['1', '2'])
      app.send({
        type: 'account.held',
        job,
        message: { code: 'like.doing' },
        lasts: millis(4_000),
      });
    expect(undos()).toEqual(['1', '2'].map((job) => [job, 4_000]));
    app.send({ type: 'account.settled', job: '1' });
    expect(undos()).toEqual([['2', 4_000]]);
    app.send({ type: 'account.changed', account: { pubkey: 'c'.repeat(64), method: 'extension' } });
    expect(undos()).toEqual([]);
  });

  test('toasts reach their actor', () => {
    const { app, children } = start();
    app.send({ type: 'toast.show', kind: 'info', message: { code: 'copy.failed' } });
    expect(children().toasts?.getSnapshot().context.toasts).toHaveLength(1);
  });

  test('E-47 a failure to store settings shows a toast', () => {
    const { children, device } = start();
    children().settings?.send({ type: 'settings.change', change: { theme: 'ice' } });
    device.say({ type: 'store.failed', reason: 'full', revision: 1 });
    expect(
      children()
        .toasts?.getSnapshot()
        .context.toasts.map(({ message }) => inEnglish(message)),
    ).toEqual(['This device can’t save settings: its storage is full']);
  });

  test('a sweep evicts events that no screen shows and keeps the others', () => {
    const { clock, socket, answer, children } = start();
    socket.connect();
    const shown = trusted({ content: 'shown' });
    const others = Array.from({ length: 60_000 }, (_, n) => ({
      ...shown,
      id: `other ${n}`,
      created_at: seconds(n),
    }));
    children().screens?.send({
      type: 'screen.opened',
      order: { kind: 'feed', key: 'feed:home', input: { base: { verb: 'feed' }, pageSize: 20 } },
    });
    answer('feed', { events: [shown], claims: [range([shown.id], { since: 1, until: 1 })] });
    children().facts?.send({
      type: 'facts.received',
      events: others,
      claims: [],
      now: seconds(1_700_000_000),
    });
    const events = () => children().facts?.getSnapshot().context.events;
    const before = events()?.size ?? 0;
    elapse(clock, 5 * MINUTE, 1_000);
    expect(events()?.size).toBeLessThan(before);
    const kept = events();
    expect(kept && getRow(kept, shown.id)).toBeDefined();
  });
});

describe('sleep and network', () => {
  test('ACTIVITY-01 ACTIVITY-02 asleep the cache has no socket; the first input opens one again', () => {
    const { clock, socket, activity, children } = start();
    socket.connect();
    elapse(clock, 5 * MINUTE, 1_000);
    expect([children().cache?.getSnapshot().value, socket.last().closed]).toEqual([
      'suspended',
      true,
    ]);
    const { length } = socket.epochs;
    elapse(clock, 60 * MINUTE, 10_000);
    expect(socket.epochs).toHaveLength(length);
    activity.say({ type: 'activity.seen' });
    expect(socket.epochs).toHaveLength(length + 1);
    socket.connect();
    expect(children().cache?.getSnapshot().hasTag('online')).toBe(true);
  });

  test('ACTIVITY-02 CACHE-07 36 s after waking a closed socket reopens at once, and live counts resume', () => {
    const { app, clock, socket, activity, children } = start();
    socket.connect();
    children().screens?.send({ type: 'screen.opened', order: { kind: 'stats', key: 'stats' } });
    const isCounting = () => socket.open().some(({ query }) => query.verb === 'net_stats');
    expect(isCounting()).toBe(true);
    elapse(clock, 5 * MINUTE, 1_000);
    expect(app.getSnapshot().children.activity?.getSnapshot().value).toBe('asleep');
    activity.say({ type: 'activity.seen' });
    const woken = clock.now();
    while (clock.now() - woken < 35_000) {
      if (children().cache?.getSnapshot().value !== 'waiting') socket.closed();
      elapse(clock, 500, 100);
    }
    if (children().cache?.getSnapshot().value !== 'waiting') socket.closed();
    const { length } = socket.epochs;
    elapse(clock, 1_000, 100);
    expect([
      app.getSnapshot().children.activity?.getSnapshot().value,
      socket.epochs.length,
    ]).toEqual(['awake', length + 1]);
    socket.connect();
    expect(isCounting()).toBe(true);
  });

  test('CACHE-02 when the network returns, the cache reconnects at once', () => {
    const { app, net, socket, clock } = start();
    for (let time = 0; time < 6; time++) {
      socket.closed();
      elapse(clock, 10_000);
    }
    net.say({ type: 'network.wentOffline' });
    expect(app.getSnapshot().hasTag('offline')).toBe(true);
    socket.closed();
    const { length } = socket.epochs;
    net.say({ type: 'network.wentOnline' });
    expect([app.getSnapshot().hasTag('offline'), socket.epochs.length]).toEqual([
      false,
      length + 1,
    ]);
  });

  test('INV-PROGRESS a feed that failed without a connection loads when there is one', () => {
    const { clock, socket, isAsked, children } = start();
    children().screens?.send({
      type: 'screen.opened',
      order: { kind: 'feed', key: 'feed:home', input: { base: { verb: 'feed' }, pageSize: 20 } },
    });
    elapse(clock, 10_300);
    expect(socket.epochs).toHaveLength(2);
    socket.connect();
    expect(isAsked('feed')).toBe(true);
  });
});

const BREAKABLE = ['settings', 'toasts', 'activity', 'cache', ...ASKERS, 'screens'];

describe('crashes', () => {
  test.each(BREAKABLE)(
    'TRUST-06 a crashed %s is stopped and restarted, and no other child is affected',
    (name) => {
      const { app, child, context } = startAll();
      const others = BREAKABLE.filter((one) => one !== name);
      const [before, beside] = [child(name), others.map(child)];
      breakNow(before);
      expect(app.getSnapshot().status).toBe('active');
      expect(child(name)?.getSnapshot().status).toBe('active');
      expect(child(name)).not.toBe(before);
      expect(others.map(child)).toEqual(beside);
      expect(context().crashes.map(({ actor }) => actor)).toEqual([name]);
    },
  );

  test.each(BREAKABLE)(
    'TRUST-06 %s restarts at most three times a minute; later events to it do no harm',
    (name) => {
      const { app, child, context, net, activity } = startAll();
      for (let time = 0; time < 3; time++) breakNow(child(name));
      expect(child(name)?.getSnapshot().status).toBe('active');
      breakNow(child(name));
      expect([child(name), context().crashes.length]).toEqual([undefined, 4]);
      app.send({ type: 'toast.show', kind: 'info', message: { code: 'copy.failed' } });
      app.send({ type: 'dialog.ask', question: { code: 'delete' }, yes: [] });
      app.send({ type: 'cache.ask', from: app as never, query: { verb: 'events' }, stream: false });
      app.send({ type: 'settings.unsaved', reason: 'full' });
      app.send({ type: 'cache.connected' });
      app.send({ type: 'screens.swept' });
      app.send({ type: 'activity.slept' });
      activity.say({ type: 'activity.seen' });
      net.say({ type: 'network.wentOffline' });
      net.say({ type: 'network.wentOnline' });
      expect(app.getSnapshot().status).toBe('active');
    },
  );

  test('TRUST-08 the name lookup does not start before it is needed', () => {
    const { app, child } = start();
    expect(ASKERS.map(child)).toEqual([undefined, undefined]);
    app.send({ type: 'app.restart', name: 'providers' });
    expect([child('names'), child('providers')?.getSnapshot().status]).toEqual([
      undefined,
      'active',
    ]);
  });

  test('TRUST-06 the dialogs actor starts with the first question, and restarts after a crash', () => {
    const { app, child, context } = start();
    const ask = () => app.send({ type: 'dialog.ask', question: { code: 'delete' }, yes: [] });
    const asked = () => child('dialogs')?.getSnapshot().context.queue.length;
    app.send({ type: 'dialog.clear' });
    expect(child('dialogs')).toBeUndefined();
    ask();
    expect(asked()).toBe(1);
    app.send({
      type: 'xstate.error.actor.dialogs',
      actorId: 'dialogs',
      error: new Error('x'),
    } as never);
    expect([asked(), context().crashes.map(({ actor }) => actor)]).toEqual([0, ['dialogs']]);
    ask();
    expect([asked(), app.getSnapshot().status]).toEqual([1, 'active']);
  });

  test('TRUST-06 after a quiet minute three more crashes are allowed', () => {
    const { clock, child } = start();
    for (let time = 0; time < 3; time++) breakNow(child('toasts'));
    elapse(clock, MINUTE, 1_000);
    for (let time = 0; time < 3; time++) breakNow(child('toasts'));
    expect(child('toasts')?.getSnapshot().status).toBe('active');
  });

  test('TRUST-06 a port that fails to start affects no other', () => {
    const { machine, app } = fakeApp();
    const dead = fromCallback<{ type: string }, undefined>(() => {
      throw new Error('no network here');
    });
    const actor = createActor(machine.provide({ actors: { online: dead } }), {
      input: app.options.input as never,
    }).start();
    expect(actor.getSnapshot().status).toBe('active');
    expect(actor.getSnapshot().context.crashes).toEqual(
      Array.from({ length: 4 }, () => ({ actor: 'online', message: 'no network here' })),
    );
    actor.stop();
  });

  test('TRUST-05 TRUST-06 the crash of a screen is listed under its path, without its secret', () => {
    const { app, context } = start();
    app.send({ type: 'screens.crashed', crash: { actor: 'screens/stats', message: 'x' } });
    const error = new Error(`bad key nsec1${'q'.repeat(58)}`);
    app.send({ type: 'xstate.error.actor.toasts', actorId: 'toasts', error } as never);
    expect(context().crashes).toEqual([
      { actor: 'screens/stats', message: 'x' },
      { actor: 'toasts', message: 'bad key [63 characters kept back]' },
    ]);
  });
});
