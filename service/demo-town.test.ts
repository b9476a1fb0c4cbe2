import { unwrapEvent, wrapEvent } from 'nostr-tools/nip17';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedEvent, tagValue } from '../src/events/nostr/event.ts';
import { field, isRecord, parseJson } from '../src/events/core/json.ts';
import { KIND } from '../src/events/nostr/kinds.ts';
import { readZap } from '../src/events/facts/zap.ts';
import { decryptNip04, nip04Key } from '../src/events/account/keys/nip04.ts';
import { bytesOf } from '../src/events/core/hex.ts';
import { replyTarget, repostTarget } from '../src/events/facts/references.ts';
import { inSeconds, seconds } from '../src/events/core/time.ts';
import { openBlobs } from './media/blobs.ts';
import { type Bank, openBank } from './money/open-bank.ts';
import { ISSUER } from './store/money/play-money.ts';
import { openStore } from './store/sqlite/sqlite-store.ts';
import type { Store } from './store/store.ts';
import { parseStored } from './store/stored-event.ts';
import { openEventVerifier } from './verify.ts';
import { createTownBase } from '../town/found-town.ts';
import { directMessage } from '../town/direct-messages.ts';
import { verifySigned } from '../town/sign-and-insert.ts';
import { eventOf } from '../town/story/event-list.ts';
import { type DemoAccount, openDemoTown, payTownZap } from './demo-town.ts';
import { StoreUnavailable } from './errors.ts';
import { isLong } from '../tests/support/runs.ts';

const START = 1_763_683_200;
let clock = START;
let store: Store;
let verify: Awaited<ReturnType<typeof openEventVerifier>>['verify'];
let bank: Bank;
let demo: readonly DemoAccount[];

beforeAll(async () => {
  const gate = await openEventVerifier();
  ({ verify } = gate);
  store = openStore(':memory:', { verify, now: () => seconds(clock) });
  const town = openDemoTown(store, openBlobs(store), 'http://127.0.0.1:4870');
  ({ demo } = await town.build({
    seed: 3,
    now: START,
    scale: 0.05,
    onProgress: () => undefined,
  }));
  const provider = await town.zapProvider();
  bank = await openBank({
    store,
    gate,
    origin: 'http://127.0.0.1:4870',
    relay: 'ws://127.0.0.1:4870/',
    provider,
    owners: demo,
  });
}, 120_000);

afterAll(() => store.close());

/**
 * Let the town grow for some minutes of its own clock, with an action in the middle. Returns the
 * published events, and whether anything is still scheduled after the stop.
 */
async function grow(
  minutes: number,
  meanwhile = { at: Infinity, act: async () => {} },
  isOurs = async () => true,
): Promise<{ events: SignedEvent[]; left: number }> {
  const events: SignedEvent[] = [];
  const off = store.onInserted(({ added }) => void events.push(...added));
  const waiting: { at: number; run: () => Promise<void> }[] = [];
  const later = (milliseconds: number, run: () => Promise<void>) => {
    const task = { at: clock + milliseconds / 1000, run };
    waiting.push(task);
    return () => void waiting.splice(waiting.indexOf(task), 1);
  };
  const stop = await openDemoTown(store, openBlobs(store), 'http://127.0.0.1:4870').grow({
    now: () => clock,
    later,
    isOurs,
    payZap: (request) => payTownZap(bank.money, request),
    isUnavailable: (error) => error instanceof StoreUnavailable,
  });
  const until = clock + minutes * 60;
  for (let task = waiting.shift(); task; task = waiting.shift()) {
    if (task.at > until) {
      waiting.push(task);
      break;
    }
    clock = task.at;
    if (clock >= meanwhile.at) await meanwhile.act();
    await task.run();
  }
  await stop?.();
  off();
  return { events, left: waiting.length };
}

test('the town grows by a few notes a minute, each when it is due, and stops cleanly', async () => {
  const { events, left } = await grow(30);
  const notes = events.filter((event) => event.kind === KIND.Text);
  expect(notes.length).toBeGreaterThan(30);
  expect(notes.length).toBeLessThan(200);
  expect(notes[0]?.created_at).toBeLessThan(START + 60);
  expect(
    events.every(
      (event) => verify({ ...event }) !== undefined && inSeconds(event.created_at) <= clock,
    ),
  ).toBe(true);
  expect(left).toBe(0);
}, 60_000);

test('a town that another process grows is left to it, and taken over when that process ends', async () => {
  const ended = clock + 240;
  const { events } = await grow(8, undefined, async () => clock >= ended);
  expect(events.length).toBeGreaterThan(0);
  expect(Math.min(...events.map(({ created_at }) => inSeconds(created_at)))).toBeGreaterThanOrEqual(
    ended,
  );
});

test('new events belong together: replies, reposts and zaps refer to existing events', async () => {
  const { events } = await grow(60);
  const answers = events
    .filter((event) => event.kind === KIND.Text)
    .flatMap((event) => replyTarget(event)?.key ?? []);
  const reposts = events
    .filter((event) => event.kind === KIND.Repost)
    .map((event) => repostTarget(event)?.key);
  expect(answers.length).toBeGreaterThan(10);
  expect(reposts.length).toBeGreaterThan(0);
  const named = new Set([...answers, ...reposts].map((id) => id ?? expect.fail('no id')));
  expect(await store.events([...named])).toHaveLength(named.size);
  const zaps = events.flatMap((event) => (event.kind === KIND.Zap ? [verify({ ...event })] : []));
  expect(zaps.length).toBeGreaterThan(0);
  expect(zaps.every((receipt) => receipt && readZap(receipt) !== undefined)).toBe(true);
}, 60_000);

test.runIf(isLong)(
  'ZAP-05 E-41 zaps of the growing town are paid in the ledger, to the wallets of their recipients',
  async () => {
    const provider = await openDemoTown(
      store,
      openBlobs(store),
      'http://127.0.0.1:4870',
    ).zapProvider();
    const before = new Map(
      await Promise.all(
        demo.map(async ({ pubkey }) => [pubkey, await store.playBalance(pubkey)] as const),
      ),
    );
    const { events } = await grow(90);
    const receipts = events.filter(({ kind }) => kind === KIND.Zap);
    const earned = new Map<string, number>();
    for (const receipt of receipts) {
      const invoice = await store.playInvoiceOf(tagValue(receipt, 'bolt11') ?? '');
      expect(invoice).toMatchObject({
        payee: tagValue(receipt, 'p'),
        receipt: receipt.id,
        payer: ISSUER,
      });
      expect(receipt.pubkey).toBe(provider?.pubkey);
      earned.set(
        invoice?.payee ?? '',
        (earned.get(invoice?.payee ?? '') ?? 0) + (invoice?.msats ?? 0),
      );
    }
    for (const { pubkey } of demo)
      expect(await store.playBalance(pubkey)).toBe(
        (before.get(pubkey) ?? 0) + (earned.get(pubkey) ?? 0),
      );
    expect(demo.some(({ pubkey }) => earned.has(pubkey))).toBe(true);
  },
  60_000,
);

test.runIf(isLong)(
  'NOTIF-01 DM-01 a demo user gets a message, mention, follower, likes, zaps and replies soon',
  async () => {
    const iris = (await store.memberNamed('iris'))?.pubkey ?? '';
    const founded = await createTownBase(3, 40);
    const key = founded.people.find(({ name }) => name === 'iris')?.secret ?? '';
    expect(await store.messagePeers(iris)).toEqual([]);
    await store.addReceiver(iris);
    await grow(2);
    const types = async () =>
      new Set((await store.unreadNotifications(iris, 100)).map(({ type }) => type));
    expect([...(await types())]).toEqual(expect.arrayContaining([1, 3, 4, 5, 6, 7, 401]));
    const [host] = await store.messagePeers(iris);
    expect(host).toMatchObject({ unread: 1 });
    const textOf = async (id: string) => {
      const [event] = await store.messagesById([id]);
      const shared = nip04Key(bytesOf(key), host?.pubkey ?? '');
      return shared && decryptNip04(shared, event ? parseStored(event).content : '');
    };
    expect(await textOf(host?.latestId ?? '')).toMatch(/^[A-Z].{40,}\.$/);
    // The recipient of her message answers, and another person replies to her note.
    let written = false;
    const write = async () => {
      if (written) return;
      written = true;
      const author = { pubkey: iris, secret: key };
      const at = clock;
      for (const saying of [
        directMessage(author, host?.pubkey ?? '', 'Hello?', at),
        { author, at, kind: KIND.Text, content: 'Is this on?', tags: [] },
      ])
        await store.insert(
          verifySigned(
            [{ event: eventOf(saying), secret: key }],
            [founded.signer.sign({ event: eventOf(saying), secret: key })],
          ),
        );
    };
    const { events } = await grow(3, { at: clock + 20, act: write });
    expect(await store.messagePeers(iris)).toMatchObject([{ pubkey: host?.pubkey, unread: 2 }]);
    const note = events.find(({ content }) => content === 'Is this on?');
    expect(
      events.some((event) => event.pubkey !== iris && replyTarget(event)?.key === note?.id),
    ).toBe(true);
    // No user is welcomed again after a later start.
    clock += 1_000;
    const later = await grow(2);
    const toIris = later.events.filter(
      ({ pubkey, tags }) =>
        pubkey !== iris && tags.some(([name, value]) => name === 'p' && value === iris),
    );
    expect(toIris).toEqual([]);
  },
  60_000,
);

test('DM-09 a user with DM relays gets a gift wrap and is answered by one; others get none', async () => {
  const founded = await createTownBase(3, 40);
  const guest = (name: string) => founded.people.find((person) => person.name === name);
  const [jun, robin] = [guest('jun'), guest('robin')];
  const key = bytesOf(jun?.secret ?? '');
  for (const person of [jun, robin]) await store.addReceiver(person?.pubkey ?? '');
  await grow(2);
  const wraps = async (to = jun) =>
    (await store.query([{ kinds: [KIND.GiftWrap], '#p': [to?.pubkey ?? ''] }], 100)).map((row) =>
      unwrapEvent(parseStored(row) as never, bytesOf(to?.secret ?? '')),
    );
  const [welcome, ...others] = await wraps();
  expect([others, await wraps(robin)]).toEqual([[], []]);
  expect(welcome).toMatchObject({ kind: KIND.PrivateMessage, tags: [['p', jun?.pubkey]] });
  let written = false;
  const write = async () => {
    if (written) return;
    written = true;
    const event = verify(wrapEvent(key, { publicKey: welcome?.pubkey ?? '' }, 'Hello?') as never);
    if (event) await store.insert([event]);
  };
  await grow(3, { at: clock + 20, act: write });
  const answers = (await wraps()).filter(({ id }) => id !== welcome?.id);
  expect(answers).toMatchObject([
    { kind: KIND.PrivateMessage, pubkey: welcome?.pubkey, tags: [['p', jun?.pubkey]] },
  ]);
  // No message was sent in the old form.
  expect(
    await store.query([{ kinds: [KIND.EncryptedDirectMessage], authors: [jun?.pubkey ?? ''] }], 10),
  ).toEqual([]);
}, 60_000);

test('NOTE-05 when the service moves, all people publish its new address, and pictures come from there', async () => {
  const moved = 'http://127.0.0.1:5999';
  const town = openDemoTown(store, openBlobs(store), moved);
  let count = 0;
  const off = store.onInserted(({ added }) => void (count += added.length));
  clock += 10;
  expect(await town.announceAddress(clock)).toBe('http://127.0.0.1:4870');
  off();
  const people = (await store.query([{ kinds: [KIND.Metadata] }], 1000)).map(parseStored);
  const inboxes = await store.query([{ kinds: [KIND.DirectMessageRelays] }], 1000);
  expect(inboxes.length).toBeGreaterThan(10);
  expect(count).toBe(people.length * 3 + inboxes.length);
  for (const person of people) {
    const profile = parseJson(person.content);
    const picture = isRecord(profile) ? field(profile, 'picture') : undefined;
    expect(String(picture)).toMatch(/^http:\/\/127\.0\.0\.1:5999\/[0-9a-f]{64}\.png$/);
    expect((await store.latest(`${KIND.BlossomServers}:${person.pubkey}:`))?.raw).toContain(moved);
  }
  expect(await town.announceAddress(clock + 5)).toBeUndefined();
}, 60_000);

test('without a town nothing grows and nothing moves', async () => {
  const empty = openStore(':memory:', { verify, now: () => seconds(clock) });
  const town = openDemoTown(empty, openBlobs(empty), 'http://127.0.0.1:4870');
  expect(
    await town.grow({
      now: () => clock,
      later: () => () => undefined,
      isUnavailable: () => false,
    }),
  ).toBeUndefined();
  expect(await town.announceAddress(clock)).toBeUndefined();
  await empty.close();
});
