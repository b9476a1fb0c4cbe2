import { type AnyActorRef, createActor } from 'xstate';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeAsker, note, request } from '../../../tests/support/account/fake-signer.ts';
import { ME, startSigner } from '../../../tests/support/account/signer-world.ts';
import { arrival } from '../../../tests/support/connection/fake-cache.ts';
import { fakeRelaySockets } from '../../../tests/support/connection/fake-relays.ts';
import { URL } from '../../../tests/support/connection/relay-asks.ts';
import { fakeSession } from '../../../tests/support/account/fake-session.ts';
import { elapse } from '../../../tests/support/machines/clock.ts';
import { fakeApp } from '../../../tests/support/views/fake-app.ts';
import { quotedMessage } from '../../events/account/user-message.ts';
import { pressed } from '../../events/nostr/ours.ts';
import { query } from '../../events/connection/verbs.ts';
import { relayMachine } from '../connection/relay.machine.ts';
import { crashActor, type Fault, idsOf, openFaults, stopActor } from './faults.ts';

// XState warns of events to stopped actors, which are the point here
afterEach(() => vi.restoreAllMocks());

/** The whole app with its ports played, and faults by hand. */
function world() {
  const fake = fakeApp();
  fake.app.start();
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  const pages: string[] = [];
  const lasting: Array<readonly Fault[]> = [];
  const faults = openFaults(fake.app, {
    cutPage: () => {
      pages.push('cut');
      return () => pages.push('open');
    },
    changed: (now) => lasting.push(now),
  });
  const child = (id: 'toasts' | 'cache'): AnyActorRef => {
    const ref = fake.app.getSnapshot().children[id];
    if (!ref) throw new Error(`there is no ${id}`);
    return ref;
  };
  const texts = () =>
    fake.app.getSnapshot().children.toasts?.getSnapshot().context.toasts.length ?? 0;
  const show = (text: string) =>
    fake.app.send({ type: 'toast.show', kind: 'error', message: quotedMessage(text) });
  const state = () => fake.app.getSnapshot().children.cache?.getSnapshot().value;
  return { ...fake, faults, child, texts, show, state, pages, lasting, warned };
}

test('TOOL-05 a stopped actor gets no events any more, and its owner does not notice', () => {
  const { app, child, texts, show } = world();
  const toasts = child('toasts');
  show('one');
  stopActor(toasts);
  show('two');
  expect(toasts.getSnapshot().status).toBe('stopped');
  expect(texts()).toBe(1);
  expect(app.getSnapshot().children.toasts).toBe(toasts);
  expect(app.getSnapshot().context.crashes).toEqual([]);
});

test('TOOL-05 a stopped socket is closed, and its machine finds out only by silence', () => {
  const { child, socket, state, clock } = world();
  socket.connect();
  const port = child('cache').getSnapshot().children['socket'];
  if (!port) throw new Error('there is no socket');
  stopActor(port);
  expect(socket.last().closed).toBe(true);
  expect(state()).toEqual({ live: { connected: 'fresh' } });
  const asker = fakeAsker();
  child('cache').send({
    type: 'cache.ask',
    from: asker.ref,
    query: query('user_infos', { pubkeys: [ME] }),
    stream: false,
  });
  elapse(clock, 30_000, 1_000);
  expect(socket.epochs.length).toBeGreaterThan(1);
});

test('TOOL-05 TRUST-06 a crash by hand restarts the actor as a real one, at most three times', () => {
  const { app, child, texts, show } = world();
  show('one');
  for (let crash = 1; crash <= 3; crash++) {
    const before = child('toasts');
    crashActor(before);
    expect(before.getSnapshot().status).toBe('error');
    expect(child('toasts')).not.toBe(before);
    expect(texts()).toBe(0);
  }
  show('two');
  expect(texts()).toBe(1);
  crashActor(child('toasts'));
  expect(app.getSnapshot().children.toasts).toBeUndefined();
  const { crashes } = app.getSnapshot().context;
  expect(crashes.map(({ actor }) => actor)).toEqual(Array(4).fill('toasts'));
  expect(crashes[0]?.message).toBe('Crashed by hand in the inspector');
});

test('TOOL-05 a crash by hand of a port is a failure to its machine, and others keep their logic', () => {
  const { child, socket, state, clock } = world();
  socket.connect();
  const port = child('cache').getSnapshot().children['socket'];
  if (!port) throw new Error('there is no socket');
  crashActor(port);
  expect(state()).toBe('waiting');
  elapse(clock, 10_000, 1_000);
  socket.connect();
  expect(state()).toEqual({ live: { connected: 'fresh' } });
});

test('TOOL-05 a slow actor gets its events late and in order, until that is undone', () => {
  const { faults, child, clock, texts, show, lasting } = world();
  const fault: Fault = { kind: 'slow', actor: idsOf(child('toasts')), ms: 2_000 };
  expect(fault.actor).toEqual(['toasts']);
  faults.plant(fault);
  show('one');
  clock.increment(1_500);
  show('two');
  expect(texts()).toBe(0);
  clock.increment(500);
  expect(texts()).toBe(1);
  faults.undo(fault);
  expect(texts()).toBe(2);
  show('three');
  expect(texts()).toBe(3);
  clock.increment(5_000);
  expect(texts()).toBe(3);
  expect(lasting).toEqual([[fault], []]);
});

test('TOOL-05 an event that the end of a delay causes is still delivered', () => {
  const { faults, child, clock, texts, show } = world();
  const fault: Fault = { kind: 'slow', actor: ['toasts'], ms: 2_000 };
  faults.plant(fault);
  show('one');
  const watching = child('toasts').subscribe(() => {
    watching.unsubscribe();
    show('two');
  });
  faults.undo(fault);
  expect(texts()).toBe(1);
  clock.increment(2_000);
  expect(texts()).toBe(2);
});

test('TOOL-05 another length replaces the fault, and a restarted actor stays slow', () => {
  const { faults, child, clock, texts, show, lasting } = world();
  faults.plant({ kind: 'slow', actor: ['toasts'], ms: 9_000 });
  show('one');
  const fault: Fault = { kind: 'slow', actor: ['toasts'], ms: 1_000 };
  faults.plant(fault);
  expect(texts()).toBe(1);
  expect(lasting.at(-1)).toEqual([fault]);
  crashActor(child('toasts'));
  clock.increment(1_000);
  expect(texts()).toBe(0);
  show('two');
  expect(texts()).toBe(0);
  clock.increment(1_000);
  expect(texts()).toBe(1);
});

test('TOOL-05 INV-EPOCH a slow machine gets nothing from a socket that it has ended meanwhile', () => {
  const { faults, socket, clock, state } = world();
  faults.plant({ kind: 'slow', actor: ['cache'], ms: 11_900 });
  socket.opened();
  elapse(clock, 11_800);
  expect(socket.epochs).toHaveLength(2);
  elapse(clock, 200);
  // the first socket was given up after ten seconds
  expect(state()).toEqual({ live: 'connecting' });
});

test('TOOL-05 answers of the caching service come late, everything else in time', () => {
  const { app, faults, child, socket, clock, texts, show } = world();
  const waiting = () => app.getSnapshot().children.cache?.getSnapshot().context.asked.length;
  socket.connect();
  faults.plant({ kind: 'late', ms: 4_000 });
  const wanted = query('user_infos', { pubkeys: [ME] });
  const { ref: from } = fakeAsker();
  const before = waiting() ?? 0;
  child('cache').send({ type: 'cache.ask', from, query: wanted, stream: false });
  socket.batch(arrival(socket.open().at(-1)?.id ?? '', { ended: true }));
  show('one');
  expect(texts()).toBe(1);
  elapse(clock, 3_900);
  expect(waiting()).toBe(before + 1);
  elapse(clock, 100);
  expect(waiting()).toBe(before);
});

test('TOOL-05 without a network all sockets are closed, and none opens until it is back', async () => {
  const { faults, child, socket, clock, state, pages } = world();
  socket.connect();
  const { length } = socket.epochs;
  const fault: Fault = { kind: 'cut' };
  faults.plant(fault);
  expect(socket.last().closed).toBe(true);
  expect(state()).toBe('waiting');
  for (let second = 0; second < 60; second++) {
    elapse(clock, 1_000, 500);
    // sockets fail in a microtask
    // oxlint-disable-next-line no-await-in-loop -- each attempt follows the one before
    await Promise.resolve();
  }
  expect(socket.epochs).toHaveLength(length);
  expect(pages).toEqual(['cut']);
  faults.undo(fault);
  expect(pages).toEqual(['cut', 'open']);
  child('cache').send({ type: 'cache.setOnline' });
  expect(socket.epochs).toHaveLength(length + 1);
  socket.connect();
  expect(state()).toEqual({ live: { connected: 'fresh' } });
});

test('TOOL-05 without a network a relay loses its socket, too', () => {
  const sockets = fakeRelaySockets();
  const relay = createActor(relayMachine.provide({ actors: { socket: sockets.logic } }), {
    input: {
      url: pressed(URL),
      seed: 0.5,
      suspended: false,
      rule: 'silent',
      signer: fakeSession().ref,
      account: ME,
    },
  }).start();
  sockets.open();
  const seams = {
    cutPage: () => () => undefined,
    changed: () => undefined,
  };
  const faults = openFaults(relay, seams);
  faults.plant({ kind: 'cut' });
  expect(relay.getSnapshot().value).toBe('waiting');
  relay.send({ type: 'relay.retry' });
  expect(sockets.alive()).toEqual([]);
  faults.end();
  relay.send({ type: 'relay.setOnline' });
  relay.stop();
});

/** A signer with faults by hand. The test plays the user. */
function signing() {
  const { actor, signer, send } = startSigner();
  const asker = fakeAsker();
  const lasting: Array<readonly Fault[]> = [];
  const parent = actor._parent;
  if (!parent) throw new Error('the signer is the root');
  const faults = openFaults(parent, {
    cutPage: () => () => undefined,
    changed: (now) => lasting.push(now),
  });
  const sign = (id: string, quiet = false) => send(request(asker.ref, id, note(id), ME, quiet));
  return { signer, asker, lasting, faults, sign };
}

test('TOOL-05 SIGN-02 the next signature is refused as by a user who cancels, and only that one', async () => {
  const { signer, asker, lasting, faults, sign } = signing();
  faults.plant({ kind: 'refuse' });
  sign('1');
  expect(signer.prompts).toEqual([]);
  await Promise.resolve();
  expect(asker.settled).toEqual([
    {
      type: 'sign.settled',
      id: '1',
      outcome: {
        ok: false,
        failure: { code: 'event_not_signed', detail: { code: 'signer.cancelled' } },
      },
    },
  ]);
  expect(lasting.at(-1)).toEqual([]);
  sign('2');
  expect(signer.open()).toHaveLength(1);
});

test('TOOL-05 BEYOND-03 a quiet signature is not refused, as it has no prompt', () => {
  const { signer, lasting, faults, sign } = signing();
  faults.plant({ kind: 'refuse' });
  sign('1', true);
  expect(signer.open()).toHaveLength(1);
  expect(lasting.at(-1)).toEqual([{ kind: 'refuse' }]);
});

test('TOOL-05 the end of the inspector undoes all faults, and XState delivers as before', () => {
  const { app, faults, texts, show, pages, lasting } = world();
  const way = () => Reflect.get(app.system, '_relay');
  const before = way();
  faults.plant({ kind: 'slow', actor: ['toasts'], ms: 1_000 });
  faults.plant({ kind: 'cut' });
  expect(way()).not.toBe(before);
  show('one');
  faults.end();
  expect(texts()).toBe(1);
  expect(pages).toEqual(['cut', 'open']);
  expect(lasting.at(-1)).toEqual([]);
  expect(way()).toBe(before);
});

test('TOOL-05 faults of two inspectors end each on its own', () => {
  const { app, faults, clock, texts, show } = world();
  const other = openFaults(app, {
    cutPage: () => () => undefined,
    changed: () => undefined,
  });
  faults.plant({ kind: 'slow', actor: ['toasts'], ms: 1_000 });
  other.plant({ kind: 'slow', actor: ['toasts'], ms: 2_000 });
  faults.end();
  show('one');
  clock.increment(1_000);
  expect(texts()).toBe(0);
  clock.increment(1_000);
  expect(texts()).toBe(1);
  other.end();
  show('two');
  expect(texts()).toBe(2);
});
