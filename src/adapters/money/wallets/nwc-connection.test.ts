import { type Filter, matchFilters } from 'nostr-tools/filter';
import { type Event, finalizeEvent, getPublicKey } from 'nostr-tools/pure';
import { decrypt as decrypt04, encrypt as encrypt04 } from 'nostr-tools/nip04';
import { decrypt as decrypt44, encrypt as encrypt44, getConversationKey } from 'nostr-tools/nip44';
import { afterEach, expect, test, vi } from 'vitest';
import { createActor, sendTo, setup, SimulatedClock } from 'xstate';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { fakeBus } from '../../../../tests/support/connection/fake-bus.ts';
import { peersOver } from '../../../../tests/support/connection/peer-connections.ts';
import { isPeerEvent, type PeerEvent } from '../../../machines/connection/relay-protocol.ts';
import { secretOf } from '../../../events/account/keys/secret.ts';
import type { CipherScheme } from '../../../events/account/keys/cipher-payload.ts';
import type { SignedEvent } from '../../../events/nostr/event.ts';
import { hexOf } from '../../../events/core/hex.ts';
import { seconds } from '../../../events/core/time.ts';
import { checkPure } from '../../../events/nostr/verify-pure.ts';
import { verifyWith } from '../../../events/nostr/verify.ts';
import type {
  WalletConnectionCommand,
  WalletConnectionInput,
  WalletConnectionSignal,
} from '../../../machines/money/wallets/wallet-protocol.ts';
import type { SocketEvents, SocketOpener } from '../../connection/web-socket.ts';
import { nwcConnection } from './nwc-connection.ts';
import { pressed } from '../../../events/nostr/ours.ts';

const [WALLET_KEY, OUR_KEY, EVIL_KEY] = [7, 8, 66].map((byte) => new Uint8Array(32).fill(byte)) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
];
const [WALLET, CLIENT] = [getPublicKey(WALLET_KEY), getPublicKey(OUR_KEY)];
const NOW = 1_700_000_000;
const stops: Array<() => void> = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

interface Wire {
  readonly id: string;
  readonly kind: number;
  readonly content: string;
  readonly tags: string[][];
}

/** A connection to another implementation's wallet, over an in-memory relay. */
function start() {
  const sent: Wire[] = [];
  const asked: unknown[][] = [];
  const heard: WalletConnectionSignal[] = [];
  let socket: SocketEvents | undefined;
  let closed = 0;
  const subscriptions = new Map<string, readonly Filter[]>();
  const openSocket: SocketOpener = (_url, events) => {
    socket = events;
    subscriptions.clear();
    queueMicrotask(events.opened);
    return {
      send: (text: string) => {
        const message = JSON.parse(text);
        if (message[0] === 'EVENT') sent.push(message[1]);
        else asked.push(message);
        if (message[0] === 'REQ') subscriptions.set(message[1], message.slice(2));
        if (message[0] === 'CLOSE') subscriptions.delete(message[1]);
      },
      close: () => void closed++,
    };
  };
  const deps = {
    now: () => seconds(NOW),
    verify: async () => verifyWith(checkPure),
    chance: (size: number) => crypto.getRandomValues(new Uint8Array(size)),
  };
  const connection = {
    id: 'w',
    wallet: WALLET,
    relays: [pressed('wss://r.example')],
    secret: secretOf(hexOf(OUR_KEY)),
    lud16: undefined,
  };
  const logic = nwcConnection(deps);
  const parent = setup({
    types: { events: {} as WalletConnectionSignal | PeerEvent },
    actors: { logic, peers: peersOver(openSocket, () => seconds(NOW)) },
  }).createMachine({
    invoke: [
      { id: 'peers', src: 'peers', input: { bus: fakeBus().bus } },
      { id: 'port', src: 'logic', input: { connection } satisfies WalletConnectionInput },
    ],
    on: {
      'peer.*': { actions: sendTo('peers', ({ event }) => event) },
      '*': {
        actions: ({ event }) => {
          if (!isPeerEvent(event)) heard.push(event);
        },
      },
    },
  });
  const clock = new SimulatedClock();
  const actor = createActor(parent, { clock }).start();
  stops.push(() => actor.stop());
  const say = (...message: readonly unknown[]) => socket?.frame(JSON.stringify(message));
  const publish = (event: Event) => {
    for (const [id, filters] of subscriptions)
      if (matchFilters([...filters], JSON.parse(JSON.stringify(event)))) say('EVENT', id, event);
  };
  const seal = (text: string, scheme: CipherScheme) =>
    scheme === 'nip44'
      ? encrypt44(text, getConversationKey(WALLET_KEY, CLIENT))
      : encrypt04(WALLET_KEY, CLIENT, text);
  const answer = (
    request: string,
    result: object,
    {
      key = WALLET_KEY,
      to = CLIENT,
      scheme = 'nip44',
    }: { key?: Uint8Array; to?: string | undefined; scheme?: CipherScheme } = {},
  ) => {
    const content = seal(JSON.stringify({ result_type: 'get_balance', ...result }), scheme);
    const tags = [...(to === '' ? [] : [['p', to]]), ['e', request]];
    publish(finalizeEvent({ kind: 23_195, content, created_at: NOW, tags }, key));
  };
  return {
    sent,
    asked,
    heard,
    publish,
    say,
    closed: () => closed,
    peers: () => actor.getSnapshot().children['peers'],
    reconnect: async () => {
      socket?.closed('cut');
      elapse(clock, 1_000, 500);
      await rest();
    },
    open: () => [...subscriptions.keys()],
    seal,
    answer,
    tell: (command: WalletConnectionCommand) => actor.getSnapshot().children['port']?.send(command),
    first: () => vi.waitFor(() => sent.at(-1) ?? Promise.reject(new Error('nothing sent'))),
    answers: () => heard.filter(({ type }) => type === 'walletConnection.answered'),
  };
}

const rest = () => new Promise((resolve) => setImmediate(resolve));
const call = (id: string, scheme: CipherScheme = 'nip44'): WalletConnectionCommand => ({
  type: 'walletConnection.request',
  id,
  call: { method: 'get_balance' },
  scheme,
  lasts: 20,
});

test('WALLET-01 a request in NIP-44 or NIP-04 has an expiration, and its response arrives', async () => {
  for (const scheme of ['nip44', 'nip04'] as const) {
    const peer = start();
    peer.tell(call('1', scheme));
    const request = await peer.first();
    const text =
      scheme === 'nip44'
        ? decrypt44(request.content, getConversationKey(WALLET_KEY, CLIENT))
        : decrypt04(WALLET_KEY, CLIENT, request.content);
    expect(JSON.parse(text)).toEqual({ method: 'get_balance', params: {} });
    expect(request.tags).toContainEqual(['expiration', String(NOW + 20)]);
    expect(request.tags.some(([name]) => name === 'encryption')).toBe(scheme === 'nip44');
    peer.answer(request.id, { result: { balance: 5_000 } }, { scheme });
    await vi.waitFor(() =>
      expect(peer.answers()).toMatchObject([
        { id: '1', reply: { method: 'get_balance', balanceMsats: 5_000 } },
      ]),
    );
    expect(peer.asked[0]?.slice(2)).toMatchObject([
      { kinds: [13_194], authors: [WALLET] },
      { authors: [WALLET], '#p': [CLIENT] },
    ]);
  }
});

test('E-40 a response with another key, request or recipient, bad signature, or repeated is dropped', async () => {
  const peer = start();
  peer.tell(call('1'));
  const { id } = await peer.first();
  const result = { result: { balance: 9 } };
  peer.answer(id, result, { key: EVIL_KEY });
  peer.answer('f'.repeat(64), result);
  peer.answer(id, result, { to: getPublicKey(EVIL_KEY) });
  peer.answer(id, { result_type: 'pay_invoice', ...result });
  const forged = finalizeEvent(
    {
      kind: 23_195,
      content: peer.seal('{}', 'nip44'),
      created_at: NOW,
      tags: [
        ['p', CLIENT],
        ['e', id],
      ],
    },
    WALLET_KEY,
  );
  peer.publish({
    ...forged,
    content: peer.seal(JSON.stringify({ result_type: 'get_balance', ...result }), 'nip44'),
  });
  await rest();
  await rest();
  expect(peer.answers()).toEqual([]);
  peer.answer(id, { result: { balance: 1 } });
  peer.answer(id, { result: { balance: 2 } });
  await vi.waitFor(() => expect(peer.answers()).not.toEqual([]));
  await rest();
  expect(peer.answers()).toMatchObject([{ id: '1', reply: { balanceMsats: 1 } }]);
});

test("WALLET-01 capabilities and notifications count from the wallet's key only; late responses count", async () => {
  const peer = start();
  const info = {
    kind: 13_194,
    content: 'pay_invoice',
    created_at: NOW,
    tags: [['encryption', 'nip44_v2']],
  };
  await rest();
  peer.publish(finalizeEvent(info, EVIL_KEY));
  peer.publish(finalizeEvent(info, WALLET_KEY));
  const text = JSON.stringify({
    notification_type: 'payment_sent',
    notification: { type: 'outgoing', payment_hash: 'a'.repeat(64) },
  });
  for (const key of [EVIL_KEY, WALLET_KEY])
    peer.publish(
      finalizeEvent(
        { kind: 23_197, content: peer.seal(text, 'nip44'), created_at: NOW, tags: [['p', CLIENT]] },
        key,
      ),
    );
  await vi.waitFor(() =>
    expect(peer.heard.map(({ type }) => type)).toEqual([
      'walletConnection.abilitiesReceived',
      'walletConnection.notified',
    ]),
  );
  peer.tell(call('1'));
  const { id } = await peer.first();
  peer.tell({ type: 'walletConnection.drop', id: '1' });
  peer.answer(id, { result: { balance: 3 } });
  await vi.waitFor(() => expect(peer.answers()).toHaveLength(1));
});

test("WALLET-01 NIP-42 the connection's key authenticates once to a relay; refused requests are resent", async () => {
  const peer = start();
  peer.tell(call('1'));
  const request = await peer.first();
  peer.say('AUTH', 'who?');
  const open = peer.open();
  for (const id of open) peer.say('CLOSED', id, 'auth-required: who are you?');
  peer.say('OK', request.id, false, 'auth-required: who are you?');
  const proofs = () =>
    peer.asked.filter(([type]) => type === 'AUTH').map(([, proof]) => proof as SignedEvent);
  await vi.waitFor(() => expect(proofs()).toHaveLength(1));
  peer.say('AUTH', 'and you?');
  await rest();
  const [proof] = proofs();
  expect(proofs()).toHaveLength(1);
  expect([proof?.kind, proof?.pubkey, proof && checkPure(proof)]).toEqual([22_242, CLIENT, true]);
  expect(proof?.tags).toEqual([
    ['relay', 'wss://r.example'],
    ['challenge', 'who?'],
  ]);
  const before = peer.sent.length;
  const asks = peer.asked.length;
  peer.say('OK', proof?.id, true, '');
  await rest();
  expect([
    peer.asked.slice(asks).map(([type]) => type),
    peer.sent.slice(before).map(({ id }) => id),
  ]).toEqual([open.map(() => 'REQ'), [request.id]]);
  peer.answer(request.id, { result: { balance: 5_000 } });
  await vi.waitFor(() => expect(peer.answers()).toHaveLength(1));
});

test('WALLET-01 NIP-42 a relay that rejects authentication is asked again only with the next request', async () => {
  const peer = start();
  peer.tell(call('1'));
  await peer.first();
  peer.say('AUTH', 'who?');
  for (const id of peer.open()) peer.say('CLOSED', id, 'auth-required: who are you?');
  const proof = () => peer.asked.find(([type]) => type === 'AUTH')?.[1] as SignedEvent | undefined;
  await vi.waitFor(() => expect(proof()).toBeDefined());
  const asked = peer.asked.length;
  peer.say('OK', proof()?.id, false, 'restricted: not you');
  await rest();
  expect(peer.asked).toHaveLength(asked);
  peer.tell(call('2'));
  await vi.waitFor(() => expect(peer.asked.length).toBeGreaterThan(asked));
});

test('E-40 a response without a recipient is heard by its request; the wallet must have signed it', async () => {
  const peer = start();
  peer.tell(call('1'));
  const { id } = await peer.first();
  peer.answer(id, { result: { balance: 9 } }, { key: EVIL_KEY, to: '' });
  peer.answer('f'.repeat(64), { result: { balance: 9 } }, { to: '' });
  await rest();
  expect(peer.answers()).toEqual([]);
  peer.answer(id, { result: { balance: 4 } }, { to: '' });
  await vi.waitFor(() =>
    expect(peer.answers()).toMatchObject([{ id: '1', reply: { balanceMsats: 4 } }]),
  );
});

test('WALLET-01 a request that was answered without an OK of its relay is not sent again', async () => {
  const peer = start();
  peer.tell(call('1'));
  const { id } = await peer.first();
  await peer.reconnect();
  expect(peer.sent.map((one) => one.id)).toEqual([id, id]);
  peer.answer(id, { result: { balance: 4 } });
  await vi.waitFor(() => expect(peer.answers()).toHaveLength(1));
  await peer.reconnect();
  expect(peer.sent).toHaveLength(2);
  expect(peer.open()).not.toEqual([]);
});

test('WALLET-01 the oldest of too many requests is not sent again', async () => {
  const peer = start();
  for (let at = 0; at < 101; at++) peer.tell(call(String(at)));
  await vi.waitFor(() => expect(peer.sent).toHaveLength(100));
  await peer.reconnect();
  expect(peer.sent).toHaveLength(200);
});

test('RELAY-08 after a no a waiting request fails if it was never sent, and is unclear otherwise', async () => {
  const peer = start();
  const dials = new Map([['wss://r.example', false]]);
  peer.peers()?.send({ type: 'peers.mode', mode: 'asleep' });
  peer.tell(call('1'));
  await rest();
  peer.peers()?.send({ type: 'peers.mode', mode: 'direct' });
  await rest();
  expect(peer.sent).toHaveLength(1);
  peer.peers()?.send({ type: 'peers.mode', mode: 'asleep' });
  peer.tell(call('2'));
  await rest();
  peer.peers()?.send({ type: 'peers.dialsFound', dials });
  peer.peers()?.send({ type: 'peers.mode', mode: 'proxied' });
  await vi.waitFor(() =>
    expect(peer.heard.filter(({ type }) => type !== 'walletConnection.notPermitted')).toMatchObject(
      [
        { type: 'walletConnection.unconfirmed', id: '1' },
        { type: 'walletConnection.failed', id: '2', why: 'notPermitted' },
      ],
    ),
  );
  peer.peers()?.send({ type: 'peers.mode', mode: 'direct' });
  await rest();
  expect(peer.sent).toHaveLength(1);
});

test('RELAY-08 a wallet connection reports if the user is still asked about one of its relays', async () => {
  const peer = start();
  const signals = () =>
    peer.heard
      .map(({ type }) => type)
      .filter((type) => /asked|notPermitted/.test(type))
      .at(-1);
  peer.peers()?.send({ type: 'peers.mode', mode: 'proxied' });
  await vi.waitFor(() => expect(signals()).toBe('walletConnection.asked'));
  const dials = new Map([['wss://r.example', false]]);
  peer.peers()?.send({ type: 'peers.dialsFound', dials });
  await vi.waitFor(() => expect(signals()).toBe('walletConnection.notPermitted'));
});
