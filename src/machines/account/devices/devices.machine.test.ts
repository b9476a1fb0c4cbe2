import { createActor, SimulatedClock } from 'xstate';
import { describe, expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { deviceOf, HOME, ME, opening, PEER, recorder, signing, startDevices } from '../../../../tests/support/account/devices-machine.ts';
import { fakePort } from '../../../../tests/support/machines/fake-port.ts';
import { EVERYDAY, NO_PERMITS } from '../../../events/account/devices/permits.ts';
import { secretOf } from '../../../events/account/keys/secret.ts';
import { seconds } from '../../../events/core/time.ts';
import type { Bus } from '../../core/bus.ts';
import { devicesMachine } from './devices.machine.ts';
import type { DevicesCommand, DevicesSignal } from './devices-protocol.ts';
import type { SignerRef } from '../../core/signer-ref.ts';
import { pressed } from '../../../events/nostr/ours.ts';

describe('BEYOND-12 what a device asks', () => {
  test('that needs no key is answered at once; what none can is refused', () => {
    const it = startDevices();
    for (const what of ['get_public_key', 'ping', 'get_relays', 'switch_relays'] as const) it.ask(what, { do: what });
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

  test('that is permitted is signed where it troubles nobody, answered once, and written down', () => {
    const it = startDevices([deviceOf('1', { kinds: EVERYDAY })]);
    it.ask('a');
    it.ask('a');
    expect(it.requests()).toMatchObject([
      { id: 'a', pubkey: ME, quiet: true, reason: { code: 'sign.forDevice', params: { name: 'device 1' } } },
    ]);
    it.signed('a');
    it.signed('a');
    expect(it.answers()).toHaveLength(1);
    const said = it.answers()[0]?.[1];
    expect(said && 'result' in said && JSON.parse(said.result)).toMatchObject({ pubkey: ME, kind: 1, content: 'hi' });
    expect(it.line.told().at(-1)).toMatchObject({ type: 'line.note', entries: [{ ref: 'a', came: 'done', deed: { kind: 1 } }] });
    expect([it.context().works, it.asked()]).toEqual([[], []]);
  });

  test('that is not permitted is asked about; nothing is signed before a yes, and a no is answered', () => {
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

  test('that is allowed always is not asked about again, neither what waits; another kind is', () => {
    const it = startDevices();
    it.ask('a', signing(7));
    it.ask('b', signing(7));
    it.ask('c', signing(1));
    expect(it.asked()).toEqual(['a']);
    it.decide('a', 'always');
    expect(it.line.told()).toContainEqual({
      type: 'line.permit',
      device: '1'.repeat(64),
      permits: { kinds: [7], ciphers: [] },
    });
    expect(it.requests().map(({ id, quiet }) => [id, quiet])).toEqual([
      ['a', false],
      ['b', true],
    ]);
    expect(it.asked()).toEqual(['a', 'c']);
  });

  test('INV-ONE-PROMPT one question at a time, whichever devices ask', () => {
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

  test('what a text says is given to its device alone, and its log says that it was read', () => {
    const it = startDevices([deviceOf('1', { ciphers: ['nip44_decrypt'] })]);
    it.ask('a', opening());
    expect(it.requests()[0]?.act).toEqual({ do: 'decrypt', scheme: 'nip44', peer: PEER, text: 'sealed' });
    it.settle('a', { ok: true, text: 'very private' });
    expect(it.answers()).toEqual([['a', { result: 'very private' }]]);
    expect(JSON.stringify(it.context().devices)).not.toContain('private');
    it.waits(2_000);
    expect(it.line.told().at(-1)).toMatchObject({ type: 'line.note', entries: [{ deed: { cipher: 'nip44_decrypt' }, came: 'done' }] });
  });
});

describe('a key that is locked', () => {
  test('is asked about by a question first, and a PIN only after a yes', () => {
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

test('BEYOND-12 a key that opens by itself is opened for what is permitted, and nobody is asked; for all else somebody is', () => {
  const it = startDevices([deviceOf('1', { kinds: EVERYDAY })], true, true);
  it.ask('a');
  expect([it.asked(), it.requests()]).toMatchObject([[], [{ id: 'a', quiet: false }]]);
  it.signed('a');
  expect(it.answers()).toHaveLength(1);
  it.ask('profile', signing(0));
  expect([it.asked(), it.requests().length]).toEqual([['profile'], 1]);
});

test('BEYOND-03 whose key is elsewhere is asked here before anything is asked there', () => {
  const it = startDevices([deviceOf('1', { kinds: EVERYDAY })], false);
  it.ask('a');
  expect([it.asked(), it.requests()]).toEqual([['a'], []]);
  it.decide('a', 'once');
  expect(it.requests()).toMatchObject([{ id: 'a', quiet: false }]);
});

describe('E-34 INV-IDENTITY', () => {
  test.each([{ pubkey: PEER }, { kind: 5 }])(
    'what a signer gives that is not of the account, or of another kind, is given to nobody: %o',
    (over) => {
      const it = startDevices([deviceOf('1', { kinds: EVERYDAY })]);
      it.ask('a');
      it.signed('a', over);
      expect(it.answers()).toEqual([['a', { error: 'failed' }]]);
    },
  );

  test('a stranger is no device: nothing is asked, signed or answered', () => {
    const it = startDevices();
    it.ask('a', signing(), '9');
    it.ask('b', { do: 'get_public_key' }, '9');
    it.decide('a', 'once');
    expect([it.asked(), it.requests(), it.answers()]).toEqual([[], [], []]);
  });
});

describe('a flood', () => {
  test('of questions is held back: two refusals in a row, and a device asks nobody for 5 minutes', () => {
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

  test('of questions that are said yes to is held back after six in a minute, and another device has its own', () => {
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

  test('of requests ends at 100 that wait', () => {
    const it = startDevices([deviceOf('1', { kinds: EVERYDAY })]);
    for (let at = 0; at < 150; at++) it.ask(`r${at}`);
    expect([it.requests().length, it.answers().length]).toEqual([100, 50]);
    expect(it.answers().every(([, answer]) => 'error' in answer && answer.error === 'busy')).toBe(true);
  });
});

describe('INV-PROGRESS', () => {
  test('a question that nobody answers is withdrawn after 3 minutes, counts as a no, and a late yes does nothing', () => {
    const it = startDevices();
    it.ask('a');
    it.waits(180_000);
    expect([it.withdrawn(), it.answers()]).toEqual([['a'], [['a', { error: 'unanswered' }]]]);
    it.decide('a', 'once');
    expect(it.requests()).toEqual([]);
  });

  test('a signer that never answers is taken back, and its late answer is given to nobody', () => {
    const it = startDevices([deviceOf('1', { kinds: EVERYDAY })]);
    it.ask('a');
    it.waits(180_000);
    expect([it.cancelled(), it.answers()]).toEqual([['a'], [['a', { error: 'unanswered' }]]]);
    it.signed('a');
    expect(it.answers()).toHaveLength(1);
  });

  test('a line that says nothing is said, and one that breaks is opened anew', () => {
    const clock = new SimulatedClock();
    const line = fakePort<DevicesCommand, { readonly account: string }, DevicesSignal>();
    const [bus, signer] = [recorder().actor as Bus, recorder().actor as SignerRef];
    const input = { account: ME, isLocal: true, opensItself: false, bus, signer, homeRelay: pressed(HOME) };
    const actor = createActor(devicesMachine.provide({ actors: { line: line.logic } }), { input, clock }).start();
    expect(actor.getSnapshot().hasTag('opening')).toBe(true);
    elapse(clock, 10_000, 1_000);
    expect([actor.getSnapshot().hasTag('opening'), actor.getSnapshot().context.problem]).toEqual([false, 'failed']);
  });
});

describe('revoked in the middle', () => {
  test('a question is withdrawn, a signature is given to nobody, and nothing more is heard', () => {
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
    expect(it.line.told()).toContainEqual({ type: 'line.remove', device: '1'.repeat(64) });
    expect(it.asked()).toEqual(['asking', 'other']);
  });

  test('in another tab it is the same', () => {
    const it = startDevices([deviceOf('1', { kinds: EVERYDAY })]);
    it.ask('a');
    it.line.report({ type: 'line.found', devices: [] });
    it.signed('a');
    expect([it.cancelled(), it.answers()]).toEqual([['a'], []]);
  });

  test('by the device itself, which is told so', () => {
    const it = startDevices();
    it.ask('bye', { do: 'logout' });
    expect([it.answers(), it.context().devices]).toEqual([[['bye', { result: 'ack' }]], []]);
  });
});

describe('two tabs', () => {
  test('whoever leads no more answers nothing: it is left to the other tab', () => {
    const it = startDevices([deviceOf('1', { kinds: EVERYDAY })]);
    it.ask('a');
    it.ask('b', signing(0));
    it.line.report({ type: 'line.leading', leading: false });
    it.signed('a');
    expect([it.answers(), it.withdrawn(), it.cancelled(), it.context().works]).toEqual([[], ['b'], ['a'], []]);
    it.waits(200_000);
    expect(it.answers()).toEqual([]);
  });
});

describe('letting in', () => {
  const uri = () => secretOf('bunker://x');

  test('E-32 an offer names the own relays, is shown wrapped, and is forgotten when it is used, withdrawn or late', () => {
    const it = startDevices();
    it.actor.send({
      type: 'relayList.changed',
      relays: ['wss://w.example', 'wss://r.example'].map((url) => ({ url: pressed(url), read: true, write: url.includes('w.') })),
    });
    it.actor.send({ type: 'devices.offer' });
    expect(it.line.told().at(-1)).toEqual({ type: 'line.offer', relays: [HOME, 'wss://w.example'] });
    for (const end of [
      () => it.actor.send({ type: 'devices.withdraw' }),
      () => it.line.report({ type: 'line.refused', why: 'late' }),
      () => it.line.report({ type: 'line.joined', device: '1'.repeat(64) }),
    ]) {
      const shown = uri();
      it.line.report({ type: 'line.offered', offer: { uri: shown, until: seconds(400) } });
      expect(it.context().offer?.uri.reveal()).toBe('bunker://x');
      expect(JSON.stringify(it.context().offer)).not.toContain('bunker');
      end();
      expect([it.context().offer, shown.reveal()]).toEqual([undefined, undefined]);
    }
    // some seconds after a page has loaded they are listened for, which is no look at them
    it.actor.send({ type: 'devices.open', unseen: true });
    expect([it.context().problem, it.context().joined]).toEqual(['late', '1'.repeat(64)]);
    it.actor.send({ type: 'devices.open' });
    expect([it.context().problem, it.context().joined]).toEqual([undefined, undefined]);
  });

  test('an offer of theirs goes with what a person has granted, and what could not be kept is said', () => {
    const it = startDevices();
    const permits = { ...NO_PERMITS, kinds: [1] };
    it.actor.send({ type: 'devices.accept', uri: uri(), permits });
    expect(it.line.told().at(-1)).toMatchObject({ type: 'line.accept', permits });
    it.line.report({ type: 'line.unkept' });
    expect(it.context().isKept).toBe(false);
  });
});
