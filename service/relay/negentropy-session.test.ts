import { nip77 } from 'nostr-tools';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectRelay } from '../../tests/support/connection/relay-client.ts';
import { signed } from '../../tests/support/events/signed.ts';
import { KIND } from '../../src/events/nostr/kinds.ts';
import { inSeconds } from '../../src/events/core/time.ts';
import type { SignedEvent } from '../../src/events/nostr/event.ts';
import { type Service, startService } from '../start.ts';
import { LIMITS } from './limits.ts';
import { openReconciling } from './negentropy-session.ts';

const ALL = { filters: [{}], message: '61', readers: [] };

const FROM = 1_700_000_000;
let service: Service;
const notes = Array.from({ length: 120 }, (_, n) =>
  signed({ content: `note ${n}`, created_at: FROM + (n % 50) }, 1 + (n % 3)),
);
const whisper = signed({
  kind: KIND.EncryptedDirectMessage,
  tags: [['p', signed({}, 2).pubkey]],
  created_at: FROM,
});

beforeAll(async () => {
  service = await startService({ port: 0 });
  const verified = [...notes, whisper].flatMap((event) => service.gate.admit(event) ?? []);
  await service.store.insert(verified);
});

afterAll(() => service.stop());

const connect = () => connectRelay(service.url);

function openClient(known: readonly SignedEvent[]) {
  const vector = new nip77.NegentropyStorageVector();
  for (const { id, created_at } of known) vector.insert(inSeconds(created_at), id);
  vector.seal();
  return new nip77.Negentropy(vector);
}

test('NIP-77 a client learns over the socket which events of a filter it lacks, and which only it has', async () => {
  const client = await connect();
  const strange = signed({ content: 'only here', created_at: FROM + 7 }, 1);
  const author = strange.pubkey;
  const negentropy = openClient([
    ...notes.filter((note, n) => note.pubkey === author && n % 4 > 0),
    strange,
  ]);
  const [need, have]: [string[], string[]] = [[], []];
  let message: string | null = negentropy.initiate();
  for (let round = 0; message !== null; round++) {
    client.say(
      round === 0
        ? ['NEG-OPEN', 'n', { authors: [author], kinds: [1] }, message]
        : ['NEG-MSG', 'n', message],
    );
    const answer: unknown[] = await client.hear('NEG-MSG', 'n');
    client.frames.length = 0;
    message = negentropy.reconcile(
      String(answer[2]),
      (id) => have.push(id),
      (id) => need.push(id),
    );
  }
  expect(need.toSorted()).toEqual(
    notes
      .filter((note, n) => note.pubkey === author && n % 4 === 0)
      .map(({ id }) => id)
      .toSorted(),
  );
  expect(have).toEqual([strange.id]);
  client.say(['NEG-CLOSE', 'n'], ['NEG-MSG', 'n', '61']);
  expect(await client.hear('NEG-ERR', 'n')).toEqual([
    'NEG-ERR',
    'n',
    'closed: there is no such comparison',
  ]);
  client.socket.terminate();
});

test('NIP-77 a comparison takes an array of filters, and compares each event once', async () => {
  const client = await connect();
  const nothing = openClient([]);
  const authors = [notes[0], notes[1]].map((note) => note?.pubkey);
  const either = [{ authors: authors.slice(0, 1) }, { authors, kinds: [1] }];
  client.say(['NEG-OPEN', 'two', either, nothing.initiate()]);
  const need: string[] = [];
  nothing.reconcile(String((await client.hear('NEG-MSG', 'two'))[2]), undefined, (id) =>
    need.push(id),
  );
  const wanted = notes.filter(({ pubkey }) => authors.includes(pubkey)).map(({ id }) => id);
  expect(need.toSorted()).toEqual(wanted.toSorted());
  const secret = { kinds: [KIND.EncryptedDirectMessage] };
  client.say(['NEG-OPEN', 'private', [{}, secret], '61'], ['NEG-OPEN', 'none', [], '61']);
  expect((await client.hear('NEG-ERR', 'private'))[2]).toMatch(/^auth-required: /);
  expect((await client.hear('NEG-ERR', 'none'))[2]).toBe('invalid: no filter');
  client.socket.terminate();
});

test('NIP-77 private events are neither compared nor counted, and errors are reported', async () => {
  const client = await connect();
  const nothing = openClient([]);
  client.say(['NEG-OPEN', 'private', { kinds: [KIND.EncryptedDirectMessage] }, nothing.initiate()]);
  expect((await client.hear('NEG-ERR', 'private'))[2]).toMatch(/^auth-required: /);
  client.say(['NEG-OPEN', 'all', {}, nothing.initiate()]);
  const need: string[] = [];
  nothing.reconcile(String((await client.hear('NEG-MSG', 'all'))[2]), undefined, (id) =>
    need.push(id),
  );
  expect(need).toHaveLength(notes.length);
  expect(need).not.toContain(whisper.id);
  client.say(
    ['NEG-OPEN', 'a', { kinds: 'x' }, '61'],
    ['NEG-OPEN', 'b', {}, 'zz'],
    ['NEG-OPEN', 'c', {}],
    ['NEG-MSG', 'all', '6100'],
  );
  expect((await client.hear('NEG-ERR', 'a'))[2]).toMatch(/^invalid: filter/);
  for (const id of ['b', 'c'])
    expect((await client.hear('NEG-ERR', id))[2]).toBe('invalid: no message in hex');
  expect((await client.hear('NEG-ERR', 'all'))[2]).toBe('invalid: not a message of Negentropy V1');
  client.socket.terminate();
});

test('NIP-77 more events than the limit of one client are refused, and a shorter time range works', async () => {
  const many = async function* () {
    for (let n = 0; n <= LIMITS.reconciled; n++)
      yield [{ id: n.toString(16).padStart(64, '0'), time: FROM }];
  };
  const room = { left: 150_000 };
  const reconciling = openReconciling({ walkIds: many }, room);
  expect(await reconciling.open('n', ALL)).toEqual([
    'NEG-ERR',
    'n',
    'blocked: more than 100000 events, ask for a shorter time',
  ]);
  expect(reconciling.go('n', '61')[0]).toBe('NEG-ERR');
  // Room that one client takes is missing for all others until it is released.
  const few = async function* () {
    let n = 0;
    for await (const some of many()) if (n++ < 90_000) yield some;
  };
  const first = openReconciling({ walkIds: few }, room);
  const second = openReconciling({ walkIds: few }, room);
  expect((await first.open('n', ALL))[0]).toBe('NEG-MSG');
  expect(await second.open('n', ALL)).toEqual([
    'NEG-ERR',
    'n',
    'blocked: more than 60000 events, ask for a shorter time',
  ]);
  first.end();
  expect((await second.open('n', ALL))[0]).toBe('NEG-MSG');
  second.close('n');
  expect(room.left).toBe(150_000);
});

test('TRUST-09 NIP-77 concurrent comparisons share the room while they collect', async () => {
  const room = { left: 100 };
  let [collected, peak] = [0, 0];
  const walk = async function* (_: unknown, cap: number) {
    let own = 0;
    try {
      for (; own < cap; own++) {
        await new Promise(setImmediate);
        peak = Math.max(peak, ++collected);
        yield [{ id: own.toString(16).padStart(64, '0'), time: FROM }];
      }
    } finally {
      collected -= own;
    }
  };
  const clients = Array.from({ length: 4 }, () => openReconciling({ walkIds: walk }, room));
  const answers = await Promise.all(clients.map((client) => client.open('n', ALL)));
  expect(answers.map(([type]) => type)).toEqual(Array.from({ length: 4 }, () => 'NEG-ERR'));
  // Each reads one event beyond its limit.
  expect(peak).toBeLessThanOrEqual(100 + clients.length * 2);
  expect(room.left).toBe(100);
  const failing = async function* () {
    let n = 0;
    for await (const some of walk({}, 9)) {
      if (n++ === 5) throw new Error('broken');
      yield some;
    }
  };
  await expect(openReconciling({ walkIds: failing }, room).open('n', ALL)).rejects.toThrow(
    'broken',
  );
  expect(room.left).toBe(100);
});

test('TRUST-09 NIP-77 a comparison of a connection that ended meanwhile takes no room', async () => {
  const room = { left: 100 };
  const walk = async function* () {
    for (let seq = 0; seq < 5; seq++) {
      if (seq === 3) ended.end();
      yield [{ id: seq.toString(16).padStart(64, '0'), time: FROM }];
    }
  };
  const ended = openReconciling({ walkIds: walk }, room);
  expect(await ended.open('n', ALL)).toEqual(['NEG-ERR', 'n', 'closed: the connection has ended']);
  expect([room.left, ended.go('n', '61')[0]]).toEqual([100, 'NEG-ERR']);
});

test('TRUST-09 NIP-77 a comparison that is opened again with the same id takes its room only once', async () => {
  const room = { left: 100 };
  const walk = async function* () {
    for (let seq = 0; seq < 5; seq++)
      yield [{ id: seq.toString(16).padStart(64, '0'), time: FROM }];
  };
  const reconciling = openReconciling({ walkIds: walk }, room);
  for (let times = 0; times < 2; times++)
    expect((await reconciling.open('n', ALL))[0]).toBe('NEG-MSG');
  expect(room.left).toBe(95);
  reconciling.close('n');
  expect(room.left).toBe(100);
  // an invalid message ends it, too
  await reconciling.open('n', ALL);
  expect(reconciling.go('n', '6100')[2]).toBe('invalid: not a message of Negentropy V1');
  expect([room.left, reconciling.go('n', '61')[2]]).toEqual([
    100,
    'closed: there is no such comparison',
  ]);
});
