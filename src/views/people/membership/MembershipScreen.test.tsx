// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { invoiceOf, secretPair } from '../../../../tests/support/money/invoices.ts';
import { moneyDisk, moneyPorts } from '../../../../tests/support/money/money-world.ts';
import { fetchViews, renderedAccount } from '../../../../tests/support/views/rendered-account.tsx';
import { A } from '../../../../tests/support/account/session-world.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { LEGEND_STYLES } from '../../../events/connection/legend.ts';
import type { Claim } from '../../../events/connection/claims.ts';
import { KIND, RESULT } from '../../../events/nostr/kinds.ts';
import { inSeconds, seconds } from '../../../events/core/time.ts';
import { now } from '../../ui/hooks/now.ts';

const [BOB, CAT] = ['b'.repeat(64), 'c'.repeat(64)];
const KEY = { pubkey: A, method: 'key', lock: 'device' } as const;
const profiles = [
  [A, 'ann'],
  [BOB, 'bob'],
  [CAT, 'cat'],
].map(([pubkey = '', name]) =>
  trusted({ pubkey, kind: KIND.Metadata, content: JSON.stringify({ name }) }),
);

let world: Awaited<ReturnType<typeof renderedAccount>> | undefined;
beforeAll(() => fetchViews('/premium', '/help'));
beforeEach(() => void vi.stubGlobal('scrollTo', () => {}));
afterEach(() => {
  world?.close();
  world = undefined;
  vi.unstubAllGlobals();
});

const other = (kind: (typeof RESULT)[keyof typeof RESULT], content: unknown): Claim => ({
  claim: 'other',
  kind,
  content,
});
const status = (content: unknown) => ({ claims: [other(RESULT.MembershipStatus, content)] });
const LEGENDS = {
  events: profiles,
  claims: [
    other(RESULT.LegendLeaderboard, [
      { index: 2, pubkey: BOB, donated_btc: '3400000', last_donation: 1_700_000_000 },
      { index: 1, pubkey: A, donated_btc: '1200000', last_donation: 1_600_000_000 },
      { index: 3, pubkey: CAT, donated_btc: '0', last_donation: 1_500_000_000 },
    ]),
    {
      claim: 'cohorts',
      cohorts: new Map([
        [
          A,
          {
            tier: 'premium-legend',
            cohort1: '',
            cohort2: '',
            legendSince: seconds(1_650_000_000),
            premiumSince: seconds(1_600_000_000),
          },
        ],
      ]),
    } satisfies Claim,
  ],
};

const main = () => within(screen.getByRole('main'));
const rows = () =>
  main()
    .getAllByRole('listitem')
    .map((row) => row.textContent);

async function opened(household: Parameters<typeof renderedAccount>[1] = {}, path = '/premium') {
  const here = await renderedAccount(path, household);
  world = here;
  const sign = () =>
    here.settle(() => {
      const [prompt] = here.keys.signer.open();
      if (prompt) here.keys.signer.approve(prompt);
    });
  return { ...here, sign };
}

test('MEMBER-02 a visitor sees the benefits of each tier, and the sign-in', async () => {
  await opened({ accounts: [] });
  expect(main().getByRole('button', { name: 'Sign in' })).toBeDefined();
  expect(
    main()
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual(['TierFiles up toRing and badge', 'Not a member100 MB', 'Premium1 GB', 'Legend10 GB']);
});

test('MEMBER-01 MEMBER-02 BEYOND-03 remote signers ask on a press; the answer or its absence is shown', async () => {
  const { click, sign, settle, answer, isAsked } = await opened();
  expect(isAsked('membership_status')).toBe(false);
  await click(main().getByRole('button', { name: 'Ask the service' }));
  await sign();
  await settle(() =>
    answer(
      'membership_status',
      status({ tier: 'premium', expires_on: 1_760_000_000, used_storage: 2_097_152 }),
    ),
  );
  const own = within(main().getByRole('region', { name: 'Your membership' }));
  expect(own.getByText('Premium')).toBeDefined();
  expect(own.getByText(/^Until October/)).toBeDefined();
  expect(own.getByText('2 MB of uploads stored')).toBeDefined();
  expect(main().queryByRole('radio', { name: 'Gold' })).toBeNull();
});

const MUTES = trusted({
  pubkey: A,
  kind: KIND.MuteList,
  tags: [['p', BOB]],
  created_at: seconds(900),
});
const UNMUTES = trusted({ pubkey: A, kind: KIND.MuteList, tags: [], created_at: seconds(901) });

test('MEMBER-03 leaderboard rows have rank, person, date and sum, can be reordered, and members are listed', async () => {
  const { settle, answer, click, app, socket } = await opened();
  const asked = (verb: string) =>
    socket.open().flatMap(({ query }) => (query.verb === verb ? [query.payload] : []));
  expect(asked('membership_legends_leaderboard')).toEqual([
    { order_by: 'donated_btc', limit: 100 },
  ]);
  await settle(() => answer('membership_legends_leaderboard', LEGENDS));
  expect(rows().slice(-3)).toEqual([
    expect.stringMatching(/^1.*bob.*Last gift November 14, 2023.*3,400,000 sats$/),
    expect.stringMatching(/^2.*ann.*You.*Legend since April 15, 2022.*1,200,000 sats$/),
    // A member by other means made no donation.
    expect.stringMatching(/^3.*cat.*Last gift July 14, 2017$/),
  ]);
  await settle(() =>
    app.send({ type: 'facts.received', events: [MUTES], claims: [], now: seconds(2_000) }),
  );
  // People that the reader muted are hidden, and the others keep their rank.
  expect(rows().slice(-2)).toEqual([
    expect.stringMatching(/^2.*ann.*You/),
    expect.stringMatching(/^3.*cat/),
  ]);
  expect(rows().join()).not.toContain('bob');
  await settle(() =>
    app.send({ type: 'facts.received', events: [UNMUTES], claims: [], now: seconds(2_000) }),
  );
  await click(main().getByRole('combobox', { name: /Order/ }));
  await click(screen.getByRole('option', { name: 'Latest' }));
  expect(asked('membership_legends_leaderboard')).toEqual([
    { order_by: 'last_donation', limit: 100 },
  ]);
  await click(main().getByRole('tab', { name: 'Members' }));
  await settle(() =>
    answer('membership_premium_leaderboard', {
      events: profiles,
      claims: [
        other(RESULT.PremiumLeaderboard, [{ index: 7, pubkey: BOB, premium_since: 1_500_000_000 }]),
      ],
    }),
  );
  expect(rows().at(-1)).toMatch(/^7.*bob.*Member since July 14, 2017$/);
});

test('MEMBER-03 PROFILE-11 a legend chooses one of nine colors by name, and the service stores it', async () => {
  const { settle, answer, click, sign, isAsked } = await opened();
  await click(main().getByRole('button', { name: 'Ask the service' }));
  await sign();
  await settle(() =>
    answer('membership_status', status({ tier: 'premium-legend', donated_btc: '0.012' })),
  );
  expect(main().getByText('1,200,000 sats given')).toBeDefined();
  expect(main().getByText('Never expires')).toBeDefined();
  const names = main()
    .getAllByRole('radio')
    .map((radio) => radio.closest('label')?.textContent);
  expect(names).toHaveLength(LEGEND_STYLES.length);
  expect(main().getByRole('radio', { name: 'Purple haze' })).toBeDefined();
  await click(main().getByRole('radio', { name: 'Teal' }));
  await click(main().getByRole('switch', { name: 'Show the ring around my picture' }));
  await click(main().getByRole('button', { name: 'Save look' }));
  await sign();
  await settle(() => answer('membership_legend_customization'));
  expect(isAsked('user_infos')).toBe(true);
  const looks = new Map([[A, { style: 'TEAL' as const, customBadge: false, avatarGlow: true }]]);
  while (isAsked('user_infos'))
    await settle(() => answer('user_infos', { claims: [{ claim: 'legends', legends: looks }] }));
  expect(main().getByRole('button', { name: 'Save look' }).hasAttribute('disabled')).toBe(true);
});

test('MEMBER-02 the reminder stays beside the page until it is answered, and leads to the membership', async () => {
  const { settle, answer, sign, click, keys, clock, session, isAsked } = await opened(
    { accounts: [KEY] },
    '/help',
  );
  session().send({ type: 'session.unlock' });
  await act(async () => keys.promises.answer('right'));
  await settle(() => elapse(clock, 16_000));
  // other silent requests of the account are signed before it
  for (let turn = 0; turn < 9 && !isAsked('membership_status'); turn++) await sign();
  await settle(() => answer('membership_status', status({ tier: 'free' })));
  await settle(() => keys.reminder.report({ type: 'reminder.found', isDue: true }));
  const card = screen.getByRole('complementary', { name: 'Do you know what members get?' });
  await click(within(card).getByRole('button', { name: 'See membership' }));
  expect(screen.queryByRole('complementary', { name: 'Do you know what members get?' })).toBeNull();
  expect(location.pathname).toBe('/premium');
});

test('MEMBER-02 INV-PAY a membership shows its price and asks before paying; refusals are quoted', async () => {
  const disk = moneyDisk();
  const { settle, answer, sign, click, isAsked } = await opened({
    machines: { money: moneyPorts(disk).logic },
  });
  await click(main().getByRole('button', { name: 'Ask the service' }));
  await sign();
  await settle(() => answer('membership_status', status({ tier: 'free' })));
  await settle(() => undefined);
  const ask = async () => {
    await click(main().getByRole('button', { name: 'See the price' }));
    await sign();
  };
  fireEvent.change(main().getByLabelText('Your name at this service (optional)'), {
    target: { value: 'Not A Name' },
  });
  await ask();
  expect(main().getByText('Up to 30 small letters, digits, dots and lines.')).toBeDefined();
  expect(isAsked('membership_purchase_product')).toBe(false);
  fireEvent.change(main().getByLabelText('Your name at this service (optional)'), {
    target: { value: 'ann' },
  });
  await ask();
  const invoice = invoiceOf(secretPair(1).hash, {
    amountMsats: 7_000_000,
    timestamp: inSeconds(now()),
  });
  const quote = {
    qr_code: invoice,
    membership_quote_id: 'q',
    amount_usd: '7',
    amount_btc: '0.00007',
  };
  await settle(() =>
    answer('membership_purchase_product', { claims: [other(RESULT.MembershipProducts, quote)] }),
  );
  expect(main().getByText('7,000 sats, 7 dollars according to the service')).toBeDefined();
  await click(main().getByRole('button', { name: 'Pay' }));
  expect(disk.entries).toEqual([]);
  await click(screen.getByRole('button', { name: 'Pay 7,000 sats', hidden: true }));
  await settle(() => undefined);
  expect(
    disk.entries.flatMap((entry) => (entry.type === 'asked' ? [entry.want] : [])),
  ).toMatchObject([{ type: 'invoice', invoice, amountMsats: 7_000_000 }]);
  expect(main().getByText('The payment is under way.')).toBeDefined();
});
