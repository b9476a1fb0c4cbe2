import { expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { invoiceOf, secretPair } from '../../../../tests/support/money/invoices.ts';
import { A, B, startSession } from '../../../../tests/support/account/session-world.ts';
import type { Account } from '../../../events/account/account.ts';
import type { Claim } from '../../../events/connection/claims.ts';
import { RESULT } from '../../../events/nostr/kinds.ts';

const local: Account = { pubkey: B, method: 'key', lock: 'device' };
const premium: Claim = {
  claim: 'other',
  kind: RESULT.MembershipStatus,
  content: { tier: 'premium' },
};

type World = ReturnType<typeof startSession>;
const tier = (world: World) => world.children().membership?.getSnapshot().context.tier;
const asked = (world: World) =>
  world.bus.open().filter(({ query }) => query.verb === 'membership_status').length;
const signOne = (world: World) => {
  const [prompt] = world.signer.open();
  if (prompt) world.signer.approve(prompt);
};

test('ACCOUNT-19 MEMBER-01 signing in with a key starts the check once, and stores the result', () => {
  const world = startSession();
  world.send({ type: 'session.adopt', account: local });
  elapse(world.clock, 1_100, 100);
  signOne(world);
  expect(world.bus.open().map(({ query }) => [query.verb, query.payload])).toEqual([
    [
      'membership_status',
      {
        event_from_user: expect.objectContaining({
          pubkey: B,
          kind: 30_078,
          content: '{}',
          tags: expect.arrayContaining([['p', B]]),
        }),
      },
    ],
  ]);
  world.bus.answer({ claims: [premium] }, 'membership_status');
  expect(tier(world)).toBe('premium');
  elapse(world.clock, 120_000, 1_000);
  expect([world.signer.prompts.length, asked(world)]).toEqual([1, 0]);
});

test('ACCOUNT-19 MEMBER-01 a failed check says nothing about the account and shows no error', () => {
  const world = startSession();
  world.send({ type: 'session.adopt', account: local });
  elapse(world.clock, 1_100, 100);
  signOne(world);
  world.bus.refuse('membership_status');
  expect([tier(world), world.bus.toasts]).toEqual([undefined, []]);
});

test('ACCOUNT-19 BEYOND-03 a locked key delays the check, and a signer that may prompt is not asked', async () => {
  const locked = startSession([local], B);
  elapse(locked.clock, 40_000, 500);
  expect([locked.signer.prompts, asked(locked)]).toEqual([[], 0]);
  locked.send({ type: 'session.unlock' });
  await locked.promises.answer(true);
  elapse(locked.clock, 16_000, 500);
  signOne(locked);
  expect(asked(locked)).toBe(1);
  const extension = startSession();
  await extension.loginAs(A);
  elapse(extension.clock, 60_000, 1_000);
  expect([extension.signer.prompts, asked(extension)]).toEqual([[], 0]);
});

test('INV-SCOPE ACCOUNT-19 each account is checked separately', () => {
  const world = startSession();
  world.send({ type: 'session.adopt', account: local });
  elapse(world.clock, 1_100, 100);
  signOne(world);
  world.bus.answer({ claims: [premium] }, 'membership_status');
  world.send({ type: 'session.adopt', account: { pubkey: A, method: 'key', lock: 'device' } });
  elapse(world.clock, 1_100, 100);
  expect(tier(world)).toBeUndefined();
});

const stranger: Claim = {
  claim: 'other',
  kind: RESULT.MembershipStatus,
  content: { tier: 'free' },
};
const membership = (world: World) => world.children().membership;
const has = (world: World, tag: 'loading' | 'due' | 'saving' | 'quoting') =>
  membership(world)?.getSnapshot().hasTag(tag);
const trouble = (world: World) => membership(world)?.getSnapshot().context.trouble;

/** Start a session with a local key and answer its check with these claims. */
function answered(claims: readonly Claim[]): World {
  const world = startSession();
  world.send({ type: 'session.adopt', account: local });
  elapse(world.clock, 1_100, 100);
  signOne(world);
  world.bus.answer({ claims: [...claims] }, 'membership_status');
  return world;
}

test('MEMBER-02 a non-member is reminded when the device says it is due, until dismissed', () => {
  const world = answered([stranger]);
  expect(world.reminder.last()).toMatchObject({
    input: { account: B },
    told: [{ type: 'reminder.load' }],
  });
  expect(has(world, 'due')).toBe(false);
  world.reminder.report({ type: 'reminder.found', isDue: true });
  elapse(world.clock, 600_000, 10_000);
  expect(has(world, 'due')).toBe(true);
  membership(world)?.send({ type: 'membership.dismiss' });
  expect(has(world, 'due')).toBe(false);
});

test('MEMBER-02 there is no reminder for members, without a status, or without the device’s reply', () => {
  for (const status of ['premium', 'premium-legend'])
    expect(answered([{ ...premium, content: { tier: status } }]).reminder.told()).toEqual([]);
  // an answer without data about the account means no membership
  expect(answered([]).reminder.told()).toEqual([{ type: 'reminder.load' }]);
  const world = startSession();
  world.send({ type: 'session.adopt', account: local });
  elapse(world.clock, 1_100, 100);
  signOne(world);
  world.bus.refuse('membership_status');
  expect(world.reminder.told()).toEqual([]);
  const silent = answered([stranger]);
  elapse(silent.clock, 3_000, 100);
  silent.reminder.report({ type: 'reminder.found', isDue: true });
  expect(has(silent, 'due')).toBe(false);
});

test('MEMBER-01 BEYOND-03 viewing an unknown membership may prompt, and prevents a reminder', async () => {
  const world = startSession();
  await world.loginAs(A);
  elapse(world.clock, 5_000, 500);
  expect(world.signer.prompts).toEqual([]);
  membership(world)?.send({ type: 'membership.ask' });
  membership(world)?.send({ type: 'membership.ask' });
  expect(world.signer.open()).toHaveLength(1);
  signOne(world);
  expect([has(world, 'loading'), asked(world)]).toEqual([true, 1]);
  world.bus.answer({ claims: [stranger] }, 'membership_status');
  expect([tier(world), world.reminder.told(), has(world, 'due')]).toEqual(['none', [], false]);
  membership(world)?.send({ type: 'membership.ask' });
  signOne(world);
  world.bus.refuse('membership_status');
  expect([tier(world), trouble(world)]).toEqual([undefined, 'ask']);
});

test('PROFILE-11 MEMBER-03 a legend’s look is signed, saved and then requested again; a refusal is shown', () => {
  const world = answered([{ ...premium, content: { tier: 'premium-legend' } }]);
  const look = { style: 'TEAL', customBadge: true, avatarGlow: false } as const;
  const save = () => {
    membership(world)?.send({ type: 'membership.customize', look });
    signOne(world);
  };
  save();
  const [saving] = world.bus
    .open()
    .filter(({ query }) => query.verb === 'membership_legend_customization');
  expect(saving?.query.payload).toMatchObject({
    event_from_user: {
      content: JSON.stringify({
        style: 'TEAL',
        custom_badge: true,
        avatar_glow: false,
        in_leaderboard: true,
      }),
    },
  });
  expect(has(world, 'saving')).toBe(true);
  world.bus.answer({}, 'membership_legend_customization');
  expect(world.bus.open().map(({ query }) => [query.verb, query.payload])).toEqual([
    ['user_infos', { pubkeys: [B] }],
  ]);
  world.bus.answer({}, 'user_infos');
  expect([has(world, 'saving'), trouble(world)]).toEqual([false, undefined]);
  save();
  world.bus.refuse('membership_legend_customization');
  expect([has(world, 'saving'), trouble(world)]).toEqual([false, 'look']);
});

test('MEMBER-02 INV-PAY a membership’s price is requested with a proof; an invalid or refused one is shown', () => {
  const world = answered([{ ...premium, content: { tier: 'free' } }]);
  const context = () => membership(world)?.getSnapshot().context;
  const order = (product: '1-month-premium' | undefined) => {
    membership(world)?.send({
      type: 'membership.order',
      order: product && { product, name: 'ann' },
    });
    signOne(world);
  };
  const { hash } = secretPair(1);
  const quote = (amount: string): Claim => ({
    claim: 'other',
    kind: RESULT.MembershipProducts,
    content: {
      qr_code: invoiceOf(hash, { amountMsats: 7_000_000 }),
      membership_quote_id: 'q',
      amount_usd: '7',
      amount_btc: amount,
    },
  });
  order('1-month-premium');
  expect([has(world, 'quoting'), context()?.quote]).toEqual([true, undefined]);
  expect(world.bus.open().map(({ query }) => query.payload)).toMatchObject([
    { event_from_user: { content: expect.stringContaining('"name":"ann"') } },
  ]);
  world.bus.answer({ claims: [quote('0.00007')] }, 'membership_purchase_product');
  expect([has(world, 'quoting'), context()?.quote, trouble(world)]).toMatchObject([
    false,
    { id: 'q', hash, sats: 7_000 },
    undefined,
  ]);
  order(undefined);
  expect([context()?.quote, context()?.order]).toEqual([undefined, undefined]);
  order('1-month-premium');
  world.bus.answer({ claims: [quote('0.00001')] }, 'membership_purchase_product');
  expect([context()?.quote, trouble(world), context()?.said]).toEqual([undefined, 'order', '']);
  order('1-month-premium');
  world.bus.refuse('membership_purchase_product');
  expect([context()?.quote, trouble(world), typeof context()?.said]).toEqual([
    undefined,
    'order',
    'string',
  ]);
});
