import { createActor, setup, SimulatedClock } from 'xstate';
import { describe, expect, test } from 'vitest';
import { elapse } from '../../../tests/support/machines/clock.ts';
import { fakeRelaySockets } from '../../../tests/support/connection/fake-relays.ts';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { pressed } from '../../events/nostr/ours.ts';
import type { DialogsEvent } from '../core/dialogs.machine.ts';
import { type RelayDial, peerConnectionsMachine } from './peer-connections.machine.ts';
import { relayMachine } from './relay.machine.ts';
import type { PeerUse } from '../../events/connection/peer-use.ts';
import type { PeerAnswer, RelayAsk } from './relay-protocol.ts';

const [A, B] = ['wss://a.example', 'wss://b.example'] as const;
const CLIENT = 'c'.repeat(64);
const event = trusted({ pubkey: CLIENT });
const PUBLISH: RelayAsk = {
  kind: 'publish',
  event: pressed(event),
  kept: event.id,
  wanted: true,
};
const SUBSCRIBE: RelayAsk = { kind: 'subscribe', filters: [{ kinds: [24_133] }], kept: 'answers' };

function start() {
  const clock = new SimulatedClock();
  const sockets = fakeRelaySockets();
  const questions: DialogsEvent[] = [];
  const dials: RelayDial[] = [];
  const bus = createActor(
    setup({ types: { events: {} as DialogsEvent } }).createMachine({
      on: { 'dialog.*': { actions: ({ event: one }) => questions.push(one) } },
    }),
  ).start() as never;
  const decider = createActor(
    setup({ types: { events: {} as RelayDial } }).createMachine({
      on: { 'relays.dial': { actions: ({ event: one }) => dials.push(one) } },
    }),
  ).start();
  const relay = relayMachine.provide({ actors: { socket: sockets.logic } });
  const actor = createActor(peerConnectionsMachine.provide({ actors: { relay } }), {
    input: { bus, decider },
    clock,
  }).start();
  const caller = (use: PeerUse = 'wallet', client = CLIENT, wanted = true) => {
    const heard: PeerAnswer[] = [];
    const from = createActor(
      setup({ types: { events: {} as PeerAnswer } }).createMachine({
        on: { '*': { actions: ({ event: one }) => heard.push(one) } },
      }),
    ).start();
    const peer = (...urls: readonly string[]) =>
      ({
        type: 'peer.join',
        from,
        peer: {
          use,
          client,
          urls: urls.map((url) => pressed(url)),
          proves: true,
          wanted,
        },
      }) as const;
    return {
      heard,
      from,
      join: (...urls: readonly string[]) => actor.send(peer(...urls)),
      want: (...urls: readonly string[]) => {
        const one = peer(...urls);
        actor.send({ ...one, peer: { ...one.peer, wanted: true } });
      },
      carry: (ask: RelayAsk) => actor.send({ type: 'peer.ask', from, client, ask }),
      drop: (kept: string) => actor.send({ type: 'peer.forget', from, client, kept }),
      leave: (lingers: boolean) => actor.send({ type: 'peer.leave', from, client, lingers }),
    };
  };
  return {
    actor,
    clock,
    sockets,
    questions,
    dials,
    caller,
    mode: (mode: 'direct' | 'asleep' | 'proxied') => actor.send({ type: 'peers.mode', mode }),
    decide: (url: string, allowed: boolean) =>
      actor.send({ type: 'peers.dialsFound', dials: new Map([[url, allowed]]) }),
    alive: () => sockets.alive().map(({ url }) => url),
    wait: (ms: number) => elapse(clock, ms, 500),
    open: () => [...actor.getSnapshot().context.peers.values()].map(({ url }) => url),
  };
}

describe('peer connections live as long as their caller', () => {
  test('a peer connection that is left closes at once, or after a minute if its caller may return', () => {
    const it = start();
    const wallet = it.caller();
    wallet.join(A, B);
    expect(it.alive()).toEqual([A, B]);
    wallet.leave(true);
    it.wait(59_000);
    wallet.join(A);
    it.wait(5_000);
    expect(it.open()).toEqual([A]);
    wallet.leave(false);
    expect([it.alive(), it.open()]).toEqual([[], []]);
  });

  test('the end of a caller closes its peer connections; another caller gets connections of its own', () => {
    const it = start();
    const [one, other] = [it.caller(), it.caller()];
    one.join(A);
    other.join(B);
    one.from.stop();
    expect([it.alive(), it.open()]).toEqual([[B], [B]]);
    const before = it.sockets.epochs.length;
    it.caller().join(B);
    expect([it.alive(), it.sockets.epochs.length - before]).toEqual([[B], 1]);
  });

  test('TRUST-06 after the crash of a relay its caller joins again', () => {
    const it = start();
    const wallet = it.caller();
    wallet.join(A);
    const [id = ''] = Object.keys(it.actor.getSnapshot().children);
    it.actor.send({
      type: `xstate.error.actor.${id}`,
      actorId: id,
      error: new Error('boom'),
    } as never);
    expect([it.alive(), it.open(), wallet.heard]).toEqual([[], [], []]);
    it.wait(6_000);
    expect(wallet.heard).toEqual([{ type: 'peers.restarted' }]);
  });
});

test('ACTIVITY-01 asleep, no peer connection is connected; a request waits, and is sent after waking', () => {
  const it = start();
  const wallet = it.caller();
  wallet.join(A);
  wallet.carry(SUBSCRIBE);
  it.mode('asleep');
  expect(it.alive()).toEqual([]);
  wallet.carry(PUBLISH);
  wallet.join(B);
  it.wait(120_000);
  expect([it.alive(), it.open()]).toEqual([[], [A, B]]);
  it.mode('direct');
  it.sockets.open(A);
  expect(it.sockets.sent(A).map(({ type }) => type)).toEqual([
    'socket.subscribe',
    'socket.publish',
  ]);
});

test('RELAY-03 a peer gives up after ten tries; a new request, the user or a network starts again', () => {
  const it = start();
  const wallet = it.caller();
  wallet.join(A);
  const fail = () => {
    for (let minutes = 0; minutes < 20; minutes++) {
      if (it.alive().length > 0) it.sockets.close('errored', A);
      it.wait(60_000);
    }
    return it.sockets.epochs.length;
  };
  expect(fail()).toBe(11);
  it.actor.send({ type: 'peers.retry', url: A });
  expect(fail()).toBe(22);
  it.actor.send({ type: 'peers.online' });
  expect(fail()).toBe(33);
  wallet.carry(PUBLISH);
  expect(it.alive()).toEqual([A]);
});

describe('RELAY-08 everything through the caching service', () => {
  test('no peer connection is connected before the user permits its relay, by name and once', () => {
    const it = start();
    const wallet = it.caller();
    it.mode('proxied');
    wallet.join(A, B);
    wallet.carry(SUBSCRIBE);
    wallet.carry(PUBLISH);
    it.wait(120_000);
    // no payment waits here for the answer
    expect(wallet.heard).toContainEqual(
      expect.objectContaining({ type: 'relay.ended', url: A, isAsked: true }),
    );
    expect(wallet.heard).toContainEqual(
      expect.objectContaining({ type: 'relay.outcome', reason: { code: 'relay.proxied' } }),
    );
    expect(it.sockets.epochs).toEqual([]);
    expect(it.questions).toMatchObject([
      { type: 'dialog.ask', question: { code: 'relayDial', url: A, use: 'wallet' } },
      { type: 'dialog.ask', question: { code: 'relayDial', url: B, use: 'wallet' } },
    ]);
    const [asked] = it.questions;
    if (asked?.type === 'dialog.ask') for (const one of asked.yes) one.to.send(one.event);
    expect(it.dials).toEqual([{ type: 'relays.dial', url: A, allowed: true, use: 'wallet' }]);
    it.decide(A, true);
    it.sockets.open(A);
    expect([it.alive(), it.sockets.sent(A).map(({ type }) => type)]).toEqual([
      [A],
      ['socket.subscribe'],
    ]);
    it.mode('asleep');
    expect(it.alive()).toEqual([]);
  });

  test('the user is not asked before the connection is wanted, and then once', () => {
    const it = start();
    const wallet = it.caller('wallet', CLIENT, false);
    it.mode('proxied');
    wallet.join(A);
    wallet.carry(SUBSCRIBE);
    expect([it.questions, it.alive()]).toEqual([[], []]);
    wallet.want(A);
    expect(it.questions).toMatchObject([{ type: 'dialog.ask', question: { url: A } }]);
    it.decide(A, true);
    it.sockets.open(A);
    expect(it.sockets.sent(A).map(({ type }) => type)).toEqual(['socket.subscribe']);
  });

  test('after a no, requests fail and are never sent later; a later yes connects', () => {
    const it = start();
    const wallet = it.caller();
    wallet.join(A);
    wallet.carry(SUBSCRIBE);
    it.mode('proxied');
    wallet.carry(PUBLISH);
    it.decide(A, false);
    const reason = { code: 'relay.proxied' };
    expect(wallet.heard).toContainEqual({ type: 'relay.ended', url: A, complete: false, reason });
    expect(wallet.heard).toContainEqual({
      type: 'relay.outcome',
      url: A,
      eventId: event.id,
      outcome: 'silent',
      reason,
      wasSent: false,
    });
    const before = wallet.heard.length;
    wallet.carry(PUBLISH);
    expect(wallet.heard.slice(before)).toContainEqual(
      expect.objectContaining({ type: 'relay.outcome', reason }),
    );
    it.decide(A, true);
    it.sockets.open(A);
    expect(it.sockets.sent(A).map(({ type }) => type)).toEqual(['socket.subscribe']);
  });

  test('the question is withdrawn when another tab answers, and when it does not apply any more', () => {
    const it = start();
    const withdrawn = () =>
      it.questions.flatMap((one) =>
        one.type === 'dialog.withdraw' && one.question.code === 'relayDial' ? one.question.url : [],
      );
    const wallet = it.caller();
    wallet.join(A, B);
    it.mode('proxied');
    it.decide(A, false);
    expect(withdrawn()).toEqual([A]);
    wallet.leave(false);
    expect(withdrawn()).toContain(B);
  });
});

test('NIP-42 a proof is signed by the caller, with its own key, never by the account', () => {
  const it = start();
  const wallet = it.caller();
  wallet.join(A);
  wallet.carry(SUBSCRIBE);
  it.sockets.open(A);
  it.sockets.say(
    [
      { type: 'challenge', challenge: 'who?' },
      { type: 'refused', id: '1', reason: 'auth-required: who?' },
    ],
    A,
  );
  const asked = wallet.heard.find((one) => one.type === 'sign.request');
  expect(asked?.request).toMatchObject({ pubkey: CLIENT, act: { do: 'sign' } });
  const settled = {
    type: 'sign.settled',
    id: 'proof',
    outcome: { ok: false, failure: { code: 'event_not_signed' } },
  } as const;
  if (asked) it.actor.send({ type: 'peer.proved', to: asked.request.from, settled });
  it.wait(500);
  // unsigned: the requests wait, and nothing is proved
  expect(it.sockets.sent(A).map(({ type }) => type)).toEqual(['socket.subscribe']);
  expect(wallet.heard.at(-1)).toMatchObject({ reason: { code: 'relay.wantsAuth' } });
});

test('INV-SUBS a subscription that its relay ends is sent again on the next connection', () => {
  const it = start();
  const wallet = it.caller();
  wallet.join(A);
  wallet.carry(SUBSCRIBE);
  it.sockets.open(A);
  it.sockets.say([{ type: 'refused', id: '1', reason: 'busy' }], A);
  expect(it.alive()).toEqual([]);
  it.wait(1_000);
  it.sockets.open(A);
  expect(it.sockets.sent(A).map(({ type }) => type)).toEqual(['socket.subscribe']);
  wallet.drop('answers');
  expect(it.sockets.sent(A).map(({ type }) => type)).toEqual(['socket.subscribe', 'socket.close']);
});

describe('the limit of connections', () => {
  const urls = Array.from({ length: 201 }, (_, at) => `wss://relay${at}.example`);

  test('many devices leave room for wallets and signers', () => {
    const it = start();
    it.caller('device').join(...urls.slice(0, 100));
    it.caller().join(A);
    it.caller('signer').join(B);
    expect(it.alive().slice(-2)).toEqual([A, B]);
  });

  test('a request to a relay beyond it is answered with the reason', () => {
    const it = start();
    const devices = it.caller('device');
    devices.join(...urls);
    devices.carry(PUBLISH);
    expect([it.open().length, devices.heard]).toMatchObject([
      200,
      [
        {
          type: 'relay.outcome',
          url: urls[200],
          reason: { code: 'relay.tooMany' },
          wasSent: false,
        },
      ],
    ]);
    devices.leave(false);
    expect(it.actor.getSnapshot().context.absent.size).toBe(0);
  });
});

test('TRUST-06 a request of an unknown caller is answered with a restart, but not in a pause', () => {
  const it = start();
  const signer = it.caller('signer');
  signer.carry(SUBSCRIBE);
  expect(signer.heard).toEqual([{ type: 'peers.restarted' }]);
  signer.join(A);
  signer.carry(SUBSCRIBE);
  const [id = ''] = Object.keys(it.actor.getSnapshot().children);
  const crash = { type: `xstate.error.actor.${id}`, actorId: id, error: new Error('boom') };
  it.actor.send(crash as never);
  signer.carry(SUBSCRIBE);
  expect(signer.heard).toHaveLength(1);
  it.wait(6_000);
  expect(signer.heard).toHaveLength(2);
});

test('INV-REPLY a caller that joins again repeats no request on its healthy relays', () => {
  const it = start();
  const wallet = it.caller();
  wallet.join(A);
  it.sockets.open(A);
  for (let times = 0; times < 2; times++) {
    wallet.join(A);
    wallet.carry(SUBSCRIBE);
    wallet.carry(PUBLISH);
  }
  const sent = () => it.sockets.sent(A).map(({ type }) => type);
  const [subscribe, publish] = ['socket.subscribe', 'socket.publish'];
  expect(sent()).toEqual([subscribe, publish, 'socket.close', subscribe]);
  it.sockets.close('closed', A);
  it.wait(1_000);
  it.sockets.open(A);
  expect(sent().toSorted()).toEqual([publish, subscribe]);
});

test('NIP-40 an expired event ends as refused, with a note whether it was sent before', () => {
  const it = start();
  const wallet = it.caller();
  wallet.join(A);
  const ends = () => wallet.heard.flatMap((one) => (one.type === 'relay.outcome' ? [one] : []));
  const expire = () => it.sockets.say([{ type: 'expired', eventId: event.id }], A);
  wallet.carry(PUBLISH);
  it.sockets.open(A);
  expire();
  const refused = { outcome: 'rejected', reason: { code: 'relay.expired' } };
  expect(ends().at(-1)).toMatchObject({ ...refused, wasSent: false });
  wallet.carry(PUBLISH);
  it.sockets.close('closed', A);
  it.wait(1_000);
  it.sockets.open(A);
  expire();
  expect(ends().at(-1)).toMatchObject({ ...refused, wasSent: true });
  it.sockets.close('closed', A);
  it.wait(1_000);
  it.sockets.open(A);
  expect(it.sockets.sent(A)).toEqual([]);
});

test('RELAY-08 a question stays while another caller still needs its answer', () => {
  const it = start();
  const [one, other] = [it.caller(), it.caller('wallet', 'd'.repeat(64))];
  it.mode('proxied');
  one.join(A);
  other.join(A);
  const withdrawn = () => it.questions.filter(({ type }) => type === 'dialog.withdraw').length;
  one.leave(false);
  expect(withdrawn()).toBe(0);
  other.leave(false);
  expect(withdrawn()).toBe(1);
});
