import { expect, test } from 'vitest';
import { RESULT } from '../../../src/events/nostr/kinds.ts';
import { openPlayBank } from '../../../tests/support/money/play-bank.ts';
import {
  boundRequestFor,
  contents,
  elements,
  key,
  NOW,
  openVillage,
  requestFor,
} from '../../../tests/support/service/village.ts';
import { openShop } from '../../money/membership-shop.ts';
import { StoreUnavailable } from '../../errors.ts';
import { answerStream } from '../answer-verb.ts';

const signedFor = (verb: string, n: number, content: unknown = {}) => ({
  event_from_user: requestFor(verb, n, content),
});
const buy = (n: number, wish: object) => signedFor('membership_purchase_product', n, wish);

async function openMarket() {
  const play = await openPlayBank(NOW);
  const village = openVillage({
    bank: play.bank,
    store: play.store,
    origin: 'http://127.0.0.1:4870',
  });
  const quoted = async (n: number, wish: object) => {
    const [quote] = contents(
      await village.ask('membership_purchase_product', buy(n, wish)),
      RESULT.MembershipProducts,
    );
    return {
      id: String(quote?.['membership_quote_id']),
      invoice: String(quote?.['qr_code']),
      quote,
    };
  };
  const pay = (invoice: string, payer: string) =>
    play.bank.money.pay({ bolt11: invoice, payer, ref: `pay ${invoice}` });
  return { ...play, village, quoted, pay };
}

test('MEMBER-02 after a paid quote the monitor reports the payment, and the buyer is a member', async () => {
  const { village, quoted, pay, ann, clock, store } = await openMarket();
  const { id, invoice, quote } = await quoted(1, { product_id: '1-month-premium', name: 'anna' });
  expect(quote).toMatchObject({
    qr_code: expect.stringMatching(/^lnbcrt70u1/),
    amount_usd: '7',
    amount_btc: '0.00007000',
  });
  const pushed: unknown[] = [];
  const stream = answerStream(village.context, 'membership_purchase_monitor', {
    membership_quote_id: id,
  });
  const stop = stream.open?.((result) => void pushed.push(JSON.parse(JSON.parse(result).content)));
  expect(await stream.answer()).toMatchObject({ results: [expect.stringContaining('null')] });
  await pay(invoice, ann);
  await expect.poll(() => pushed).toEqual([{ completed_at: NOW }]);
  stop?.();
  const status = async () =>
    contents(
      await village.ask('membership_status', signedFor('membership_status', 1)),
      RESULT.MembershipStatus,
    )[0];
  expect(await status()).toMatchObject({
    tier: 'premium',
    name: 'anna',
    expires_on: NOW + 31 * 86_400,
    donated_btc: '0',
  });
  // A second month extends the first one.
  await pay((await quoted(1, { product_id: '1-month-premium' })).invoice, ann);
  await expect.poll(async () => (await status())?.['expires_on']).toBe(NOW + 62 * 86_400);
  const history = await village.ask('membership_purchase_history', {
    event_from_user: boundRequestFor(
      'membership_purchase_history',
      1,
      { limit: 1 },
      undefined,
      'http://127.0.0.1:4870',
    ),
  });
  expect(history[0]?.content).toEqual([
    {
      purchased_at: NOW,
      product_id: '1-month-premium',
      product_label: '1-month-premium',
      amount_btc: '0.00007000',
      amount_usd: '7',
      currency: 'BTC',
    },
  ]);
  expect(elements(history)).toHaveLength(1);
  clock.now = NOW + 62 * 86_400;
  await store.sweep();
  expect(await store.membersAmong([ann])).toMatchObject([{ tier: '', name: 'anna' }]);
});

test('MEMBER-03 membership_legends_leaderboard: largest sum first, with the sum in sats and the last gift', async () => {
  const { village, quoted, pay, ann, ben, clock, store } = await openMarket();
  const give = async (n: number, usd: string, payer: string) => {
    const { id, invoice } = await quoted(n, { product_id: 'legend-premium', amount_usd: usd });
    const given = new Promise<void>(
      (resolve) => void store.onInserted(({ concerned }) => concerned.has(id) && resolve()),
    );
    await pay(invoice, payer);
    await given;
  };
  await give(1, '25', ann);
  await give(2, '30', ben);
  clock.now += 10;
  await give(1, '26.50', ann);
  const board = await village.ask('membership_legends_leaderboard');
  expect(board.find(({ kind }) => kind === RESULT.LegendLeaderboard)?.content).toEqual([
    { index: 1, pubkey: key(1), donated_btc: '51500', last_donation: NOW + 10 },
    { index: 2, pubkey: key(2), donated_btc: '30000', last_donation: NOW },
  ]);
});

test('MEMBER-02 a monitor sends nothing and stays open while the store is away', async () => {
  const { village, quoted, pay, ann, store } = await openMarket();
  const { id, invoice } = await quoted(1, { product_id: '1-month-premium', name: 'anna' });
  const away = {
    ...store,
    quote: async () => Promise.reject(new StoreUnavailable(new Error('gone'))),
  };
  const stream = answerStream({ ...village.context, store: away }, 'membership_purchase_monitor', {
    membership_quote_id: id,
  });
  const pushed: unknown[] = [];
  const stop = stream.open?.((result) => void pushed.push(result));
  await pay(invoice, ann);
  await expect
    .poll(() => village.logged)
    .toEqual([expect.stringContaining('the database is away')]);
  expect(pushed).toEqual([]);
  stop?.();
});

test('MEMBER-02 a gift with a name is refused: only a member names or renames themselves', async () => {
  const { village, quoted, pay, ann, ben, store, clock } = await openMarket();
  const gift = (name: string) =>
    village.notice(
      'membership_purchase_product',
      buy(1, { product_id: '1-month-premium', receiver_pubkey: ben, name }),
    );
  expect([await gift('fool'), await gift('Ben')]).toEqual(
    Array.from({ length: 2 }, () => 'a gift gives no name: its receiver chooses one'),
  );
  await pay(
    (await quoted(1, { product_id: '1-month-premium', receiver_pubkey: ben })).invoice,
    ann,
  );
  await expect
    .poll(() => store.membersAmong([ben]))
    .toMatchObject([{ tier: 'premium', name: 'ben' }]);
  // Ben changes the name. Ann cannot take the former name within a year.
  const change = (n: number, name: string) =>
    village.ask('membership_change_name', signedFor('membership_change_name', n, { name }));
  expect((await change(2, 'benny'))[0]?.content).toEqual({ available: true });
  const take = () =>
    village.notice(
      'membership_purchase_product',
      buy(1, { product_id: '1-month-premium', name: 'ben' }),
    );
  expect(await take()).toBe('that name is taken');
  expect(
    (await village.ask('membership_name_available', { name: 'ben', pubkey: ann }))[0]?.content,
  ).toEqual({ available: false });
  expect(await store.payeeNamed('ben')).toBe(ben);
  clock.now += 365 * 86_400;
  const now = requestFor(
    'membership_purchase_product',
    1,
    { product_id: '1-month-premium', name: 'ben' },
    { created_at: clock.now },
  );
  expect(
    await village.notice('membership_purchase_product', { event_from_user: now }),
  ).toBeUndefined();
});

test('MEMBER-02 renaming cannot block names: three former names are reserved, and one can be taken back', async () => {
  const { village, store, ann, ben, clock, quoted, pay } = await openMarket();
  await pay((await quoted(1, { product_id: '12-months-premium' })).invoice, ann);
  await expect.poll(() => store.membersAmong([ann])).toMatchObject([{ tier: 'premium' }]);
  const change = async (name: string) => {
    const proof = requestFor('membership_change_name', 1, { name }, { created_at: clock.now });
    return (await village.ask('membership_change_name', { event_from_user: proof }))[0]?.content;
  };
  const [yes, no] = [{ available: true }, { available: false }];
  for (const name of ['one', 'two', 'three']) expect(await change(name)).toEqual(yes);
  expect([await change('four'), await change('five')]).toEqual([no, no]);
  expect(await change('one')).toEqual(yes);
  expect(await change('four')).toEqual(no);
  expect([await store.isNameFree('four', ben), await store.isNameFree('four', undefined)]).toEqual([
    true,
    true,
  ]);
  expect(await store.payeeNamed('three')).toBe(ann);
  clock.now += 366 * 86_400;
  expect(await change('four')).toEqual(yes);
});

test('unavailable products, names and payment methods are refused, and everything without play sats', async () => {
  const { village } = await openMarket();
  const notice = (wish: object, of = village) =>
    of.notice('membership_purchase_product', buy(3, wish));
  expect(await notice({ product_id: 'moon' })).toBe('memberships are not sold here');
  expect(await notice({ product_id: 'legend-premium', amount_usd: '24.99' })).toBe(
    'memberships are not sold here',
  );
  expect(await notice({ product_id: 'legend-premium', amount_usd: '-25' })).toBe(
    'memberships are not sold here',
  );
  expect(await notice({ product_id: '1-month-premium', stripe_subscription: true })).toBe(
    'memberships are not sold here',
  );
  expect(await notice({ product_id: '1-month-premium', onchain: true })).toBe(
    'memberships are not sold here',
  );
  expect(await notice({ product_id: '1-month-premium', name: 'ben' })).toBe('that name is taken');
  expect(await notice({ product_id: '1-month-premium' }, openVillage())).toBe(
    'memberships are not sold here',
  );
  const unknown = answerStream(village.context, 'membership_purchase_monitor', {
    membership_quote_id: 'none',
  });
  expect(await unknown.answer()).toEqual({ notice: 'no such quote' });
});

test('E-48 a purchase paid when the service died is granted at the next start', async () => {
  const { quoted, bank, store, ann, village } = await openMarket();
  const { invoice } = await quoted(1, { product_id: '12-months-premium', receiver_pubkey: key(3) });
  await store.payPlayInvoice({ bolt11: invoice, payer: ann, ref: 'x' });
  expect(await store.membersAmong([key(3)])).toEqual([]);
  for (let start = 0; start < 2; start++) (await openShop(store, bank.money)).close();
  expect(await store.membersAmong([key(3)])).toMatchObject([
    { tier: 'premium', expiresOn: NOW + 372 * 86_400 },
  ]);
  expect(village.logged).toEqual([]);
});
