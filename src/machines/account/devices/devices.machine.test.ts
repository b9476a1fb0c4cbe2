import { createActor, SimulatedClock } from 'xstate';
import type { PeerAnswer } from '../../connection/relay-protocol.ts';
import { describe, expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import {
  deviceOf,
  HOME,
  ME,
  opening,
  PEER,
  recorder,
  signing,
  startDevices,
} from '../../../../tests/support/account/devices-machine.ts';
import { fakePort } from '../../../../tests/support/machines/fake-port.ts';
import { EVERYDAY, NO_PERMITS } from '../../../events/account/devices/permits.ts';
import { secretOf } from '../../../events/account/keys/secret.ts';
import { seconds } from '../../../events/core/time.ts';
import type { Bus } from '../../core/bus.ts';
import { devicesMachine } from './devices.machine.ts';
import type { DevicesCommand, DevicesPortInput, DevicesSignal } from './devices-protocol.ts';
import type { SignerRef } from '../../core/signer-ref.ts';
import { pressed } from '../../../events/nostr/ours.ts';

describe('BEYOND-12 requests of devices', () => {
  test('a request without a key is answered at once; an impossible one is refused', () => {
    const it = startDevices();
    for (const what of ['get_public_key', 'ping', 'get_relays', 'switch_relays'] as const)
      it.ask(what, { do: what });
    it.ask('odd', 'odd');
    expect(Object.fromEntries(it.answers())).toEqual({
      get_public_key: { result: ME },
      ping: { result: 'pong' },
      get_relays: { result: JSON.stringify({ [HOME]: { read: true, write: true } }) },
      switch_relays: { result: JSON.stringify([HOME]) },
      odd: { error: 'unsupported' },
    });
    expect([it.asked(), it.requests()]).toEqual([[], []]);
  });

  test('a permitted request is signed without a prompt, answered once and logged', () => {
    const it = startDevices([deviceOf('1', { kinds: EVERYDAY })]);
    it.ask('a');
    it.ask('a');
    expect(it.requests()).toMatchObject([
      {
        id: 'a',
        pubkey: ME,
        quiet: true,
        reason: { code: 'sign.forDevice', params: { name: 'device 1' } },
      },
    ]);
    it.signed('a');
    it.signed('a');
    expect(it.answers()).toHaveLength(1);
    const said = it.answers()[0]?.[1];
    expect(said && 'result' in said && JSON.parse(said.result)).toMatchObject({
      pubkey: ME,
      kind: 1,
      content: 'hi',
    });
    expect(it.connection.told().at(-1)).toMatchObject({
      type: 'devicePort.record',
      entries: [{ ref: 'a', came: 'done', deed: { kind: 1 } }],
    });
    expect([it.context().works, it.asked()]).toEqual([[], []]);
  });

  test('a request without a permit needs a question; nothing is signed before a yes, and a no is answered', () => {
    const it = startDevices([deviceOf('1', { kinds: EVERYDAY })]);
    it.ask('profile', signing(0));
    expect([it.asked(), it.requests()]).toEqual([['profile'], []]);
    it.decide('profile', 'refuse');
    expect([it.answers(), it.requests()]).toEqual([[['profile', { error: 'refused' }]], []]);
    it.ask('again', signing(0));
    it.decide('again', 'once');
    expect(it.requests()).toMatchObject([{ id: 'again', quiet: false }]);
    it.signed('again');
    expect(it.context().devices[0]?.permits.kinds).toEqual(EVERYDAY);
    it.ask('third', signing(0));
    expect(it.asked()).toEqual(['profile', 'again', 'third']);
  });

  test('an always allowed kind is not asked about again, even if waiting; another kind is', () => {
    const it = startDevices();
    it.ask('a', signing(7));
    it.ask('b', signing(7));
    it.ask('c', signing(1));
    expect(it.asked()).toEqual(['a']);
    it.decide('a', 'always');
    expect(it.connection.told()).toContainEqual({
      type: 'devicePort.permit',
      device: '1'.repeat(64),
      permits: { kinds: [7], ciphers: [] },
    });
    expect(it.requests().map(({ id, quiet }) => [id, quiet])).toEqual([
      ['a', false],
      ['b', true],
    ]);
    expect(it.asked()).toEqual(['a', 'c']);
  });

  test('INV-ONE-PROMPT one question at a time, across all devices', () => {
    const it = startDevices([deviceOf('1'), deviceOf('2')]);
    it.ask('a', signing(), '1');
    it.ask('b', signing(), '2');
    it.ask('c', opening(), '2');
    expect(it.asked()).toEqual(['a']);
    it.decide('a', 'refuse');
    it.decide('b', 'once');
    expect(it.asked()).toEqual(['a', 'b', 'c']);
    it.decide('b', 'once');
    expect(it.requests().map(({ id }) => id)).toEqual(['b']);
  });

  test('a decrypted text goes only to its device, and the log only notes that it was read', () => {
    const it = startDevices([deviceOf('1', { ciphers: ['nip44_decrypt'] })]);
    it.ask('a', opening());
    expect(it.requests()[0]?.act).toEqual({
      do: 'decrypt',
      scheme: 'nip44',
      peer: PEER,
      text: 'sealed',
    });
    it.settle('a', { ok: true, text: 'very private' });
    expect(it.answers()).toEqual([['a', { result: 'very private' }]]);
    expect(JSON.stringify(it.context().devices)).not.toContain('private');
    it.waits(2_000);
    expect(it.connection.told().at(-1)).toMatchObject({
      type: 'devicePort.record',
      entries: [{ deed: { cipher: 'nip44_decrypt' }, came: 'done' }],
    });
  });
});

describe('a locked key', () => {
  test('the question comes first, and a PIN only after a yes', () => {
    const it = startDevices([deviceOf('1', { kinds: EVERYDAY })]);
    it.ask('a');
    it.locked('a');
    expect([it.asked(), it.requests().map(({ quiet }) => quiet)]).toEqual([['a'], [true]]);
    it.decide('a', 'always');
    expect(it.requests().map(({ quiet }) => quiet)).toEqual([true, false]);
    expect(it.context().devices[0]?.permits.kinds).toEqual(EVERYDAY);
    it.locked('a');
    expect(it.answers()).toEqual([['a', { error: 'failed' }]]);
  });
});

test('BEYOND-12 a permitted request is signed quietly; others need a question', () => {
  const it = startDevices([deviceOf('1', { kinds: EVERYDAY })]);
  it.ask('a');
  expect([it.asked(), it.requests()]).toMatchObject([[], [{ id: 'a', quiet: true }]]);
  it.signed('a');
  expect(it.answers()).toHaveLength(1);
  it.ask('profile', signing(0));
  expect([it.asked(), it.requests().length]).toEqual([['profile'], 1]);
});

test('BEYOND-03 with a key elsewhere, the question here comes before the prompt there', () => {
  const it = startDevices([deviceOf('1', { kinds: EVERYDAY })], false);
  it.ask('a');
  expect([it.asked(), it.requests()]).toEqual([['a'], []]);
  it.decide('a', 'once');
  expect(it.requests()).toMatchObject([{ id: 'a', quiet: false }]);
});

describe('E-34 INV-IDENTITY', () => {
  test.each([{ pubkey: PEER }, { kind: 5 }])(
    'a signed event of another account or kind is not delivered: %o',
    (over) => {
      const it = startDevices([deviceOf('1', { kinds: EVERYDAY })]);
      it.ask('a');
      it.signed('a', over);
      expect(it.answers()).toEqual([['a', { error: 'failed' }]]);
    },
  );

  test('requests of strangers are neither asked about, signed nor answered', () => {
    const it = startDevices();
    it.ask('a', signing(), '9');
    it.ask('b', { do: 'get_public_key' }, '9');
    it.decide('a', 'once');
    expect([it.asked(), it.requests(), it.answers()]).toEqual([[], [], []]);
  });
});

describe('a flood', () => {
  test('after two refusals in a row, a device asks no question for 5 minutes', () => {
    const it = startDevices();
    for (const ref of ['a', 'b', 'c', 'd']) it.ask(ref);
    it.decide('a', 'refuse');
    it.decide('b', 'refuse');
    expect(it.asked()).toEqual(['a', 'b']);
    expect(it.answers().map(([ref, answer]) => [ref, 'error' in answer && answer.error])).toEqual([
      ['a', 'refused'],
      ['b', 'refused'],
      ['c', 'busy'],
      ['d', 'busy'],
    ]);
    it.later(301);
    it.ask('e');
    expect(it.asked()).toEqual(['a', 'b', 'e']);
  });

  test('accepted questions stop after six in a minute, separately for each device', () => {
    const it = startDevices([deviceOf('1'), deviceOf('2')]);
    const refs = Array.from({ length: 8 }, (_, at) => `r${at}`);
    for (const ref of refs) {
      it.ask(ref);
      it.decide(ref, 'once');
    }
    expect(it.asked()).toEqual(refs.slice(0, 6));
    it.ask('other', signing(), '2');
    expect(it.asked()).toContain('other');
  });

  test('at most 100 requests may wait', () => {
    const it = startDevices([deviceOf('1', { kinds: EVERYDAY })]);
    for (let at = 0; at < 150; at++) it.ask(`r${at}`);
    expect([it.requests().length, it.answers().length]).toEqual([100, 50]);
    expect(it.answers().every(([, answer]) => 'error' in answer && answer.error === 'busy')).toBe(
      true,
    );
  });
});

describe('INV-PROGRESS', () => {
  test('an unanswered question expires after 3 minutes as a no, and a late yes does nothing', () => {
    const it = startDevices();
    it.ask('a');
    it.waits(180_000);
    expect([it.withdrawn(), it.answers()]).toEqual([['a'], [['a', { error: 'unanswered' }]]]);
    it.decide('a', 'once');
    expect(it.requests()).toEqual([]);
  });

  test('a request to a silent signer is cancelled, and its late answer is dropped', () => {
    const it = startDevices([deviceOf('1', { kinds: EVERYDAY })]);
    it.ask('a');
    it.waits(180_000);
    expect([it.cancelled(), it.answers()]).toEqual([['a'], [['a', { error: 'unanswered' }]]]);
    it.signed('a');
    expect(it.answers()).toHaveLength(1);
  });

  test('a silent connection shows an error, and a broken one is reopened', () => {
    const clock = new SimulatedClock();
    const connection = fakePort<DevicesCommand | PeerAnswer, DevicesPortInput, DevicesSignal>();
    const [bus, signer] = [recorder().actor as Bus, recorder().actor as SignerRef];
    const input = {
      account: ME,
      isLocal: true,
      bus,
      signer,
      homeRelay: pressed(HOME),
      scope: recorder().actor,
    };
    const actor = createActor(
      devicesMachine.provide({ actors: { connection: connection.logic } }),
      {
        input,
        clock,
      },
    ).start();
    expect(actor.getSnapshot().hasTag('opening')).toBe(true);
    elapse(clock, 10_000, 1_000);
    expect([actor.getSnapshot().hasTag('opening'), actor.getSnapshot().context.problem]).toEqual([
      false,
      'failed',
    ]);
  });
});

describe('revoked in the middle', () => {
  test('its question is withdrawn, its signature is dropped, and further requests are ignored', () => {
    const it = startDevices([deviceOf('1', { kinds: EVERYDAY }), deviceOf('2')]);
    it.ask('signing');
    it.ask('asking', signing(0));
    it.ask('other', signing(), '2');
    it.actor.send({ type: 'devices.remove', device: '1'.repeat(64) });
    expect([it.withdrawn(), it.cancelled()]).toEqual([['asking'], ['signing']]);
    it.signed('signing');
    it.decide('asking', 'once');
    it.ask('later');
    expect(it.answers()).toEqual([]);
    expect(it.connection.told()).toContainEqual({
      type: 'devicePort.remove',
      device: '1'.repeat(64),
    });
    expect(it.asked()).toEqual(['asking', 'other']);
  });

  test('revoking in another tab has the same effect', () => {
    const it = startDevices([deviceOf('1', { kinds: EVERYDAY })]);
    it.ask('a');
    it.connection.report({ type: 'devicePort.found', devices: [] });
    it.signed('a');
    expect([it.cancelled(), it.answers()]).toEqual([['a'], []]);
  });

  test('a device that revokes itself gets a confirmation', () => {
    const it = startDevices();
    it.ask('bye', { do: 'logout' });
    expect([it.answers(), it.context().devices]).toEqual([[['bye', { result: 'ack' }]], []]);
  });
});

describe('two tabs', () => {
  test('a tab that no longer leads answers nothing and leaves it to the other tab', () => {
    const it = startDevices([deviceOf('1', { kinds: EVERYDAY })]);
    it.ask('a');
    it.ask('b', signing(0));
    it.connection.report({ type: 'devicePort.leadershipChanged', leading: false });
    it.signed('a');
    expect([it.answers(), it.withdrawn(), it.cancelled(), it.context().works]).toEqual([
      [],
      ['b'],
      ['a'],
      [],
    ]);
    it.waits(200_000);
    expect(it.answers()).toEqual([]);
  });
});

describe('connecting', () => {
  const uri = () => secretOf('bunker://x');

  test('E-32 an offer names the own relays, is a secret, and is forgotten when used, withdrawn or late', () => {
    const it = startDevices();
    it.actor.send({
      type: 'relayList.changed',
      relays: ['wss://w.example', 'wss://r.example'].map((url) => ({
        url: pressed(url),
        read: true,
        write: url.includes('w.'),
      })),
    });
    it.actor.send({ type: 'devices.offer' });
    expect(it.connection.told().at(-1)).toEqual({
      type: 'devicePort.offer',
      relays: [HOME, 'wss://w.example'],
    });
    for (const end of [
      () => it.actor.send({ type: 'devices.withdraw' }),
      () => it.connection.report({ type: 'devicePort.refused', why: 'late' }),
      () => it.connection.report({ type: 'devicePort.paired', device: '1'.repeat(64) }),
    ]) {
      const shown = uri();
      it.connection.report({
        type: 'devicePort.offered',
        offer: { uri: shown, until: seconds(400) },
      });
      expect(it.context().offer?.uri.reveal()).toBe('bunker://x');
      expect(JSON.stringify(it.context().offer)).not.toContain('bunker');
      end();
      expect([it.context().offer, shown.reveal()]).toEqual([undefined, undefined]);
    }
    // the automatic start after loading a page does not count as viewing
    it.actor.send({ type: 'devices.open', unseen: true });
    expect([it.context().problem, it.context().joined]).toEqual(['late', '1'.repeat(64)]);
    it.actor.send({ type: 'devices.open' });
    expect([it.context().problem, it.context().joined]).toEqual([undefined, undefined]);
  });

  test('an accepted offer carries the granted permits, and a storage failure is shown', () => {
    const it = startDevices();
    const permits = { ...NO_PERMITS, kinds: [1] };
    it.actor.send({ type: 'devices.accept', uri: uri(), permits });
    expect(it.connection.told().at(-1)).toMatchObject({ type: 'devicePort.accept', permits });
    it.connection.report({ type: 'devicePort.writeFailed' });
    expect(it.context().isKept).toBe(false);
  });
});

test('ACTIVITY-01 ACTIVITY-03 the port learns that the page sleeps or wakes, also after its crash', () => {
  const it = startDevices();
  const told = () =>
    it.connection
      .last()
      .told.flatMap((one) => (one.type === 'devicePort.setAwake' ? [one.isAwake] : []));
  it.actor.send({ type: 'account.wakeChanged', on: false });
  it.actor.send({ type: 'account.wakeChanged', on: true });
  it.actor.send({ type: 'account.wakeChanged', on: false });
  expect(told()).toEqual([false, true, false]);
  const id = 'connection';
  it.actor.send({ type: `xstate.error.actor.${id}`, actorId: id, error: 'boom' } as never);
  it.waits(6_000);
  expect([it.connection.lives.length, it.connection.last().input]).toEqual([
    2,
    { account: ME, isAwake: false },
  ]);
});
