import { quotedMessage } from '../../events/account/user-message.ts';
import type { PeerAnswer } from '../connection/relay-protocol.ts';
import fc from 'fast-check';
import { nsecEncode } from 'nostr-tools/nip19';
import {
  type AnyEventObject,
  createActor,
  createMachine,
  fromCallback,
  sendTo,
  setup,
  SimulatedClock,
} from 'xstate';
import { describe, expect, test } from 'vitest';
import { elapse } from '../../../tests/support/machines/clock.ts';
import { fakeApp } from '../../../tests/support/views/fake-app.ts';
import { range, verified } from '../../../tests/support/connection/fake-cache.ts';
import { readRecording } from '../../../tests/support/machines/read-recording.ts';
import { dump, replay } from '../../../tests/support/machines/replay.ts';
import { runs } from '../../../tests/support/runs.ts';
import { inMillis, millis, seconds } from '../../events/core/time.ts';
import { signerMachine } from '../account/signing/signer.machine.ts';
import type {
  SignAction,
  SignerCommand,
  SignerPortInput,
  SignSettled,
} from '../core/sign-request.ts';
import { createRecorder } from './recorder.ts';
import { recordingText } from './recording-text.ts';

const ME = 'f'.repeat(64);
const NSEC = nsecEncode(Uint8Array.from({ length: 32 }, (_, i) => i + 1));

/** Start a machine that accepts any event, with a recorder. */
function anything() {
  const recorder = createRecorder(() => millis(7.4), millis(0));
  const actor = createActor(createMachine({ id: 'any' }), { inspect: recorder.inspect }).start();
  return { recorder, send: (event: AnyEventObject) => actor.send(event) };
}

/** Run a short session: a page of the home feed, a new theme, a name, sleep, a lost connection. */
async function session() {
  const fake = fakeApp();
  const { app, clock, socket, net, activity, device, asked } = fake;
  app.start();
  socket.connect();
  const { screens, settings } = app.getSnapshot().children;
  screens?.send({
    type: 'screen.opened',
    order: { kind: 'feed', key: 'feed:home', input: { base: { verb: 'feed' }, pageSize: 20 } },
  });
  elapse(clock, 300);
  fake.answer('feed', {
    events: [verified({ id: 'n1' })],
    claims: [range(['n1'], { since: 1, until: 1 })],
  });
  settings?.send({ type: 'settings.change', change: { theme: 'ice' } });
  device.say({ type: 'store.written', revision: 1 });
  app.send({ type: 'app.restart', name: 'names' });
  app.getSnapshot().children.names?.send({ type: 'name.check', address: 'iris' });
  asked[0]?.answer('key');
  await Promise.resolve();
  await Promise.resolve();
  elapse(clock, 301_000);
  activity.say({ type: 'activity.seen' });
  socket.connect();
  net.say({ type: 'network.wentOffline' });
  socket.closed();
  elapse(clock, 1_000);
  return fake;
}

test('ACCOUNT-20 TRUST-05 a recording has neither decrypted texts nor private list changes', () => {
  const { recorder, send } = anything();
  send({ type: 'signer.answered', id: '1', answer: { text: '[["word","anchovy"]]' } });
  send({
    type: 'account.intent',
    intent: {
      type: 'lists.edit',
      intents: [{ act: 'add', tag: ['word', 'anchovy'], secret: true }],
    },
  });
  send({
    type: 'account.intent',
    intent: { type: 'lists.edit', intents: [{ act: 'add', tag: ['word', 'pineapple'] }] },
  });
  const text = recordingText(recorder.recording());
  expect([
    text.includes('anchovy'),
    text.includes('pineapple'),
    text.includes('signer.answered'),
  ]).toEqual([false, true, true]);
});

test('E-32 ACCOUNT-20 TRUST-05 a recording has no plain text of signer requests, such as an ecash key', () => {
  const recorder = createRecorder(() => millis(0), millis(0));
  const key = 'b7'.repeat(32);
  const [text, sealed] = [
    JSON.stringify([['privkey', key]]),
    `${'A'.repeat(22)}==?iv=${'A'.repeat(22)}==`,
  ];
  const port = fromCallback<SignerCommand | PeerAnswer, SignerPortInput>(({ receive, sendBack }) =>
    receive((command) => {
      if (command.type === 'signer.perform' && command.act.do !== 'sign')
        sendBack({
          type: 'signer.answered',
          id: command.id,
          answer: { text: command.act.text === text ? sealed : text },
        });
    }),
  );
  const heard: SignSettled[] = [];
  const root = setup({
    types: { events: {} as SignSettled | { type: 'go'; act: 'encrypt' | 'decrypt' } },
    actors: { signer: signerMachine.provide({ actors: { port } }) },
  }).createMachine({
    invoke: {
      id: 'signer',
      src: 'signer',
      input: { account: { pubkey: ME, method: 'extension' }, open: true },
    },
    on: {
      go: {
        actions: sendTo('signer', ({ event, self }) => {
          const act: SignAction = {
            do: event.act,
            scheme: 'nip04',
            peer: ME,
            text: event.act === 'encrypt' ? text : sealed,
          };
          return {
            type: 'sign.request',
            request: { id: event.act, from: self, pubkey: ME, reason: { code: 'sign.ecash' }, act },
          };
        }),
      },
      'sign.settled': { actions: ({ event }) => heard.push(event) },
    },
  });
  const actor = createActor(root, { inspect: recorder.inspect }).start();
  actor.send({ type: 'go', act: 'encrypt' });
  actor.send({ type: 'go', act: 'decrypt' });
  // it was both encrypted and decrypted
  expect(
    heard.map(({ id, outcome }) => [id, outcome.ok && 'text' in outcome && outcome.text]),
  ).toEqual([
    ['encrypt', sealed],
    ['decrypt', text],
  ]);
  const recorded = recordingText(recorder.recording());
  expect([recorded.includes(key), recorded.includes('signer.answered')]).toEqual([false, true]);
  actor.stop();
});

test('E-32 COMPOSE-08 TRUST-05 a recording has no words of an article draft, from any source', () => {
  const { recorder, send } = anything();
  const text = { title: 'anchovy', content: 'anchovy' };
  send({ type: 'article.write', text, now: 7 });
  send({ type: 'articles.found', drafts: new Map([['d', new Map([['v', { text }]])]]) });
  send({ type: 'articles.updated', draft: 'd', version: { text } });
  const recorded = recordingText(recorder.recording());
  expect(
    ['anchovy', 'article.write', 'articles.found', 'articles.updated'].map((one) =>
      recorded.includes(one),
    ),
  ).toEqual([false, true, true, true]);
});

describe('recorded events', () => {
  test('TOOL-02 external events are recorded with time and path; derived events are not', async () => {
    const { recorder } = await session();
    expect(
      recorder.recording().log.map(({ at, to, event }) => `${inMillis(at)} ${to} ${event.type}`),
    ).toEqual([
      '0 /cache socket.opened',
      '0 /screens screen.opened',
      '300 /cache socket.batch',
      '300 /settings settings.change',
      '300 /settings store.written',
      '300  app.restart',
      '300 /names name.check',
      '300 /names xstate.done.actor.iris',
      '301300 /activity activity.seen',
      '301300 /cache socket.opened',
      '301300  network.wentOffline',
      '301300 /cache socket.closed',
    ]);
  });

  test('TOOL-02 the recording restores the same state, also from its file', async () => {
    const { app, clock, recorder, machine } = await session();
    const recording = readRecording(recordingText(recorder.recording()));
    expect(dump(replay(machine, recording, clock.now()))).toEqual(dump(app));
  });

  test('TOOL-02 the root’s input and start time are recorded; the file omits its secrets', () => {
    const clock = new SimulatedClock();
    const recorder = createRecorder(() => millis(clock.now()), millis(1_700_000_000_000));
    const input = {
      cache: { urls: ['wss://a'], seed: 0.25 },
      settings: { saved: { theme: 'ice', note: NSEC } },
      ahead: new Map([[1, ['x']]]),
    };
    clock.increment(120);
    createActor(createMachine({ id: 'any' }), { inspect: recorder.inspect, clock, input }).start();
    const { origin, boot } = recorder.recording();
    expect([origin, boot]).toEqual([1_700_000_000_000, { at: seconds(120), input }]);
    const text = recordingText(recorder.recording());
    expect(text).not.toContain(NSEC.slice(5));
    expect(readRecording(text).boot).toMatchObject({
      at: seconds(120),
      input: { cache: input.cache, ahead: input.ahead },
    });
  });

  test('TOOL-02 a recording without its beginning says how much is lost, and is not replayed', () => {
    const { recorder, send } = anything();
    for (let n = 1; n <= 10_000; n++) send({ type: 'small', n });
    expect(recorder.recording().dropped).toBe(0);
    for (let n = 10_001; n <= 25_000; n++) send({ type: 'small', n });
    const recording = readRecording(recordingText(recorder.recording()));
    expect(recording.dropped + recording.log.length).toBe(25_000);
    expect(recording.log[0]?.event['n']).toBe(recording.dropped + 1);
    expect(() => replay(createMachine({ id: 'any' }), recording, 0)).toThrow(
      'the beginning is missing',
    );
  });

  test('TOOL-02 a long session keeps its end: at most 10,000 entries with 40,000 rows', () => {
    const { recorder, send } = anything();
    for (let n = 1; n <= 25_000; n++) send({ type: 'small', n });
    expect(recorder.recording().log.length).toBeLessThanOrEqual(10_000);
    expect(recorder.recording().log.length).toBeGreaterThanOrEqual(5_000);
    expect(recorder.recording().log.at(-1)?.event['n']).toBe(25_000);
    const big = anything();
    for (let n = 1; n <= 2_000; n++)
      big.send({ type: 'big', n, arrivals: [{ events: Array.from({ length: 100 }, () => ({})) }] });
    expect(big.recorder.recording().log.length).toBeLessThanOrEqual(400);
    expect(big.recorder.recording().log.length).toBeGreaterThanOrEqual(190);
    expect(big.recorder.recording().log.at(-1)?.event['n']).toBe(2_000);
  });
});

describe('export', () => {
  test('TOOL-02 the export has every entry as data; actors are named by path', async () => {
    const { recorder, app } = await session();
    const toasts = app.getSnapshot().children.toasts;
    app.send({ type: 'toast.show', kind: 'info', text: 'x', from: toasts } as never);
    const exported: { log: unknown[] } = JSON.parse(recordingText(recorder.recording()));
    expect(exported.log).toHaveLength(recorder.recording().log.length);
    expect(exported.log.at(-1)).toEqual({
      at: seconds(302_300),
      to: '',
      event: { type: 'toast.show', kind: 'info', text: 'x', from: { $: 'actor', of: '/toasts' } },
    });
  });

  test('TRUST-05 TOOL-02 a secret key that passed through the app is not in the export', async () => {
    const { app, recorder, settings } = await session().then((fake) => ({
      ...fake,
      settings: fake.app.getSnapshot().children.settings,
    }));
    app.send({ type: 'toast.show', kind: 'error', message: quotedMessage(`cannot read ${NSEC}.`) });
    settings?.send({ type: 'settings.change', change: { selectedHomeFeed: `{"id":"${NSEC}"}` } });
    app.send({
      type: 'pin.entered',
      pin: '1234-5678',
      secret: { of: 'many parts' },
      bytes: Uint8Array.of(113, 114, 115),
    } as never);
    app.send({ type: 'failed', error: new Error(`bad key ${NSEC}`) } as never);
    const text = recordingText(recorder.recording());
    expect(text).not.toContain(NSEC.slice(5));
    expect(text).not.toContain('1234-5678');
    expect(text).not.toContain('many parts');
    expect(text).not.toContain('113');
    expect(text).toContain('characters kept back');
  });

  const secrets = fc.oneof(
    { weight: 2, arbitrary: fc.constant(NSEC) },
    { weight: 1, arbitrary: fc.constant(`see ${NSEC}, mine`) },
  );
  const payload = fc.object({
    key: fc.oneof(fc.string(), secrets),
    values: [
      secrets,
      fc.string(),
      fc.nat(),
      fc.constant(undefined),
      secrets.map((secret) => new Error(secret)),
      secrets.map((secret) => new Set([secret])),
    ],
    withMap: true,
    withSet: true,
    withTypedArray: true,
    withBigInt: true,
    maxDepth: 5,
  });

  const plain = fc.anything({
    key: fc.oneof(fc.string(), fc.constantFrom('$', 'of', '__proto__', 'actor')),
    values: [fc.string(), fc.double(), fc.boolean(), fc.bigInt(), fc.constantFrom(null, undefined)],
    withMap: true,
    withSet: true,
    maxDepth: 5,
  });

  test('TOOL-02 the text of a recording restores the same data: maps, sets and tag-like objects', () => {
    fc.assert(
      fc.property(plain, (data) => {
        const { recorder, send } = anything();
        send({ type: 'any', data });
        expect(readRecording(recordingText(recorder.recording())).log).toEqual(
          recorder.recording().log,
        );
      }),
      { numRuns: runs(300) },
    );
  });

  test('TRUST-05 a secret anywhere in an event is removed, and the export still works', () => {
    fc.assert(
      fc.property(payload, (data) => {
        const { recorder, send } = anything();
        send({ type: 'any', data });
        expect(recorder.recording().log).toHaveLength(1);
        const text = recordingText(recorder.recording());
        expect(text).not.toContain(NSEC.slice(5, 40));
        expect(JSON.parse(text).log).toHaveLength(1);
      }),
      { numRuns: runs(300) },
    );
  });
});

test('TOOL-02 machines and files in events are left out, so the file stays small', () => {
  const { recorder, send } = anything();
  const logic = createMachine({ id: 'handed', initial: 'a', states: { a: {} } });
  send({ type: 'code.fetched', code: { logic }, file: new Blob(['x']), name: 'kept' });
  expect(JSON.parse(recordingText(recorder.recording())).log[0].event).toEqual({
    type: 'code.fetched',
    code: {},
    name: 'kept',
  });
});
