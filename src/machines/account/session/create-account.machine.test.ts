import { type AnyEventObject, createActor, setup, SimulatedClock } from 'xstate';
import { describe, expect, test } from 'vitest';
import { trusted } from '../../../../tests/support/events/trusted.ts';
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
import { KIND, RESULT } from '../../../events/nostr/kinds.ts';
import { NO_FIELDS } from '../../../events/account/profile/profile-fields.ts';
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

test('ACCOUNT-07 a reload keeps the step, the fields and the follows, and says that pictures are lost', () => {
  const world = begin();
  world.type('ann');
  world.tell({ type: 'create.next' });
  expect(world.memory.told().at(-1)).toMatchObject({
    type: 'createMemory.keep',
    draft: { step: 'details', fields: { name: 'ann' }, hadPictures: false },
  });
  world.tell({ type: 'create.choose', field: 'picture', file: new File([], 'boat.png') });
  expect(world.memory.told().at(-1)).toMatchObject({
    type: 'createMemory.keepFile',
    field: 'picture',
    file: { name: 'boat.png' },
  });
  const kept = world.memory.told().findLast(({ type }) => type === 'createMemory.keep');
  expect(kept).toMatchObject({ draft: { hadPictures: true } });
  expect(JSON.stringify(world.memory.told())).not.toMatch(/nsec1|secret/);

  world.tell({ type: 'create.previous' });
  expect(world.memory.told().at(-1)).toMatchObject({ draft: { step: 'username' } });

  const later = begin();
  if (kept?.type !== 'createMemory.keep') throw new Error('nothing was kept');
  const draft = { ...kept.draft, follows: [B] };
  later.memory.report({ type: 'createMemory.found', draft });
  expect([
    later.main(),
    later.context()?.fields.name,
    [...(later.context()?.follows ?? [])],
  ]).toEqual(['details', 'ann', [B]]);
  expect(later.context()?.hasLostPictures).toBe(true);
  // a kept picture is chosen again, and the other one stays lost
  const file = new File([], 'boat.png');
  later.memory.report({ type: 'createMemory.fileFound', field: 'picture', file });
  expect([later.context()?.pictures.picture?.file, later.context()?.hasLostPictures]).toEqual([
    file,
    true,
  ]);
  later.tell({ type: 'create.remove', field: 'picture' });
  later.tell({ type: 'create.next' });
  expect([later.main(), later.context()?.hasLostPictures]).toEqual(['follows', false]);
  later.tell({ type: 'create.finish', now: seconds(100) });
  later.keep();
  expect(later.memory.told().at(-1)).toEqual({
    type: 'createMemory.keep',
    draft: { step: 'save', fields: NO_FIELDS, follows: [], hadPictures: false },
  });

  const typed = begin();
  typed.type('bob');
  typed.memory.report({ type: 'createMemory.found', draft });
  expect([typed.main(), typed.context()?.fields.name]).toEqual(['username', 'bob']);
});

describe('a reload before the key was saved', () => {
  const draft = { step: 'save', fields: NO_FIELDS, follows: [], hadPictures: false } as const;
  const found = { type: 'createMemory.found', draft } as const;
  const made = { pubkey: NEW, method: 'key', lock: 'pin' } as const;

  test('ACCOUNT-07 INV-NO-LOSS it returns to the last step, for the account that exists', () => {
    const world = begin([{ ...made, unsaved: true }], NEW);
    world.memory.report(found);
    expect([world.main(), world.context()?.account?.pubkey]).toEqual(['resumed', NEW]);
    expect(world.create()?.getSnapshot().hasTag('made')).toBe(true);
    // nothing is made or published again
    expect([world.key.lives, world.orders, world.changed]).toEqual([[], [], [NEW]]);
    const backup = world.create()?.getSnapshot().children.backup;
    backup?.send({ type: 'backup.show' });
    expect(backup?.getSnapshot().hasTag('proving')).toBe(true);
    backup?.send({ type: 'backup.prove', pin: secretOf('1234') });
    expect(world.vault.last().input).toMatchObject({ pubkey: NEW, by: 'pin' });
  });

  test('ACCOUNT-07 with a saved key, another account or none, a new account begins', () => {
    for (const world of [
      begin([made], NEW),
      begin([extension, { ...made, unsaved: true }], A),
      begin(),
    ]) {
      world.memory.report(found);
      expect(world.main()).toBe('username');
    }
  });
});

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

  test('ACCOUNT-07 follow packs come first; a service without any is asked for suggestions', () => {
    const world = begin();
    expect(world.bus.open().map(({ query }) => query)).toMatchObject([
      { verb: 'follow_lists', payload: { limit: 20 } },
    ]);
    const tags = [
      ['d', 'x'],
      ['title', 'Boats'],
      ['p', B],
    ];
    const pack = trusted({ kind: KIND.StarterPack, pubkey: A, tags });
    world.bus.answer({ events: [pack] }, 'follow_lists');
    expect(world.context()?.packs).toMatchObject([{ id: `${A}:x`, title: 'Boats', people: [B] }]);
    const other = begin();
    other.bus.answer({}, 'follow_lists');
    expect(other.bus.open().map(({ query }) => query.verb)).toEqual(['get_suggested_users']);
  });

  test('ACCOUNT-07 suggestions come by group; without any the step can be skipped, or retried', () => {
    const world = begin();
    world.bus.refuse('follow_lists');
    world.bus.refuse('get_suggested_users');
    expect(world.create()?.getSnapshot().matches({ people: 'failed' })).toBe(true);
    world.tell({ type: 'create.retry' });
    world.bus.refuse('follow_lists');
    const content = [{ group: 'Birds', members: [{ pubkey: A, name: 'a' }] }];
    world.bus.answer(
      { claims: [{ claim: 'other', kind: RESULT.SuggestedUsersByCategory, content }] },
      'get_suggested_users',
    );
    expect(world.context()?.packs).toEqual([
      { id: 'Birds', title: 'Birds', about: '', image: '', people: [A] },
    ]);
  });

  test('no key is requested before the last step is done', () => {
    const world = begin();
    world.type('ann');
    world.tell({ type: 'create.next' }, { type: 'create.next' });
    expect([world.key.lives, world.account(), world.orders]).toEqual([[], undefined, []]);
  });
});

describe('pictures of the new profile', () => {
  const file = new File(['pixels'], 'boat.png', { type: 'image/png' });
  const choose = { type: 'create.choose', field: 'picture', file } as const;
  const url = `https://here.example/${'d'.repeat(64)}.png`;

  /** Begin an account with a name, choose a picture, and open the new key. */
  function chosen() {
    const world = begin();
    world.type('ann');
    world.tell({ type: 'create.next' }, choose);
    const sent = () => world.promises.all.filter(({ port }) => port === 'upload');
    return { ...world, sent, stand: () => world.context()?.pictures.picture?.stand };
  }
  const opened = { type: 'key.opened', pubkey: NEW } as const;

  test('ACCOUNT-07 a chosen picture is uploaded with the new key, and its address is the profile’s', async () => {
    const world = chosen();
    expect([world.sent(), world.stand()]).toEqual([[], 'going']);
    world.key.report(opened);
    expect(world.sent().map(({ input }) => input)).toEqual([{ pubkey: NEW, file }]);
    world.tell({ type: 'create.next' }, { type: 'create.finish', now: seconds(100) });
    // the account waits for the upload
    expect(world.main()).toBe('follows');
    await world.promises.answer({ url });
    expect([world.stand(), world.context()?.fields.picture]).toEqual(['there', url]);
    expect(world.account()).toBeUndefined();
    world.tell({ type: 'create.finish', now: seconds(100) });
    world.keep();
    // the same key, opened once
    expect(world.key.lives).toHaveLength(1);
    expect(world.key.told().map(({ type }) => type)).toEqual([
      'key.open',
      'key.keep',
      'key.handOver',
    ]);
    expect(drafts(world)[2]?.draft.content).toBe(JSON.stringify({ name: 'ann', picture: url }));
  });

  test('INV-NO-LOSS a failed upload keeps the form and the file, and can be retried or removed', async () => {
    const world = chosen();
    world.key.report(opened);
    await world.promises.answer({ failure: { fault: 'unreachable' } });
    expect(world.context()).toMatchObject({
      fields: { name: 'ann', picture: '' },
      pictures: { picture: { file, stand: 'failed', failure: { fault: 'unreachable' } } },
    });
    world.tell(choose);
    expect(world.stand()).toBe('going');
    elapse(world.clock, 2 * 60_000, 1_000);
    expect(world.context()?.pictures.picture).toMatchObject({
      stand: 'failed',
      failure: { fault: 'stalled' },
    });
    expect(world.sent().at(-1)?.signal.aborted).toBe(true);
    world.tell({ type: 'create.remove', field: 'picture' });
    expect([world.stand(), world.key.lives.length]).toEqual([undefined, 1]);
  });

  test('E-33 the key for uploads is closed with the creation, after ten minutes, and without a key', () => {
    const left = chosen();
    left.key.report(opened);
    left.send({ type: 'session.closeCreate' });
    expect([left.key.last().ended, left.account()]).toEqual([true, undefined]);

    const idle = chosen();
    idle.key.report(opened);
    idle.tell({ type: 'create.remove', field: 'picture' });
    elapse(idle.clock, 10 * 60_000, 1_000);
    expect([idle.key.last().ended, idle.context()?.held]).toEqual([true, undefined]);
    idle.tell(choose);
    expect(idle.key.lives).toHaveLength(2);

    const refused = chosen();
    refused.key.report({ type: 'key.refused', failure: signingFailure('not-secure-env') });
    expect(refused.context()?.pictures.picture).toMatchObject({
      stand: 'failed',
      failure: { fault: 'unsigned' },
    });
    expect(refused.main()).toBe('details');
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
    expect(world.orders.map(({ by }) => by)).toEqual([NEW, NEW, NEW, NEW]);
    const also = [HERE.homeRelay];
    expect(drafts(world)).toMatchObject([
      {
        origin: 'new account: relays',
        now: 100,
        also,
        draft: { kind: 10002, tags: also.map((url) => ['r', url]) },
      },
      {
        origin: 'new account: messageRelays',
        now: 100,
        also,
        draft: { kind: 10050, tags: also.map((url) => ['relay', url]) },
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
      Array.from({ length: 4 }, () => [HERE.homeRelay]),
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
    expect([
      world.changed,
      world.orders.map(({ by, order }) => [by, order.type === 'account.ending']),
    ]).toEqual([
      [A, NEW],
      [
        [A, true],
        [NEW, false],
        [NEW, false],
        [NEW, false],
        [NEW, false],
      ],
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
      invoke: { id: 'create', src: 'create', input: { bus, ...HERE, unsaved: undefined } },
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
    expect(told).toEqual(['create.made', ...Array.from({ length: 4 }, () => 'create.intent')]);
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
