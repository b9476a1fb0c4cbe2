import { quotedMessage } from '../../../events/account/user-message.ts';
import type { PeerAnswer } from '../../connection/relay-protocol.ts';
import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode as nip19Decode, nsecEncode } from 'nostr-tools/nip19';
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
import { differences } from '../../../../tests/support/machines/differences.ts';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { fakeApp } from '../../../../tests/support/views/fake-app.ts';
import { range, verified } from '../../../../tests/support/connection/fake-cache.ts';
import { runs } from '../../../../tests/support/runs.ts';
import { inMillis, millis, seconds } from '../../../events/core/time.ts';
import { type Secret, secretOf } from '../../../events/account/keys/secret.ts';
import { signerMachine } from '../../account/signing/signer.machine.ts';
import type {
  SignAction,
  SignerCommand,
  SignerPortInput,
  SignSettled,
} from '../../core/sign-request.ts';
import { dropFirst, recordingLimit } from './limit-recording.ts';
import { createRecorder } from './recorder.ts';
import { readRecording } from './read-recording.ts';
import { LEAVING } from './recording-rules.ts';
import { recordingText } from './recording-text.ts';
import { replay } from './replay.ts';
import { replayedApp } from './replayed-app.ts';
import { stateHashes } from './state-hash.ts';

const SRC = join(import.meta.dirname, '../../..');
const ME = 'f'.repeat(64);
const NSEC = nsecEncode(Uint8Array.from({ length: 32 }, (_, i) => i + 1));

/** Start a machine that accepts any event, with a recorder. */
function anything() {
  const recorder = createRecorder(
    () => millis(7.4),
    millis(0),
    () => undefined,
  );
  const actor = createActor(createMachine({ id: 'any' }), { inspect: recorder.inspect }).start();
  return { recorder, send: (event: AnyEventObject) => actor.send(event) };
}

/** The lines of a file that are entries. */
function entriesIn(text: string): readonly { readonly event: unknown }[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter((line) => 'event' in line);
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

test('TOOL-02 TRUST-05 a recording without the account names no page of its name', () => {
  const recorder = createRecorder(
    () => millis(0),
    millis(0),
    () => `https://starling.example/iris`,
  );
  createActor(createMachine({}), { inspect: recorder.inspect }).start();
  const place = (...without: readonly 'account'[]) =>
    readRecording(recordingText(recorder.recording(), 'shared', without)).boot?.place;
  expect([place(), place('account')]).toEqual(['/iris', '/bxxx']);
});

test.each([
  ['own', ['/home', '/explore?tab=zaps', '/search/mine?q=mine']],
  ['shared', ['/home', '/explore', '/search']],
] as const)(
  'TOOL-02 TRUST-05 a recording for %s use names the pages without their host',
  (level, expected) => {
    let address = 'https://starling.example/home';
    const recorder = createRecorder(
      () => millis(0),
      millis(0),
      () => address,
    );
    const actor = createActor(createMachine({}), { inspect: recorder.inspect }).start();
    for (const path of ['/home', '/explore?tab=zaps', '/search/mine?q=mine#part']) {
      address = `https://starling.example${path}`;
      actor.send({ type: 'toast.show' });
      actor.send({ type: 'toast.show' });
    }
    const text = recordingText(recorder.recording(), level);
    expect(text).not.toContain('starling.example');
    const { boot, log } = readRecording(text);
    expect([boot?.place, ...log.map(({ place }) => place)].filter(Boolean)).toEqual(expected);
  },
);

test('ACCOUNT-20 TRUST-05 a recording has neither decrypted texts nor list changes', () => {
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
  ]).toEqual([false, false, true]);
});

test('E-32 ACCOUNT-20 TRUST-05 a recording has no plain text of signer requests, such as an ecash key', () => {
  const recorder = createRecorder(
    () => millis(0),
    millis(0),
    () => undefined,
  );
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

/** Types of all events in the code, and two of XState. */
const TYPES = [
  ...new Set(
    readdirSync(SRC, { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
      .flatMap((file) =>
        [...readFileSync(join(SRC, file), 'utf8').matchAll(/type: '([a-zA-Z]+\.[a-zA-Z.]+)'/g)].map(
          ([, type = '']) => type,
        ),
      ),
  ),
  'xstate.done.actor.words',
  'xstate.error.actor.key',
];

describe('texts that leave the device', () => {
  /** The export of one event. */
  const exported = (event: AnyEventObject) =>
    recordingText({
      origin: millis(0),
      boot: undefined,
      dropped: 0,
      log: [{ at: millis(0), to: [], event }],
    });

  test('E-32 TRUST-05 BEYOND-07 events of unlisted types export no texts but names of fields', () => {
    const word = 'anchovy pizza';
    const data = { a: [word, { b: word }], c: new Map([[word, new Set([word])]]), [word]: 1 };
    const leaving = TYPES.filter((type) =>
      exported({ type, data, output: word, error: new Error(word) }).includes('anchovy'),
    );
    expect(TYPES.length).toBeGreaterThan(500);
    expect(leaving.toSorted()).toEqual(
      Object.keys(LEAVING)
        .filter((type) => !type.startsWith('xstate.'))
        .toSorted(),
    );
    expect(exported({ type: 'compose.write', anchovy: word })).toContain('"anchovy":"b');
  });

  test('E-32 TRUST-05 typed and decrypted texts are in no export', () => {
    const word = 'anchovy';
    const events: AnyEventObject[] = [
      { type: 'compose.write', text: word, people: [{ name: word }], now: 1 },
      { type: 'draft.found', writing: { text: word } },
      { type: 'draftListStore.found', drafts: new Map([['root', { text: word }]]) },
      { type: 'store.opened', entries: [{ request: { template: { content: word } } }], now: 1 },
      { type: 'store.appended', entries: [{ content: word }] },
      { type: 'account.intent', intent: { type: 'intents.publish', template: { content: word } } },
      { type: 'account.intent', intent: { type: 'money.pay', comment: word } },
      { type: 'signer.answered', answer: { event: { id: 'a', sig: 'b', content: word } } },
      { type: 'xstate.done.actor.seals', output: { rumors: [{ content: word }] } },
      { type: 'search.type', text: word },
      { type: 'mention.ask', text: word },
      { type: 'profile.type', field: 'about', text: word },
      { type: 'create.type', field: 'name', text: word },
      { type: 'walletStore.found', kept: { uri: word } },
      { type: 'ecashLog.opened', lines: [{ proofs: [{ C: word }] }] },
      { type: 'settings.change', change: { searches: [word] } },
      {
        type: 'feed.select',
        base: { verb: 'mega_feed_directive', payload: { spec: `{"query":"${word}"}` } },
      },
      {
        type: 'screen.opened',
        order: {
          kind: 'feed',
          key: `feed:{"id":"advsearch","query":"${word}"}`,
          input: {
            base: { verb: 'mega_feed_directive', payload: { spec: `{"query":"${word}"}` } },
          },
        },
      },
    ];
    const feed = `feed:{"query":"${word}"}`;
    const { children } = createActor(
      createMachine({ invoke: { id: feed, src: createMachine({}) } }),
    ).getSnapshot();
    events.push({ type: 'screen.closed', from: children[feed] });
    expect(events.filter((event) => exported(event).includes(word))).toEqual([]);
    // the hunt finds a text that leaves
    expect(exported({ type: 'screen.closed', key: word })).toContain(word);
  });

  test('TOOL-02 a text is replaced by one of its length and sort, and equal texts by equal ones', () => {
    const id = 'ab'.repeat(32);
    const text = exported({ type: 'hidden', a: id, b: id, c: 'a word', d: 'another word' });
    const event = readRecording(text).log[0]?.event;
    expect([event?.['a'], event?.['b'], event?.['c'], event?.['d']]).toEqual([
      expect.stringMatching(/^[0-9a-f]{64}$/),
      event?.['a'],
      expect.stringMatching(/^[a-z]{6}$/),
      expect.stringMatching(/^[a-z]{12}$/),
    ]);
    expect(event?.['a']).not.toBe(id);
  });

  test('E-32 TOOL-02 an ended actor has one name in type and event, without the words of a search', () => {
    const exportedEnd = (id: string) => {
      const event = { type: `xstate.done.actor.${id}`, actorId: id, output: 'anchovy' };
      return readRecording(exported(event)).log[0]?.event;
    };
    expect(exportedEnd('name of pia')).toMatchObject({
      type: 'xstate.done.actor.name of pia',
      actorId: 'name of pia',
    });
    const search = exportedEnd('feed:{"query":"anchovy"}');
    expect(JSON.stringify(search)).not.toContain('anchovy');
    expect(search?.type).toBe(`xstate.done.actor.${search?.['actorId']}`);
  });

  test('E-32 TOOL-02 a secret is replaced by a made-up one of its sort, which a replay can read', () => {
    const secrets = [secretOf(NSEC), secretOf('1234 5678'), secretOf(Uint8Array.of(113, 114))];
    // forms forget secrets before the recording is saved
    for (const one of secrets) one.forget();
    const text = exported({ type: 'login.submit', secrets });
    const made: ReadonlyArray<Secret<string>> = readRecording(text).log[0]?.event['secrets'];
    const [nsec = '', ...others] = made.map((one) => one.reveal());
    expect(nip19Decode(nsec as `nsec1${string}`).type).toBe('nsec');
    expect(nsec).not.toBe(NSEC);
    expect(others).toEqual(['x'.repeat(9), new Uint8Array(2)]);
  });
});

describe('recorded events', () => {
  test('TOOL-02 external events are recorded with time and path; derived events are not', async () => {
    const { recorder } = await session();
    expect(
      recorder
        .recording()
        .log.filter(({ timer }) => !timer)
        .map(({ at, to, event }) => `${inMillis(at)} /${to.join('/')} ${event.type}`),
    ).toEqual([
      '0 /cache socket.opened',
      '0 /screens screen.opened',
      '300 /cache socket.batch',
      '300 /settings settings.change',
      '300 /settings store.written',
      '300 / app.restart',
      '300 /names name.check',
      '300 /names xstate.done.actor.iris',
      '301300 /activity activity.seen',
      '301300 /cache socket.opened',
      '301300 / network.wentOffline',
      '301300 /cache socket.closed',
    ]);
  });

  test('TOOL-02 the recording restores the same state, also from its file', async () => {
    const { app, recorder } = await session();
    const recording = readRecording(recordingText(recorder.recording(), 'own'));
    const { root, lost } = replay(replayedApp(), recording);
    expect([lost, differences(stateHashes(root), stateHashes(app))]).toEqual([[], []]);
    expect(stateHashes(app).size).toBeGreaterThan(8);
  });

  test('TOOL-02 the root’s input and start time are recorded; the file omits its secrets', () => {
    const clock = new SimulatedClock();
    const recorder = createRecorder(
      () => millis(clock.now()),
      millis(1_700_000_000_000),
      () => undefined,
    );
    const input = {
      cache: { urls: ['wss://a'], seed: 0.25 },
      settings: { saved: { theme: 'ice', note: NSEC } },
      ahead: new Map([[1, ['x']]]),
    };
    clock.increment(120);
    createActor(createMachine({ id: 'any' }), { inspect: recorder.inspect, clock, input }).start();
    const { origin, boot } = recorder.recording();
    expect([origin, boot]).toEqual([1_700_000_000_000, { at: seconds(120), input }]);
    const text = recordingText(recorder.recording(), 'own');
    expect(text).not.toContain(NSEC.slice(5));
    expect(readRecording(text).boot).toMatchObject({
      at: seconds(120),
      input: { cache: input.cache, ahead: input.ahead },
    });
  });

  test('TOOL-02 a recording without its beginning says how much is lost, and is not replayed', () => {
    const { recorder, send } = anything();
    for (let n = 1; n <= 100; n++) send({ type: 'small', n });
    dropFirst(recorder, 40);
    const recording = readRecording(recordingText(recorder.recording(), 'own'));
    expect([recording.dropped, recording.log.length]).toEqual([40, 60]);
    expect(recording.log[0]?.event['n']).toBe(41);
    expect(() => replay(createMachine({ id: 'any' }), recording)).toThrow(
      'the beginning is missing',
    );
  });

  test('TOOL-02 the limit is a size: a recording above it keeps its latter half', () => {
    const { recorder, send } = anything();
    const limit = recordingLimit(recorder, 100_000);
    const text = 'x'.repeat(10_000);
    for (let n = 1; n <= 9; n++) send({ type: 'large', n, text });
    limit();
    expect(recorder.recording().dropped).toBe(0);
    for (let n = 10; n <= 12; n++) send({ type: 'large', n, text });
    limit();
    const { dropped, log } = recorder.recording();
    expect([dropped, log.map(({ event }) => event['n'])]).toEqual([8, [9, 10, 11, 12]]);
    for (let n = 1; n <= 2_000; n++) send({ type: 's', n });
    limit();
    expect(recorder.recording().log).toHaveLength(2_004);
  });

  test('TOOL-02 an event counts again after the entry that had it first was dropped', () => {
    const { recorder, send } = anything();
    const limit = recordingLimit(recorder, 100_000);
    const event = { id: 'a', sig: 'b', content: 'x'.repeat(60_000) };
    send({ type: 'first', events: [event] });
    send({ type: 'large', text: 'x'.repeat(45_000) });
    limit();
    expect(recorder.recording().dropped).toBe(1);
    send({ type: 'again', events: [{ ...event }] });
    limit();
    expect(recorder.recording().dropped).toBe(3);
  });

  test('TOOL-02 an event or claim that arrives again counts once, because the file has it once', () => {
    for (const one of [
      { id: 'a', sig: 'b', content: 'x'.repeat(50_000) },
      { claim: 'other', kind: 1, content: 'x'.repeat(50_000) },
    ]) {
      const { recorder, send } = anything();
      for (let n = 1; n <= 100; n++) send({ type: 'again', n, arrivals: [{ all: [{ ...one }] }] });
      recordingLimit(recorder, 100_000)();
      const { dropped, log } = recorder.recording();
      expect([dropped, log.length]).toEqual([0, 100]);
      expect(log.at(-1)?.event).toEqual({ type: 'again', n: 100, arrivals: [{ all: [one] }] });
    }
  });
});

describe('export', () => {
  test('TOOL-02 BEYOND-07 the file has each signed event, claim and path once', () => {
    const { recorder, send } = anything();
    const event = { id: 'a', sig: 'b', content: 'anchovy' };
    const claim = { claim: 'other', kind: 1, content: 'pineapple' };
    for (let n = 0; n < 10; n++)
      send({ type: 'socket.batch', events: [{ ...event }, event], claims: [{ ...claim }] });
    const text = recordingText(recorder.recording(), 'own');
    expect(['anchovy', 'pineapple', '"path"'].map((word) => text.split(word).length - 1)).toEqual([
      1, 1, 1,
    ]);
    expect(readRecording(text).log).toStrictEqual(recorder.recording().log);
  });

  test('TOOL-02 a file of another format, or a damaged one, is refused', () => {
    const { recorder, send } = anything();
    send({ type: 'small' });
    const text = recordingText(recorder.recording(), 'own');
    for (const wrong of [
      '',
      '{}',
      text.replace('"starling":1', '"starling":0'),
      text.replace('"to":0', '"to":7'),
      `${text}x`,
    ])
      expect(() => readRecording(wrong)).toThrow(/^(this is|a line|an entry)/);
  });

  test('TOOL-02 the export has every entry as data; actors are named by path', async () => {
    const { recorder, app } = await session();
    const toasts = app.getSnapshot().children.toasts;
    app.send({ type: 'toast.show', kind: 'info', text: 'x', from: toasts } as never);
    const { log } = recorder.recording();
    const exported = entriesIn(recordingText(recorder.recording(), 'own'));
    expect(exported).toHaveLength(log.length);
    expect(exported.at(-1)).toEqual({
      at: seconds(302_300),
      to: expect.any(Number),
      event: { type: 'toast.show', kind: 'info', text: 'x', from: { $: 'actor', of: ['toasts'] } },
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
    const text = recordingText(recorder.recording(), 'own');
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
        expect(readRecording(recordingText(recorder.recording(), 'own')).log).toStrictEqual(
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
        const text = recordingText(recorder.recording(), 'own');
        expect(text).not.toContain(NSEC.slice(5, 40));
        expect(entriesIn(text)).toHaveLength(1);
      }),
      { numRuns: runs(300) },
    );
  });
});

test('TOOL-02 machines and files in events are left out, so the file stays small', () => {
  const { recorder, send } = anything();
  const logic = createMachine({ id: 'handed', initial: 'a', states: { a: {} } });
  send({ type: 'code.fetched', code: { logic }, file: new Blob(['x']), name: 'kept' });
  expect(entriesIn(recordingText(recorder.recording(), 'own'))[0]?.event).toEqual({
    type: 'code.fetched',
    code: {},
    name: 'kept',
  });
});
