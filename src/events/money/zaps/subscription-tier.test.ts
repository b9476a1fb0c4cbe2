import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import type { VerifiedEvent } from '../../nostr/event.ts';
import { KIND } from '../../nostr/kinds.ts';
import { seconds } from '../../core/time.ts';
import { foldPayments } from '../payments/payment-fold.ts';
import {
  buildSubscription,
  buildUnsubscription,
  payableMsats,
  paymentOfTiers,
  priceIn,
  priceOf,
  subscriptionIn,
  tierIntent,
  tiersIn,
} from './subscription-tier.ts';

const [AUTHOR, OTHER, ME] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [
  string,
  string,
  string,
];
const tier = (
  tags: readonly (readonly string[])[],
  more: { content?: string; pubkey?: string; created_at?: number } = {},
) =>
  trusted({
    kind: KIND.Tier,
    pubkey: AUTHOR,
    tags: tags.map((tag) => [...tag]),
    created_at: 10,
    ...more,
  });
const list = (tiers: readonly VerifiedEvent[], created_at = 20, pubkey = AUTHOR) =>
  trusted({ kind: KIND.TierList, pubkey, tags: tiers.map(({ id }) => ['e', id]), created_at });
const COST = ['amount', '2100', 'sats', 'monthly'];

test('THREAD-07 a tier is its title (else its content), its perks, and its prices per month', () => {
  const gold = tier(
    [
      ['d', 'gold'],
      ['title', 'Gold\nleaf'],
      ['perk', 'Tea'],
      ['perk', ' '],
      ['client', 'Reed'],
      COST,
      ['amount', '21000000', 'msats', 'yearly'],
      ['amount', '9.5', 'usd', 'quarterly'],
    ],
    { content: ' All of it ' },
  );
  const plain = tier([['d', 'plain'], COST], { content: 'Only words' });
  expect(tiersIn([plain, gold, list([gold, plain])], AUTHOR)).toMatchObject([
    {
      title: 'Gold leaf',
      text: 'All of it',
      perks: ['Tea'],
      client: 'Reed',
      prices: [
        { amount: 2_100, unit: 'sats', cadence: 'monthly', monthly: 2_100 },
        { amount: 21_000, unit: 'sats', cadence: 'yearly', monthly: 1_750 },
        { amount: 9.5, unit: 'USD', cadence: 'quarterly', monthly: 9.5 / 3 },
      ],
    },
    { title: 'Only words', text: '' },
  ]);
});

test('THREAD-07 foreign tiers, tiers off the newest list or without a readable price are left out', () => {
  const [old, now] = [tier([['d', 'old'], COST]), tier([['d', 'now'], COST])];
  const foreign = tier([['d', 'x'], COST], { pubkey: OTHER });
  const events = [
    old,
    now,
    foreign,
    list([old], 10),
    list([now, foreign], 20),
    list([foreign], 30, OTHER),
  ];
  expect(tiersIn(events, AUTHOR).map(({ id }) => id)).toEqual([now.id]);
  const bad = [
    ['sats'],
    ['-1', 'sats', 'monthly'],
    ['1e99', 'sats', 'monthly'],
    ['1', 'doubloons', 'monthly'],
    ['1', 'sats', 'never'],
  ];
  const free = tier([['d', 'free'], ...bad.map((rest) => ['amount', ...rest])]);
  expect(tiersIn([free, list([free])], AUTHOR)).toEqual([]);
  const many = Array.from({ length: 50 }, (_, at) =>
    tier([
      ['d', `${at}`],
      ['title', 'x'.repeat(10_000)],
      ...Array.from({ length: 99 }, () => COST),
    ]),
  );
  const cut = tiersIn([...many, list(many)], AUTHOR);
  expect([cut.length, cut[0]?.title.length, cut[0]?.prices.length]).toEqual([20, 100, 10]);
});

test('THREAD-07 a subscription names author, tier, price, the tier itself and its splits; its end names it', () => {
  const gold = tier([['d', 'gold'], COST, ['zap', OTHER, '', '1']]);
  const [one] = tiersIn([gold, list([gold])], AUTHOR);
  const price = one?.prices[0];
  if (!one || !price) throw new Error('no tier');
  const draft = buildSubscription(one, price);
  expect(draft).toMatchObject({ kind: 7_001, content: '' });
  expect(draft.tags).toEqual([
    ['p', AUTHOR],
    ['e', gold.id],
    COST,
    ['event', expect.any(String)],
    ['zap', OTHER, '', '1'],
  ]);
  expect(JSON.parse(draft.tags[3]?.[1] ?? '')).toEqual({ ...gold });
  const made = trusted({ ...draft, pubkey: ME, created_at: 30 });
  expect(buildUnsubscription(made)).toEqual({
    kind: 7_002,
    content: '',
    tags: [
      ['p', AUTHOR],
      ['e', made.id],
    ],
  });
});

test('THREAD-07 an ended subscription is inactive, in any event order; events by others are ignored', () => {
  const subscribe = (created_at: number, pubkey = ME) =>
    trusted({
      kind: 7_001,
      pubkey,
      created_at,
      tags: [
        ['p', AUTHOR],
        ['e', '1'.repeat(64)],
      ],
    });
  const end = (of: VerifiedEvent, pubkey = ME) =>
    trusted({
      kind: 7_002,
      pubkey,
      created_at: 50,
      tags: [
        ['p', AUTHOR],
        ['e', of.id],
      ],
    });
  const [first, second] = [subscribe(1), subscribe(2)];
  const all = [first, second, end(second), end(first, OTHER), subscribe(9, OTHER)];
  fc.assert(
    fc.property(fc.shuffledSubarray([...all, ...all], { minLength: 10 }), (events) => {
      expect(subscriptionIn(events, ME, AUTHOR)?.id).toBe(first.id);
      expect(subscriptionIn([...events, end(first)], ME, AUTHOR)).toBeUndefined();
      expect(subscriptionIn(events, ME, OTHER)).toBeUndefined();
    }),
  );
});

test('THREAD-07 only a price in whole sats that goes to the author alone can be paid', () => {
  const amounts = [
    ['2100', 'sats', 'monthly'],
    ['1500', 'msats', 'monthly'],
    ['5', 'EUR', 'monthly'],
    ['1.5', 'sats', 'monthly'],
  ];
  const plain = tier([['d', 'x'], ...amounts.map((price) => ['amount', ...price])]);
  const [read] = tiersIn([plain, list([plain])], AUTHOR);
  expect(read?.prices.map((price) => payableMsats(read, price))).toEqual([
    2_100_000,
    2_000,
    undefined,
    undefined,
  ]);
  const shared = tier([['d', 'y'], COST, ['zap', AUTHOR, '', '1'], ['zap', OTHER, '', '1']]);
  const alone = tier([['d', 'z'], COST, ['zap', AUTHOR, '', '1']]);
  const found = tiersIn([shared, alone, list([shared, alone])], AUTHOR);
  expect(found.map((one) => one.prices.map((price) => payableMsats(one, price)))).toEqual([
    [undefined],
    [2_100_000],
  ]);
});

test('THREAD-07 INV-OUTCOME after a reload a paid tier is due until a subscription or its end follows', () => {
  const offered = tier([['d', 'x'], COST, ['amount', '2100', 'sats', 'yearly']]);
  const [read] = tiersIn([offered, list([offered])], AUTHOR);
  if (!read) throw new Error('it is not read');
  const [monthly, yearly] = read.prices;
  if (!monthly || !yearly) throw new Error('they are not read');
  const want = (id: string) =>
    ({
      type: 'zap',
      to: { pubkey: AUTHOR, id },
      address: 'a@b.example',
      relays: [],
      amountMsats: 2_100_000,
      message: '',
    }) as const;
  const asked = (intent: string, at: number, id = read.id) =>
    ({ intent, at: seconds(at), type: 'asked', want: want(id) }) as const;
  const paid = (intent: string, at: number) => [
    {
      intent,
      at: seconds(at),
      type: 'checked',
      hash: intent.padEnd(64, '0'),
      amountMsats: 2_100_000,
      expiresAt: seconds(900),
      invoice: 'lnbc1',
    } as const,
    { intent, at: seconds(at), type: 'paying', payer: { by: 'shown' }, limits: {} } as const,
    { intent, at: seconds(at), type: 'paid', proof: { by: 'lookup' } } as const,
  ];
  const intent = tierIntent(read, yearly, 'one');
  const records = foldPayments(new Map(), [
    asked('other', 1, '9'.repeat(64)),
    asked(intent, 10),
    ...paid(intent, 12),
  ]);
  const due = paymentOfTiers([read], records.values(), []);
  expect(due).toMatchObject({ tier: read.id, isDue: true, record: { intent } });
  expect(due && priceOf(read, due.record)).toBe(yearly);
  expect(due && priceOf({ ...read, prices: [] }, due.record)).toBeUndefined();
  const said = trusted({ kind: KIND.Subscribe, pubkey: ME, tags: [['p', AUTHOR]], created_at: 12 });
  expect(paymentOfTiers([read], records.values(), [said])?.isDue).toBe(false);
  expect(
    paymentOfTiers([read], records.values(), [{ ...said, created_at: seconds(9) }])?.isDue,
  ).toBe(true);
  const again = foldPayments(records, [asked(tierIntent(read, monthly, 'two'), 20)]);
  expect(paymentOfTiers([read], again.values(), [])).toMatchObject({
    isDue: false,
    record: { intent: 'tier 0 two' },
  });
  expect(paymentOfTiers([read], [], [])).toBeUndefined();
});

test('THREAD-07 each period has its price per month, and msats are rounded up to sats', () => {
  const monthly = (...amount: readonly string[]) =>
    priceIn({ tags: [['amount', ...amount]] })?.monthly;
  const months = ['daily', 'weekly', 'monthly', 'quarterly', 'yearly'].map((cadence) =>
    monthly('1200', 'sats', cadence),
  );
  expect(months).toEqual([36_500, 5_200, 1_200, 400, 100]);
  const price = (...amount: readonly string[]) => {
    const read = priceIn({ tags: [['p', ME], ['amount', ...amount], COST] });
    return read && [read.amount, read.unit];
  };
  expect([price('1', 'sat', 'monthly'), price('1.5', 'usd', 'monthly')]).toEqual([
    [1, 'sats'],
    [1.5, 'USD'],
  ]);
  expect([price('1001', 'msat', 'monthly'), price('1000', 'msats', 'monthly')]).toEqual([
    [2, 'sats'],
    [1, 'sats'],
  ]);
  const most = '2100000000000000';
  expect([price(most, 'sats', 'monthly'), price(`${most}1`, 'sats', 'monthly')]).toEqual([
    [2_100_000_000_000_000, 'sats'],
    undefined,
  ]);
  for (const odd of [
    ['1', 'sats'],
    ['1', 'sats', 'hourly'],
    ['1'],
    ['1', '', 'monthly'],
    ['1', 'euro', 'monthly'],
    ['1', 'xsats', 'monthly'],
    ['0', 'sats', 'monthly'],
    ['-1', 'sats', 'monthly'],
    ['1e3', 'sats', 'monthly'],
    ['x', 'sats', 'monthly'],
    [],
  ])
    expect(price(...odd)).toBeUndefined();
  expect(priceIn({ tags: [['p', ME]] })).toBeUndefined();
});

test('E-60 tiers, perks, prices, titles and texts are bounded', () => {
  const many = (count: number, tag: readonly string[]) => Array.from({ length: count }, () => tag);
  const [read] = tiersIn(
    [
      tier(
        [
          ['title', 't'.repeat(200)],
          ['client', 'c'.repeat(200)],
          ...many(30, ['perk', 'p'.repeat(2_000)]),
          ...many(20, COST),
          ['perk', ' '],
          ['perk'],
        ],
        { content: ` ${'w'.repeat(2_000)} ` },
      ),
    ].flatMap((one) => [one, list([one])]),
    AUTHOR,
  );
  expect([read?.title.length, read?.client.length, read?.text.length]).toEqual([100, 100, 999]);
  expect([read?.perks.length, read?.perks[0]?.length, read?.prices.length]).toEqual([
    20, 1_000, 10,
  ]);
  const tiers = Array.from({ length: 25 }, (_, nth) => tier([['d', `${nth}`], COST]));
  expect(tiersIn([...tiers, list(tiers)], AUTHOR)).toHaveLength(20);
  expect(tiersIn(tiers, AUTHOR)).toEqual([]);
});

test('THREAD-07 a payment is for a price only while the tier has it at that position and sum', () => {
  const gold = tier([
    ['d', 'gold'],
    COST,
    ['amount', '10', 'usd', 'monthly'],
    ['amount', '5', 'sats', 'daily'],
  ]);
  const [read] = tiersIn([gold, list([gold])], AUTHOR);
  if (!read) throw new Error('no tier');
  const paidFor = (intent: string, amountMsats: number) =>
    priceOf(read, {
      intent,
      want: { type: 'address', address: 'a@b.example', amountMsats, message: '' },
    });
  const [sats, dollars, daily] = read.prices;
  expect(sats && paidFor(tierIntent(read, sats, 'x'), 2_100_000)).toBe(sats);
  expect(daily && paidFor(tierIntent(read, daily, 'x'), 5_000)).toBe(daily);
  expect(dollars && payableMsats(read, dollars)).toBeUndefined();
  for (const [intent, msats] of [
    ['tier 0 x', 5_000],
    ['tier 1 x', 10_000],
    ['tier 7 x', 5_000],
    ['zap 0 x', 2_100_000],
    ['x tier 0 x', 2_100_000],
  ] as const)
    expect(paidFor(intent, msats)).toBeUndefined();
});

test('THREAD-07 a tier named by its address is the newest version of it', () => {
  const older = tier([['d', 'gold'], COST], { created_at: 5, content: 'old' });
  const newer = tier([['d', 'gold'], COST], { created_at: 9, content: 'new' });
  const other = tier([['d', 'iron'], COST], { content: 'other' });
  const named = trusted({
    kind: KIND.TierList,
    pubkey: AUTHOR,
    created_at: 20,
    tags: [['a', `37001:${AUTHOR}:gold`], ['a', `37001:${AUTHOR}:none`], ['p', AUTHOR], ['a']],
  });
  const found = tiersIn([older, newer, other, named], AUTHOR);
  expect(found.map(({ title }) => title)).toEqual(['new']);
});

test('THREAD-07 a zap of another event is no payment of a tier, and the last payment counts', () => {
  const gold = tier([['d', 'gold'], COST]);
  const tiers = tiersIn([gold, list([gold])], AUTHOR);
  type Zapped = readonly [intent: string, id: string | undefined, at: number];
  const records = (...payments: readonly Zapped[]) =>
    foldPayments(
      new Map(),
      payments.map(([intent, id, at]) => ({
        type: 'asked' as const,
        intent,
        at: seconds(at),
        want: {
          type: 'zap' as const,
          to: { pubkey: AUTHOR, id },
          address: 'a@b.example',
          relays: [],
          amountMsats: 1_000,
          message: '',
        },
      })),
    ).values();
  const found = (...payments: readonly Zapped[]) =>
    paymentOfTiers(tiers, records(...payments), [])?.record.intent;
  expect([found(['x', OTHER, 1]), found(['x', undefined, 1]), found()]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(found(['new', gold.id, 9], ['old', gold.id, 5], ['x', OTHER, 10])).toBe('new');
});
