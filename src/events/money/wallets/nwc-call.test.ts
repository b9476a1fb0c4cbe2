import { expect, test } from 'vitest';
import { readNotice, readReply, walletRequest } from './nwc-call.ts';

const [HASH, PREIMAGE] = ['c', 'd'].map((digit) => digit.repeat(64)) as [string, string];
const reply = (method: Parameters<typeof readReply>[1], result: unknown, more: object = {}) =>
  readReply(JSON.stringify({ result_type: method, result, ...more }), method);
const transactionOf = (fields: object) => {
  const read = reply('lookup_invoice', fields);
  return read?.method === 'lookup_invoice' ? read.transaction : undefined;
};
const WHOLE = {
  type: 'incoming',
  state: 'settled',
  payment_hash: HASH,
  preimage: PREIMAGE,
  amount: 5,
  fees_paid: 1,
  description: 'Tea',
  settled_at: 9,
  created_at: 8,
};

test('WALLET-01 a transaction is read with all of its fields, in any case', () => {
  const read = {
    type: 'incoming',
    state: 'settled',
    hash: HASH,
    preimage: PREIMAGE,
    amountMsats: 5,
    feesMsats: 1,
    description: 'Tea',
    at: 9,
  };
  expect(transactionOf(WHOLE)).toEqual(read);
  const upper = { payment_hash: HASH.toUpperCase(), preimage: PREIMAGE.toUpperCase() };
  expect(transactionOf({ ...WHOLE, ...upper, state: 'SETTLED' })).toEqual(read);
  expect(transactionOf({})).toEqual({
    type: 'outgoing',
    state: 'pending',
    hash: undefined,
    preimage: undefined,
    amountMsats: 0,
    feesMsats: 0,
    description: '',
    at: undefined,
  });
});

test('WALLET-01 unusable fields of a transaction are left out, and its description is bounded', () => {
  const odd = { payment_hash: 'c', preimage: 1, amount: -1, fees_paid: 0.5, description: 1 };
  expect(transactionOf({ ...WHOLE, ...odd, settled_at: '9' })).toEqual({
    type: 'incoming',
    state: 'settled',
    hash: undefined,
    preimage: undefined,
    amountMsats: 0,
    feesMsats: 0,
    description: '',
    at: 8,
  });
  expect(transactionOf({ description: 'w'.repeat(600) })?.description).toHaveLength(500);
  expect(transactionOf({ amount: 0, fees_paid: 0 })).toMatchObject({
    amountMsats: 0,
    feesMsats: 0,
  });
});

test('E-40 the state of a transaction is its own, else settled by its time, else pending', () => {
  const state = (fields: object) => transactionOf(fields)?.state;
  for (const known of ['settled', 'failed', 'expired'])
    expect([state({ state: known }), state({ state: known.toUpperCase() })]).toEqual([
      known,
      known,
    ]);
  expect([state({ settled_at: 9 }), state({ settled_at: 0 }), state({ state: 1 })]).toEqual([
    'settled',
    'pending',
    'pending',
  ]);
  expect([state({ state: 'accepted', settled_at: 9 }), state({ state: 'pending' })]).toEqual([
    'pending',
    'pending',
  ]);
  expect([
    transactionOf({ settled_at: 0, created_at: 8 })?.at,
    transactionOf({ settled_at: 9, created_at: 8 })?.at,
  ]).toEqual([8, 9]);
});

test('WALLET-01 each kind of reply is read, and a reply without its fields is not', () => {
  expect(reply('get_info', { alias: 'W', methods: ['a', 1, 'b'], network: 'n' })).toEqual({
    method: 'get_info',
    alias: 'W',
    methods: ['a', 'b'],
    network: 'n',
  });
  expect(reply('get_info', {})).toEqual({
    method: 'get_info',
    alias: '',
    methods: [],
    network: '',
  });
  const many = Array.from({ length: 60 }, () => 'm');
  expect(reply('get_info', { methods: many })).toMatchObject({ methods: many.slice(0, 50) });
  expect([reply('get_balance', { balance: 0 }), reply('get_balance', { balance: -1 })]).toEqual([
    { method: 'get_balance', balanceMsats: 0 },
    undefined,
  ]);
  expect(reply('pay_invoice', { preimage: PREIMAGE.toUpperCase(), fees_paid: 3 })).toEqual({
    method: 'pay_invoice',
    preimage: PREIMAGE,
    feesMsats: 3,
  });
  expect(reply('pay_invoice', {})).toEqual({
    method: 'pay_invoice',
    preimage: '',
    feesMsats: undefined,
  });
  const list = reply('list_transactions', {
    transactions: [WHOLE, 1, ...Array.from({ length: 120 }, () => WHOLE)],
  });
  expect(list).toMatchObject({ method: 'list_transactions' });
  expect(list?.method === 'list_transactions' && list.transactions.length).toBe(99);
  expect(reply('list_transactions', {})).toBeUndefined();
  expect([reply('lookup_invoice', 1), reply('get_info', undefined)]).toEqual([
    undefined,
    undefined,
  ]);
});

test('E-40 an error without a message is its code, and without a code it is not definite', () => {
  const error = (fields: object) => reply('pay_invoice', null, { error: fields });
  const said = (text: string) => ({ code: 'said', params: { text } });
  expect(error({ code: 'QUOTA_EXCEEDED', message: '' })).toEqual({
    method: 'error',
    code: 'QUOTA_EXCEEDED',
    isDefinite: true,
    words: said('QUOTA_EXCEEDED'),
  });
  expect(error({ code: 1, message: 'No' })).toEqual({
    method: 'error',
    code: 'OTHER',
    isDefinite: false,
    words: said('No'),
  });
  const codes =
    'RATE_LIMITED NOT_IMPLEMENTED INSUFFICIENT_BALANCE QUOTA_EXCEEDED RESTRICTED UNAUTHORIZED ' +
    'PAYMENT_FAILED NOT_FOUND UNSUPPORTED_ENCRYPTION';
  for (const code of codes.split(' ')) expect(error({ code })).toMatchObject({ isDefinite: true });
  for (const code of ['INTERNAL', 'OTHER', 'LATER'])
    expect(error({ code })).toMatchObject({ isDefinite: false });
});

test('E-60 a reply or notification of more than half a megabyte is not read', () => {
  const padded = (value: object, length: number) => JSON.stringify(value).padEnd(length, ' ');
  const info = { result_type: 'get_info', result: {} };
  const notice = { notification_type: 'payment_sent', notification: WHOLE };
  const most = 512 * 1024;
  expect([most, most + 1].map((size) => readReply(padded(info, size), 'get_info')?.method)).toEqual(
    ['get_info', undefined],
  );
  expect([most, most + 1].map((size) => readNotice(padded(notice, size))?.type)).toEqual([
    'payment_sent',
    undefined,
  ]);
});

test('WALLET-01 a notification is a sent or a received payment with its transaction', () => {
  const notice = (type: unknown, notification: unknown) =>
    readNotice(JSON.stringify({ notification_type: type, notification }));
  for (const type of ['payment_sent', 'payment_received'])
    expect(notice(type, WHOLE)).toMatchObject({ type, transaction: { hash: HASH } });
  expect([notice('payment_sent', 1), notice('hold', WHOLE), readNotice('1')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('WALLET-01 a request names its method and its parameters', () => {
  const request = (call: Parameters<typeof walletRequest>[0]): unknown =>
    JSON.parse(walletRequest(call));
  expect(request({ method: 'pay_invoice', invoice: 'lnbc1', amountMsats: 5 })).toEqual({
    method: 'pay_invoice',
    params: { invoice: 'lnbc1', amount: 5 },
  });
  expect(request({ method: 'pay_invoice', invoice: 'lnbc1' })).toEqual({
    method: 'pay_invoice',
    params: { invoice: 'lnbc1' },
  });
  expect(request({ method: 'list_transactions', limit: 7 })).toEqual({
    method: 'list_transactions',
    params: { limit: 7, unpaid: false },
  });
  expect(request({ method: 'lookup_invoice', hash: HASH })).toEqual({
    method: 'lookup_invoice',
    params: { payment_hash: HASH },
  });
});
