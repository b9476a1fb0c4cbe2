import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { KIND } from '../../nostr/kinds.ts';
import {
  foldTips,
  moneroAddressIn,
  MONERO_DEFAULT,
  MONERO_PRESETS,
  readTip,
  readXmr,
  sumTips,
  writeXmr,
} from './monero.ts';

const [ANN, BOB, EVE] = ['a', 'b', 'e'].map((digit) => digit.repeat(64)) as [
  string,
  string,
  string,
];
const NOTE = '1'.repeat(64);
const ADDRESS =
  '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A';

type Made = Parameters<typeof trusted>[0];
const request = (more: Made = {}) =>
  trusted({
    kind: KIND.MoneroZapRequest,
    pubkey: ANN,
    content: 'for the bench',
    tags: [
      ['p', BOB],
      ['e', NOTE],
      ['amount', '800000000'],
    ],
    created_at: 10,
    ...more,
  });
const before = (event: { readonly id: string }) => [
  'description',
  JSON.stringify({ id: event.id, content: 'forged words' }),
];
const tip = (rest: readonly string[][], more: Made = {}) =>
  trusted({
    kind: KIND.MoneroZap,
    pubkey: ANN,
    created_at: 20,
    tags: [['p', BOB], ['e', NOTE], ...rest],
    ...more,
  });
const receipt = (rest: readonly string[][], more: Made = {}) =>
  trusted({
    kind: KIND.MoneroZapReceipt,
    pubkey: BOB,
    created_at: 30,
    tags: [['P', ANN], ['e', NOTE], ...rest],
    ...more,
  });

test('XMR-01 an amount in XMR is read back exact to the piconero; other texts are not amounts', () => {
  expect(MONERO_PRESETS.map(readXmr)).toEqual([
    50_000_000n,
    800_000_000n,
    2_000_000_000n,
    3_000_000_000n,
  ]);
  expect(MONERO_PRESETS).toContain(MONERO_DEFAULT);
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 2n ** 64n - 1n }),
      (amount) => readXmr(writeXmr(amount)) === amount,
    ),
  );
  expect(['0.1', '0.30000000000', ' 1 ', '1.000000000001'].map(readXmr)).toEqual([
    10n ** 11n,
    3n * 10n ** 11n,
    10n ** 12n,
    10n ** 12n + 1n,
  ]);
  const bad = [
    '',
    '0',
    '0.000000000000',
    '.5',
    '1.',
    '1,5',
    '-1',
    '1e3',
    '0x1',
    '1.0000000000001',
    '99999999',
    '18446744.073709551616',
  ];
  expect(bad.map(readXmr)).toEqual(bad.map(() => undefined));
});

test('XMR-01 the address of a profile is read from the known fields; a text of another form is ignored', () => {
  const named = (metadata: unknown) => moneroAddressIn({ content: JSON.stringify(metadata) });
  expect(named({ cryptocurrency_addresses: { monero: ` ${ADDRESS}\n` } })).toBe(ADDRESS);
  expect(named({ monero: `monero:${ADDRESS}` })).toBe(ADDRESS);
  expect(named({ cryptocurrency_addresses: { monero: 'soon' }, monero: ADDRESS })).toBe(ADDRESS);
  for (const metadata of [
    {},
    { monero: 7 },
    { monero: ADDRESS.slice(1) },
    { cryptocurrency_addresses: [ADDRESS] },
    [],
    null,
    'x',
  ])
    expect(named(metadata)).toBeUndefined();
  expect(moneroAddressIn({ content: '{' })).toBeUndefined();
});

test('XMR-01 requests and tips are claims of the sender, receipts of the recipient', () => {
  expect(readTip(request())).toEqual({
    id: request().id,
    stage: 'asked',
    sender: ANN,
    receiver: BOB,
    amount: 800_000_000n,
    message: 'for the bench',
    createdAt: 10,
    target: NOTE,
  });
  expect(readTip(tip([['amount', '5']]))).toMatchObject({
    stage: 'sent',
    sender: ANN,
    receiver: BOB,
    amount: 5n,
  });
  expect(readTip(receipt([]))).toMatchObject({
    stage: 'received',
    sender: ANN,
    receiver: BOB,
    amount: undefined,
  });
  expect(readTip(receipt([], { tags: [] }))).toMatchObject({
    sender: undefined,
    receiver: BOB,
    target: undefined,
  });
  const [article, other] = [`30023:${BOB}:x`, '2'.repeat(64)];
  expect(readTip(tip([['a', article]]))?.target).toBe(article);
  expect(
    readTip(
      tip([['a', 'nonsense']], {
        tags: [
          ['p', BOB],
          ['a', 'x'],
          ['e', other],
        ],
      }),
    )?.target,
  ).toBe(other);
});

test('XMR-01 E-41 tips to oneself or several accounts and receipts for others are ignored', () => {
  const none = [
    request({ tags: [] }),
    request({ tags: [['p', 'x']] }),
    request({ tags: [['p', ANN]] }),
    tip([['p', EVE]]),
    receipt([['p', EVE]]),
    receipt([], { pubkey: ANN }),
    trusted({ kind: KIND.Zap, pubkey: ANN, tags: [['p', BOB]] }),
  ];
  expect(none.map(readTip)).toEqual(none.map(() => undefined));
  for (const amount of [
    '',
    '0',
    '-1',
    '0.0008',
    '1e9',
    '007',
    '18446744073709551616',
    '9'.repeat(30),
  ])
    expect([amount, readTip(tip([['amount', amount]]))?.amount]).toEqual([amount, undefined]);
});

test('XMR-01 request, tip and receipts fold into one tip, in any order and with repetitions', () => {
  const asked = request();
  const sent = tip([before(asked)]);
  const got = receipt([before(sent), ['amount', '800000000']]);
  const again = receipt([before(sent)], { created_at: 31 });
  const all = [asked, sent, got, again];
  const one = {
    id: asked.id,
    stage: 'received',
    message: 'for the bench',
    amount: 800_000_000n,
    createdAt: 10,
    sender: ANN,
  };
  fc.assert(
    fc.property(fc.shuffledSubarray([...all, ...all], { minLength: 8 }), (events) => {
      expect(foldTips(events)).toMatchObject([one]);
    }),
  );
  expect(foldTips([sent, got])).toMatchObject([
    { id: sent.id, stage: 'received', message: '', amount: 800_000_000n },
  ]);
  expect(foldTips([got])).toMatchObject([{ id: got.id, stage: 'received', message: '' }]);
});

test('XMR-01 E-41 a contradicting event, or one by another author, is not merged into the tip', () => {
  const sent = tip([['amount', '5']]);
  const others = [
    receipt([before(sent), ['amount', '6']]),
    receipt([before(sent)], { pubkey: EVE }),
    receipt([before(sent)], { tags: [['P', EVE], before(sent)] }),
    receipt([before(sent)], { tags: [['e', '3'.repeat(64)], before(sent)] }),
    tip([before(sent)], { created_at: 21 }),
  ];
  for (const other of others)
    expect(new Set(foldTips([sent, other]).map(({ id }) => id))).toEqual(
      new Set([sent.id, other.id]),
    );
});

test('XMR-01 only sent tips are counted, confirmed and claimed ones separately', () => {
  const asked = request();
  const sent = [tip([['amount', '5']]), tip([['amount', '7']], { created_at: 22 })];
  const got = receipt([before(sent[0] ?? asked), ['amount', '5']]);
  const unnamed = receipt([], { tags: [['amount', '90071992547409931']] });
  expect(sumTips(foldTips([asked, ...sent, got, unnamed]))).toEqual({
    received: { count: 2, amount: 90_071_992_547_409_936n },
    sent: { count: 1, amount: 7n },
  });
  expect(sumTips([])).toEqual({
    received: { count: 0, amount: 0n },
    sent: { count: 0, amount: 0n },
  });
});

test('E-60 the message of a tip has at most 4,096 characters', () => {
  expect(readTip(tip([], { content: 'm'.repeat(5_000) }))?.message.length).toBe(4_096);
});
