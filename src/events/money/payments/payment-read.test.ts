import { expect, test } from 'vitest';
import { readPayer, readPaymentEntry } from './payment-read.ts';

const ANN = 'a'.repeat(64);
const HASH = 'b'.repeat(64);
const BASE = { intent: 'i', at: 1_000 };
const TO = { pubkey: ANN, id: HASH, address: `30023:${ANN}:tea`, kind: 1 };
const ZAP = {
  type: 'zap',
  to: TO,
  address: 'ann@pay.example',
  relays: ['wss://relay.example'],
  amountMsats: 42_000,
  message: 'Onward',
};
const NUTZAP = {
  type: 'nutzap',
  to: TO,
  mint: 'https://mint.example',
  named: 'https://mint.example/',
  key: 'c'.repeat(64),
  relays: ['wss://relay.example'],
  amountMsats: 42_000,
  message: 'Onward',
};
const INVOICE = {
  type: 'invoice',
  invoice: 'lnbc1',
  amountMsats: 5,
  payee: 'https://mint.example',
};
const ADDRESS = { type: 'address', address: 'ann@pay.example', amountMsats: 5, message: 'Onward' };
const CHECKED = {
  ...BASE,
  type: 'checked',
  invoice: 'lnbc1',
  hash: HASH,
  amountMsats: 42_000,
  expiresAt: 5_000,
  provider: ANN,
  request: HASH,
  verify: 'https://pay.example/verify',
};
const PAYING = {
  ...BASE,
  type: 'paying',
  payer: { by: 'wallet', wallet: 'w' },
  limits: { perDay: 100, perWallet: 50 },
  once: true,
  mostFeeMsats: 10,
};
const asked = (want: object) => ({ ...BASE, type: 'asked', want, group: 'g' });
const paid = (proof: object) => ({ ...BASE, type: 'paid', proof, feesMsats: 3 });
const failed = (reason: unknown) => ({ ...BASE, type: 'failed', reason });
const reasonOf = (reason: unknown) => {
  const entry = readPaymentEntry(failed(reason));
  return entry?.type === 'failed' ? entry.reason : undefined;
};

test('BEYOND-06 each kind of line is read back from the log with all of its fields', () => {
  const lines = [
    ...[ZAP, NUTZAP, INVOICE, ADDRESS].map(asked),
    CHECKED,
    PAYING,
    { ...PAYING, payer: { by: 'ecash', mint: 'https://mint.example' } },
    { ...PAYING, payer: { by: 'webln' } },
    { ...PAYING, payer: { by: 'shown' } },
    paid({ by: 'preimage', preimage: HASH }),
    paid({ by: 'receipt', receipt: HASH }),
    paid({ by: 'nutzap', nutzap: HASH }),
    paid({ by: 'lookup' }),
    paid({ by: 'person' }),
    failed({ code: 'pay.declined' }),
    { ...failed({ code: 'pay.walletSilent' }), type: 'doubted' },
  ];
  for (const line of lines) expect(readPaymentEntry(line)).toEqual(line);
});

test('INV-ISOLATE a line without a required field, or with an unusable one, is not read', () => {
  const unusable: readonly object[] = [
    { ...asked(ZAP), intent: undefined },
    { ...asked(ZAP), intent: 1 },
    { ...asked(ZAP), at: '1' },
    { ...asked(ZAP), type: 'dreamt' },
    asked({ ...ZAP, type: 'dreamt' }),
    asked({ ...ZAP, amountMsats: '42000' }),
    asked({ ...ZAP, to: undefined }),
    asked({ ...ZAP, to: { ...TO, pubkey: 'ann' } }),
    asked({ ...NUTZAP, to: { ...TO, pubkey: undefined } }),
    asked({ ...NUTZAP, mint: 'ftp://mint.example' }),
    asked({ ...NUTZAP, mint: 'https://mint.example/' }),
    asked({ ...NUTZAP, key: 'c' }),
    { ...asked(ZAP), want: 'zap' },
    { ...CHECKED, hash: 'b' },
    { ...CHECKED, amountMsats: undefined },
    { ...CHECKED, expiresAt: undefined },
    { ...PAYING, payer: undefined },
    { ...PAYING, payer: { by: 'magic' } },
    { ...paid({}), proof: 'preimage' },
    paid({ by: 'magic' }),
    failed(undefined),
    failed('pay.declined'),
  ];
  expect(unusable.filter((line) => readPaymentEntry(line) !== undefined)).toEqual([]);
  expect([readPaymentEntry('line'), readPayer('webln'), readPayer({})]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('INV-ISOLATE unusable optional fields of a line are left out, and missing texts are empty', () => {
  const odd = { group: 1, provider: 1, request: 1, verify: 1, mostFeeMsats: 'x', feesMsats: 'x' };
  expect(readPaymentEntry({ ...asked(ZAP), ...odd })).toEqual({ ...asked(ZAP), group: undefined });
  const { invoice, hash, amountMsats, expiresAt, type } = CHECKED;
  expect(readPaymentEntry({ ...CHECKED, ...odd })).toEqual({
    ...BASE,
    type,
    invoice,
    hash,
    amountMsats,
    expiresAt,
  });
  const { payer } = PAYING;
  const bare = { ...BASE, type: 'paying', payer, limits: {} };
  expect(readPaymentEntry({ ...PAYING, ...odd, once: 'yes', limits: 'none' })).toEqual(bare);
  expect(readPaymentEntry({ ...PAYING, ...odd, once: false, limits: { perDay: 'x' } })).toEqual(
    bare,
  );
  expect(readPaymentEntry({ ...paid({ by: 'lookup' }), ...odd })).toEqual({
    ...paid({ by: 'lookup' }),
    feesMsats: undefined,
  });
  const to = { pubkey: ANN, id: 1, address: 1, kind: '1' };
  expect(
    readPaymentEntry(asked({ type: 'zap', to, amountMsats: 1, relays: ['wss://r.example', 1] })),
  ).toEqual(
    asked({
      type: 'zap',
      to: { pubkey: ANN },
      amountMsats: 1,
      relays: ['wss://r.example'],
      address: '',
      message: '',
    }),
  );
  const { relays: _, ...alone } = ZAP;
  expect(readPaymentEntry(asked(alone))).toEqual(asked({ ...ZAP, relays: [] }));
  expect(readPayer({ by: 'wallet', wallet: 1 })).toEqual({ by: 'wallet', wallet: '' });
});

test('BEYOND-06 each stored reason without parameters is read back as itself', () => {
  const codes =
    'noAddress badAddress unreachable noZaps badInvoice anyAmount expired paidBefore openBefore ' +
    'unsigned declined unanswered unkept noWallet walletSilent badProof interrupted notSeen ' +
    'neverPaid saidUnpaid mintRefused notEnough notGiven unpublished';
  for (const code of [
    ...codes.split(' ').map((one) => `pay.${one}`),
    'no_webln_extension',
    'wallet.silent',
    'wallet.cannot',
  ])
    expect(reasonOf({ code, params: { text: 'other words' } })).toEqual({ code });
});

test('BEYOND-06 stored reasons keep their parameters; missing ones are zero or empty', () => {
  const reasons = [
    { code: 'pay.outOfRange', params: { min: 1, max: 2 } },
    { code: 'pay.otherAmount', params: { asked: 1, invoiced: 2 } },
    { code: 'pay.otherNetwork', params: { network: 'testnet' } },
    { code: 'pay.overDay', params: { limit: 3 } },
    { code: 'pay.overWallet', params: { limit: 4 } },
    { code: 'pay.feeTooHigh', params: { limit: 5 } },
    { code: 'said', params: { text: 'No route' } },
  ];
  for (const reason of reasons) expect(reasonOf(reason)).toEqual(reason);
  expect(reasonOf({ code: 'pay.outOfRange' })?.params).toEqual({ min: 0, max: 0 });
  expect(reasonOf({ code: 'pay.overDay', params: { limit: 'x' } })?.params).toEqual({ limit: 0 });
  expect(reasonOf({ code: 'pay.otherNetwork' })?.params).toEqual({ network: '' });
});

test('INV-ISOLATE a reason of a later version is shown by its words, or else by its code', () => {
  const said = (text: string) => ({ code: 'said', params: { text } });
  expect(reasonOf({ code: 'pay.later', params: { text: 'Later' } })).toEqual(said('Later'));
  expect(reasonOf({ code: 'pay.later', params: {} })).toEqual(said('pay.later'));
  expect(reasonOf({ code: 'pay.later' })).toEqual(said('pay.later'));
});
