import { createActor, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { elapse } from '../../../tests/support/machines/clock.ts';
import { fakeBus } from '../../../tests/support/connection/fake-bus.ts';
import { fakeRelaySockets, relayAsker } from '../../../tests/support/connection/fake-relays.ts';
import { event, ME, URL } from '../../../tests/support/connection/relay-asks.ts';
import { fakeSession } from '../../../tests/support/account/fake-session.ts';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { buildAuth } from '../../events/connection/relay-auth.ts';
import { relayMachine } from './relay.machine.ts';
import { relayPoolMachine } from './relay-pool.machine.ts';
import { pressed } from '../../events/nostr/ours.ts';

const GUEST = pressed('wss://guest.example');
const live = { kind: 'subscribe', filters: [{ kinds: [1_059] }], live: true } as const;
const isOf = (type: string) => (one: { type: string }) => one.type === type;

function start() {
  const clock = new SimulatedClock();
  const sockets = fakeRelaySockets();
  const signer = fakeSession();
  const relay = relayMachine.provide({ actors: { socket: sockets.logic } });
  const input = {
    seed: 0.5,
    signer: signer.ref,
    account: ME,
    bus: fakeBus().bus,
    rule: 'silent',
  } as const;
  const asker = relayAsker();
  return {
    clock,
    sockets,
    signer,
    relay,
    input,
    asker,
    wait: (ms: number) => elapse(clock, ms, 1_000),
  };
}
function startRelay() {
  const it = start();
  const actor = createActor(it.relay, {
    input: { ...it.input, url: pressed(URL), suspended: false },
    clock: it.clock,
  }).start();
  actor.send({ type: 'relay.ask', from: it.asker.ref, ask: live, as: pressed(URL) });
  it.sockets.open();
  const ids = () =>
    it.sockets.sent().flatMap((one) => (one.type === 'socket.subscribe' ? [one.id] : []));
  return { ...it, actor, ids };
}

test('INV-SUBS a live subscription continues after its end and is renewed after every reconnect', () => {
  const { sockets, asker, ids, wait } = startRelay();
  sockets.say([{ type: 'ended', id: ids()[0] ?? '' }]);
  wait(60_000);
  expect(sockets.sent().filter(isOf('socket.close'))).toEqual([]);
  sockets.say([{ type: 'events', id: ids()[0] ?? '', events: [event], rejected: 0 }]);
  expect(asker.heard).toMatchObject([
    { type: 'relay.ended', complete: true },
    { type: 'relay.events', events: [event] },
  ]);
  sockets.close('closed');
  wait(2_000);
  sockets.open();
  expect(ids()).toHaveLength(1);
  sockets.say([{ type: 'events', id: ids()[0] ?? '', events: [event], rejected: 0 }]);
  expect(asker.heard.filter(isOf('relay.events'))).toHaveLength(2);
});

test('INV-SUBS a live subscription survives a slow end, and is renewed after suspend and resume', () => {
  const { actor, sockets, asker, ids, wait } = startRelay();
  wait(5_000);
  expect(asker.heard).toMatchObject([{ type: 'relay.ended', complete: false }]);
  sockets.say([{ type: 'events', id: ids()[0] ?? '', events: [event], rejected: 0 }]);
  expect(asker.heard.filter(isOf('relay.events'))).toHaveLength(1);
  actor.send({ type: 'relay.suspend' });
  actor.send({ type: 'relay.resume' });
  sockets.open();
  expect(ids()).toHaveLength(1);
});

test('NIP-42 a request refused without a proof is resent with one', () => {
  const { sockets, signer, ids } = startRelay();
  sockets.say([
    { type: 'challenge', challenge: 'c' },
    { type: 'refused', id: ids()[0] ?? '', reason: 'auth-required: who are you' },
  ]);
  const proof = trusted({ ...buildAuth(URL, 'c'), pubkey: ME });
  signer.sign(proof);
  sockets.say([{ type: 'ok', eventId: proof.id, accepted: true, reason: '' }]);
  expect(ids()).toHaveLength(2);
});

const WANTS = [
  { type: 'challenge', challenge: 'c' } as const,
  { type: 'refused', reason: 'auth-required: who are you' } as const,
] as const;
/** Start a relay that refuses the request, while the signer does not sign. */
function unsigned() {
  const it = startRelay();
  const refuse = () => it.sockets.say([WANTS[0], { ...WANTS[1], id: it.ids().at(-1) ?? '' }]);
  refuse();
  it.signer.refuse();
  return { ...it, refuse };
}
const proofOf = (challenge: string) => trusted({ ...buildAuth(URL, challenge), pubkey: ME });

test('NIP-42 INV-SUBS BEYOND-03 with a locked key, it reports once and resumes after unlock', () => {
  const { sockets, signer, asker, ids, wait } = unsigned();
  expect(asker.heard).toEqual([
    { type: 'relay.ended', url: URL, complete: false, reason: { code: 'relay.wantsAuth' } },
  ]);
  wait(5_000);
  signer.refuse();
  wait(5_000);
  expect(signer.requests.map(({ quiet }) => quiet)).toEqual([true, true, true]);
  expect([asker.heard.length, ids().length]).toEqual([1, 1]);
  signer.sign(proofOf('c'));
  sockets.say([{ type: 'ok', eventId: proofOf('c').id, accepted: true, reason: '' }]);
  sockets.say([{ type: 'events', id: ids()[1] ?? '', events: [event], rejected: 0 }]);
  expect(asker.heard.at(-1)).toMatchObject({ type: 'relay.events', events: [event] });
});

test('NIP-42 a request waiting for a proof is renewed on the next connection, unless it is forgotten', () => {
  const lost = unsigned();
  lost.sockets.close('closed');
  lost.wait(2_000);
  lost.sockets.open();
  expect(lost.ids()).toHaveLength(1);
  const left = unsigned();
  left.actor.send({ type: 'relay.forget', from: left.asker.ref });
  left.wait(20_000);
  expect([left.signer.requests.length, left.actor.getSnapshot().context.held]).toEqual([1, []]);
});

test('NIP-42 BEYOND-03 the signer may prompt for user requests, even after an earlier refusal', () => {
  const { actor, signer, asker, refuse } = unsigned();
  const wanted = { ...live, wanted: true } as const;
  const want = () => {
    actor.send({ type: 'relay.forget', from: asker.ref });
    actor.send({ type: 'relay.ask', from: asker.ref, ask: wanted, as: pressed(URL) });
    refuse();
  };
  want();
  expect(signer.requests.map(({ quiet }) => quiet)).toEqual([true, false]);
  signer.refuse();
  want();
  expect(signer.requests.map(({ quiet }) => quiet)).toEqual([true, false, false]);
});

test('NIP-42 BEYOND-03 the signer may prompt for a manual retry, but not for an automatic one', () => {
  const { actor, signer, asker, sockets } = unsigned();
  const publish = (wanted: boolean) => {
    actor.send({
      type: 'relay.ask',
      from: asker.ref,
      ask: { kind: 'publish', event: pressed(event), wanted },
      as: pressed(URL),
    });
    sockets.say([
      { type: 'ok', eventId: event.id, accepted: false, reason: 'auth-required: who are you' },
    ]);
  };
  publish(true);
  expect(signer.requests.map(({ quiet }) => quiet)).toEqual([true, false]);
  signer.refuse();
  publish(false);
  expect(signer.requests).toHaveLength(2);
});

test('RELAY-08 a live subscription closes when it is forgotten or its caller stops', () => {
  const one = startRelay();
  one.actor.send({ type: 'relay.forget', from: one.asker.ref });
  const two = startRelay();
  two.asker.stop();
  two.sockets.say([{ type: 'events', id: two.ids()[0] ?? '', events: [event], rejected: 0 }]);
  for (const { sockets, actor } of [one, two])
    expect([
      sockets.sent().filter(isOf('socket.close')).length,
      actor.getSnapshot().context.pending,
    ]).toEqual([1, []]);
});

test('RELAY-06 a guest relay with a live subscription stays connected until it is forgotten', () => {
  const { relay, input, asker, clock, sockets, wait } = start();
  const pool = createActor(relayPoolMachine.provide({ actors: { relay } }), {
    input,
    clock,
  }).start();
  const members = () => pool.getSnapshot().context.members.size;
  pool.send({ type: 'relays.ask', from: asker.ref, ask: live, urls: [GUEST] });
  sockets.open();
  wait(120_000);
  expect(members()).toBe(1);
  pool.send({ type: 'relays.forget', from: asker.ref, urls: [GUEST, 'wss://other.example'] });
  wait(61_000);
  expect(members()).toBe(0);
});
