import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { bitFlips } from '../../../../tests/support/events/bit-flips.ts';
import { signed } from '../../../../tests/support/events/signed.ts';
import { wasmCheck } from '../../../../tests/support/events/wasm-check.ts';
import type { SignedEvent, VerifiedEvent } from '../../../events/nostr/event.ts';
import { type Verify, verifyWith } from '../../../events/nostr/verify.ts';
import type { RelayFrame, RelaySignal } from '../../../machines/connection/relay-protocol.ts';
import { seconds } from '../../../events/core/time.ts';
import { connectRelay } from './relay-connection.ts';
import type { SocketEvents } from '../web-socket.ts';
import { pressed } from '../../../events/nostr/ours.ts';
import { runs } from '../../../../tests/support/runs.ts';

let verify: Verify;
beforeAll(async () => {
  verify = verifyWith(await wasmCheck());
});

const NOTES = [{ kinds: [1] }];

/** A connection whose socket, turns and verifier the test controls. */
function connect(verifier: () => Verify | undefined = () => verify) {
  const sent: unknown[][] = [];
  const signals: RelaySignal[] = [];
  let turns: Array<() => void> = [];
  let socket: SocketEvents | undefined;
  let closed = 0;
  const connection = connectRelay('wss://relay.example', {
    now: () => seconds(100),
    openSocket: (_, events) => {
      socket = events;
      return { send: (text) => void sent.push(JSON.parse(text)), close: () => closed++ };
    },
    verify: verifier,
    report: (signal) => signals.push(signal),
    later: (run) => turns.push(run),
  });
  const run = () => {
    while (turns.length > 0) {
      const now = turns;
      turns = [];
      for (const turn of now) turn();
    }
  };
  return {
    connection,
    sent,
    signals,
    run,
    turn: () => turns.splice(0, 1).forEach((turn) => turn()),
    closed: () => closed,
    open: () => socket?.opened(),
    close: (reason = '') => socket?.closed(reason),
    say: (...frames: unknown[]) =>
      frames.forEach((frame) =>
        socket?.frame(typeof frame === 'string' ? frame : JSON.stringify(frame)),
      ),
    raw: (data: unknown) => socket?.frame(data),
    heard: (): RelayFrame[] =>
      signals.flatMap((signal) => (signal.type === 'socket.heard' ? signal.heard : [])),
    events: () =>
      signals.flatMap((signal) =>
        signal.type === 'socket.heard'
          ? signal.heard.flatMap((one) => (one.type === 'events' ? one.events : []))
          : [],
      ),
  };
}

function opened(verifier?: () => Verify | undefined) {
  const it = connect(verifier);
  it.open();
  it.connection.tell({ type: 'socket.subscribe', id: 's', filters: NOTES });
  return it;
}

describe('outgoing messages', () => {
  test('each command sends one message of NIP-01, NIP-42 or NIP-45, only while the socket is open', () => {
    const it = connect();
    const event = verify(signed({ content: 'x' }));
    if (!event) throw new Error('unsigned');
    const commands = () => {
      it.connection.tell({
        type: 'socket.subscribe',
        id: 's',
        filters: [{ kinds: [1] }, { ids: ['a'] }],
      });
      it.connection.tell({ type: 'socket.count', id: 'c', filters: NOTES });
      it.connection.tell({ type: 'socket.close', id: 's' });
      it.connection.tell({ type: 'socket.publish', event: pressed(event) });
      it.connection.tell({ type: 'socket.authenticate', event });
    };
    commands();
    expect(it.sent).toEqual([]);
    it.open();
    commands();
    expect(it.sent).toEqual([
      ['REQ', 's', { kinds: [1] }, { ids: ['a'] }],
      ['COUNT', 'c', ...NOTES],
      ['CLOSE', 's'],
      ['EVENT', event],
      ['AUTH', event],
    ]);
    it.close();
    commands();
    expect(it.sent).toHaveLength(5);
  });
});

describe('incoming messages', () => {
  test('RELAY-05 E-15 E-17 only requested events that match and verify are reported, each once', () => {
    const it = opened();
    const good = signed({ content: 'good' });
    const other = signed({ kind: 7, content: '+' });
    const forged = { ...good, content: 'bad', id: good.id };
    const resigned = { ...signed({ content: 'b' }), sig: good.sig };
    it.say(
      ['EVENT', 's', forged],
      ['EVENT', 's', other],
      ['EVENT', 'elsewhere', good],
      ['EVENT', 's', resigned],
      ['EVENT', 's', good],
      ['EVENT', 's', good],
    );
    it.say(['EOSE', 's'], ['EOSE', 'elsewhere']);
    it.run();
    expect(it.events()).toEqual([good]);
    // an event that does not match was not requested, and does not count as a bad response
    expect(it.heard().map((one) => (one.type === 'events' ? one.rejected : one.type))).toEqual([
      2,
      'ended',
    ]);
  });

  test('INV-BASE E-28 malformed, oversized or truncated events count as refused for their subscription only', () => {
    const good = signed({ content: 'good' });
    const unreadable = [
      ['EVENT', 's', { ...good, tags: [['p', null]] }],
      ['EVENT', 's', { ...good, tags: Array.from({ length: 70_000 }, () => ['p', 'a']) }],
      ['EVENT', 's', { ...good, content: 'x'.repeat(4 * 1024 * 1024) }],
      `["EVENT","s",{"id":"${good.id}","kind"`,
    ];
    for (const frame of unreadable) {
      const it = opened();
      it.say(frame, ['EOSE', 's']);
      it.run();
      expect(it.heard()).toEqual([
        { type: 'events', id: 's', events: [], rejected: 1 },
        { type: 'ended', id: 's' },
      ]);
    }
    const it = opened();
    it.say(['EVENT', 'elsewhere', { ...good, tags: [['p', null]] }], ['NOTICE', 7], '["EVENT"');
    it.run();
    expect(it.heard()).toEqual([]);
  });

  test('E-15 RELAY-05 an event with one altered bit is refused, for every kind', () => {
    for (const kind of [0, 1, 3, 6, 7, 9_735, 10_002, 30_023]) {
      const event = signed({ kind, content: '{"name":"a"}', tags: [['d', 'x']] });
      const it = connect();
      it.open();
      it.connection.tell({ type: 'socket.subscribe', id: 's', filters: [{}] });
      it.say(...bitFlips(event).map((flip) => ['EVENT', 's', flip]), ['EVENT', 's', event]);
      it.run();
      expect(it.events()).toEqual([event]);
    }
  });

  test('the test above finds a breach: a check that always passes lets an altered signature through', () => {
    const it = opened(() => verifyWith(() => true));
    const event = signed({ content: 'mine' });
    it.say(...bitFlips(event).map((flip) => ['EVENT', 's', flip]));
    it.run();
    expect(it.events().some(({ sig }) => sig !== event.sig)).toBe(true);
  });

  test('E-16 the same id with other content is refused, even after the genuine event', () => {
    const it = opened();
    const good = signed({ content: 'good' });
    it.connection.tell({ type: 'socket.subscribe', id: 't', filters: NOTES });
    it.say(['EVENT', 's', good], ['EVENT', 't', { ...good, content: 'swapped' }]);
    it.run();
    expect(it.events()).toEqual([good]);
  });

  test('results, notices, challenges and refusals arrive in order', () => {
    const it = opened();
    const id = 'e'.repeat(64);
    it.say(
      ['OK', id, true, ''],
      ['OK', id, false, 'blocked: no'],
      ['NOTICE', 'hi'],
      ['AUTH', 'c'],
      ['COUNT', 'c', { count: 3 }],
      ['CLOSED', 's', 'error: x'],
    );
    it.say(['EVENT', 's', signed()]);
    it.run();
    expect(it.heard()).toEqual([
      { type: 'ok', eventId: id, accepted: true, reason: '' },
      { type: 'ok', eventId: id, accepted: false, reason: 'blocked: no' },
      { type: 'notice', text: 'hi' },
      { type: 'challenge', challenge: 'c' },
      { type: 'count', id: 'c', count: 3 },
      { type: 'refused', id: 's', reason: 'error: x' },
    ]);
  });

  test('INV-VERIFIED while signatures cannot be checked nothing is reported; afterwards everything is', () => {
    let current: Verify | undefined;
    const it = opened(() => current);
    it.say(['EVENT', 's', signed()], ['EOSE', 's']);
    it.run();
    expect(it.heard()).toEqual([]);
    current = verify;
    it.connection.resume();
    it.run();
    expect(it.heard().map(({ type }) => type)).toEqual(['events', 'ended']);
  });

  test('E-27 a flood is verified in turns, and a subscription ends after a thousand events', () => {
    const it = opened(() => (event: SignedEvent) => event as VerifiedEvent);
    const one = signed();
    const many = Array.from({ length: 1_200 }, (_, n) => ({
      ...one,
      id: n.toString(16).padStart(64, '0'),
    }));
    for (const event of many) it.say(['EVENT', 's', event]);
    it.turn();
    expect(it.events()).toHaveLength(16);
    it.run();
    expect(it.events()).toHaveLength(1_000);
    expect(it.heard().some(({ type }) => type === 'ended')).toBe(true);
  });

  test('E-27 too much pending text ends the connection; huge and binary frames are not read', () => {
    const it = opened(() => undefined);
    it.raw(new ArrayBuffer(8));
    it.say('x'.repeat(5 * 1024 * 1024));
    expect(it.closed()).toBe(0);
    for (let n = 0; n < 6; n++) it.say('x'.repeat(3 * 1024 * 1024));
    expect(it.signals.at(-1)).toEqual({ type: 'socket.closed', reason: 'errored' });
    expect(it.closed()).toBe(1);
  });

  test('RELAY-01 a socket that never opened has errored, one that was open is closed', () => {
    const never = connect();
    never.close('refused');
    expect(never.signals).toEqual([{ type: 'socket.closed', reason: 'errored' }]);
    const once = opened();
    once.close();
    expect(once.signals.at(-1)).toEqual({ type: 'socket.closed', reason: 'closed' });
  });

  test('INV-EPOCH after its end a connection reports nothing, even if frames arrive', () => {
    for (const end of [
      (it: ReturnType<typeof opened>) => it.close(),
      (it: ReturnType<typeof opened>) => it.connection.shut(),
    ]) {
      const it = opened();
      it.say(['EVENT', 's', signed()]);
      end(it);
      const before = it.signals.length;
      it.say(['EOSE', 's']);
      it.open();
      it.close();
      it.connection.resume();
      it.run();
      expect(it.signals).toHaveLength(before);
    }
  });

  test('INV-ISOLATE 10,000 random frames do no harm: valid ones among them are reported', () => {
    const junk = fc.oneof(
      fc.anything().map((value) => JSON.stringify(value) ?? 'undefined'),
      fc.string(),
      fc
        .array(
          fc.oneof(fc.constantFrom('EVENT', 'EOSE', 'OK', 'AUTH', 'NOTICE', 's'), fc.anything()),
          { maxLength: 5 },
        )
        .map((frame) => JSON.stringify(frame)),
    );
    const good = signed({ content: 'good' });
    const frames = fc.array(junk, { minLength: 50, maxLength: 50 });
    fc.assert(
      fc.property(frames, frames, (before, after) => {
        const it = opened();
        const closing = (frame: string) => frame.includes('"CLOSED"');
        it.say(...before.filter((frame) => !closing(frame)), ['EVENT', 's', good], ...after);
        it.run();
        expect(it.events()).toEqual([good]);
      }),
      { numRuns: runs(100) },
    );
  });
});

test('NIP-40 an event whose expiration is past is not sent, and is reported instead', () => {
  const it = connect();
  it.open();
  const at = (time: string) => pressed(verify(signed({ tags: [['expiration', time]] })));
  for (const event of [at('100'), at('101')])
    if (event) it.connection.tell({ type: 'socket.publish', event });
  expect(it.heard()).toEqual([{ type: 'expired', eventId: at('100')?.id }]);
  expect(it.sent).toMatchObject([['EVENT', { tags: [['expiration', '101']] }]]);
});
