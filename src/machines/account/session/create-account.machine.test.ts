import { type AnyEventObject, createActor, setup, SimulatedClock } from 'xstate';
import { describe, expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { fakeBus } from '../../../../tests/support/connection/fake-bus.ts';
import {
  A,
  B,
  fakeSession,
  HERE,
  startSession,
} from '../../../../tests/support/account/session-world.ts';
import { signingFailure } from '../../../events/account/signing/signing-error.ts';
import { secretOf } from '../../../events/account/keys/secret.ts';
import { RESULT } from '../../../events/nostr/kinds.ts';
import type { Account } from '../../../events/account/account.ts';
import { seconds } from '../../../events/core/time.ts';
import type { CreateActor, createAccountMachine, CreateEvent } from './create-account.machine.ts';

const NEW = 'c'.repeat(64);
const extension: Account = { pubkey: A, method: 'extension' };

/** Start a session and begin a new account in it. */
function begin(accounts: readonly Account[] = [], current?: string) {
  const world = startSession(accounts, current);
  world.send({ type: 'session.create' });
  const create = () => world.children().create;
  const send = (...events: CreateEvent[]) => {
    for (const event of events) create()?.send(event);
  };
  return {
    ...world,
    create,
    tell: send,
    main: () => create()?.getSnapshot().value.main,
    context: () => create()?.getSnapshot().context,
    type: (name: string) => send({ type: 'create.type', field: 'name', text: name }),
    /** Complete all steps with a name, up to the key. */
    finish: () => {
      send(
        { type: 'create.type', field: 'name', text: 'ann' },
        { type: 'create.next' },
        { type: 'create.next' },
      );
      send({ type: 'create.finish', now: seconds(100) });
    },
    /** Create the key and store it without a PIN. */
    keep: () => {
      world.key.report({ type: 'key.opened', pubkey: NEW });
      const pin = create()?.getSnapshot().children.login?.getSnapshot().children.pin;
      pin?.send({ type: 'pin.skip' });
      pin?.send({ type: 'pin.confirm' });
      world.key.report({ type: 'key.kept', lock: 'device' });
    },
  };
}

type World = ReturnType<typeof begin>;
const drafts = ({ orders }: World) =>
  orders.flatMap(({ order }) => (order.type === 'intents.publish' ? [order] : []));

describe('the three steps', () => {
  test('ACCOUNT-07 a username comes first; typed text survives going back and forth', () => {
    const world = begin();
    world.tell({ type: 'create.next' });
    expect([world.main(), world.context()?.problems]).toEqual(['username', { name: 'empty' }]);
    world.type('a b');
    world.tell({ type: 'create.next' });
    expect(world.context()?.problems).toEqual({ name: 'characters' });
    world.type(' ann ');
    expect(world.context()?.problems).toEqual({});
    world.tell({ type: 'create.next' });
    expect([world.main(), world.context()?.fields.name]).toEqual(['details', 'ann']);
    world.tell(
      { type: 'create.type', field: 'website', text: 'javascript:x' },
      { type: 'create.next' },
    );
    expect([world.main(), world.context()?.problems]).toEqual(['details', { website: 'url' }]);
    world.tell(
      { type: 'create.type', field: 'website', text: 'ann.example' },
      { type: 'create.next' },
    );
    world.tell(
      { type: 'create.follow', pubkeys: [A, B], follows: true },
      { type: 'create.follow', pubkeys: [B], follows: false },
    );
    world.tell(
      { type: 'create.previous' },
      { type: 'create.previous' },
      { type: 'create.next' },
      { type: 'create.next' },
    );
    expect(world.main()).toBe('follows');
    expect(world.context()).toMatchObject({
      fields: { name: 'ann', website: 'ann.example' },
      follows: new Set([A]),
    });
  });

  test('ACCOUNT-07 suggestions come by group; without any the step can be skipped, or retried', () => {
    const world = begin();
    world.bus.refuse('get_suggested_users');
    expect(world.create()?.getSnapshot().matches({ people: 'failed' })).toBe(true);
    world.tell({ type: 'create.retry' });
    const content = [{ group: 'Birds', members: [{ pubkey: A, name: 'a' }] }];
    world.bus.answer(
      { claims: [{ claim: 'other', kind: RESULT.SuggestedUsersByCategory, content }] },
      'get_suggested_users',
    );
    expect(world.context()?.groups).toEqual([{ name: 'Birds', members: [A] }]);
  });

  test('no key is requested before the last step is done', () => {
    const world = begin();
    world.type('ann');
    world.tell({ type: 'create.next' }, { type: 'create.next' });
    expect([world.key.lives, world.account(), world.orders]).toEqual([[], undefined, []]);
  });
});

describe('the account', () => {
  test('ACCOUNT-07 its key is created and stored as at a sign-in, then the first events are published', () => {
    const world = begin();
    world.finish();
    expect(
      world.key.told().map((one) => (one.type === 'key.open' ? one.source : one.type)),
    ).toEqual([{ from: 'new-words' }]);
    expect(world.orders).toEqual([]);
    world.keep();
    expect(world.account()).toEqual({ pubkey: NEW, method: 'key', lock: 'device', unsaved: true });
    expect(world.where()).toEqual({ present: 'ready' });
    expect(world.store.told().at(-1)).toMatchObject({
      type: 'accounts.keep',
      accounts: [{ pubkey: NEW, unsaved: true }],
      current: NEW,
    });
    expect(world.orders.map(({ by }) => by)).toEqual([NEW, NEW, NEW]);
    const also = [HERE.homeRelay];
    expect(drafts(world)).toMatchObject([
      {
        origin: 'new account: relays',
        now: 100,
        also,
        draft: { kind: 10002, tags: also.map((url) => ['r', url]) },
      },
      {
        origin: 'new account: profile',
        now: 100,
        also,
        draft: { kind: 0, content: '{"name":"ann"}' },
      },
      { origin: 'new account: follows', now: 100, also, draft: { kind: 3, tags: [] } },
    ]);
  });

  test('TRUST-07 a new account publishes to the relay of the page and asks no service for relays', () => {
    const world = begin();
    world.finish();
    world.keep();
    expect(world.bus.open().map(({ query }) => query.verb)).not.toContain('get_default_relays');
    expect(drafts(world).map(({ also }) => also)).toEqual(
      Array.from({ length: 3 }, () => [HERE.homeRelay]),
    );
    expect(drafts(world)[0]?.draft.tags).toEqual([['r', HERE.homeRelay]]);
  });

  test('INV-SCOPE beside another account, nothing is published before the new one is current', () => {
    const world = begin([extension], A);
    world.send({
      type: 'sign.request',
      request: {
        id: '1',
        from: world.actor as never,
        pubkey: A,
        reason: { code: 'sign.note' },
        act: { do: 'decrypt', scheme: 'nip44', peer: A, text: 'x' },
      },
    });
    world.finish();
    world.keep();
    elapse(world.clock, 2_000, 100);
    expect([world.changed, world.orders.map(({ by }) => by)]).toEqual([
      [A, NEW],
      [NEW, NEW, NEW],
    ]);
  });

  test('leaving at the PIN creates no account and keeps the text; a failing key shows an error', () => {
    const world = begin();
    world.finish();
    world.key.report({ type: 'key.opened', pubkey: NEW });
    world
      .create()
      ?.getSnapshot()
      .children.login?.getSnapshot()
      .children.pin?.send({ type: 'pin.cancel' });
    expect([world.main(), world.context()?.fields.name, world.context()?.problem]).toEqual([
      'follows',
      'ann',
      undefined,
    ]);
    world.tell({ type: 'create.finish', now: seconds(101) });
    world.key.report({ type: 'key.refused', failure: signingFailure('not-secure-env') });
    expect([world.main(), world.context()?.problem?.code]).toEqual(['follows', 'not-secure-env']);
    expect([world.account(), world.orders, world.key.lives.every(({ ended }) => ended)]).toEqual([
      undefined,
      [],
      true,
    ]);
  });

  test('INV-PROGRESS an account that is late after 15 s says so; its first events follow on arrival', () => {
    const { logic, key } = fakeSession();
    const clock = new SimulatedClock();
    const { bus } = fakeBus();
    const told: string[] = [];
    const parent = setup({
      types: { events: {} as AnyEventObject },
      actors: { create: logic.implementations.actors['create'] as typeof createAccountMachine },
    }).createMachine({
      invoke: { id: 'create', src: 'create', input: { bus, ...HERE } },
      on: { '*': { actions: ({ event }) => told.push(event.type) } },
    });
    const actor = createActor(parent, { clock }).start().getSnapshot().children[
      'create'
    ] as CreateActor;
    actor.send({ type: 'create.type', field: 'name', text: 'ann' });
    for (let step = 0; step < 2; step++) actor.send({ type: 'create.next' });
    actor.send({ type: 'create.finish', now: seconds(100) });
    key.report({ type: 'key.opened', pubkey: NEW });
    const pin = actor.getSnapshot().children.login?.getSnapshot().children.pin;
    for (const type of ['pin.skip', 'pin.confirm'] as const) pin?.send({ type });
    key.report({ type: 'key.kept', lock: 'device' });
    elapse(clock, 14_000, 1_000);
    expect([actor.getSnapshot().hasTag('made'), actor.getSnapshot().hasTag('late')]).toEqual([
      true,
      false,
    ]);
    elapse(clock, 1_000);
    expect([actor.getSnapshot().hasTag('late'), told]).toEqual([true, ['create.made']]);
    actor.send({ type: 'create.adopted', pubkey: A });
    expect(told).toHaveLength(1);
    actor.send({ type: 'create.adopted', pubkey: NEW });
    expect(told).toEqual(['create.made', ...Array.from({ length: 3 }, () => 'create.intent')]);
  });

  test('its key can be backed up without a PIN only while the account is being created', () => {
    const world = begin();
    world.finish();
    world.keep();
    const backup = world.create()?.getSnapshot().children.backup;
    backup?.send({ type: 'backup.show' });
    expect(world.vault.last().input).toEqual({ pubkey: NEW, by: 'open', pin: undefined });
    const nsec = secretOf('nsec1');
    world.vault.report({ type: 'vault.opened', nsec, words: undefined });
    expect(backup?.getSnapshot().hasTag('shown')).toBe(true);
    world.send({ type: 'session.leave', erase: false });
    // the port forgets the exported key as it ends
    expect([world.create(), world.vault.last().ended]).toEqual([undefined, true]);
  });
});

describe('the backup of the current account', () => {
  const withPin: Account = { pubkey: B, method: 'key', lock: 'pin', unsaved: true };

  test('SETTINGS-11 it asks for the PIN, is hidden when the key is locked, and ends with the account', () => {
    const world = startSession([extension, withPin], B);
    world.send({ type: 'session.backup' });
    const backup = () => world.children().backup;
    backup()?.send({ type: 'backup.show' });
    expect(backup()?.getSnapshot().hasTag('proving')).toBe(true);
    backup()?.send({ type: 'backup.prove', pin: secretOf('1234') });
    world.vault.report({ type: 'vault.opened', nsec: secretOf('nsec1'), words: undefined });
    expect(backup()?.getSnapshot().hasTag('shown')).toBe(true);
    world.send({ type: 'session.slept' });
    expect(backup()?.getSnapshot().hasTag('shown')).toBe(false);
    world.send({ type: 'session.switch', pubkey: A });
    expect(backup()).toBeUndefined();
    world.send({ type: 'session.backup' });
    expect(backup()).toBeUndefined();
  });

  test('E-32 BEYOND-12 it forgets the key when it is left, and when its owner leaves', () => {
    for (const event of [
      { type: 'session.closeBackup' },
      { type: 'session.switch', pubkey: A },
    ] as const) {
      const world = startSession([extension, withPin], B);
      world.send({ type: 'session.backup' });
      const backup = world.children().backup;
      backup?.send({ type: 'backup.show' });
      backup?.send({ type: 'backup.prove', pin: secretOf('1234') });
      const nsec = secretOf('nsec1');
      world.vault.report({ type: 'vault.opened', nsec, words: undefined });
      expect(backup?.getSnapshot().hasTag('shown')).toBe(true);
      world.send(event);
      expect([event.type, nsec.reveal(), world.children().backup]).toEqual([
        event.type,
        undefined,
        undefined,
      ]);
    }
  });

  test('ACCOUNT-07 a user who confirms a copy of the key is not reminded any more', () => {
    const world = startSession([extension, withPin], B);
    world.send({ type: 'session.saved', pubkey: B });
    const accounts = [extension, { pubkey: B, method: 'key', lock: 'pin' }];
    expect(world.store.told()).toEqual([
      { type: 'accounts.keep', accounts, current: B, autoLock: 'close' },
    ]);
  });

  test('the auto-lock setting is stored on this device', () => {
    const world = startSession([withPin], B);
    world.send({ type: 'session.autoLock', when: 5 });
    expect(world.store.told()).toMatchObject([{ type: 'accounts.keep', autoLock: 5 }]);
  });
});
