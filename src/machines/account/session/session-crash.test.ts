import { saying } from '../../../../tests/support/views/in-english.ts';
import { createActor, setup } from 'xstate';
import { expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { CRASH, ownerOfCrashable } from '../../../../tests/support/machines/crashing.ts';
import { fakeAsker, note, request } from '../../../../tests/support/account/fake-signer.ts';
import { A, B, startSession } from '../../../../tests/support/account/session-world.ts';
import type { Account } from '../../../events/account/account.ts';
import type { SignSettled } from '../../core/sign-request.ts';

const extension: Account = { pubkey: A, method: 'extension' };
const withPin: Account = { pubkey: B, method: 'key', lock: 'pin' };
const onDevice: Account = { pubkey: B, method: 'key', lock: 'device' };

test('TRUST-06 a crashed signer is back after a second and accepts requests', () => {
  const world = startSession([extension], A, { around: ownerOfCrashable });
  world.children().signer?.send(CRASH as never);
  expect([world.where(), world.actor.getSnapshot().hasTag('canSign')]).toEqual(['broken', false]);
  const asker = fakeAsker();
  world.send(request(asker.ref, '1', note('a'), A));
  expect(asker.settled).toMatchObject([{ outcome: { ok: false } }]);
  elapse(world.clock, 900);
  expect(world.where()).toBe('broken');
  elapse(world.clock, 100);
  expect(world.where()).toEqual({ present: 'ready' });
  world.send(request(asker.ref, '2', note('a'), A));
  expect(world.signer.open()).toHaveLength(1);
});

test('TRUST-06 a crashed PIN prompt fails the act, the key stays locked, and the next act prompts again', () => {
  const world = startSession([withPin], B, { around: ownerOfCrashable });
  const asker = fakeAsker();
  world.send(request(asker.ref, '1', note('a'), B));
  world.children().pin?.send(CRASH as never);
  expect([world.where(), world.children().pin]).toEqual([{ present: 'locked' }, undefined]);
  expect(asker.settled).toMatchObject([
    {
      id: '1',
      outcome: { ok: false, failure: { detail: saying('The PIN could not be asked for') } },
    },
  ]);
  world.send(request(asker.ref, '2', note('a'), B));
  expect(world.children().pin?.getSnapshot().value).toBe('entering');
});

test('INV-QUEUE a request made as its account leaves is refused, not left waiting', () => {
  for (const leave of [
    { type: 'session.leave', erase: false } as const,
    { type: 'session.switch', pubkey: B } as const,
  ]) {
    const world = startSession([extension, withPin], A);
    const settled: string[] = [];
    const machine = setup({ types: { events: {} as SignSettled } }).createMachine({
      on: {
        'sign.settled': {
          actions: ({ event, self }) => {
            settled.push(event.id);
            if (event.id === '1') world.send(request(self, '2', note('again'), A));
          },
        },
      },
    });
    world.send(request(createActor(machine).start(), '1', note('a'), A));
    world.send(leave);
    expect(settled).toEqual(['1', '2']);
  }
});

test('TRUST-06 a crashed helper does not affect the session and its open key', () => {
  for (const name of ['membership', 'login', 'create', 'backup'] as const) {
    const world = startSession([onDevice], B, { around: ownerOfCrashable });
    for (const type of ['session.login', 'session.create', 'session.backup'] as const)
      world.send({ type });
    const child = world.children()[name];
    child?.send(CRASH as never);
    expect([name, child?.getSnapshot().status, world.actor.getSnapshot().status]).toEqual([
      name,
      'error',
      'active',
    ]);
    if (name !== 'membership') expect([name, world.children()[name]]).toEqual([name, undefined]);
  }
});
