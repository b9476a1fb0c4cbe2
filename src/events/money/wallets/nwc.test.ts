import fc from 'fast-check';
import { expect, test } from 'vitest';
import { vectors } from '../../../../tests/support/events/real-events.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { connectionText, readAbilities, readConnection } from './nwc.ts';
import { readNotice, readReply, walletRequest } from './nwc-call.ts';

const [WALLET, SECRET, HASH] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [
  string,
  string,
  string,
];
const TEXT = `nostr+walletconnect://${WALLET}?relay=wss://r.example&secret=${SECRET}&lud16=ann@pay.example`;

test('WALLET-01 a connection string gives wallet, relays, secret and address, or its missing part', () => {
  expect(readConnection(TEXT)).toMatchObject({
    wallet: WALLET,
    relays: ['wss://r.example'],
    lud16: 'ann@pay.example',
  });
  const fault = (text: string) => {
    const read = readConnection(text);
    return 'fault' in read ? read.fault : undefined;
  };
  expect(fault(TEXT.replace(WALLET, 'xyz'))).toBe('wallet.noKey');
  expect(fault(`nostr+walletconnect://?relay=wss://r.example&secret=${SECRET}`)).toBe(
    'wallet.noKey',
  );
  expect(fault(TEXT.replace('relay=wss', 'relay=https'))).toBe('wallet.noRelay');
  expect(fault(TEXT.replace('relay=', 'x='))).toBe('wallet.noRelay');
  expect(fault(TEXT.replace(SECRET, 'b'))).toBe('wallet.noSecret');
  expect(fault(TEXT.replace(SECRET, '0'.repeat(64)))).toBe('wallet.noSecret');
  expect(fault('bunker://x')).toBe('wallet.noKey');
});

test('vectors: WALLET-01 connection strings of another implementation', () => {
  const { cases } = vectors<{
    cases: {
      args: [string];
      result?: { pubkey: string; relays: string[]; secret: string };
      throws?: string;
    }[];
  }>('peer-nip47.json');
  for (const { args, result, throws } of cases) {
    const read = readConnection(args[0]);
    if (throws !== undefined) expect(read).toHaveProperty('fault');
    else if (!('fault' in read))
      expect({ pubkey: read.wallet, relays: read.relays, secret: read.secret.reveal() }).toEqual({
        pubkey: result?.pubkey,
        relays: result?.relays,
        secret: result?.secret,
      });
    else if (result) throw new Error(read.fault);
  }
});

test('E-32 a connection exposes its secret only for encryption, and is read back unchanged', () => {
  const read = readConnection(TEXT);
  if ('fault' in read) throw new Error(read.fault);
  expect(JSON.stringify(read)).not.toContain(SECRET);
  expect(String(read.secret)).not.toContain(SECRET);
  expect(read.id).not.toContain(SECRET.slice(0, 8));
  expect(JSON.stringify(readConnection(connectionText(read)))).toBe(JSON.stringify(read));
  const other = readConnection(TEXT.replace(SECRET, 'd'.repeat(64)));
  expect('id' in other && other.id).not.toBe(read.id);
});

test('WALLET-01 NIP-44 if the wallet offers it, else NIP-04; the info of another wallet is ignored', () => {
  const info = (tags: string[][], content = 'pay_invoice get_balance') =>
    trusted({ kind: 13_194, pubkey: WALLET, content, tags });
  expect(
    readAbilities(
      info([
        ['encryption', 'nip44_v2 nip04'],
        ['notifications', 'payment_sent'],
      ]),
      WALLET,
    ),
  ).toEqual({
    methods: ['pay_invoice', 'get_balance'],
    scheme: 'nip44',
    notifies: true,
  });
  expect(readAbilities(info([]), WALLET)).toMatchObject({ scheme: 'nip04', notifies: false });
  expect(readAbilities(info([]), HASH)).toBeUndefined();
});

test('WALLET-01 requests have the form of NIP-47', () => {
  expect(JSON.parse(walletRequest({ method: 'pay_invoice', invoice: 'lnbc1' }))).toEqual({
    method: 'pay_invoice',
    params: { invoice: 'lnbc1' },
  });
  expect(
    JSON.parse(walletRequest({ method: 'pay_invoice', invoice: 'lnbc1', amountMsats: 5 })),
  ).toMatchObject({ params: { amount: 5 } });
  expect(JSON.parse(walletRequest({ method: 'lookup_invoice', hash: HASH }))).toMatchObject({
    params: { payment_hash: HASH },
  });
  expect(JSON.parse(walletRequest({ method: 'get_balance' }))).toEqual({
    method: 'get_balance',
    params: {},
  });
  expect(JSON.parse(walletRequest({ method: 'list_transactions', limit: 20 }))).toEqual({
    method: 'list_transactions',
    params: { limit: 20, unpaid: false },
  });
});

test('E-40 a reply counts only for its method; errors that rule out a payment are known', () => {
  const reply = (value: unknown, method: Parameters<typeof readReply>[1] = 'pay_invoice') =>
    readReply(JSON.stringify(value), method);
  expect(reply({ result_type: 'pay_invoice', result: { preimage: 'AB', fees_paid: 3 } })).toEqual({
    method: 'pay_invoice',
    preimage: 'ab',
    feesMsats: 3,
  });
  expect(reply({ result_type: 'get_balance', result: { balance: 1 } })).toBeUndefined();
  const error = (code: string) =>
    reply({ result_type: 'pay_invoice', error: { code, message: 'no' } });
  expect(error('INSUFFICIENT_BALANCE')).toMatchObject({
    isDefinite: true,
    words: { code: 'said', params: { text: 'no' } },
  });
  expect(error('INTERNAL')).toMatchObject({ isDefinite: false });
  expect(error('SOMETHING_NEW')).toMatchObject({ isDefinite: false });
  expect(
    reply({ result_type: 'get_balance', result: { balance: -1 } }, 'get_balance'),
  ).toBeUndefined();
  expect(
    reply(
      {
        result_type: 'lookup_invoice',
        result: { type: 'outgoing', payment_hash: HASH, settled_at: 5, amount: 9 },
      },
      'lookup_invoice',
    ),
  ).toMatchObject({ transaction: { state: 'settled', hash: HASH, amountMsats: 9 } });
  expect(
    readNotice(
      JSON.stringify({
        notification_type: 'payment_sent',
        notification: { type: 'outgoing', payment_hash: HASH },
      }),
    ),
  ).toMatchObject({ type: 'payment_sent', transaction: { state: 'pending' } });
});

test('INV-ISOLATE any reply of a wallet is read or refused', () => {
  const methods = [
    'get_info',
    'get_balance',
    'pay_invoice',
    'lookup_invoice',
    'list_transactions',
  ] as const;
  const value = fc.record({
    result_type: fc.constantFrom(...methods),
    result: fc.jsonValue(),
    error: fc.oneof(fc.constant(null), fc.jsonValue()),
  });
  fc.assert(
    fc.property(
      fc.oneof(
        fc.json(),
        value.map((one) => JSON.stringify(one)),
      ),
      fc.constantFrom(...methods),
      (text, method) => {
        const reply = readReply(text, method);
        if (reply) expect([method, 'error']).toContain(reply.method);
        readNotice(text);
        readConnection(text);
      },
    ),
  );
});

test('WALLET-01 each spelling of a connection string is read, in any case, and with a slash', () => {
  const rest = `${WALLET}?relay=wss://r.example&secret=${SECRET}`;
  const read = (text: string) => readConnection(text);
  for (const scheme of [
    'nostr+walletconnect://',
    'nostr+walletconnect:',
    'nostrwalletconnect://',
    'nostrwalletconnect:',
    'NOSTR+WalletConnect://',
  ])
    expect(read(` ${scheme}${rest}\n`)).toMatchObject({ wallet: WALLET, lud16: undefined });
  expect(read(TEXT.replace('?', '/?'))).toMatchObject({ wallet: WALLET });
  expect(read(TEXT.replace(WALLET, WALLET.toUpperCase()))).toMatchObject({ wallet: WALLET });
  const upper = read(TEXT.replace(SECRET, SECRET.toUpperCase()));
  expect('secret' in upper && upper.secret.reveal()).toBe(SECRET);
  expect(read(TEXT.replace('?', '/x?'))).toEqual({ fault: 'wallet.noKey' });
});

test('E-60 the length, the relays and the address of a connection string are bounded', () => {
  const padded = (length: number) => readConnection(`${TEXT}&pad=`.padEnd(length, 'p'));
  expect(padded(4_000)).toMatchObject({ wallet: WALLET });
  expect(padded(4_001)).toEqual({ fault: 'wallet.noKey' });
  const relays = ['a', 'a', 'b', 'c', 'd'].map((name) => `&relay=wss://${name}.example`).join('');
  expect(readConnection(TEXT + relays)).toMatchObject({
    relays: ['wss://r.example', 'wss://a.example', 'wss://b.example'],
  });
  const address = (length: number) => {
    const read = readConnection(TEXT.replace('ann@pay.example', 'a'.repeat(length)));
    return 'lud16' in read && read.lud16?.length;
  };
  expect([address(254), address(255)]).toEqual([254, undefined]);
});

test('WALLET-01 two connections to one wallet have different ids, which reveal no secret', () => {
  const idOf = (secret: string) => {
    const read = readConnection(TEXT.replace(SECRET, secret));
    return 'id' in read ? read.id : '';
  };
  expect(idOf(SECRET)).toMatch(/^[0-9a-f]{16}$/);
  expect([idOf(SECRET), idOf('c'.repeat(64))]).not.toEqual([idOf(SECRET), idOf(SECRET)]);
});

test('E-60 the words of an info event are split at spaces and commas, and are at most fifty', () => {
  const info = (content: string, tags: string[][] = []) =>
    readAbilities(trusted({ kind: 13_194, pubkey: WALLET, content, tags }), WALLET);
  expect(info('  pay_invoice,get_info\nget_balance ')).toEqual({
    methods: ['pay_invoice', 'get_info', 'get_balance'],
    scheme: 'nip04',
    notifies: false,
  });
  expect(info('m '.repeat(60))?.methods).toHaveLength(50);
  expect(info('x'.repeat(5_000))?.methods[0]).toHaveLength(4_000);
  expect(info('', [['notifications', 'payment_sent']])?.notifies).toBe(true);
});
