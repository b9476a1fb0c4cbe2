import { Relay } from 'nostr-tools/relay';
import { finalizeEvent } from 'nostr-tools/pure';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { KIND } from '../../src/events/nostr/kinds.ts';
import { buildAuth } from '../../src/events/connection/relay-auth.ts';
import { connectRelay } from '../../tests/support/connection/relay-client.ts';
import { signed } from '../../tests/support/events/signed.ts';
import { key } from '../../tests/support/service/village.ts';
import { type Service, startService } from '../start.ts';
import { openEventVerifier } from '../verify.ts';
import { seconds } from '../../src/events/core/time.ts';
import { openAuthenticator } from './authentication.ts';
import { LIMITS } from './limits.ts';

let service: Service;

beforeEach(async () => {
  service = await startService({ port: 0 });
});

afterEach(() => service.stop());

type Client = Awaited<ReturnType<typeof connectRelay>>;

const now = () => Math.floor(Date.now() / 1000);
const own = () => service.url.replace('http', 'ws');
const [ANN, BEN] = [1, 2];

const letter = (from: number, to: number, kind: number = KIND.EncryptedDirectMessage) =>
  signed({ kind, content: 'sealed', tags: [['p', key(to)]], created_at: now() }, from);

/** Return a response to a challenge, altered as a test requires. */
function proof(
  n: number,
  challenge: string,
  fields: { url?: string; created_at?: number; kind?: number } = {},
) {
  const { url = own(), created_at = now(), kind = KIND.RelayAuth } = fields;
  return signed(
    { kind, created_at, tags: buildAuth(url, challenge).tags.map((tag) => [...tag]) },
    n,
  );
}

/** Make the relay request authentication, and return the challenge. */
async function challenged(client: Client): Promise<string> {
  client.say(['REQ', 'private', { kinds: [KIND.GiftWrap] }]);
  const [, challenge] = await client.hear('AUTH');
  expect((await client.hear('CLOSED', 'private'))[2]).toMatch(/^auth-required: /);
  return String(challenge);
}

async function prove(client: Client, n: number): Promise<void> {
  const answer = proof(n, await challenged(client));
  client.say(['AUTH', answer]);
  expect(await client.hear('OK', answer.id)).toEqual(['OK', answer.id, true, '']);
}

async function publish(client: Client, event: ReturnType<typeof signed>): Promise<unknown[]> {
  client.say(['EVENT', event]);
  return client.hear('OK', event.id);
}

/** Return the ids in the response to a request. */
async function read(client: Client, id: string, ...filters: unknown[]): Promise<string[]> {
  client.say(['REQ', id, ...filters]);
  await client.hear('EOSE', id);
  return client.eventsOf(id).map((event) => event.id);
}

test('NIP-42 a client that reads and writes public events is never asked to authenticate', async () => {
  const client = await connectRelay(service.url);
  const note = signed({ content: 'open', created_at: now() });
  expect(await publish(client, note)).toEqual(['OK', note.id, true, '']);
  expect(await publish(client, letter(BEN, ANN))).toMatchObject({ 2: true });
  expect(await read(client, 'all', {})).toEqual([note.id]);
  expect(await read(client, 'mixed', { kinds: [1, 4, 1059], '#p': [key(ANN)] })).toEqual([]);
  client.say(['COUNT', 'many', {}]);
  expect(await client.hear('COUNT', 'many')).toEqual(['COUNT', 'many', { count: 1 }]);
  expect(client.frames.some(([type]) => type === 'AUTH')).toBe(false);
  client.socket.close();
});

test('NIP-42 private messages are shown to sender and recipient, both stored and live', async () => {
  const [ann, ben] = [await connectRelay(service.url), await connectRelay(service.url)];
  const [toAnn, toBen] = [letter(BEN, ANN), letter(3, BEN)];
  for (const event of [toAnn, toBen]) await publish(ben, event);
  expect(await read(ann, 'before', {})).toEqual([]);
  await prove(ann, ANN);
  expect(await read(ann, 'mine', { kinds: [4] })).toEqual([toAnn.id]);
  expect(await read(ann, 'open', {})).toEqual([toAnn.id]);
  const fromBen = { kinds: [4], authors: [key(BEN)], '#p': [key(ANN)] };
  expect(await read(ann, 'talk', fromBen)).toEqual([toAnn.id]);
  ann.say(
    ['REQ', 'others', { kinds: [4], '#p': [key(BEN)] }],
    ['COUNT', 'counted', { kinds: [4], authors: [key(BEN)] }],
    ['COUNT', 'own', { kinds: [4, 1059] }],
  );
  expect((await ann.hear('CLOSED', 'others'))[2]).toMatch(/^restricted: /);
  expect((await ann.hear('CLOSED', 'counted'))[2]).toMatch(/^restricted: /);
  expect(await ann.hear('COUNT', 'own')).toEqual(['COUNT', 'own', { count: 1 }]);
  await read(ann, 'news', { limit: 0 });
  const wraps = [letter(4, BEN, KIND.GiftWrap), letter(4, ANN, KIND.GiftWrap)];
  for (const event of wraps) await publish(ben, event);
  expect(await ann.hear('EVENT', 'news')).toEqual(['EVENT', 'news', wraps[1]]);
  // A client without authentication receives neither.
  expect(await read(ben, 'all', {})).toEqual([]);
  for (const { socket } of [ann, ben]) socket.close();
});

test('NIP-70 protected events are accepted from their author alone, and none inside a repost', async () => {
  const client = await connectRelay(service.url);
  const shielded = signed({ content: 'mine', tags: [['-']], created_at: now() }, ANN);
  const foreign = signed({ content: 'not mine', tags: [['-']], created_at: now() }, BEN);
  expect((await publish(client, shielded))[3]).toMatch(/^auth-required: /);
  const [, challenge] = await client.hear('AUTH');
  const answer = proof(ANN, String(challenge));
  client.say(['AUTH', answer]);
  await client.hear('OK', answer.id, true);
  client.frames.length = 0;
  expect(await publish(client, shielded)).toEqual(['OK', shielded.id, true, '']);
  expect((await publish(client, foreign))[3]).toMatch(/^restricted: /);
  const repost = signed(
    {
      kind: KIND.Repost,
      content: JSON.stringify(shielded),
      tags: [['e', shielded.id]],
      created_at: now(),
    },
    BEN,
  );
  expect((await publish(client, repost))[3]).toMatch(/^blocked: /);
  expect(
    (await service.store.events([shielded.id, foreign.id, repost.id])).map(({ id }) => id),
  ).toEqual([shielded.id]);
  client.socket.close();
});

test('NIP-42 a proof is valid only for this challenge, relay, moment and signature', async () => {
  const [client, other] = [await connectRelay(service.url), await connectRelay(service.url)];
  const early = proof(ANN, 'made up');
  client.say(['AUTH', early]);
  expect(await client.hear('OK', early.id)).toMatchObject({ 2: false });
  const challenge = await challenged(client);
  expect(challenge).toMatch(/^[0-9a-f]{32}$/);
  const good = proof(ANN, challenge);
  const bad = [
    proof(ANN, await challenged(other)),
    proof(ANN, challenge, { url: 'wss://relay.example' }),
    proof(ANN, challenge, { url: own().replace(/\d+$/, '1') }),
    proof(ANN, challenge, { url: '' }),
    proof(ANN, challenge, { created_at: now() - 700 }),
    proof(ANN, challenge, { created_at: now() + 700 }),
    proof(ANN, challenge, { kind: KIND.HttpAuth }),
    { ...good, sig: proof(BEN, challenge).sig, content: '' },
  ];
  for (const event of bad) {
    client.frames.length = 0;
    client.say(['AUTH', event]);
    const [, , accepted, reason] = await client.hear('OK', event.id);
    expect([accepted, reason]).toEqual([false, expect.stringMatching(/^invalid: /)]);
  }
  for (const value of ['text', null, {}]) client.say(['AUTH', value]);
  client.frames.length = 0;
  client.say(['REQ', 'still', { kinds: [4], authors: [key(ANN)] }]);
  expect((await client.hear('CLOSED', 'still'))[2]).toMatch(/^auth-required: /);
  // One challenge per connection. Several accounts may answer it, under any name of the local host.
  expect(client.frames.filter(([type]) => type === 'AUTH')).toEqual([]);
  for (const [n, url] of [
    [ANN, `${own()}/`],
    [BEN, own().replace('127.0.0.1', 'localhost')],
  ] as const) {
    const event = proof(n, challenge, { url });
    client.say(['AUTH', event]);
    expect(await client.hear('OK', event.id)).toEqual(['OK', event.id, true, '']);
  }
  client.say(['COUNT', 'both', { kinds: [4], authors: [key(BEN)] }]);
  await client.hear('COUNT', 'both');
  for (const { socket } of [client, other]) socket.close();
});

test('events that prove an identity are neither stored nor forwarded', async () => {
  const [listener, speaker] = [await connectRelay(service.url), await connectRelay(service.url)];
  await read(listener, 'live', {});
  for (const kind of [KIND.RelayAuth, KIND.HttpAuth, KIND.BlossomAuth]) {
    expect((await publish(speaker, signed({ kind, created_at: now() })))[3]).toMatch(/^invalid: /);
  }
  const last = signed({ content: 'last', created_at: now() });
  await publish(speaker, last);
  expect(await listener.hear('EVENT', 'live')).toEqual(['EVENT', 'live', last]);
  for (const { socket } of [listener, speaker]) socket.close();
});

test('NIP-42 a second implementation authenticates and reads its messages', async () => {
  const speaker = await connectRelay(service.url);
  const message = letter(BEN, ANN);
  await publish(speaker, message);
  speaker.socket.close();
  const relay = await Relay.connect(own());
  const secret = new Uint8Array(32);
  secret[31] = ANN;
  const sign = (template: Parameters<typeof finalizeEvent>[0]) =>
    Promise.resolve(finalizeEvent(template, secret));
  await new Promise<void>((resolve) => {
    relay.subscribe([{ kinds: [4], '#p': [key(ANN)] }], { onclose: () => resolve() });
  });
  await relay.auth(sign);
  const heard = await new Promise<string>((resolve) => {
    relay.subscribe([{ kinds: [4], '#p': [key(ANN)] }], { onevent: ({ id }) => resolve(id) });
  });
  expect(heard).toBe(message.id);
  relay.close();
});

test('NIP-42 a proof may be ten minutes old or ahead, and one connection proves twenty accounts', async () => {
  const at = now();
  const relay = 'wss://town.example/relay';
  const prover = openAuthenticator(relay, await openEventVerifier());
  expect(prover.take(proof(ANN, 'x', { url: relay }), seconds(at))).toBe(
    'invalid: not the challenge of this connection',
  );
  const challenge = prover.challenge() ?? '';
  expect(challenge).toMatch(/^[0-9a-f]{32}$/);
  expect(prover.challenge()).toBeUndefined();
  const take = (n: number, fields: Parameters<typeof proof>[2] = {}) =>
    prover.take(proof(n, challenge, { url: relay, created_at: at, ...fields }), seconds(at));
  const away = 'invalid: created_at is too far from now';
  expect([take(1, { created_at: at - 601 }), take(1, { created_at: at + 601 })]).toEqual([
    away,
    away,
  ]);
  expect(prover.proved).toEqual([]);
  expect([take(1, { created_at: at - 600 }), take(2, { created_at: at + 600 })]).toEqual([
    undefined,
    undefined,
  ]);
  expect(take(1)).toBeUndefined();
  expect(prover.proved).toEqual([key(1), key(2)]);
  for (let n = 3; n <= LIMITS.accounts; n++) expect(take(n)).toBeUndefined();
  expect(prover.proved).toHaveLength(20);
  expect(take(21)).toBe('rate-limited: too many accounts on one connection');
  expect(take(20)).toBeUndefined();
});

test('NIP-42 a proof names this relay in any spelling, also by another name of this machine', async () => {
  const gate = await openEventVerifier();
  const at = now();
  const fault = (own: string, url: string, kind?: number) => {
    const prover = openAuthenticator(own, gate);
    const fields = { url, created_at: at, ...(kind === undefined ? {} : { kind }) };
    return prover.take(proof(ANN, prover.challenge() ?? '', fields), seconds(at));
  };
  const home = 'ws://127.0.0.1:4000';
  for (const url of ['WS://127.0.0.1:4000/', 'ws://localhost:4000', 'ws://[::1]:4000'])
    expect(fault(home, url)).toBeUndefined();
  const other = 'invalid: for another relay';
  for (const url of ['ws://localhost:4001', 'wss://localhost:4000', 'ws://10.0.0.1:4000', 'x', ''])
    expect([url, fault(home, url)]).toEqual([url, other]);
  expect(fault('wss://town.example', 'wss://localhost')).toBe(other);
  expect(fault('wss://town.example', 'wss://town.example/')).toBeUndefined();
  expect(fault(`${home}/r`, 'ws://localhost:4000/r/')).toBeUndefined();
  expect(fault(home, home, KIND.HttpAuth)).toBe(`invalid: not of kind ${KIND.RelayAuth}`);
});
