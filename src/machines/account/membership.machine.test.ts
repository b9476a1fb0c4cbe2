import { expect, test } from 'vitest';
import { elapse } from '../../../tests/support/clock.ts';
import { A, B, startSession } from '../../../tests/support/session-world.ts';
import type { Account } from '../../events/account/account.ts';
import type { Claim } from '../../events/connection/claims.ts';
import { RESULT } from '../../events/kinds.ts';

const local: Account = { pubkey: B, method: 'key', lock: 'device' };
const premium: Claim = { claim: 'other', kind: RESULT.MembershipStatus, content: { tier: 'premium' } };

type World = ReturnType<typeof startSession>;
const tier = (world: World) => world.children().membership?.getSnapshot().context.tier;
const asked = (world: World) => world.bus.open().filter(({ query }) => query.verb === 'membership_status').length;
const signOne = (world: World) => {
  const [prompt] = world.signer.open();
  if (prompt) world.signer.approve(prompt);
};

test('ACCOUNT-19 MEMBER-01 signing in with a key starts the membership check, once; what the service says is known from then on', () => {
  const world = startSession();
  world.send({ type: 'session.adopt', account: local });
  elapse(world.clock, 1_100, 100);
  signOne(world);
  expect(world.bus.open().map(({ query }) => [query.verb, query.payload])).toEqual([
    [
      'membership_status',
      { event_from_user: expect.objectContaining({ pubkey: B, kind: 30_078, content: '{}', tags: expect.arrayContaining([['p', B]]) }) },
    ],
  ]);
  world.bus.answer({ claims: [premium] }, 'membership_status');
  expect(tier(world)).toBe('premium');
  elapse(world.clock, 120_000, 1_000);
  expect([world.signer.prompts.length, asked(world)]).toEqual([1, 0]);
});

test('ACCOUNT-19 MEMBER-01 a check that fails says nothing of the account, and nobody is told', () => {
  const world = startSession();
  world.send({ type: 'session.adopt', account: local });
  elapse(world.clock, 1_100, 100);
  signOne(world);
  world.bus.refuse('membership_status');
  expect([tier(world), world.bus.toasts]).toEqual([undefined, []]);
});

test('ACCOUNT-19 BEYOND-03 a key that is locked is waited for, and another signer is not asked: nobody is troubled', async () => {
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

test('INV-SCOPE ACCOUNT-19 each account is asked for by itself', () => {
  const world = startSession();
  world.send({ type: 'session.adopt', account: local });
  elapse(world.clock, 1_100, 100);
  signOne(world);
  world.bus.answer({ claims: [premium] }, 'membership_status');
  world.send({ type: 'session.adopt', account: { pubkey: A, method: 'key', lock: 'device' } });
  elapse(world.clock, 1_100, 100);
  expect(tier(world)).toBeUndefined();
});
