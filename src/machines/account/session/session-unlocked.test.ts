import { describe, expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { fakeAsker, note, request } from '../../../../tests/support/account/fake-signer.ts';
import { A, B, startSession } from '../../../../tests/support/account/session-world.ts';
import type { Account } from '../../../events/account/account.ts';
import type { AccountsChanged, SessionEvent } from './session-protocol.ts';

const extension: Account = { pubkey: A, method: 'extension' };
const withPin: Account = { pubkey: B, method: 'key', lock: 'pin' };
const onDevice: Account = { pubkey: B, method: 'key', lock: 'device' };
const reader: Account = { pubkey: B, method: 'readonly' };
const other: Account = { pubkey: 'c'.repeat(64), method: 'extension' };

const changedTo = (accounts: readonly Account[]): AccountsChanged => ({
  type: 'accounts.changed',
  accounts,
  autoLock: 5,
});

describe('an unlocked key of an account that is not the current one', () => {
  const openTwo = async () => {
    const world = startSession([extension, withPin], B);
    world.send({ type: 'session.unlock' });
    await world.typePin(true);
    world.send({ type: 'session.switch', pubkey: A });
    return world;
  };
  const held = { type: 'keyHold.hold', pubkey: B };

  test('BEYOND-12 an unlocked key stays open while another account is current', async () => {
    const world = await openTwo();
    expect([world.where(), world.keyHolds.told()]).toEqual([{ present: 'ready' }, [held]]);
    world.send({ type: 'session.switch', pubkey: B });
    expect(world.where()).toEqual({ present: 'ready' });
    expect(world.keyHolds.told()).toEqual([held, { type: 'keyHold.handOver', pubkey: B }]);
    world.send(request(fakeAsker().ref, '1', note('a'), B));
    expect([world.signer.open().length, world.children().pin]).toEqual([1, undefined]);
  });

  test('INV-SCOPE the unlocked key of another account signs nothing for it meanwhile', async () => {
    const world = await openTwo();
    const asker = fakeAsker();
    world.send(request(asker.ref, '1', note('a'), B));
    expect(asker.settled).toMatchObject([{ outcome: { ok: false } }]);
    expect(world.signer.lives.map(({ pubkey, ended }) => [pubkey, ended])).toEqual([
      [B, true],
      [A, false],
    ]);
  });

  test.each<readonly [string, SessionEvent, boolean]>([
    ['an idle time that locks', { type: 'session.idleReached', idle: 5 }, true],
    ['a shorter idle time', { type: 'session.idleReached', idle: 1 }, false],
    ['Lock the key', { type: 'session.lock' }, true],
    ['its sign-out in another tab', changedTo([extension]), true],
    ['its key erased in another tab', changedTo([extension, reader]), true],
    ['another account in another tab', changedTo([extension, withPin, other]), false],
  ])('BEYOND-12 %s: the open key of another account', async (_, event, isClosed) => {
    const world = await openTwo();
    world.send({ type: 'session.autoLock', when: 5 });
    world.send(event);
    const closed = { type: 'keyHold.close', pubkey: B };
    expect(world.keyHolds.told()).toEqual(isClosed ? [held, closed] : [held]);
    expect(world.actor.getSnapshot().context.unlocked).toEqual(isClosed ? [] : [B]);
  });

  test('BEYOND-12 a key that is locked, or has no PIN, is not held open for a return', async () => {
    for (const account of [withPin, onDevice]) {
      const world = startSession([extension, account], B);
      if (account === onDevice) {
        world.send({ type: 'session.unlock' });
        await world.promises.answer(true);
      }
      world.send({ type: 'session.switch', pubkey: A });
      expect(world.keyHolds.told()).toEqual([]);
      world.send({ type: 'session.switch', pubkey: B });
      expect(world.where()).toEqual({ present: 'locked' });
    }
  });

  test('BEYOND-12 signing in again with a key that is held open ends the hold', async () => {
    const world = await openTwo();
    world.send({ type: 'session.adopt', account: withPin });
    expect(world.keyHolds.told()).toEqual([held, { type: 'keyHold.close', pubkey: B }]);
    expect(world.where()).toEqual({ present: 'ready' });
  });
});

test.each<
  readonly [string, readonly Account[], readonly Account[] | undefined, string | undefined]
>([
  ['none is left', [extension], undefined, undefined],
  [
    'the first that can act',
    [extension, { ...reader, pubkey: other.pubkey }, withPin],
    undefined,
    B,
  ],
  ['a reader, if there is no other', [extension, reader], undefined, B],
  ['not one that left meanwhile', [extension, withPin], [], undefined],
])('ACCOUNT-06 signing out lands on another account: %s', async (_, accounts, later, next) => {
  const world = startSession(accounts, A);
  world.send({ type: 'session.leave', erase: false });
  if (later) world.store.report({ type: 'accounts.changed', accounts: later, autoLock: 'close' });
  await world.promises.answer(undefined);
  expect(world.account()?.pubkey).toBe(next);
  expect(world.store.told().at(-1)).toMatchObject({ current: next });
});

test('ACCOUNT-06 signing out there lands on another account here, and a message says so', () => {
  const world = startSession([withPin, extension], A);
  const asker = fakeAsker();
  world.store.report(changedTo([withPin]));
  world.send(request(asker.ref, '1', note('a'), A));
  elapse(world.clock, 1_000, 100);
  expect([world.where(), world.account()]).toEqual([{ present: 'locked' }, withPin]);
  expect([world.notices, world.signer.open()]).toEqual([['account.movedOn'], []]);
  expect(asker.settled).toMatchObject([{ outcome: { ok: false } }]);
  expect(world.orders).toEqual([{ by: A, order: { type: 'account.ending', isErased: false } }]);
  expect(world.store.told().at(-1)).toMatchObject({ current: B });
});

test.each<readonly [string, readonly Account[], Account | undefined]>([
  ['not one that left meanwhile', [], undefined],
  ['one with its new lock', [onDevice], onDevice],
])('ACCOUNT-06 signing out there lands here on another account: %s', (_, later, next) => {
  const world = startSession([extension, withPin], A);
  for (const accounts of [[withPin], later]) world.store.report(changedTo(accounts));
  elapse(world.clock, 1_000, 100);
  expect(world.account()).toEqual(next);
});

test('ACCOUNT-06 a reader who was signed out there lands on an account that can act', () => {
  const world = startSession([reader, extension], B);
  world.store.report(changedTo([extension]));
  expect([world.where(), world.notices]).toEqual([{ present: 'ready' }, ['account.movedOn']]);
});

test('BEYOND-03 a request without a press asks for no PIN, but other signers and an open key', async () => {
  const asker = fakeAsker();
  const unattended = (pubkey: string, id: string) => {
    const asked = request(asker.ref, id, note(id), pubkey);
    return asked.type === 'sign.request'
      ? { ...asked, request: { ...asked.request, isUnattended: true } }
      : asked;
  };
  const locked = startSession([withPin], B);
  locked.send(unattended(B, '1'));
  expect([locked.children().pin, locked.signer.prompts]).toEqual([undefined, []]);
  expect(asker.settled.map(({ outcome }) => !outcome.ok && outcome.failure.detail?.code)).toEqual([
    'key.locked',
  ]);
  locked.send({ type: 'session.unlock' });
  await locked.typePin(true);
  locked.send(unattended(B, '2'));
  expect(locked.signer.open().map(({ act }) => act)).toEqual([note('2')]);
  const extensions = startSession([extension], A);
  extensions.send(unattended(A, '3'));
  expect(extensions.signer.open().map(({ act }) => act)).toEqual([note('3')]);
});
