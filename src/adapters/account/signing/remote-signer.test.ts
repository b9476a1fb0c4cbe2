import { finalizeEvent, getPublicKey } from 'nostr-tools/pure';
import { describe, expect, test } from 'vitest';
import {
  type BunkerRequest,
  fakeBunker,
  fakeRelay,
  honest,
} from '../../../../tests/support/account/fake-bunker.ts';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { startPeers } from '../../../../tests/support/connection/peer-connections.ts';
import { note } from '../../../../tests/support/account/fake-signer.ts';
import { testKeys } from '../../../../tests/support/account/test-keys.ts';
import { inSeconds, millis, seconds, toSeconds } from '../../../events/core/time.ts';
import type { SignAction } from '../../../machines/core/sign-request.ts';
import { remoteBackend } from './remote-backend.ts';
import { openRemoteSigner } from './remote-signer.ts';
import { pressed } from '../../../events/nostr/ours.ts';

const NOW = () => toSeconds(millis(Date.now()));
const RELAYS = ['wss://one.example', 'wss://two.example'];
const EVIL = new Uint8Array(32).fill(66);

type Answer = Parameters<typeof fakeBunker>[1];

/**
 * A backend with real keys and ciphers that talks to another implementation's signer over in-memory
 * relays.
 */
async function start(answer: Answer = honest, relays: readonly string[] = RELAYS.slice(0, 1)) {
  const { keys, tasks } = testKeys();
  const relay = fakeRelay();
  const bunker = fakeBunker(relay, answer);
  const { peers, clock } = startPeers(relay.openSocket);
  const opened = await keys.ask({ do: 'open', key: { from: 'new' } });
  const client = opened.ok ? (opened.pubkey ?? '') : '';
  let count = 0;
  const deps = { keys, peers, now: NOW, newId: () => `id${++count}` };
  const place = { signer: bunker.pubkey, client, relays: relays.map((url) => pressed(url)) };
  const backend = remoteBackend({ pubkey: bunker.user }, { ...deps, place: async () => place });
  return {
    keys,
    tasks,
    relay,
    bunker,
    deps,
    place,
    backend,
    client,
    elapse: (ms: number) => elapse(clock, ms, 100),
  };
}

const settle = async (turns = 40) => {
  for (let i = 0; i < turns; i++) await new Promise((resolve) => setImmediate(resolve));
};
const noChallenge = () => undefined;

describe('an honest signer', () => {
  test('SIGN-03 signs as asked over NIP-46, and sends no request before the first act', async () => {
    const { backend, relay, bunker } = await start();
    expect(relay.sockets).toEqual([]);
    const performed = await backend.perform(note('hello', 1_700_000_000), noChallenge).done;
    expect(performed).toMatchObject({
      event: { content: 'hello', created_at: seconds(1_700_000_000), pubkey: bunker.user },
    });
    expect(bunker.requests.map(({ method }) => method)).toEqual(['sign_event']);
  });

  test('SIGN-04 encrypts and decrypts', async () => {
    const { backend, tasks } = await start();
    const peer = getPublicKey(EVIL);
    const act: SignAction = { do: 'encrypt', scheme: 'nip44', peer, text: 'hi' };
    const made = await backend.perform(act, noChallenge).done;
    const text = made !== 'locked' && 'text' in made ? made.text : '';
    expect(await backend.perform({ ...act, do: 'decrypt', text }, noChallenge).done).toEqual({
      text: 'hi',
    });
    // the relay pool has checked the answers
    expect(tasks.filter((task) => task.do === 'verify')).toEqual([]);
  });

  test('that is on several relays gets a request on each, and its first answer counts', async () => {
    const { backend, relay, bunker } = await start(honest, RELAYS);
    const performed = await backend.perform(note('x', 5), noChallenge).done;
    expect(performed).toMatchObject({ event: { content: 'x' } });
    expect(new Set(relay.sockets.map(({ url }) => url))).toEqual(new Set(RELAYS));
    expect(new Set(bunker.requests.map(({ id }) => id)).size).toBe(1);
  });

  test('a page on which the user has to allow it is reported once, and the answer after it is used', async () => {
    const { backend, bunker } = await start(() => ({
      result: 'auth_url',
      error: 'https://x.example/allow',
    }));
    const told: string[] = [];
    const { done } = backend.perform(note('x', 5), (url) => told.push(url));
    await settle();
    const [request] = bunker.requests;
    if (!request) throw new Error('nothing was asked');
    bunker.say(request.client, {
      id: request.id,
      result: 'auth_url',
      error: 'https://x.example/again',
    });
    bunker.say(request.client, {
      id: request.id,
      ...honest(request, { user: new Uint8Array(32).fill(9) }),
    });
    expect(await done).toMatchObject({ event: { content: 'x' } });
    expect(told).toEqual(['https://x.example/allow']);
  });
});

describe('E-34 a dishonest signer', () => {
  const signedBy =
    (key: Uint8Array, over: Record<string, unknown>) =>
    ({ params: [template = ''] }: BunkerRequest) => ({
      result: JSON.stringify(finalizeEvent({ ...JSON.parse(template), ...over }, key)),
    });
  const USER = new Uint8Array(32).fill(9);
  const broken =
    (change: Record<string, unknown>): Answer =>
    (request, bunker) => ({
      result: JSON.stringify({
        ...JSON.parse(String(honest(request, bunker)['result'])),
        ...change,
      }),
    });

  test.each<readonly [string, Answer]>([
    ['by another account', signedBy(EVIL, {})],
    ['other content', signedBy(USER, { content: 'send me money' })],
    ['another kind', signedBy(USER, { kind: 5 })],
    ['other tags', signedBy(USER, { tags: [['p', 'x']] })],
    ['another time', signedBy(USER, { created_at: seconds(1) })],
    ['a wrong signature', broken({ sig: '0'.repeat(128) })],
    ['a wrong id', broken({ id: '0'.repeat(64) })],
    ['no JSON', () => ({ result: '{' })],
    ['no event', () => ({ result: 'null' })],
    ['an empty result', () => ({ result: '' })],
  ])('SIGN-02 INV-IDENTITY is not believed: %s (event-sig-not-verified)', async (_, answer) => {
    const { backend } = await start(answer);
    expect(await backend.perform(note('x', 5), noChallenge).done).toMatchObject({
      failure: { code: 'event-sig-not-verified' },
    });
  });

  test('BEYOND-12 that has removed this device is reported as such', async () => {
    const { backend } = await start(() => ({ error: 'removed' }));
    expect(await backend.perform(note('x', 5), noChallenge).done).toMatchObject({
      failure: { code: 'event_not_signed', detail: { code: 'remote.removed' } },
    });
  });

  test('that refuses is quoted, clipped', async () => {
    const { backend } = await start(() => ({ error: `no ${'x'.repeat(2_000)}` }));
    const performed = await backend.perform(note('x', 5), noChallenge).done;
    expect(performed).toMatchObject({ failure: { code: 'event_not_signed' } });
    expect(JSON.stringify(performed).length).toBeLessThan(500);
  });
});

describe('INV-REPLY', () => {
  test('answers settle their own request in any order; duplicates and unknown ids are ignored', async () => {
    const held: BunkerRequest[] = [];
    const { backend, bunker } = await start((request) => void held.push(request));
    const acts = ['a', 'b', 'c'].map((text) => backend.perform(note(text, 5), noChallenge).done);
    await settle();
    expect(held).toHaveLength(3);
    const user = new Uint8Array(32).fill(9);
    bunker.say(held[0]?.client ?? '', { id: 'nobody', result: 'x' });
    for (const request of held.toReversed()) {
      for (let i = 0; i < 2; i++)
        bunker.say(request.client, { id: request.id, ...honest(request, { user }) });
    }
    const performed = await Promise.all(acts);
    expect(performed.map((one) => one !== 'locked' && 'event' in one && one.event.content)).toEqual(
      ['a', 'b', 'c'],
    );
  });

  test('answers of others, forged answers and junk change nothing', async () => {
    const { backend, bunker, relay } = await start(() => undefined);
    let isDone = false;
    void backend.perform(note('x', 5), noChallenge).done.then(() => (isDone = true));
    await settle();
    const [request] = bunker.requests;
    if (!request) throw new Error('nothing was asked');
    const { client, id } = request;
    bunker.say(client, { id, error: 'from a stranger' }, EVIL);
    bunker.say(client, 'no json');
    for (const junk of [{}, [], null, { id }, { id: 7, result: 'x' }, { id, result: {} }])
      bunker.say(client, junk);
    const forged = finalizeEvent(
      { kind: 24133, content: 'x', tags: [['p', client]], created_at: inSeconds(NOW()) },
      EVIL,
    );
    for (const event of [
      { ...forged, pubkey: bunker.pubkey },
      { ...forged, kind: 1 },
      { ...forged, sig: '' },
      7,
      null,
    ])
      relay.say(JSON.stringify(['EVENT', 'nip46', event]));
    for (const frame of [
      '',
      '{',
      '[]',
      '["EVENT"]',
      '["OK"]',
      '["NOTICE","x"]',
      new ArrayBuffer(3),
      'x'.repeat(600_000),
    ])
      relay.say(frame);
    await settle();
    expect(isDone).toBe(false);
  });
});

describe('a broken connection', () => {
  test('is reopened; unaccepted requests are sent again, accepted ones are not: they may be prompts already', async () => {
    const { backend, relay, elapse } = await start(() => undefined);
    void backend.perform(note('taken', 5), noChallenge).done;
    await settle();
    relay.setAcknowledges(false);
    void backend.perform(note('untaken', 5), noChallenge).done;
    await settle();
    const before = relay.sentEvents().length;
    relay.cut();
    await settle();
    elapse(1_000);
    await settle();
    const sent = relay.sentEvents();
    expect([before, sent.length]).toEqual([2, 3]);
    expect(sent[2]?.[1]).toEqual(sent[1]?.[1]);
  });

  test('RELAY-03 is retried ten times with growing delays while a relay is down; the next act tries again', async () => {
    const { backend, relay, elapse } = await start(honest);
    relay.setUp(false);
    void backend.perform(note('x', 5), noChallenge).done;
    await settle();
    const pauses = [];
    for (let tries = relay.sockets.length; tries < 11; tries++) {
      let pause = 0;
      for (; relay.sockets.length === tries; pause += 100) elapse(100);
      pauses.push(pause);
      await settle();
    }
    const growing = pauses.slice(0, 6);
    for (const [at, pause] of growing.slice(1).entries())
      expect(pause).toBeGreaterThan(growing[at] ?? Infinity);
    elapse(10 * 60_000);
    await settle();
    expect(relay.sockets).toHaveLength(11);
    relay.setUp(true);
    const { done } = backend.perform(note('y', 5), noChallenge);
    await settle();
    expect(await done).toMatchObject({ event: { content: 'y' } });
  });

  test('SIGN-03 a signer that idled is asked over a new subscription, and after a minute over a new socket', async () => {
    const { backend, relay, elapse } = await start(honest);
    const open = () =>
      relay.sockets.flatMap(({ isOpen, subscriptions }) => (isOpen ? [subscriptions.size] : []));
    await backend.perform(note('x', 5), noChallenge).done;
    await settle();
    expect(open()).toEqual([0]);
    relay.sockets[0]?.subscriptions.clear();
    expect(await backend.perform(note('y', 5), noChallenge).done).toMatchObject({
      event: { content: 'y' },
    });
    elapse(61_000);
    await settle();
    expect(open()).toEqual([]);
    expect(await backend.perform(note('z', 5), noChallenge).done).toMatchObject({
      event: { content: 'z' },
    });
    expect(relay.sockets).toHaveLength(2);
  });

  test('a relay that refuses the subscription is asked again later', async () => {
    const { backend, relay, elapse } = await start(() => undefined);
    void backend.perform(note('x', 5), noChallenge).done;
    await settle();
    relay.refuse('busy');
    await settle();
    elapse(1_000);
    await settle();
    expect(relay.sockets).toHaveLength(2);
  });
});

describe('cancelling', () => {
  test('SIGN-01 a forgotten act receives nothing, not even a late approval, and is not sent again', async () => {
    const { backend, bunker, relay, elapse } = await start(() => undefined);
    relay.setAcknowledges(false);
    const performance = backend.perform(note('x', 5), noChallenge);
    let isDone = false;
    void performance.done.then(() => (isDone = true));
    await settle();
    performance.forget();
    const [request] = bunker.requests;
    if (request)
      bunker.say(request.client, {
        id: request.id,
        ...honest(request, { user: new Uint8Array(32).fill(9) }),
      });
    relay.cut();
    await settle();
    elapse(1_000);
    await settle();
    expect([isDone, relay.sentEvents().length]).toEqual([false, 1]);
  });

  test('an act that is forgotten before it was sent never becomes a prompt', async () => {
    const { backend, bunker } = await start();
    backend.perform(note('x', 5), noChallenge).forget();
    await settle();
    expect(bunker.requests).toEqual([]);
  });

  test('the end closes the sockets and our key', async () => {
    const { backend, relay, keys, client } = await start();
    await backend.perform(note('x', 5), noChallenge).done;
    backend.end();
    await settle();
    expect(relay.sockets.every(({ isOpen }) => !isOpen)).toBe(true);
    expect(await keys.ask({ do: 'hold', pubkey: client })).toMatchObject({ ok: false });
  });

  test('without a pairing it reports that, and looks again with the next act', async () => {
    const { deps, place, bunker } = await start();
    let known = false;
    const backend = remoteBackend(
      { pubkey: bunker.user },
      { ...deps, place: async () => (known ? place : undefined) },
    );
    expect(await backend.perform(note('x', 5), noChallenge).done).toMatchObject({
      failure: { code: 'no_socket' },
    });
    known = true;
    expect(await backend.perform(note('x', 5), noChallenge).done).toMatchObject({
      event: { content: 'x' },
    });
  });
});

test('E-32 an act is not readable on the relay', async () => {
  const { backend, relay } = await start();
  await backend.perform(note('very private', 5), noChallenge).done;
  expect(JSON.stringify(relay.sockets.map(({ sent }) => sent))).not.toContain('very private');
});

test('a key that is not open sends no request', async () => {
  const { deps, place, relay } = await start();
  const signer = openRemoteSigner({ ...place, client: 'f'.repeat(64) }, deps);
  expect(await signer.call({ method: 'get_public_key' }, noChallenge).done).toMatchObject({
    failure: { code: 'encrypt-no-nsec' },
  });
  expect(relay.sentEvents()).toEqual([]);
});
