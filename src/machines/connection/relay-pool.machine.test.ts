import fc from 'fast-check';
import {
  type AnyActorRef,
  type AnyEventObject,
  createActor,
  fromCallback,
  setup,
  SimulatedClock,
} from 'xstate';
import { describe, expect, test } from 'vitest';
import { elapse } from '../../../tests/support/machines/clock.ts';
import { fakeBus } from '../../../tests/support/connection/fake-bus.ts';
import { fakeRelaySockets, relayAsker } from '../../../tests/support/connection/fake-relays.ts';
import { fakeSession } from '../../../tests/support/account/fake-session.ts';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { endOf } from '../../../tests/support/machines/planted.ts';
import { runs } from '../../../tests/support/runs.ts';
import { relayKey } from '../../events/core/url.ts';
import { KIND } from '../../events/nostr/kinds.ts';
import { relayMachine } from './relay.machine.ts';
import type { DialogsEvent } from '../core/dialogs.machine.ts';
import {
  type Permits,
  type PermitsCommand,
  type PoolEvent,
  type PoolInput,
  relayPoolMachine,
} from './relay-pool.machine.ts';
import type { PeersRestarted, RelayAsk, RelayCommand, RelayNews } from './relay-protocol.ts';
import { type Ours, pressed } from '../../events/nostr/ours.ts';

const [A, B, C, HINT] = [
  'wss://a.example',
  'wss://b.example',
  'wss://c.example',
  'wss://hint.example',
];
const event = trusted({ content: 'a' });
const WHO = { signer: fakeSession().ref, account: 'b'.repeat(64), bus: fakeBus().bus };
const publish: RelayAsk = { kind: 'publish', event: pressed(event) };
const subscribe: RelayAsk = { kind: 'subscribe', filters: [{ kinds: [3] }] };
const use = (url: string, read = true, write = true) => ({ url: pressed(url), read, write });

function start(
  machine = relayPoolMachine,
  home?: string,
  listener?: PoolInput['listener'],
  known: Permits = new Map(),
) {
  const clock = new SimulatedClock();
  const sockets = fakeRelaySockets();
  const relay = relayMachine.provide({ actors: { socket: sockets.logic } });
  const kept: PermitsCommand[] = [];
  const permits = fromCallback<PermitsCommand, { readonly account: string }>(
    ({ sendBack, receive }) => {
      sendBack({ type: 'permits.found', permits: known });
      receive((command) => kept.push(command));
    },
  );
  const questions: DialogsEvent[] = [];
  const asking = setup({ types: { events: {} as DialogsEvent } }).createMachine({
    on: { 'dialog.*': { actions: ({ event: one }) => questions.push(one) } },
  });
  const bus = createActor(asking).start() as never;
  const actor = createActor(machine.provide({ actors: { relay, permits } }), {
    input: { ...WHO, bus, seed: 0.5, ...(home ? { home } : {}), ...(listener ? { listener } : {}) },
    clock,
  }).start();
  const ask = (what: RelayAsk, ...urls: string[]) => {
    const asker = relayAsker();
    actor.send({
      type: 'relays.ask',
      from: asker.ref,
      ask: what,
      urls: urls.map((url) => pressed(url)),
    });
    return asker.heard;
  };
  const alive = () => sockets.alive().map(({ url }) => url);
  const children = (): Record<string, AnyActorRef | undefined> => {
    const { permits: _, peers: __, ...relays } = actor.getSnapshot().children;
    return relays;
  };
  /** Answer the last question. */
  const say = (yes: boolean) => {
    const last = questions.at(-1);
    if (last?.type === 'dialog.ask')
      for (const one of (yes ? last.yes : last.no) ?? []) one.to.send(one.event);
  };
  const rules = () =>
    Object.fromEntries(
      Object.entries(children()).map(([id, one]) => [
        id.slice('relay '.length),
        one?.getSnapshot().context.rule,
      ]),
    );
  return { actor, clock, sockets, ask, alive, children, kept, questions, say, rules };
}
const silent = (url: string, code: string) => ({
  type: 'relay.outcome',
  url,
  eventId: event.id,
  outcome: 'silent',
  reason: { code },
});

const HOME = 'http://127.0.0.1:4870';
const PAGE = 'ws://127.0.0.1:4870';

test('TRUST-08 relays of the account and its lists get a proof silently; others need the user’s consent', () => {
  const { actor, ask, rules } = start(relayPoolMachine, HOME, undefined, new Map([[B, true]]));
  actor.send({ type: 'relayList.changed', relays: [use(A)] });
  ask(publish, B, C, HINT, PAGE);
  expect(rules()).toEqual({
    [A]: 'silent',
    [B]: 'silent',
    [C]: 'ask',
    [HINT]: 'ask',
    [PAGE]: 'silent',
  });
  actor.send({ type: 'privateRelays.changed', urls: [pressed(`${C}/`)] });
  actor.send({
    type: 'relays.ask',
    from: relayAsker().ref,
    ask: subscribe,
    urls: [pressed(HINT)],
    own: true,
  });
  expect(rules()).toMatchObject({ [C]: 'silent', [HINT]: 'silent' });
});

test('TRUST-08 consent is asked per relay name; both answers are stored and can be revoked', () => {
  const { actor, sockets, ask, kept, questions, say, rules } = start();
  ask(publish, HINT);
  sockets.open(HINT);
  sockets.say([
    { type: 'challenge', challenge: 'c' },
    { type: 'ok', eventId: event.id, accepted: false, reason: 'auth-required: who?' },
  ]);
  expect(questions).toMatchObject([
    { type: 'dialog.ask', question: { code: 'relayProof', url: HINT } },
  ]);
  say(false);
  expect([rules(), kept]).toEqual([
    { [HINT]: 'never' },
    [{ type: 'permits.keep', key: HINT, allowed: false }],
  ]);
  actor.send({ type: 'relays.permit', url: HINT, allowed: undefined });
  expect(rules()).toEqual({ [HINT]: 'ask' });
  say(true);
  expect([rules(), kept.at(-1)]).toEqual([
    { [HINT]: 'silent' },
    { type: 'permits.keep', key: HINT, allowed: true },
  ]);
});

test('TRUST-08 a question that another tab has answered is withdrawn', () => {
  const { actor, sockets, ask, questions, rules } = start();
  ask(publish, HINT);
  sockets.open(HINT);
  sockets.say([
    { type: 'challenge', challenge: 'c' },
    { type: 'ok', eventId: event.id, accepted: false, reason: 'auth-required: who?' },
  ]);
  actor.send({ type: 'permits.found', permits: new Map([[HINT, false]]) });
  expect([questions.at(-1), rules()]).toEqual([
    { type: 'dialog.withdraw', question: { code: 'relayProof', url: HINT } },
    { [HINT]: 'never' },
  ]);
});

describe('the relays of an account', () => {
  test('BEYOND-05 the listener is notified each time a relay connects', () => {
    const told: RelayNews[] = [];
    const ear = setup({ types: { events: {} as RelayNews | PeersRestarted } }).createMachine({
      on: { 'relay.opened': { actions: ({ event: one }) => told.push(one) } },
    });
    const { actor, clock, sockets } = start(relayPoolMachine, undefined, createActor(ear).start());
    actor.send({ type: 'relayList.changed', relays: [use(A), use(B)] });
    sockets.open(A);
    expect(told).toEqual([{ type: 'relay.opened', url: A }]);
    sockets.close('errored', A);
    elapse(clock, 2_000, 100);
    expect(told).toHaveLength(1);
    sockets.open(A);
    expect(told.map(({ url }) => url)).toEqual([A, A]);
  });

  test('each relay has one connection, however its url is written, and loses it off the list', () => {
    const { actor, alive, children } = start();
    actor.send({
      type: 'relayList.changed',
      relays: [use(`${A}/`), use(A.toUpperCase()), use(B), use('nonsense')],
    });
    expect(alive()).toEqual([A, B]);
    actor.send({ type: 'relayList.changed', relays: [use(B), use(C)] });
    expect(alive()).toEqual([B, C]);
    expect(Object.keys(children())).toEqual([`relay ${B}`, `relay ${C}`]);
    actor.send({
      type: 'relayList.changed',
      relays: Array.from({ length: 50 }, (_, n) => use(`wss://${n}.example`)),
    });
    expect(alive()).toHaveLength(20);
  });

  test('RELAY-06 events go only to relays with the write flag; requests need no flag', () => {
    const { actor, sockets, ask } = start();
    actor.send({ type: 'relayList.changed', relays: [use(A), use(B, true, false)] });
    for (const url of [A, B]) sockets.open(url);
    expect(ask(publish, A, `${B}/`)).toEqual([silent(`${B}/`, 'relay.readOnly')]);
    expect(sockets.sent(A)).toEqual([{ type: 'socket.publish', event }]);
    expect(sockets.sent(B)).toEqual([]);
    ask(subscribe, B);
    expect(sockets.sent(B)).toMatchObject([{ type: 'socket.subscribe' }]);
  });

  test('RELAY-06 a relay list also goes to a relay that it opens for writing, if the account made it', () => {
    const { actor, sockets, ask } = start();
    actor.send({ type: 'relayList.changed', relays: [use(A), use(B, true, false)] });
    sockets.open(B);
    const list = (pubkey: string, ...tags: string[][]) =>
      ({
        kind: 'publish',
        event: pressed(trusted({ kind: KIND.RelayList, pubkey, created_at: 1, tags })),
      }) as const;
    const closed = [{ outcome: 'silent', reason: { code: 'relay.readOnly' } }];
    expect(ask(list(WHO.account, ['r', B, 'read'], ['r', C]), B)).toMatchObject(closed);
    expect(ask(list('2'.repeat(64), ['r', B]), B)).toMatchObject(closed);
    expect(sockets.sent(B)).toEqual([]);
    const opening = list(WHO.account, ['r', `${B}/`, 'write']);
    expect(ask(opening, B)).toEqual([]);
    expect(sockets.sent(B)).toEqual([{ type: 'socket.publish', event: opening.event }]);
  });

  test('a hinted relay is connected for a while, if the url policy and the limit allow it', () => {
    const { actor, clock, ask, alive, children } = start();
    actor.send({ type: 'relayList.changed', relays: [use(A)] });
    expect(ask(publish, HINT, 'ws://127.0.0.1:99', 'https://x.example')).toEqual([
      silent('ws://127.0.0.1:99', 'relay.notAllowed'),
      silent('https://x.example', 'relay.notAllowed'),
    ]);
    expect(alive()).toEqual([A, HINT]);
    elapse(clock, 50_000, 1_000);
    ask(publish, HINT);
    elapse(clock, 50_000, 1_000);
    expect(Object.keys(children())).toContain(`relay ${HINT}`);
    elapse(clock, 10_000, 1_000);
    expect(Object.keys(children())).toEqual([`relay ${A}`]);
    const many = ask(publish, ...Array.from({ length: 40 }, (_, n) => `wss://${n}.example`));
    expect(many).toHaveLength(25);
  });

  test('a guest that becomes an own relay stays connected; this origin’s relay may be private', () => {
    const { actor, clock, ask, alive, children } = start(undefined, 'http://127.0.0.1:4870');
    ask(publish, HINT, 'ws://127.0.0.1:4870');
    expect(alive()).toEqual([HINT, 'ws://127.0.0.1:4870']);
    actor.send({ type: 'relayList.changed', relays: [use(HINT)] });
    elapse(clock, 70_000, 1_000);
    expect(Object.keys(children())).toEqual([`relay ${HINT}`]);
  });

  test('RELAY-03 a relay that gave up is retried by hand, and all are when the network returns', () => {
    const { actor, clock, alive } = start();
    actor.send({ type: 'relayList.changed', relays: [use(A), use(B)] });
    elapse(clock, 900_000, 1_000);
    expect(alive()).toEqual([]);
    actor.send({ type: 'relays.retry', url: A });
    expect(alive()).toEqual([A]);
    actor.send({ type: 'network.online' });
    expect(alive()).toEqual([A, B]);
  });

  test('TRUST-06 a crashed relay affects no other, leaves no socket, and restarts on demand', () => {
    const closed: string[] = [];
    const crash = fromCallback<RelayCommand, { url: string }>(
      ({ input }) =>
        () =>
          closed.push(input.url),
    );
    const relay = relayMachine.provide({
      actors: { socket: crash },
      actions: {
        remember: () => {
          throw new Error('boom');
        },
      },
    });
    const actor = createActor(relayPoolMachine.provide({ actors: { relay } }), {
      input: { ...WHO, seed: 0 },
      clock: new SimulatedClock(),
    }).start();
    actor.send({ type: 'relayList.changed', relays: [use(A), use(B)] });
    actor.send({ type: 'relays.ask', from: relayAsker().ref, ask: publish, urls: [pressed(A)] });
    expect(actor.getSnapshot().status).toBe('active');
    expect(
      Object.keys(actor.getSnapshot().children).filter((id) => id.startsWith('relay ')),
    ).toEqual([`relay ${B}`]);
    expect(closed).toEqual([A]);
    actor.send({ type: 'relays.ask', from: relayAsker().ref, ask: subscribe, urls: [pressed(A)] });
    expect(actor.getSnapshot().status).toBe('active');
  });
});

describe('suspension', () => {
  test('RELAY-08 while proxied no relay connects, not even a new one; afterwards all do', () => {
    const { actor, sockets, alive, ask } = start();
    actor.send({ type: 'relayList.changed', relays: [use(A)] });
    actor.send({ type: 'network.proxied', on: true });
    actor.send({ type: 'relayList.changed', relays: [use(A), use(B)] });
    expect(alive()).toEqual([]);
    expect(sockets.epochs).toHaveLength(1);
    expect(ask(publish, A, HINT)).toEqual([
      silent(A, 'relay.suspended'),
      silent(HINT, 'relay.suspended'),
    ]);
    actor.send({ type: 'relays.retry', url: A });
    actor.send({ type: 'network.online' });
    expect(alive()).toEqual([]);
    actor.send({ type: 'network.proxied', on: false });
    expect(alive()).toEqual([A, B]);
  });

  test('asleep, no relay is connected; waking reconnects all unless proxied', () => {
    const { actor, alive } = start();
    actor.send({ type: 'relayList.changed', relays: [use(A)] });
    actor.send({ type: 'account.wakeChanged', on: false });
    expect(alive()).toEqual([]);
    actor.send({ type: 'account.wakeChanged', on: true });
    expect(alive()).toEqual([A]);
    actor.send({ type: 'account.wakeChanged', on: false });
    actor.send({ type: 'network.proxied', on: true });
    actor.send({ type: 'account.wakeChanged', on: true });
    expect(alive()).toEqual([]);
    actor.send({ type: 'account.wakeChanged', on: false });
    actor.send({ type: 'network.proxied', on: false });
    actor.send({ type: 'account.wakeChanged', on: true });
    expect(alive()).toEqual([A]);
  });
});

const urls = fc
  .constantFrom(A, `${A}/`, B, C, HINT, 'ws://10.0.0.1', 'nonsense')
  .map((url) => pressed(url));
const lists = fc.array(
  fc.record({
    url: fc.constantFrom(A, B, C).map((url) => pressed(url)),
    read: fc.boolean(),
    write: fc.boolean(),
  }),
  {
    maxLength: 4,
  },
);
const nobody = relayAsker().ref;
type Step =
  | Exclude<PoolEvent, { type: 'relays.ask' }>
  | { type: 'publish' | 'subscribe'; urls: ReadonlyArray<Ours<string>> }
  | number;
const steps: fc.Arbitrary<Step> = fc.oneof(
  lists.map((relays): Step => ({ type: 'relayList.changed', relays })),
  fc.record({
    type: fc.constantFrom('publish', 'subscribe'),
    urls: fc.array(urls, { maxLength: 3 }),
  }),
  fc.constantFrom<Step>(
    { type: 'account.wakeChanged', on: false },
    { type: 'account.wakeChanged', on: true },
    { type: 'network.proxied', on: true },
    { type: 'network.proxied', on: false },
  ),
  fc.constant<Step>({ type: 'network.online' }),
  fc.nat(70_000),
);

const staysInBounds = (machine: typeof relayPoolMachine) =>
  fc.property(fc.array(steps, { maxLength: 25 }), (script) => {
    const { actor, clock, sockets, alive } = start(machine);
    const published = (url: string) =>
      sockets.epochs
        .filter((epoch) => epoch.url === url)
        .flatMap(({ sent }) => sent.filter(({ type }) => type === 'socket.publish')).length;
    for (const step of script) {
      const before = new Map([A, B, C].map((url) => [url, published(url)]));
      if (typeof step === 'number') elapse(clock, step, 2_500);
      else if ('urls' in step) {
        actor.send({
          type: 'relays.ask',
          from: nobody,
          ask: step.type === 'publish' ? publish : subscribe,
          urls: step.urls.map((url) => pressed(url)),
        });
      } else actor.send(step);
      for (const epoch of sockets.alive()) epoch.report({ type: 'socket.opened' });
      const { own, members, proxied } = actor.getSnapshot().context;
      expect(actor.getSnapshot().status).toBe('active');
      expect(
        Object.keys(actor.getSnapshot().children)
          .filter((id) => id.startsWith('relay '))
          .toSorted(),
      ).toEqual([...members.keys()].map((key) => `relay ${key}`).toSorted());
      expect([...own.keys()].filter((key) => !members.has(key))).toEqual([]);
      expect(new Set(alive().map(relayKey)).size).toBe(alive().length);
      expect(alive()).not.toContain('ws://10.0.0.1');
      if (proxied || actor.getSnapshot().hasTag('suspended')) expect(alive()).toEqual([]);
      for (const [url, count] of before)
        if (own.get(url)?.write === false) expect(published(url)).toBe(count);
    }
  });

test('RELAY-06 RELAY-08 INV-ONE-SOCKET in any order: one socket, none while suspended, flags respected', () => {
  fc.assert(staysInBounds(relayPoolMachine), { numRuns: runs(200) });
});

test('RELAY-08 a pool that connects while suspended is caught (planted)', () => {
  const restless = relayPoolMachine.provide({ actions: { suspendAll: () => undefined } });
  expect(endOf(staysInBounds(restless))).toBe('AssertionError');
});

test('TRUST-06 connections to wallets and signers restart five seconds after their crash', () => {
  const heard: string[] = [];
  const listener = createActor(
    setup({ types: { events: {} as AnyEventObject } }).createMachine({
      on: { '*': { actions: ({ event: { type } }) => heard.push(type) } },
    }),
  ).start();
  const it = start(relayPoolMachine, undefined, listener);
  const crash = { type: 'xstate.error.actor.peers', actorId: 'peers', error: new Error('boom') };
  it.actor.send(crash as never);
  const peers = () => it.actor.getSnapshot().children.peers;
  it.actor.send({ type: 'network.online' });
  it.actor.send({ type: 'relays.retry', url: 'wss://a.example' });
  it.actor.send({ type: 'account.wakeChanged', on: false });
  elapse(it.clock, 4_500, 500);
  expect([peers(), heard]).toEqual([undefined, ['peers.restarted']]);
  elapse(it.clock, 1_000, 500);
  expect([peers()?.getSnapshot().value, heard.length]).toEqual(['asleep', 2]);
  it.actor.send(crash as never);
  expect(peers()).toBeUndefined();
});
