import { inEnglish, saying } from '../../../tests/support/views/in-english.ts';
import {
  type UserMessage,
  reportedMessage,
  quotedMessage,
} from '../../events/account/user-message.ts';
import { createActor, SimulatedClock } from 'xstate';
import { describe, expect, test } from 'vitest';
import { elapse } from '../../../tests/support/machines/clock.ts';
import { fakeRelaySockets, relayAsker } from '../../../tests/support/connection/fake-relays.ts';
import {
  count,
  event,
  ME,
  ok,
  publish,
  subscribe,
  URL,
} from '../../../tests/support/connection/relay-asks.ts';
import { fakeSession } from '../../../tests/support/account/fake-session.ts';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { buildAuth } from '../../events/connection/relay-auth.ts';
import type { EventTemplate } from '../../events/account/signing/signed-answer.ts';
import { relayMachine } from './relay.machine.ts';
import type { ProofRule, RelayAsk } from './relay-protocol.ts';
import { pressed } from '../../events/nostr/ours.ts';

function start(suspended = false, rule: ProofRule = 'silent') {
  const clock = new SimulatedClock();
  const sockets = fakeRelaySockets();
  const signer = fakeSession();
  const asked: string[] = [];
  const machine = relayMachine.provide({
    actors: { socket: sockets.logic },
    actions: { askPerson: ({ context }) => asked.push(context.url) },
  });
  const actor = createActor(machine, {
    input: { url: pressed(URL), seed: 0.5, suspended, rule, signer: signer.ref, account: ME },
    clock,
  }).start();
  const ask = (what: RelayAsk) => {
    const asker = relayAsker();
    actor.send({ type: 'relay.ask', from: asker.ref, ask: what, as: pressed(URL) });
    return asker.heard;
  };
  return { actor, clock, sockets, signer, ask, wanted: () => asked };
}

const outcome = (
  result: 'accepted' | 'rejected' | 'silent',
  reason: UserMessage | string = '',
) => ({
  type: 'relay.outcome',
  url: URL,
  eventId: event.id,
  outcome: result,
  reason: typeof reason === 'string' ? reportedMessage(reason) : reason,
});

describe('connecting', () => {
  test('RELAY-01 it is connected once open, and waits 4.4 s for that', () => {
    const { actor, clock, sockets } = start();
    expect(actor.getSnapshot().hasTag('connecting')).toBe(true);
    clock.increment(4_399);
    expect(actor.getSnapshot().hasTag('connecting')).toBe(true);
    sockets.open();
    expect(actor.getSnapshot().hasTag('online')).toBe(true);
  });

  test("RELAY-01 'relay connection timed out', 'relay connection errored', 'relay connection closed'", () => {
    const faults = (end: (it: ReturnType<typeof start>) => void) => {
      const it = start();
      const heard = it.ask(publish);
      end(it);
      expect(it.actor.getSnapshot().hasTag('waiting')).toBe(true);
      expect(heard).toEqual([outcome('silent', it.actor.getSnapshot().context.fault)]);
      return inEnglish(it.actor.getSnapshot().context.fault);
    };
    expect(faults(({ clock }) => clock.increment(4_400))).toBe('relay connection timed out');
    expect(faults(({ sockets }) => sockets.close('errored'))).toBe('relay connection errored');
    expect(
      faults(({ sockets }) => {
        sockets.open();
        sockets.close('closed');
      }),
    ).toBe('relay connection closed');
  });

  test('RELAY-02 a lost connection ends subscriptions and rejects pending publishes and counts', () => {
    const { sockets, ask, actor } = start();
    sockets.open();
    const [published, subscribed, counted] = [ask(publish), ask(subscribe), ask(count)];
    sockets.close('closed');
    const reason = { code: 'relay.closed' } as const;
    expect(published).toEqual([outcome('silent', reason)]);
    expect(subscribed).toEqual([{ type: 'relay.ended', url: URL, complete: false, reason }]);
    expect(counted).toEqual([{ type: 'relay.counted', url: URL, count: undefined, reason }]);
    expect(actor.getSnapshot().context.pending).toEqual([]);
    expect(actor.getSnapshot().hasTag('online')).toBe(false);
  });

  test('RELAY-03 after ten retries with growing delay it visibly gives up', () => {
    const { actor, clock, sockets } = start();
    const opened = [clock.now()];
    for (let ms = 0; ms < 900_000; ms += 100) {
      clock.increment(100);
      if (sockets.epochs.length > opened.length) opened.push(clock.now());
    }
    const gaps = opened.slice(1).map((at, i) => at - (opened[i] ?? 0) - 4_400);
    expect(opened).toHaveLength(11);
    expect(
      gaps.every(
        (gap, i) =>
          gap >= 0.75 * Math.min(60_000, 500 * 2 ** i) - 100 &&
          gap <= Math.min(60_000, 500 * 2 ** i) + 100,
      ),
    ).toBe(true);
    expect(actor.getSnapshot().hasTag('givenUp')).toBe(true);
    expect(sockets.alive()).toEqual([]);
  });

  test.each(['relay.retry', 'relay.setOnline', 'relay.resume'] as const)(
    'RELAY-03 after giving up, %s restarts the attempts',
    (type) => {
      const { actor, clock, ask } = start();
      elapse(clock, 900_000, 1_000);
      expect(ask(publish)).toEqual([outcome('silent', { code: 'relay.timedOut' })]);
      actor.send({ type });
      expect(actor.getSnapshot().hasTag('connecting')).toBe(true);
      expect(actor.getSnapshot().context.retries).toBe(0);
    },
  );

  test('a relay that closes right after opening is given up too; a calm minute resets the count', () => {
    const { actor, clock, sockets } = start();
    for (let n = 0; n < 200 && !actor.getSnapshot().hasTag('givenUp'); n++) {
      if (actor.getSnapshot().hasTag('connecting')) sockets.open();
      if (actor.getSnapshot().hasTag('online')) sockets.close('closed');
      elapse(clock, 5_000, 500);
    }
    expect(actor.getSnapshot().hasTag('givenUp')).toBe(true);
    expect(sockets.epochs).toHaveLength(11);
    actor.send({ type: 'relay.retry' });
    sockets.close('errored');
    elapse(clock, 1_000);
    sockets.open();
    elapse(clock, 60_000, 1_000);
    expect(actor.getSnapshot().context.retries).toBe(0);
  });

  test('E-45 a request between two attempts starts the next one at once; while suspended it is refused', () => {
    const { actor, sockets, ask } = start();
    sockets.close('errored');
    const heard = ask(publish);
    expect(actor.getSnapshot().hasTag('connecting')).toBe(true);
    sockets.open();
    expect(sockets.sent()).toEqual([{ type: 'socket.publish', event }]);
    actor.send({ type: 'relay.suspend' });
    expect(heard).toEqual([outcome('silent', { code: 'relay.suspended' })]);
    expect(ask(publish)).toEqual([outcome('silent', { code: 'relay.suspended' })]);
    expect(sockets.alive()).toEqual([]);
  });

  test('E-45 a half-open connection ends after two consecutive timeouts without any message', () => {
    const { actor, clock, sockets, ask } = start();
    sockets.open();
    for (const silent of [ask(subscribe), ask(count), ask(publish)]) {
      elapse(clock, 8_000);
      expect(silent).toHaveLength(1);
    }
    expect([sockets.epochs.length, actor.getSnapshot().hasTag('online')]).toEqual([1, true]);
    sockets.say([ok(true)]);
    elapse(clock, 3_600_000, 1_000);
    ask(publish);
    elapse(clock, 8_000);
    const heard = ask(subscribe);
    elapse(clock, 4_400);
    expect(heard).toEqual([
      { type: 'relay.ended', url: URL, complete: false, reason: { code: 'relay.timedOut' } },
    ]);
    expect([actor.getSnapshot().hasTag('waiting'), actor.getSnapshot().context.fault]).toEqual([
      true,
      saying('relay connection timed out'),
    ]);
    elapse(clock, 1_000);
    expect([sockets.epochs.length, sockets.alive().length]).toEqual([2, 1]);
    sockets.open();
    ask(publish);
    elapse(clock, 8_000);
    expect(actor.getSnapshot().hasTag('online')).toBe(true);
  });

  test('RELAY-08 started suspended, it opens nothing before it is resumed', () => {
    const { actor, sockets } = start(true);
    expect(sockets.epochs).toEqual([]);
    actor.send({ type: 'relay.resume' });
    expect(sockets.epochs).toHaveLength(1);
  });
});

describe('asking', () => {
  test('PUBLISH-01 a publish times out after 8 s; a later OK still counts, a later rejection does not', () => {
    const { clock, sockets, ask } = start();
    sockets.open();
    const heard = ask(publish);
    clock.increment(7_999);
    expect(heard).toEqual([]);
    clock.increment(1);
    expect(heard).toEqual([outcome('silent', { code: 'publish.unconfirmed' })]);
    sockets.say([ok(false, 'blocked: late')]);
    expect(heard).toHaveLength(1);
    const again = ask(publish);
    clock.increment(8_000);
    sockets.say([ok(true), ok(true)]);
    expect(again).toEqual([
      outcome('silent', { code: 'publish.unconfirmed' }),
      outcome('accepted'),
    ]);
  });

  test('E-19 an OK for an unknown event is ignored', () => {
    const { sockets, ask } = start();
    sockets.open();
    const heard = ask(publish);
    sockets.say([ok(true, '', 'f'.repeat(64))]);
    expect(heard).toEqual([]);
    sockets.say([ok(false, 'invalid: no'), ok(true)]);
    expect(heard).toEqual([outcome('rejected', 'invalid: no')]);
  });

  test('RELAY-04 a subscription ends with the stored events or after 4.4 s, and is closed on the wire', () => {
    const { clock, sockets, ask } = start();
    sockets.open();
    const quick = ask(subscribe);
    sockets.say([
      { type: 'events', id: '1', events: [event], rejected: 0 },
      { type: 'ended', id: '1' },
      { type: 'ended', id: '1' },
    ]);
    expect(quick).toEqual([
      { type: 'relay.events', url: URL, events: [event] },
      { type: 'relay.ended', url: URL, complete: true },
    ]);
    const slow = ask(subscribe);
    sockets.say([{ type: 'events', id: '2', events: [event], rejected: 0 }]);
    clock.increment(4_400);
    expect(slow.at(-1)).toMatchObject({ type: 'relay.ended', complete: false });
    expect(sockets.sent().filter(({ type }) => type === 'socket.close')).toEqual([
      { type: 'socket.close', id: '1' },
      { type: 'socket.close', id: '2' },
    ]);
  });

  test('INV-BASE rejected events are counted for the caller', () => {
    const { sockets, ask } = start();
    sockets.open();
    const heard = ask(subscribe);
    sockets.say([
      { type: 'events', id: '1', events: [], rejected: 2 },
      { type: 'ended', id: '1' },
    ]);
    expect(heard).toEqual([
      { type: 'relay.events', url: URL, events: [], rejected: 2 },
      { type: 'relay.ended', url: URL, complete: true },
    ]);
  });

  test('a refused subscription reports its reason; counts are returned', () => {
    const { sockets, ask } = start();
    sockets.open();
    const [refused, counted, uncounted] = [ask(subscribe), ask(count), ask(count)];
    sockets.say([
      { type: 'refused', id: '1', reason: 'error: busy' },
      { type: 'count', id: '2', count: 7 },
      { type: 'refused', id: '3', reason: 'unsupported: count' },
    ]);
    expect(refused).toEqual([
      { type: 'relay.ended', url: URL, complete: false, reason: quotedMessage('error: busy') },
    ]);
    expect(counted).toEqual([{ type: 'relay.counted', url: URL, count: 7 }]);
    expect(uncounted).toEqual([
      {
        type: 'relay.counted',
        url: URL,
        count: undefined,
        reason: quotedMessage('unsupported: count'),
      },
    ]);
  });

  test('the last fifty notices are kept', () => {
    const { actor, sockets } = start();
    sockets.open();
    for (let n = 0; n < 60; n++) sockets.say([{ type: 'notice', text: `n${n}` }]);
    expect(actor.getSnapshot().context.notices).toHaveLength(50);
    expect(actor.getSnapshot().context.notices.at(-1)).toBe('n59');
  });
});

describe('NIP-42', () => {
  const challenge = { type: 'challenge', challenge: 'c1' } as const;
  const required = 'auth-required: who are you?';
  const proofOf = (template: EventTemplate) => trusted({ ...template, pubkey: ME });
  const proof = proofOf(buildAuth(URL, 'c1'));

  test('TRUST-08 RELAY-09 a foreign relay learns the author only with consent, and the reader never', () => {
    const { actor, sockets, signer, ask, wanted } = start(false, 'ask');
    sockets.open();
    const read = ask(subscribe);
    sockets.say([challenge, { type: 'refused', id: '1', reason: required }]);
    expect([wanted(), signer.requests, read]).toMatchObject([
      [],
      [],
      [{ type: 'relay.ended', reason: { code: 'relay.wantsAuth' } }],
    ]);
    const published = ask(publish);
    sockets.say([ok(false, required)]);
    expect([wanted(), signer.requests, published]).toEqual([[URL], [], []]);
    actor.send({ type: 'relay.rule', rule: 'silent' });
    expect(signer.requests).toMatchObject([
      { act: { template: buildAuth(URL, 'c1') }, quiet: false },
    ]);
    signer.sign(proof);
    sockets.say([ok(true, '', proof.id)]);
    sockets.say([ok(true)]);
    expect(published).toEqual([outcome('accepted')]);
  });

  test('TRUST-08 a refused or unanswered relay gets no proof, and its callers get an end', () => {
    for (const end of ['never', 'silence'] as const) {
      const { actor, clock, sockets, signer, ask, wanted } = start(false, 'ask');
      sockets.open();
      const published = ask(publish);
      sockets.say([challenge, ok(false, required)]);
      if (end === 'never') actor.send({ type: 'relay.rule', rule: 'never' });
      else elapse(clock, 60_000, 1_000);
      expect([published, signer.requests]).toMatchObject([
        [{ outcome: 'rejected', reason: { code: 'relay.wantsAuth' } }],
        [],
      ]);
      ask(publish);
      sockets.say([ok(false, required)]);
      expect([wanted().length, signer.requests]).toEqual([end === 'never' ? 1 : 2, []]);
    }
  });

  test('a challenge alone does not prompt for a signature', () => {
    const { sockets, signer } = start();
    sockets.open();
    sockets.say([challenge]);
    expect(signer.requests).toEqual([]);
  });

  test('a request refused without a proof is resent with one, and its caller gets only the end', () => {
    const { sockets, signer, ask } = start();
    sockets.open();
    const [published, subscribed] = [ask(publish), ask(subscribe)];
    sockets.say([challenge, ok(false, required)]);
    sockets.say([{ type: 'refused', id: '2', reason: required }]);
    expect(signer.requests).toMatchObject([
      {
        pubkey: ME,
        reason: saying(`${URL} wants to know who you are`),
        act: { template: buildAuth(URL, 'c1') },
      },
    ]);
    signer.sign(proof);
    expect(sockets.sent().at(-1)).toEqual({ type: 'socket.authenticate', event: proof });
    sockets.say([ok(true, '', proof.id)]);
    expect(sockets.sent().slice(-2)).toEqual([
      { type: 'socket.publish', event },
      {
        type: 'socket.subscribe',
        id: '4',
        filters: subscribe.kind === 'subscribe' ? subscribe.filters : [],
      },
    ]);
    sockets.say([ok(true), { type: 'ended', id: '4' }]);
    expect(published).toEqual([outcome('accepted')]);
    expect(subscribed).toEqual([{ type: 'relay.ended', url: URL, complete: true }]);
  });

  test.each<[string, (signer: ReturnType<typeof fakeSession>) => void]>([
    ['something else comes back', (signer) => signer.sign(trusted({ kind: 1 }))],
    [
      'the proof of another relay comes back',
      (signer) => signer.sign(proofOf(buildAuth('wss://evil.example', 'c1'))),
    ],
  ])('where %s it is refused, and nobody is asked again', (_, answer) => {
    const { sockets, signer, ask } = start();
    sockets.open();
    const heard = ask(publish);
    sockets.say([challenge, ok(false, required)]);
    answer(signer);
    expect(heard).toMatchObject([{ outcome: 'rejected' }]);
    expect(sockets.sent().some(({ type }) => type === 'socket.authenticate')).toBe(false);
    const again = ask(publish);
    sockets.say([ok(false, required)]);
    expect(again).toEqual([outcome('rejected', required)]);
    expect(signer.requests).toHaveLength(1);
  });

  test('BEYOND-03 with a locked key the request is refused; the next request tries again', () => {
    const { sockets, signer, ask } = start();
    sockets.open();
    const heard = ask(publish);
    sockets.say([challenge, ok(false, required)]);
    signer.refuse();
    expect(heard).toMatchObject([{ outcome: 'rejected' }]);
    const again = ask(publish);
    sockets.say([ok(false, required)]);
    signer.sign(proof);
    sockets.say([ok(true, '', proof.id)]);
    sockets.say([ok(true)]);
    expect(again).toEqual([outcome('accepted')]);
    expect(signer.requests.map(({ quiet }) => quiet)).toEqual([true, true]);
  });

  test('a rejected proof or a silent signer still ends every request', () => {
    const refusing = start();
    refusing.sockets.open();
    const heard = refusing.ask(publish);
    refusing.sockets.say([challenge, ok(false, required)]);
    refusing.signer.sign(proof);
    refusing.sockets.say([ok(false, 'restricted: not you', proof.id)]);
    expect(heard).toMatchObject([{ outcome: 'rejected' }]);
    const hanging = start();
    hanging.sockets.open();
    const waits = hanging.ask(publish);
    hanging.sockets.say([challenge, ok(false, required)]);
    elapse(hanging.clock, 60_000, 1_000);
    expect(waits).toMatchObject([{ outcome: 'rejected' }]);
    expect(hanging.signer.open()).toEqual([]);
    expect(hanging.actor.getSnapshot().hasTag('online')).toBe(true);
  });
});
