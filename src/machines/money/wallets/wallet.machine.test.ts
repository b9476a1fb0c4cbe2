import { describe, expect, test } from 'vitest';
import type { PeerAnswer } from '../../connection/relay-protocol.ts';
import { type ActorRefFrom, type AnyEventObject, createActor, setup, SimulatedClock } from 'xstate';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { fakePort } from '../../../../tests/support/machines/fake-port.ts';
import { plus, type Seconds, seconds } from '../../../events/core/time.ts';
import type {
  WalletCall,
  WalletMethod,
  WalletReply,
  WalletTransaction,
} from '../../../events/money/wallets/nwc-call.ts';
import type {
  WalletConnectionCommand,
  WalletConnectionInput,
  WalletConnectionSignal,
} from './wallet-protocol.ts';
import { walletMachine } from './wallet.machine.ts';

const ALL = ['get_info', 'get_balance', 'list_transactions', 'pay_invoice', 'lookup_invoice'];
const AT = seconds(50);
const PAY: WalletCall = { method: 'pay_invoice', invoice: 'lnbc1' };
const LOOKUP: WalletCall = { method: 'lookup_invoice', hash: 'a'.repeat(64) };
const PAID: WalletReply = { method: 'pay_invoice', preimage: 'p', feesMsats: 1 };
const UNSENT = {
  method: 'error',
  code: 'UNSENT',
  isDefinite: true,
  words: { code: 'wallet.silent' },
};
const CANNOT = {
  method: 'error',
  code: 'NOT_IMPLEMENTED',
  isDefinite: true,
  words: { code: 'wallet.cannot' },
};
const TRANSACTION: WalletTransaction = {
  type: 'incoming',
  state: 'settled',
  hash: undefined,
  preimage: undefined,
  amountMsats: 5,
  feesMsats: 0,
  description: '',
  at: undefined,
};

function start() {
  const port = fakePort<
    WalletConnectionCommand | PeerAnswer,
    WalletConnectionInput,
    WalletConnectionSignal
  >();
  const told: AnyEventObject[] = [];
  const clock = new SimulatedClock();
  const wallet = walletMachine.provide({ actors: { connection: port.logic } });
  const address = { wallet: 'w' } as unknown as WalletConnectionInput['connection'];
  const house = setup({
    types: { events: {} as AnyEventObject },
    actors: { wallet },
  }).createMachine({
    invoke: {
      id: 'wallet',
      src: 'wallet',
      input: ({ self }) => ({ connection: address, scope: self }),
    },
    on: { '*': { actions: ({ event }) => told.push(event) } },
  });
  const root = createActor(house, { clock }).start();
  const actor = root.getSnapshot().children['wallet'] as ActorRefFrom<typeof walletMachine>;
  const calls = () =>
    port.told().flatMap((one) => (one.type === 'walletConnection.request' ? [one] : []));
  return {
    port,
    told,
    calls,
    connection: address,
    send: actor.send,
    methods: () => calls().map(({ call }) => call.method),
    idOf: (method: WalletMethod) =>
      calls().findLast(({ call }) => call.method === method)?.id ?? 'none',
    drops: () =>
      port.told().flatMap((one) => (one.type === 'walletConnection.drop' ? [one.id] : [])),
    able: (methods: readonly string[] = ALL, at = AT) =>
      port.report({
        type: 'walletConnection.abilitiesReceived',
        abilities: { methods, scheme: 'nip44', notifies: false },
        at,
      }),
    call: (call: WalletCall, request = 'r', at?: Seconds) =>
      actor.send({ type: 'wallet.call', request, call, at, from: root }),
    answer: (id: string, reply: WalletReply) =>
      port.report({ type: 'walletConnection.answered', id, reply, at: AT }),
    answers: () => told.filter(({ type }) => type === 'wallet.answered'),
    wait: (ms: number) => elapse(clock, ms, 500),
    is: (tag: 'connecting' | 'silent') => actor.getSnapshot().hasTag(tag),
    context: () => actor.getSnapshot().context,
    breakPeer: () =>
      actor.send({
        type: 'xstate.error.actor.connection',
        actorId: 'connection',
        error: new Error('planted'),
      } as never),
  };
}

test('WALLET-01 a wallet is asked for its name, its balance and its last 20 payments', () => {
  const it = start();
  expect([it.is('connecting'), it.port.last().input, it.calls()]).toEqual([
    true,
    { connection: it.connection },
    [],
  ]);
  it.able();
  expect([it.is('connecting'), it.is('silent')]).toEqual([false, false]);
  expect(it.calls()).toEqual([
    {
      type: 'walletConnection.request',
      id: '1',
      call: { method: 'get_info' },
      scheme: 'nip44',
      lasts: 20,
    },
    {
      type: 'walletConnection.request',
      id: '2',
      call: { method: 'get_balance' },
      scheme: 'nip44',
      lasts: 20,
    },
    {
      type: 'walletConnection.request',
      id: '3',
      call: { method: 'list_transactions', limit: 20 },
      scheme: 'nip44',
      lasts: 20,
    },
  ]);
  it.answer('1', { method: 'get_info', alias: 'My node', methods: [], network: '' });
  it.answer('2', { method: 'get_balance', balanceMsats: 7_000 });
  it.answer('3', { method: 'list_transactions', transactions: [TRANSACTION] });
  const { alias, balanceMsats, transactions, asked } = it.context();
  expect([alias, balanceMsats, transactions, asked.size]).toEqual([
    'My node',
    7_000,
    [TRANSACTION],
    0,
  ]);
  // the wallet itself sent these requests
  expect([it.answers(), it.drops()]).toEqual([[], ['1', '2', '3']]);
});

test('WALLET-01 a wallet that names no methods has all methods; any other has those it names', () => {
  const old = start();
  old.able([]);
  expect(old.methods()).toEqual(['get_info', 'get_balance', 'list_transactions']);
  const poor = start();
  poor.able(['get_balance']);
  expect(poor.methods()).toEqual(['get_balance']);
  poor.call(PAY);
  expect(poor.answers()).toMatchObject([
    { request: 'r', method: 'pay_invoice', reply: CANNOT, at: 0 },
  ]);
  // a later answer replaces the earlier one
  poor.able(ALL);
  poor.call(PAY, 's');
  expect(poor.methods()).toEqual(['get_balance', 'pay_invoice']);
});

test('INV-REPLY a call waits until the wallet is known, and its answer reaches the caller once', () => {
  const it = start();
  it.call(PAY);
  expect(it.calls()).toEqual([]);
  it.able();
  expect(it.calls().at(-1)).toMatchObject({ call: PAY, lasts: 60 });
  const id = it.idOf('pay_invoice');
  // an answer to something else is none
  it.answer(id, { method: 'get_balance', balanceMsats: 1 });
  expect([it.answers(), it.context().balanceMsats]).toEqual([[], undefined]);
  it.answer(id, PAID);
  it.answer(id, PAID);
  expect(it.answers()).toEqual([
    { type: 'wallet.answered', request: 'r', method: 'pay_invoice', reply: PAID, at: AT },
  ]);
  it.wait(60_000);
  expect(it.answers()).toHaveLength(1);
  it.call(PAY, 's');
  const error: WalletReply = {
    method: 'error',
    code: 'PAYMENT_FAILED',
    isDefinite: true,
    words: { code: 'wallet.silent' },
  };
  it.answer(it.idOf('pay_invoice'), error);
  expect(it.answers().at(-1)).toMatchObject({ request: 's', reply: error });
  expect(new Set(it.calls().map((one) => one.id)).size).toBe(it.calls().length);
});

test('INV-REPLY a request that could not be made is reported as unsent', () => {
  const it = start();
  it.able();
  it.call(PAY);
  it.port.report({
    type: 'walletConnection.failed',
    id: it.idOf('pay_invoice'),
    at: AT,
    why: 'unmade',
  });
  expect(it.answers()).toMatchObject([
    { request: 'r', method: 'pay_invoice', reply: UNSENT, at: AT },
  ]);
  it.port.report({ type: 'walletConnection.failed', id: 'unknown', at: AT, why: 'unmade' });
  it.answer('unknown', PAID);
  expect(it.answers()).toHaveLength(1);
});

test('E-40 a payment without an answer is unknown after a minute, and an answer still counts', () => {
  const it = start();
  it.able();
  for (const id of ['1', '2', '3'])
    it.answer(id, {
      method: 'error',
      code: 'OTHER',
      isDefinite: false,
      words: { code: 'wallet.silent' },
    });
  it.call(PAY);
  const id = it.idOf('pay_invoice');
  it.wait(59_500);
  expect([it.is('silent'), it.answers(), it.drops().includes(id)]).toEqual([false, [], false]);
  it.wait(500);
  expect([it.is('silent'), it.drops().includes(id), it.context().late.has(id)]).toEqual([
    true,
    true,
    true,
  ]);
  expect(it.answers()).toMatchObject([{ request: 'r', reply: undefined }]);
  it.answer(id, PAID);
  expect([it.is('silent'), it.answers().at(-1)?.['reply'], it.context().late.size]).toEqual([
    false,
    PAID,
    0,
  ]);
  it.call({ method: 'lookup_invoice', hash: 'h' }, 's');
  it.wait(19_500);
  expect(it.is('silent')).toBe(false);
  it.wait(500);
  expect([it.is('silent'), it.answers().length]).toEqual([true, 3]);
});

test('WALLET-01 a wallet that never answers counts as silent after 15 seconds and receives nothing', () => {
  const it = start();
  it.call(PAY);
  it.wait(14_500);
  expect([it.is('connecting'), it.answers()]).toEqual([true, []]);
  it.wait(500);
  expect([it.is('silent'), it.answers()]).toMatchObject([true, [{ request: 'r', reply: UNSENT }]]);
  it.call(PAY, 's');
  expect(it.answers().at(-1)).toMatchObject({ request: 's', reply: UNSENT });
  it.send({ type: 'wallet.refresh' });
  expect(it.calls()).toEqual([]);
  // it arrives late, and refused requests are not sent again
  it.able();
  expect([it.is('silent'), it.methods()]).toEqual([false, ['get_balance', 'list_transactions']]);
});

test('WALLET-01 a silent wallet that is known is still asked', () => {
  const it = start();
  it.able();
  it.wait(20_000);
  expect(it.is('silent')).toBe(true);
  const before = it.calls().length;
  it.call(PAY);
  it.send({ type: 'wallet.refresh' });
  expect(it.methods().slice(before)).toEqual(['pay_invoice', 'get_balance', 'list_transactions']);
  it.answer(it.idOf('get_balance'), { method: 'get_balance', balanceMsats: 9 });
  expect([it.is('silent'), it.context().late.size, it.context().balanceMsats]).toEqual([
    false,
    0,
    9,
  ]);
});

test('WALLET-01 a payment notification is passed on, and the balance is fetched again', () => {
  const it = start();
  it.able();
  const before = it.calls().length;
  it.port.report({
    type: 'walletConnection.notified',
    notice: { type: 'payment_received', transaction: TRANSACTION },
  });
  expect(it.told).toEqual([{ type: 'wallet.noticed', transaction: TRANSACTION }]);
  expect(it.methods().slice(before)).toEqual(['get_balance', 'list_transactions']);
});

test('WALLET-01 INV-REPLY a broken connection leaves payments unresolved and reconnects after 30 s', () => {
  const it = start();
  it.able();
  it.call(PAY);
  it.call(PAY, 'late');
  it.breakPeer();
  expect([it.is('silent'), it.context().asked.size]).toEqual([true, 0]);
  expect(it.answers().map(({ request, reply }) => [request, reply])).toEqual([
    ['r', undefined],
    ['late', undefined],
  ]);
  it.call(PAY, 's');
  expect(it.answers().at(-1)).toMatchObject({ request: 's', reply: UNSENT });
  it.wait(29_500);
  expect(it.port.lives).toHaveLength(1);
  it.wait(500);
  expect([it.port.lives.length, it.is('connecting')]).toEqual([2, true]);
  it.wait(60_000);
  expect(it.answers()).toHaveLength(3);
});

test('E-40 a caller that got a timeout gets no second answer when the connection breaks', () => {
  const it = start();
  it.able();
  it.call(PAY);
  it.wait(60_000);
  expect(it.answers()).toHaveLength(1);
  it.breakPeer();
  expect([it.answers().length, it.context().late.size]).toEqual([1, 0]);
});

test('E-40 of calls without an answer the last 50 are remembered', () => {
  const it = start();
  it.able([]);
  for (let nth = 0; nth < 60; nth++)
    it.call({ method: 'lookup_invoice', hash: String(nth) }, String(nth));
  const { asked } = it.context();
  expect([
    asked.size,
    [...asked.values()].at(0)?.request,
    [...asked.values()].at(-1)?.request,
  ]).toEqual([50, '10', '59']);
});

test('RELAY-08 a payment that no relay may get fails for certain; one that was sent is unclear at once', () => {
  const it = start();
  it.able();
  it.call(PAY);
  const id = it.idOf('pay_invoice');
  it.port.report({ type: 'walletConnection.notPermitted' });
  it.port.report({ type: 'walletConnection.failed', id, at: AT, why: 'notPermitted' });
  const words = { code: 'wallet.notPermitted' };
  expect(it.answers()).toMatchObject([{ reply: { isDefinite: true, words } }]);
  const other = start();
  other.able();
  other.call(PAY);
  const unclear = other.idOf('pay_invoice');
  for (let times = 0; times < 2; times++)
    other.port.report({ type: 'walletConnection.unconfirmed', id: unclear });
  other.wait(70_000);
  expect(other.answers()).toMatchObject([{ request: 'r', reply: undefined }]);
  other.answer(unclear, PAID);
  expect(other.answers().at(-1)).toMatchObject({ reply: PAID });
});

test('RELAY-08 a wallet wants a permission only for a payment, or where the user refreshes it', () => {
  const asked = { type: 'walletConnection.asked' } as const;
  const wants = (it: ReturnType<typeof start>) =>
    it.port.told().filter(({ type }) => type === 'walletConnection.want').length;
  const [idle, looking, paying, shown, ready] = [start(), start(), start(), start(), start()];
  looking.call(LOOKUP);
  for (const it of [idle, looking, paying, shown]) it.port.report(asked);
  idle.send({ type: 'wallet.refresh' });
  looking.call(LOOKUP);
  paying.call(PAY);
  shown.send({ type: 'wallet.refresh', isWanted: true });
  ready.able();
  ready.call(LOOKUP);
  expect(wants(ready)).toBe(0);
  ready.call(PAY);
  expect([idle, looking, paying, shown, ready].map(wants)).toEqual([0, 0, 1, 1, 1]);
});

describe('RELAY-08 while the user is asked whether the wallet may be connected', () => {
  const asked = { type: 'walletConnection.asked' } as const;

  test('a payment waits, and is sent once after a yes', () => {
    const it = start();
    it.port.report(asked);
    it.call(PAY);
    it.wait(30_000);
    it.port.report(asked);
    expect([it.answers(), it.methods()]).toEqual([[], []]);
    it.able();
    it.answer(it.idOf('pay_invoice'), PAID);
    it.wait(60_000);
    expect(it.methods().filter((one) => one === 'pay_invoice')).toHaveLength(1);
    expect(it.answers()).toMatchObject([{ request: 'r', reply: PAID }]);
  });

  test('a payment fails after a no, and is not sent after a later yes', () => {
    const it = start();
    it.call(PAY);
    it.port.report(asked);
    it.port.report({ type: 'walletConnection.notPermitted' });
    const words = { code: 'wallet.notPermitted' };
    expect(it.answers()).toMatchObject([{ request: 'r', reply: { isDefinite: true, words } }]);
    it.able();
    expect(it.methods()).not.toContain('pay_invoice');
  });

  test('each payment waits for at most 40 s, and is never sent after that', () => {
    const it = start();
    it.call(PAY, 'first');
    it.port.report(asked);
    it.wait(30_000);
    it.call(PAY, 'second');
    it.wait(9_000);
    expect(it.answers()).toEqual([]);
    it.wait(1_000);
    const reply = { isDefinite: true, words: { code: 'wallet.notInTime' } };
    expect(it.answers()).toMatchObject([{ request: 'first', reply }]);
    it.wait(30_000);
    expect(it.answers()).toMatchObject([{ request: 'first' }, { request: 'second', reply }]);
    it.able();
    expect(it.methods()).not.toContain('pay_invoice');
  });

  test('a payment that outlasts a sleep of the computer is refused once, and never sent', () => {
    const it = start();
    it.port.report(asked);
    it.call(PAY, 'slept', AT);
    it.wait(20_000);
    // the computer sleeps for an hour: the wall clock goes on, the timers do not
    const woken = plus(AT, seconds(3_620));
    it.call(PAY, 'fresh', woken);
    it.able(ALL, woken);
    const reply = { isDefinite: true, words: { code: 'wallet.notInTime' } };
    expect(it.answers()).toMatchObject([{ request: 'slept', reply }]);
    it.answer(it.idOf('pay_invoice'), PAID);
    it.wait(120_000);
    expect(it.methods().filter((one) => one === 'pay_invoice')).toHaveLength(1);
    expect(it.answers()).toMatchObject([{ request: 'slept' }, { request: 'fresh', reply: PAID }]);
  });

  test('a payment that is answered within 40 s of the wall clock is sent once', () => {
    const it = start();
    it.port.report(asked);
    it.call(PAY, 'r', AT);
    it.able(ALL, plus(AT, seconds(40)));
    it.answer(it.idOf('pay_invoice'), PAID);
    it.wait(120_000);
    expect(it.methods().filter((one) => one === 'pay_invoice')).toHaveLength(1);
    expect(it.answers()).toMatchObject([{ request: 'r', reply: PAID }]);
  });
});
