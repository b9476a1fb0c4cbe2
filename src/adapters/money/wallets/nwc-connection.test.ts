import { type Filter, matchFilters } from 'nostr-tools/filter';
import { type Event, finalizeEvent, getPublicKey } from 'nostr-tools/pure';
import { decrypt as decrypt04, encrypt as encrypt04 } from 'nostr-tools/nip04';
import { decrypt as decrypt44, encrypt as encrypt44, getConversationKey } from 'nostr-tools/nip44';
import { afterEach, expect, test, vi } from 'vitest';
import { createActor, sendTo, setup, SimulatedClock } from 'xstate';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { fakeBus } from '../../../../tests/support/connection/fake-bus.ts';
import { linesOver } from '../../../../tests/support/connection/relay-lines.ts';
import { isLineEvent, type LineEvent } from '../../../machines/connection/relay-protocol.ts';
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
    types: { events: {} as WalletConnectionSignal | LineEvent },
    actors: { logic, lines: linesOver(openSocket, () => seconds(NOW)) },
  }).createMachine({
    invoke: [
      { id: 'lines', src: 'lines', input: { bus: fakeBus().bus } },
      { id: 'port', src: 'logic', input: { connection } satisfies WalletConnectionInput },
    ],
    on: {
      'line.*': { actions: sendTo('lines', ({ event }) => event) },
      '*': {
        actions: ({ event }) => {
          if (!isLineEvent(event)) heard.push(event);
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
    lines: () => actor.getSnapshot().children['lines'],
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
    const line = start();
    line.tell(call('1', scheme));
    const request = await line.first();
    const text =
      scheme === 'nip44'
        ? decrypt44(request.content, getConversationKey(WALLET_KEY, CLIENT))
        : decrypt04(WALLET_KEY, CLIENT, request.content);
    expect(JSON.parse(text)).toEqual({ method: 'get_balance', params: {} });
    expect(request.tags).toContainEqual(['expiration', String(NOW + 20)]);
    expect(request.tags.some(([name]) => name === 'encryption')).toBe(scheme === 'nip44');
    line.answer(request.id, { result: { balance: 5_000 } }, { scheme });
    await vi.waitFor(() =>
      expect(line.answers()).toMatchObject([
        { id: '1', reply: { method: 'get_balance', balanceMsats: 5_000 } },
      ]),
    );
    expect(line.asked[0]?.slice(2)).toMatchObject([
      { kinds: [13_194], authors: [WALLET] },
      { authors: [WALLET], '#p': [CLIENT] },
    ]);
  }
});

test('E-40 a response with another key, request or recipient, bad signature, or repeated is dropped', async () => {
  const line = start();
  line.tell(call('1'));
  const { id } = await line.first();
  const result = { result: { balance: 9 } };
  line.answer(id, result, { key: EVIL_KEY });
  line.answer('f'.repeat(64), result);
  line.answer(id, result, { to: getPublicKey(EVIL_KEY) });
  line.answer(id, { result_type: 'pay_invoice', ...result });
  const forged = finalizeEvent(
    {
      kind: 23_195,
      content: line.seal('{}', 'nip44'),
      created_at: NOW,
      tags: [
        ['p', CLIENT],
        ['e', id],
      ],
    },
    WALLET_KEY,
  );
  line.publish({
    ...forged,
    content: line.seal(JSON.stringify({ result_type: 'get_balance', ...result }), 'nip44'),
  });
  await rest();
  await rest();
  expect(line.answers()).toEqual([]);
  line.answer(id, { result: { balance: 1 } });
  line.answer(id, { result: { balance: 2 } });
  await vi.waitFor(() => expect(line.answers()).not.toEqual([]));
  await rest();
  expect(line.answers()).toMatchObject([{ id: '1', reply: { balanceMsats: 1 } }]);
});

test("WALLET-01 capabilities and notifications count from the wallet's key only; late responses count", async () => {
  const line = start();
  const info = {
    kind: 13_194,
    content: 'pay_invoice',
    created_at: NOW,
    tags: [['encryption', 'nip44_v2']],
  };
  await rest();
  line.publish(finalizeEvent(info, EVIL_KEY));
  line.publish(finalizeEvent(info, WALLET_KEY));
  const text = JSON.stringify({
    notification_type: 'payment_sent',
    notification: { type: 'outgoing', payment_hash: 'a'.repeat(64) },
  });
  for (const key of [EVIL_KEY, WALLET_KEY])
    line.publish(
      finalizeEvent(
        { kind: 23_197, content: line.seal(text, 'nip44'), created_at: NOW, tags: [['p', CLIENT]] },
        key,
      ),
    );
  await vi.waitFor(() =>
    expect(line.heard.map(({ type }) => type)).toEqual([
      'walletConnection.abilitiesReceived',
      'walletConnection.notified',
    ]),
  );
  line.tell(call('1'));
  const { id } = await line.first();
  line.tell({ type: 'walletConnection.drop', id: '1' });
  line.answer(id, { result: { balance: 3 } });
  await vi.waitFor(() => expect(line.answers()).toHaveLength(1));
});

test("WALLET-01 NIP-42 the connection's key authenticates once to a relay; refused requests are resent", async () => {
  const line = start();
  line.tell(call('1'));
  const request = await line.first();
  line.say('AUTH', 'who?');
  const open = line.open();
  for (const id of open) line.say('CLOSED', id, 'auth-required: who are you?');
  line.say('OK', request.id, false, 'auth-required: who are you?');
  const proofs = () =>
    line.asked.filter(([type]) => type === 'AUTH').map(([, proof]) => proof as SignedEvent);
  await vi.waitFor(() => expect(proofs()).toHaveLength(1));
  line.say('AUTH', 'and you?');
  await rest();
  const [proof] = proofs();
  expect(proofs()).toHaveLength(1);
  expect([proof?.kind, proof?.pubkey, proof && checkPure(proof)]).toEqual([22_242, CLIENT, true]);
  expect(proof?.tags).toEqual([
    ['relay', 'wss://r.example'],
    ['challenge', 'who?'],
  ]);
  const before = line.sent.length;
  const asks = line.asked.length;
  line.say('OK', proof?.id, true, '');
  await rest();
  expect([
    line.asked.slice(asks).map(([type]) => type),
    line.sent.slice(before).map(({ id }) => id),
  ]).toEqual([open.map(() => 'REQ'), [request.id]]);
  line.answer(request.id, { result: { balance: 5_000 } });
  await vi.waitFor(() => expect(line.answers()).toHaveLength(1));
});

test('WALLET-01 NIP-42 a relay that rejects authentication is asked again only with the next request', async () => {
  const line = start();
  line.tell(call('1'));
  await line.first();
  line.say('AUTH', 'who?');
  for (const id of line.open()) line.say('CLOSED', id, 'auth-required: who are you?');
  const proof = () => line.asked.find(([type]) => type === 'AUTH')?.[1] as SignedEvent | undefined;
  await vi.waitFor(() => expect(proof()).toBeDefined());
  const asked = line.asked.length;
  line.say('OK', proof()?.id, false, 'restricted: not you');
  await rest();
  expect(line.asked).toHaveLength(asked);
  line.tell(call('2'));
  await vi.waitFor(() => expect(line.asked.length).toBeGreaterThan(asked));
});

test('E-40 a response without a recipient is heard by its request; the wallet must have signed it', async () => {
  const line = start();
  line.tell(call('1'));
  const { id } = await line.first();
  line.answer(id, { result: { balance: 9 } }, { key: EVIL_KEY, to: '' });
  line.answer('f'.repeat(64), { result: { balance: 9 } }, { to: '' });
  await rest();
  expect(line.answers()).toEqual([]);
  line.answer(id, { result: { balance: 4 } }, { to: '' });
  await vi.waitFor(() =>
    expect(line.answers()).toMatchObject([{ id: '1', reply: { balanceMsats: 4 } }]),
  );
});

test('WALLET-01 a request that was answered without an OK of its relay is not sent again', async () => {
  const line = start();
  line.tell(call('1'));
  const { id } = await line.first();
  await line.reconnect();
  expect(line.sent.map((one) => one.id)).toEqual([id, id]);
  line.answer(id, { result: { balance: 4 } });
  await vi.waitFor(() => expect(line.answers()).toHaveLength(1));
  await line.reconnect();
  expect(line.sent).toHaveLength(2);
  expect(line.open()).not.toEqual([]);
});

test('WALLET-01 the oldest of too many requests is not sent again', async () => {
  const line = start();
  for (let at = 0; at < 101; at++) line.tell(call(String(at)));
  await vi.waitFor(() => expect(line.sent).toHaveLength(100));
  await line.reconnect();
  expect(line.sent).toHaveLength(200);
});

test('RELAY-08 after a no a waiting request fails if it was never sent, and is unclear otherwise', async () => {
  const line = start();
  const dials = new Map([['wss://r.example', false]]);
  line.lines()?.send({ type: 'lines.mode', mode: 'asleep' });
  line.tell(call('1'));
  await rest();
  line.lines()?.send({ type: 'lines.mode', mode: 'direct' });
  await rest();
  expect(line.sent).toHaveLength(1);
  line.lines()?.send({ type: 'lines.mode', mode: 'asleep' });
  line.tell(call('2'));
  await rest();
  line.lines()?.send({ type: 'lines.dialsFound', dials });
  line.lines()?.send({ type: 'lines.mode', mode: 'proxied' });
  await vi.waitFor(() =>
    expect(line.heard.filter(({ type }) => type !== 'walletConnection.notPermitted')).toMatchObject(
      [
        { type: 'walletConnection.unconfirmed', id: '1' },
        { type: 'walletConnection.failed', id: '2', why: 'notPermitted' },
      ],
    ),
  );
  line.lines()?.send({ type: 'lines.mode', mode: 'direct' });
  await rest();
  expect(line.sent).toHaveLength(1);
});
