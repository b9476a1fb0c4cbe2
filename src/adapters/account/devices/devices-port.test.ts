import { createActor, toPromise } from 'xstate';
import { BunkerSigner, createNostrConnectURI, parseBunkerInput } from 'nostr-tools/nip46';
import { nip44 } from 'nostr-tools';
import { generateSecretKey, getPublicKey } from 'nostr-tools/pure';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  browserOf,
  endTabs,
  joined,
  offered,
  RELAY,
  requestBy,
  settle,
} from '../../../../tests/support/account/devices-world.ts';
import { poolOnRelay } from '../../../../tests/support/account/pool-on-relay.ts';
import { testKeys } from '../../../../tests/support/account/test-keys.ts';
import { EVERYDAY, NO_PERMITS } from '../../../events/account/devices/permits.ts';
import { secretOf } from '../../../events/account/keys/secret.ts';
import { seconds } from '../../../events/core/time.ts';
import {
  pairedDeviceStore,
  devicesOf,
  eraseDevices,
  pairedDevices,
} from './paired-device-store.ts';

const ME = 'a'.repeat(64);
const clients: Array<() => void> = [];
afterEach(() => {
  endTabs();
  for (const close of clients.splice(0)) close();
});

/** Waits until a leading tab listens: by then it has reported the devices again. */
async function listening({
  heard,
}: ReturnType<ReturnType<typeof browserOf>['tab']>): Promise<void> {
  const lastOf = (type: string) => heard.findLastIndex((one) => one.type === type);
  await vi.waitFor(() =>
    expect(lastOf('devicePort.found')).toBeGreaterThan(lastOf('devicePort.leadershipChanged')),
  );
}

describe('BEYOND-12 another program (nostr-tools)', () => {
  test('gets in by the address that is shown, and has its requests answered', async () => {
    const it = browserOf('11'.repeat(32));
    const tab = it.tab();
    const pointer = await parseBunkerInput(await offered(tab));
    if (!pointer) throw new Error('no pointer');
    it.pass(Math.floor(Date.now() / 1_000) - it.now());
    const client = BunkerSigner.fromBunker(generateSecretKey(), pointer, {
      pool: poolOnRelay(it.relay),
    });
    tab.serve((call) =>
      call?.do === 'get_public_key'
        ? { result: ME }
        : call?.do === 'ping'
          ? { result: 'pong' }
          : call?.do === 'sign'
            ? { error: 'refused' }
            : undefined,
    );
    await client.connect({ name: 'Other app', url: 'https://other.example' });
    expect(tab.last('devicePort.found')?.devices).toMatchObject([
      { id: pointer.pubkey, name: 'Other app', url: 'https://other.example', permits: NO_PERMITS },
    ]);
    expect(await client.getPublicKey()).toBe(ME);
    await client.ping();
    await expect(client.signEvent({ kind: 1, content: 'x', tags: [], created_at: 5 })).rejects.toBe(
      'refused',
    );
    clients.push(() => void client.close());
  });

  test('a device that shows its own offer is admitted by it, with the granted permits', async () => {
    const it = browserOf('12'.repeat(32));
    it.pass(Math.floor(Date.now() / 1_000) - it.now());
    const tab = it.tab();
    const key = generateSecretKey();
    const uri = createNostrConnectURI({
      clientPubkey: getPublicKey(key),
      relays: [RELAY],
      secret: 'theirs',
      name: 'Other app',
      perms: ['sign_event:1', 'nip44_encrypt'],
    });
    const connecting = BunkerSigner.fromURI(
      key,
      uri,
      { pool: poolOnRelay(it.relay), skipSwitchRelays: true },
      5_000,
    );
    const permits = { ...NO_PERMITS, kinds: [1] };
    tab.tell({ type: 'devicePort.accept', uri: secretOf(uri), permits });
    const client = await connecting;
    expect(tab.last('devicePort.found')?.devices).toMatchObject([
      { name: 'Other app', permits, asked: { kinds: [1], ciphers: ['nip44_encrypt'] } },
    ]);
    expect(client.bp.pubkey).toBe(tab.last('devicePort.found')?.devices[0]?.id);
    tab.serve((call) => (call?.do === 'ping' ? { result: 'pong' } : undefined));
    await client.ping();
    tab.tell({ type: 'devicePort.accept', uri: secretOf(uri), permits });
    expect(await tab.until('devicePort.refused')).toMatchObject({ why: 'known' });
  });
});

describe('a request', () => {
  test('is reported once, even if it arrives several times and in different events', async () => {
    const it = browserOf('13'.repeat(32));
    const { tab, say } = await joined(it);
    const event = say({ id: '1', method: 'ping', params: [] });
    it.relay.publish(event);
    say({ id: '1', method: 'ping', params: [] });
    await vi.waitFor(() => expect(tab.asked()).toHaveLength(1));
    it.relay.publish(event);
    const other = say({ id: '2', method: 'ping', params: [] });
    await vi.waitFor(() => expect(tab.asked().at(-1)?.ref).toBe(other.id));
    expect(tab.asked()).toHaveLength(2);
  });

  test('is dropped without an answer if it is late, of the future, of a stranger, forged or junk', async () => {
    const it = browserOf('14'.repeat(32));
    const { tab, id, key, say } = await joined(it);
    const before = it.relay.sentEvents().length;
    const ping = { id: '1', method: 'ping', params: [] };
    say(ping, { created_at: it.now() - 400 });
    say(ping, { created_at: it.now() + 4_000 });
    say('no json');
    say([]);
    it.relay.publish(requestBy(generateSecretKey(), id, ping, { created_at: it.now() }));
    const honest = requestBy(key, id, ping, { created_at: it.now() });
    for (const change of [
      { sig: '0'.repeat(128) },
      { content: 'x' },
      { kind: 1 },
      { id: '0'.repeat(64) },
    ])
      it.relay.publish({ ...honest, ...change });
    await settle();
    expect([tab.asked(), it.relay.sentEvents().length]).toEqual([[], before]);
  });

  test('of a flood is read while there is room; later there is room again', async () => {
    const it = browserOf('15'.repeat(32));
    const { tab, say } = await joined(it);
    const junk = say('no request');
    for (let at = 0; at < 310; at++) it.relay.publish(junk);
    say({ id: 'too much', method: 'ping', params: [] });
    await settle();
    it.pass(2);
    say({ id: 'later', method: 'ping', params: [] });
    await vi.waitFor(() => expect(tab.asked()).toHaveLength(1), { timeout: 20_000 });
  }, 30_000);
});

describe('an offer', () => {
  test('admits one client, once; a later client with its secret is ignored', async () => {
    const it = browserOf('16'.repeat(32));
    const { tab, id, secret, key } = await joined(it);
    const before = it.relay.sentEvents().length;
    it.relay.publish(
      requestBy(
        generateSecretKey(),
        id,
        { id: '9', method: 'connect', params: [id, secret] },
        { created_at: it.now() },
      ),
    );
    await settle();
    expect([
      tab.last('devicePort.found')?.devices.map(({ client }) => client),
      it.relay.sentEvents().length,
    ]).toEqual([[getPublicKey(key)], before]);
  });

  test('is closed by too many guesses, by timeout, and by its user', async () => {
    const it = browserOf('17'.repeat(32));
    const tab = it.tab();
    const guess = (to: string, at: number) =>
      it.relay.publish(
        requestBy(
          generateSecretKey(),
          to,
          { id: `${at}`, method: 'connect', params: [to, `guess ${at}`] },
          { created_at: it.now() },
        ),
      );
    const first = await parseBunkerInput(await offered(tab));
    for (let at = 0; at < 20; at++) guess(first?.pubkey ?? '', at);
    expect(await tab.until('devicePort.refused')).toMatchObject({ why: 'guessed' });
    tab.heard.length = 0;
    const second = await parseBunkerInput(await offered(tab));
    tab.timers.find(({ ms, isOver }) => ms === 300_000 && !isOver)?.run();
    expect(tab.last('devicePort.refused')).toMatchObject({ why: 'late' });
    it.relay.publish(
      requestBy(
        generateSecretKey(),
        second?.pubkey ?? '',
        { id: 'c', method: 'connect', params: ['', second?.secret] },
        { created_at: it.now() },
      ),
    );
    await settle();
    expect(tab.last('devicePort.paired')).toBeUndefined();
    expect(tab.last('devicePort.found')?.devices ?? []).toEqual([]);
  });
});

describe('E-36 stored devices', () => {
  test('E-32 survive the page, sealed: no secret, key or name in plain text; removal deletes everything', async () => {
    const account = '18'.repeat(32);
    const it = browserOf(account);
    const { tab, id, say, secret, key } = await joined(it);
    tab.tell({
      type: 'devicePort.permit',
      device: id,
      permits: { ...NO_PERMITS, kinds: EVERYDAY },
    });
    tab.tell({
      type: 'devicePort.record',
      device: id,
      entries: [{ at: seconds(5), deed: { kind: 1 }, came: 'done', ref: 'r' }],
    });
    await vi.waitFor(() => expect(tab.last('devicePort.found')?.devices[0]?.log).toHaveLength(1));
    const { database, store } = devicesOf(account);
    const lies = JSON.stringify(it.idb.rows(database, store));
    for (const secretText of [secret, id, getPublicKey(key), RELAY])
      expect(lies).not.toContain(secretText);
    expect(
      await toPromise(createActor(pairedDevices(it.storages), { input: { account } }).start()),
    ).toBe(true);
    tab.stop();
    const again = it.tab();
    await again.until('devicePort.leadershipChanged');
    await vi.waitFor(() =>
      expect(again.last('devicePort.found')?.devices).toMatchObject([
        { id, permits: { kinds: EVERYDAY }, log: [{ ref: 'r' }] },
      ]),
    );
    await listening(again);
    say({ id: 'after', method: 'ping', params: [] });
    await vi.waitFor(() => expect(again.asked()).toHaveLength(1));
    again.tell({ type: 'devicePort.remove', device: id });
    await vi.waitFor(() => expect(again.last('devicePort.found')?.devices).toEqual([]));
    say({ id: 'revoked', method: 'ping', params: [] });
    await settle();
    expect(again.asked()).toHaveLength(1);
    expect(
      await toPromise(createActor(pairedDevices(it.storages), { input: { account } }).start()),
    ).toBe(false);
    expect([...it.sealed.keys()].filter((name) => name.includes(id))).toEqual([]);
  });

  test('E-35 are erased with the account, together with the keys that open copies', async () => {
    const account = '19'.repeat(32);
    const it = browserOf(account);
    const { tab } = await joined(it);
    tab.stop();
    await settle();
    await eraseDevices(it.idb.factory, it.seal, account);
    expect([...it.sealed.keys()]).toEqual([]);
    const { keys } = testKeys();
    expect(
      await pairedDeviceStore({ factory: it.idb.factory, seal: it.seal, keys }, account).all(),
    ).toEqual([]);
  });

  test('work in this page if the browser cannot seal them, and the port reports it', async () => {
    const it = browserOf('1a'.repeat(32));
    const { tab, say, id } = await joined(it, generateSecretKey(), it.tab({ seals: false }));
    expect(tab.last('devicePort.writeFailed')).toBeDefined();
    say({ id: '1', method: 'ping', params: [] });
    await vi.waitFor(() => expect(tab.asked()).toHaveLength(1));
    tab.tell({ type: 'devicePort.permit', device: id, permits: { ...NO_PERMITS, kinds: [1] } });
    await vi.waitFor(() =>
      expect(tab.last('devicePort.found')?.devices[0]?.permits.kinds).toEqual([1]),
    );
  });

  test('a decision applies at once: stored devices are not reported in their earlier state', async () => {
    const it = browserOf('1f'.repeat(32));
    const { tab, id } = await joined(it);
    const note = (ref: string) =>
      tab.tell({
        type: 'devicePort.record',
        device: id,
        entries: [{ at: seconds(5), deed: { kind: 1 }, came: 'done', ref }],
      });
    tab.heard.length = 0;
    note('a');
    tab.tell({
      type: 'devicePort.permit',
      device: id,
      permits: { ...NO_PERMITS, kinds: EVERYDAY },
    });
    expect((await tab.until('devicePort.found')).devices).toMatchObject([
      { permits: { kinds: EVERYDAY }, log: [{ ref: 'a' }] },
    ]);
    tab.heard.length = 0;
    note('b');
    tab.tell({ type: 'devicePort.remove', device: id });
    await vi.waitFor(() => expect(tab.last('devicePort.found')?.devices).toEqual([]));
    expect(
      tab.heard.flatMap((one) => (one.type === 'devicePort.found' ? one.devices : [])),
    ).toEqual([]);
  });

  test('BEYOND-12 each request of a removed device is answered with the removal', async () => {
    const it = browserOf('2b'.repeat(32));
    const { tab, id, key, say } = await joined(it);
    tab.tell({ type: 'devicePort.remove', device: id });
    await vi.waitFor(() => expect(tab.last('devicePort.found')?.devices).toEqual([]));
    const before = it.relay.sentEvents().length;
    say({ id: 'late', method: 'ping', params: [] });
    await vi.waitFor(() => expect(it.relay.sentEvents().length).toBe(before + 1));
    const [, answer] = it.relay.sentEvents().at(-1) ?? [];
    expect(
      JSON.parse(nip44.decrypt(answer?.content ?? '', nip44.getConversationKey(key, id))),
    ).toEqual({ id: 'late', error: 'removed' });
    expect(tab.asked()).toEqual([]);
  });

  test('a log entry or permit for a removed device does not restore it', async () => {
    const it = browserOf('1b'.repeat(32));
    const { tab, id } = await joined(it);
    tab.tell({ type: 'devicePort.remove', device: id });
    tab.tell({ type: 'devicePort.permit', device: id, permits: NO_PERMITS });
    tab.tell({ type: 'devicePort.record', device: id, entries: [] });
    await vi.waitFor(() => expect(tab.last('devicePort.found')?.devices).toEqual([]));
    await settle();
    expect(tab.last('devicePort.found')?.devices).toEqual([]);
  });
});

test('ACTIVITY-03 one of two tabs answers; the next leader gets its open requests; revocations reach both', async () => {
  const it = browserOf('1c'.repeat(32));
  const { tab: first, id, say } = await joined(it);
  const second = it.tab();
  await second.until('devicePort.found');
  say({ id: '1', method: 'ping', params: [] });
  await vi.waitFor(() => expect(first.asked()).toHaveLength(1));
  await settle();
  expect([second.asked(), second.last('devicePort.leadershipChanged')]).toEqual([[], undefined]);
  first.stop();
  await second.until('devicePort.leadershipChanged');
  await vi.waitFor(() => expect(second.asked()).toHaveLength(1));
  const third = it.tab();
  await third.until('devicePort.found');
  third.tell({ type: 'devicePort.remove', device: id });
  await vi.waitFor(() => expect(second.last('devicePort.found')?.devices).toEqual([]));
});

test('the next page does not repeat logged requests that relays still keep', async () => {
  const it = browserOf('1e'.repeat(32));
  const { tab, id, say } = await joined(it);
  const event = say({ id: '1', method: 'ping', params: [] });
  await vi.waitFor(() => expect(tab.asked()).toHaveLength(1));
  tab.tell({
    type: 'devicePort.record',
    device: id,
    entries: [{ at: seconds(5), deed: { kind: 1 }, came: 'refused', ref: event.id }],
  });
  await vi.waitFor(() => expect(tab.last('devicePort.found')?.devices[0]?.log).toHaveLength(1));
  tab.tell({ type: 'devicePort.answer', device: id, ref: event.id, answer: { error: 'refused' } });
  tab.stop();
  const again = it.tab();
  await again.until('devicePort.leadershipChanged');
  await listening(again);
  it.relay.publish(event);
  say({ id: '2', method: 'ping', params: [] });
  await vi.waitFor(() => expect(again.asked()).toHaveLength(1));
});

test('a killed page loses no stored device, and no tab repeats its requests', async () => {
  const it = browserOf('1d'.repeat(32));
  const { tab, id, say } = await joined(it);
  const event = say({ id: '1', method: 'ping', params: [] });
  await vi.waitFor(() => expect(tab.asked()).toHaveLength(1));
  tab.tell({ type: 'devicePort.permit', device: id, permits: { ...NO_PERMITS, kinds: [1] } });
  it.idb.crash();
  tab.stop();
  const again = it.tab();
  await again.until('devicePort.leadershipChanged');
  await vi.waitFor(() =>
    expect(again.last('devicePort.found')?.devices.map((one) => one.id)).toEqual([id]),
  );
  it.pass(400);
  it.relay.publish(event);
  await settle();
  expect(again.asked()).toEqual([]);
});

test('an answer that no relay accepts is dropped after a minute, also behind a proof of identity', async () => {
  const it = browserOf('20'.repeat(32));
  const { tab, id, say } = await joined(it);
  await settle();
  it.relay.setAcknowledges(false);
  const answers = () => it.relay.sentEvents().map(([, { id: ref }]) => ref);
  const before = answers().length;
  const { id: ref } = say({ id: '1', method: 'ping', params: [] });
  await vi.waitFor(() => expect(tab.asked()).toHaveLength(1));
  tab.tell({ type: 'devicePort.answer', device: id, ref, answer: { result: 'pong' } });
  await vi.waitFor(() => expect(answers()).toHaveLength(before + 1));
  it.relay.say(JSON.stringify(['AUTH', 'who?']));
  it.relay.say(JSON.stringify(['OK', answers().at(-1), false, 'auth-required: who?']));
  for (const { ms, isOver, run } of tab.timers) if (ms === 60_000 && !isOver) run();
  it.relay.cut();
  tab.pass(1_000);
  await settle();
  expect(it.relay.sockets.at(-1)?.subscriptions.size).toBe(1);
  expect(answers()).toHaveLength(before + 1);
});

test('ACTIVITY-03 a tab that falls asleep leaves the devices to another, and stands by once awake', async () => {
  const it = browserOf('21'.repeat(32));
  const { tab: first, say } = await joined(it);
  const sleeper = it.tab({ isAwake: false });
  await sleeper.until('devicePort.found');
  const second = it.tab();
  await second.until('devicePort.found');
  first.tell({ type: 'devicePort.setAwake', isAwake: false });
  await second.until('devicePort.leadershipChanged');
  await listening(second);
  expect(first.last('devicePort.leadershipChanged')).toMatchObject({ leading: false });
  expect(sleeper.last('devicePort.leadershipChanged')).toBeUndefined();
  say({ id: '1', method: 'ping', params: [] });
  await vi.waitFor(() => expect(second.asked()).toHaveLength(1));
  first.tell({ type: 'devicePort.setAwake', isAwake: true });
  await settle();
  second.stop();
  await vi.waitFor(() => expect(first.asked()).toHaveLength(1));
});

test('E-17 of the events that another tab hands over only signed ones are handled', async () => {
  const account = '22'.repeat(32);
  const it = browserOf(account);
  const { tab, id, key } = await joined(it);
  const channel = new BroadcastChannel(devicesOf(account).database);
  clients.push(() => channel.close());
  const ping = { id: '1', method: 'ping', params: [] };
  const forged = requestBy(key, id, ping, { created_at: it.now() });
  const real = requestBy(key, id, { ...ping, id: '2' }, { created_at: it.now() });
  channel.postMessage({ handed: [{ ...forged, sig: '0'.repeat(128) }, real] });
  await vi.waitFor(() => expect(tab.asked().map(({ ref }) => ref)).toEqual([real.id]));
});
