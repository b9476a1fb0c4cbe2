import { saying } from '../../../../tests/support/views/in-english.ts';
import { describe, expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { fakeAsker, note, request } from '../../../../tests/support/account/fake-signer.ts';
import { A, B, startSession } from '../../../../tests/support/account/session-world.ts';
import type { Account } from '../../../events/account/account.ts';
import { secretOf } from '../../../events/account/keys/secret.ts';

const extension: Account = { pubkey: A, method: 'extension' };
const withPin: Account = { pubkey: B, method: 'key', lock: 'pin' };
const onDevice: Account = { pubkey: B, method: 'key', lock: 'device' };
const inPage: Account = { pubkey: B, method: 'key', lock: 'page' };
const reader: Account = { pubkey: B, method: 'readonly' };

describe('on load', () => {
  test.each<readonly [string, readonly Account[], unknown]>([
    ['a visitor', [], 'visitor'],
    ['a reader', [reader], 'reading'],
    ['an extension', [extension], { present: 'ready' }],
    ['a remote signer', [{ pubkey: A, method: 'remote' }], { present: 'ready' }],
    ['a key with a PIN', [withPin], { present: 'locked' }],
    ['a key of this device', [onDevice], { present: 'locked' }],
  ])('BEYOND-03 %s is asked for nothing, and nothing is written', (_, accounts, where) => {
    const tags = {
      visitor: 'visitor',
      reading: 'reading',
      ready: 'canSign',
      locked: 'locked',
    } as const;
    const world = startSession(accounts, accounts[0]?.pubkey);
    elapse(world.clock, 60_000, 1_000);
    expect(world.where()).toEqual(where);
    const shown = Object.entries(tags).filter(([, tag]) => world.actor.getSnapshot().hasTag(tag));
    expect(shown.map(([state]) => state)).toEqual([
      typeof where === 'string' ? where : Object.values(where as object)[0],
    ]);
    expect([
      world.signer.prompts,
      world.promises.all,
      world.store.told(),
      world.children().pin,
    ]).toEqual([[], [], [], undefined]);
    expect(world.changed).toEqual([accounts[0]?.pubkey]);
  });

  test('ACCOUNT-15 a current account that is not among the accounts is ignored', () => {
    expect(startSession([extension], B).where()).toBe('visitor');
  });
});

describe('without a key', () => {
  test.each([
    ['a visitor', [], undefined],
    ['a reader', [reader], B],
  ] as const)(
    "ACCOUNT-01 %s who acts gets 'You need to be signed in to perform this action'",
    (_, accounts, current) => {
      const world = startSession(accounts, current);
      const asker = fakeAsker();
      world.send(request(asker.ref, '1', note('a'), B));
      world.send(request(asker.ref, '2', { do: 'decrypt', scheme: 'nip44', peer: A, text: '' }, B));
      const text = 'You need to be signed in to perform this action';
      expect(asker.settled.map(({ outcome }) => outcome)).toEqual([
        { ok: false, failure: { code: 'sign-no-nsec', detail: saying(text) } },
        { ok: false, failure: { code: 'decrypt-no-nsec', detail: saying(text) } },
      ]);
    },
  );
});

describe('a locked key', () => {
  test('ACCOUNT-04 it opens in read mode; the first act asks for the PIN and continues after it', async () => {
    const world = startSession([withPin], B);
    const asker = fakeAsker();
    world.send(request(asker.ref, '1', note('first'), B));
    expect(world.children().pin?.getSnapshot().value).toBe('entering');
    expect(world.signer.prompts).toEqual([]);
    await world.typePin(false);
    expect([world.children().pin?.getSnapshot().context.problem, asker.settled]).toEqual([
      'wrong',
      [],
    ]);
    await world.typePin(true);
    expect(world.where()).toEqual({ present: 'ready' });
    const [prompt] = world.signer.open();
    expect(prompt?.act).toEqual(note('first'));
    if (prompt) world.signer.approve(prompt);
    expect(asker.settled).toMatchObject([{ id: '1', outcome: { ok: true } }]);
  });

  test('ACCOUNT-04 without the PIN the act has failed, and browsing goes on', () => {
    const world = startSession([withPin], B);
    const asker = fakeAsker();
    world.send(request(asker.ref, '1', note('a'), B));
    world.children().pin?.send({ type: 'pin.cancel' });
    expect(world.where()).toEqual({ present: 'locked' });
    expect(asker.settled).toMatchObject([
      { outcome: { ok: false, failure: { detail: saying('The PIN was not entered') } } },
    ]);
    world.send(request(asker.ref, '2', note('a'), B));
    expect(world.children().pin).toBeDefined();
  });

  test('ACCOUNT-05 a forgotten PIN erases the key: reading goes on, acting needs a new sign-in', async () => {
    const world = startSession([extension, withPin], B);
    const asker = fakeAsker();
    world.send(request(asker.ref, '1', note('a'), B));
    world.children().pin?.send({ type: 'pin.forgot' });
    world.children().pin?.send({ type: 'pin.confirm' });
    expect(world.promises.waiting()).toEqual(['erase']);
    await world.promises.answer(undefined);
    expect(asker.settled).toMatchObject([
      { outcome: { ok: false, failure: { detail: saying('The key was erased') } } },
    ]);
    expect([world.where(), world.account()]).toEqual(['reading', reader]);
    expect(world.store.told().at(-1)).toEqual({
      type: 'accounts.keep',
      accounts: [extension, reader],
      current: B,
      autoLock: 'close',
    });
    world.send(request(asker.ref, '2', note('a'), B));
    expect(asker.settled.at(-1)).toMatchObject({
      outcome: { ok: false, failure: { code: 'sign-no-nsec' } },
    });
  });

  test('unlocked by hand, it locks again by hand, or by sleep if set', async () => {
    const world = startSession([withPin], B);
    const unlock = async () => {
      world.send({ type: 'session.unlock' });
      await world.typePin(true);
    };
    await unlock();
    world.send({ type: 'session.idleReached', idle: 60 });
    expect(world.where()).toEqual({ present: 'ready' });
    world.send({ type: 'session.lock' });
    expect(world.where()).toEqual({ present: 'locked' });
    expect(world.signer.lives.every(({ ended }) => ended)).toBe(true);
    world.send({ type: 'session.autoLock', when: 5 });
    await unlock();
    world.send({ type: 'session.idleReached', idle: 1 });
    expect(world.where()).toEqual({ present: 'ready' });
    world.send({ type: 'session.idleReached', idle: 5 });
    expect(world.where()).toEqual({ present: 'locked' });
    expect(world.unlocks).toHaveLength(2);
  });

  test('a key of this device opens by itself when it is needed', async () => {
    const world = startSession([onDevice], B);
    const asker = fakeAsker();
    world.send(request(asker.ref, '1', note('a'), B));
    expect(world.promises.waiting()).toEqual(['openDevice']);
    await world.promises.answer(true);
    expect(world.signer.open()).toHaveLength(1);
  });

  test("ACCOUNT-16 a foreign key logs 'error fetching public key' and is removed", async () => {
    const world = startSession([onDevice], B);
    const asker = fakeAsker();
    world.send(request(asker.ref, '1', note('a'), B));
    await world.promises.answer(false);
    expect(world.store.told()[0]).toEqual({
      type: 'accounts.forgetKey',
      pubkey: B,
      why: 'error fetching public key',
    });
    expect([world.where(), asker.settled.length]).toEqual(['reading', 1]);
  });

  test('INV-PROGRESS a key that cannot be opened now is kept and can be retried', async () => {
    const world = startSession([onDevice], B);
    const asker = fakeAsker();
    world.send(request(asker.ref, '1', note('a'), B));
    await world.promises.fail();
    await Promise.resolve();
    expect([world.where(), asker.settled.length]).toEqual([{ present: 'locked' }, 1]);
    world.send(request(asker.ref, '2', note('a'), B));
    elapse(world.clock, 29_000, 1_000);
    expect([world.where(), asker.settled.length]).toEqual([
      { present: { unlocking: 'device' } },
      1,
    ]);
    elapse(world.clock, 1_000);
    expect([world.where(), asker.settled.length]).toEqual([{ present: 'locked' }, 2]);
    expect(world.store.told()).toEqual([]);
  });

  test('a key that its worker lost is reopened for that act; one of this page alone is gone', async () => {
    const world = startSession([withPin], B);
    const asker = fakeAsker();
    world.send(request(asker.ref, '1', note('a'), B));
    await world.typePin(true);
    world.signer.report({ type: 'signer.locked', id: world.signer.open()[0]?.id ?? '' });
    expect(world.children().pin).toBeDefined();
    await world.typePin(true);
    expect(world.signer.open().map(({ act }) => act)).toEqual([note('a')]);
    const lost = startSession([inPage], B);
    lost.send(request(asker.ref, '2', note('a'), B));
    expect(lost.where()).toBe('reading');
    expect(asker.settled).toMatchObject([
      { id: '2', outcome: { ok: false, failure: { code: 'sign-no-nsec' } } },
    ]);
  });
});

test('BEYOND-03 silent requests ask no extension, no remote signer and for no PIN', async () => {
  const asker = fakeAsker();
  const quiet = (pubkey: string, id: string) => {
    const asked = request(asker.ref, id, note(id), pubkey);
    return asked.type === 'sign.request'
      ? { ...asked, request: { ...asked.request, quiet: true } }
      : asked;
  };
  const locked = startSession([withPin], B);
  locked.send(quiet(B, '1'));
  expect([locked.children().pin, locked.signer.prompts]).toEqual([undefined, []]);
  const extensions = startSession([extension], A);
  extensions.send(quiet(A, '2'));
  expect(extensions.signer.prompts).toEqual([]);
  expect(asker.settled.map(({ outcome }) => !outcome.ok && outcome.failure.detail?.code)).toEqual([
    'key.locked',
    'account.unbidden',
  ]);
  locked.send({ type: 'session.unlock' });
  await locked.typePin(true);
  locked.send(quiet(B, '3'));
  expect(locked.signer.open().map(({ act }) => act)).toEqual([note('3')]);
});

test('BEYOND-03 INV-SCOPE a silent request opens a closed key without a PIN, of this account only', async () => {
  const asker = fakeAsker();
  const world = startSession([onDevice], B);
  const asked = request(asker.ref, '1', note('1'), B);
  if (asked.type !== 'sign.request') throw new Error('not a request');
  world.send({ ...asked, request: { ...asked.request, quiet: true, pubkey: A } });
  expect([world.promises.waiting(), asker.settled.length]).toEqual([[], 1]);
  world.send({ ...asked, request: { ...asked.request, quiet: true } });
  expect(world.promises.waiting()).toEqual(['openDevice']);
  await world.promises.answer(true);
  expect(world.where()).toEqual({ present: 'ready' });
  expect(world.signer.open().map(({ act }) => act)).toEqual([note('1')]);
});

describe('switching accounts', () => {
  test('ACCOUNT-02 a signed-in account is current at once, stored, and reported to the parent', async () => {
    const world = startSession();
    await world.loginAs(A);
    expect([world.where(), world.account()]).toEqual([{ present: 'ready' }, extension]);
    expect(world.store.told()).toEqual([
      { type: 'accounts.keep', accounts: [extension], current: A, autoLock: 'close' },
    ]);
    expect(world.changed).toEqual([undefined, A]);
    expect(world.children().login).toBeUndefined();
  });

  test('ACCOUNT-02 signing in with a key leaves it open: the first act needs no PIN', async () => {
    const world = startSession();
    world.send({ type: 'session.login' });
    const login = world.children().login;
    login?.send({
      type: 'login.submit',
      text: secretOf('nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5'),
    });
    world.key.report({ type: 'key.opened', pubkey: B });
    login?.getSnapshot().children.pin?.send({
      type: 'pin.submit',
      pin: secretOf('1234'),
      repeated: secretOf('1234'),
    });
    await world.promises.answer(true);
    expect([world.where(), world.account()]).toEqual([{ present: 'ready' }, withPin]);
    world.send(request(fakeAsker().ref, '1', note('a'), B));
    expect(world.signer.open()).toHaveLength(1);
  });

  test('closing the sign-in keeps the current account', () => {
    const world = startSession([extension], A);
    world.send({ type: 'session.login' });
    world.send({ type: 'session.closeLogin' });
    world.send({ type: 'session.login' });
    world.children().login?.send({ type: 'login.cancel' });
    expect([world.account(), world.children().login, world.store.told()]).toEqual([
      extension,
      undefined,
      [],
    ]);
  });

  test('INV-SCOPE switching settles waiting requests, ends the signer, and starts one for the other account', () => {
    const world = startSession([extension, withPin], A);
    const asker = fakeAsker();
    world.send(request(asker.ref, '1', note('a'), A));
    world.send(request(asker.ref, '2', note('b'), A));
    const [prompt] = world.signer.open();
    world.send({ type: 'session.switch', pubkey: B });
    expect(asker.settled.map(({ id, outcome }) => [id, outcome.ok])).toEqual([
      ['1', false],
      ['2', false],
    ]);
    expect(world.signer.lives.map(({ ended }) => ended)).toEqual([true]);
    expect([world.account(), world.where(), world.changed]).toEqual([
      withPin,
      { present: 'locked' },
      [A, B],
    ]);
    if (prompt) world.signer.approve(prompt);
    expect(asker.settled).toHaveLength(2);
    world.send(request(asker.ref, '3', note('c'), A));
    expect(asker.settled[2]).toMatchObject({
      id: '3',
      outcome: { ok: false, failure: { detail: saying('This was meant for another account') } },
    });
  });

  test('only known accounts can be switched to', () => {
    const world = startSession([extension], A);
    for (const pubkey of [B, A]) world.send({ type: 'session.switch', pubkey });
    expect([world.account(), world.changed]).toEqual([extension, [A]]);
    const visitor = startSession([extension]);
    visitor.send({ type: 'session.switch', pubkey: A });
    expect(visitor.account()).toEqual(extension);
  });

  test('a reader can switch to a known account, sign out, and receives changes of other tabs', async () => {
    const world = startSession([reader, extension], B);
    world.send({ type: 'session.switch', pubkey: 'c'.repeat(64) });
    expect(world.where()).toBe('reading');
    world.send({ type: 'session.switch', pubkey: A });
    expect([world.where(), world.account(), world.changed]).toEqual([
      { present: 'ready' },
      extension,
      [B, A],
    ]);
    world.send({ type: 'session.switch', pubkey: B });
    const added: Account = { pubkey: 'c'.repeat(64), method: 'extension' };
    world.store.report({
      type: 'accounts.changed',
      accounts: [reader, extension, added],
      autoLock: 5,
    });
    expect([world.where(), world.changed]).toEqual(['reading', [B, A, B]]);
    expect(world.actor.getSnapshot().context).toMatchObject({
      accounts: [reader, extension, added],
      autoLock: 5,
    });
    world.send({ type: 'session.leave', erase: false });
    await world.promises.answer(undefined);
    expect([world.where(), world.actor.getSnapshot().context.accounts]).toEqual([
      { present: 'ready' },
      [extension, added],
    ]);
    const other = startSession([reader], B);
    other.send({ type: 'session.adopt', account: extension });
    expect([other.where(), other.account(), other.changed]).toEqual([
      { present: 'ready' },
      extension,
      [B, A],
    ]);
    world.store.report({ type: 'accounts.changed', accounts: [extension], autoLock: 'close' });
    expect(world.actor.getSnapshot().context).toMatchObject({
      accounts: [extension],
      autoLock: 'close',
    });
  });

  test('a sign-in during an erasure takes effect afterwards, with changes of other tabs', async () => {
    const world = startSession([withPin], B);
    world.send({ type: 'session.leave', erase: true });
    expect(world.where()).toBe('leaving');
    world.store.report({ type: 'accounts.changed', accounts: [], autoLock: 5 });
    world.send({ type: 'session.adopt', account: extension });
    await world.promises.answer(undefined);
    expect([world.where(), world.account()]).toEqual([{ present: 'ready' }, extension]);
    expect(world.actor.getSnapshot().context).toMatchObject({ accounts: [extension], autoLock: 5 });
  });

  test('the account creation screen closes on a switch or sign-out', async () => {
    for (const event of [
      { type: 'session.switch', pubkey: B } as const,
      { type: 'session.leave', erase: false } as const,
    ]) {
      const world = startSession([extension, withPin], A);
      world.send({ type: 'session.create' });
      expect(world.children().create).toBeDefined();
      world.send(event);
      expect(world.children().create).toBeUndefined();
    }
  });

  test('ACCOUNT-06 E-35 signing out settles requests, then erases the key and optional data; others stay', async () => {
    for (const erase of [true, false]) {
      const world = startSession([extension, withPin], A);
      const asker = fakeAsker();
      world.send(request(asker.ref, '1', note('a'), A));
      world.send({ type: 'session.leave', erase });
      expect(asker.settled).toHaveLength(1);
      expect(world.promises.all.map(({ port, input }) => [port, input])).toEqual([
        ['leave', { pubkey: A, erase }],
      ]);
      // nothing of the account runs while its data is erased, and a reload does not bring it back
      expect(world.changed.at(-1)).toBeUndefined();
      const kept = { type: 'accounts.keep', accounts: [withPin], current: B };
      expect(world.store.told()).toMatchObject([kept]);
      await world.promises.answer(undefined);
      expect([world.where(), world.account()]).toEqual([{ present: 'locked' }, withPin]);
      expect(world.store.told()).toMatchObject([kept, kept]);
      expect(world.signer.lives.every(({ ended }) => ended)).toBe(true);
    }
  });

  test('INV-PROGRESS signing out ends although erasing never ends, and that does not count as erased', () => {
    const world = startSession([reader], B);
    world.send({ type: 'session.leave', erase: true });
    elapse(world.clock, 9_000, 1_000);
    expect(world.where()).toBe('leaving');
    elapse(world.clock, 1_000);
    expect(world.where()).toBe('visitor');
    expect(world.children().erase?.getSnapshot()).toMatchObject({
      value: 'failed',
      context: { pubkey: B, erase: true },
    });
  });

  test('ACCOUNT-06 data that could not be erased is reported until it is, and can be retried', async () => {
    const world = startSession([withPin], B);
    world.send({ type: 'session.leave', erase: true });
    elapse(world.clock, 1_000, 100);
    await world.promises.fail();
    expect([world.where(), world.children().erase?.getSnapshot().value]).toEqual([
      'visitor',
      'failed',
    ]);
    world.children().erase?.send({ type: 'erase.retry' });
    await world.promises.fail();
    expect(world.children().erase?.getSnapshot().value).toBe('failed');
    world.children().erase?.send({ type: 'erase.retry' });
    elapse(world.clock, 9_000, 1_000);
    expect(world.children().erase?.getSnapshot().hasTag('busy')).toBe(true);
    elapse(world.clock, 1_000);
    expect(world.children().erase?.getSnapshot().value).toBe('failed');
    world.children().erase?.send({ type: 'erase.retry' });
    expect(world.promises.all.at(-1)).toMatchObject({
      port: 'leave',
      input: { pubkey: B, erase: true },
    });
    await world.promises.answer(undefined);
    expect(world.children().erase).toBeUndefined();
  });

  test('ACCOUNT-06 data that could not be erased is also reported under another account', async () => {
    const world = startSession([withPin], B);
    world.send({ type: 'session.leave', erase: true });
    world.send({ type: 'session.adopt', account: extension });
    await world.promises.fail();
    expect(world.account()).toEqual(extension);
    expect(world.children().erase?.getSnapshot()).toMatchObject({
      value: 'failed',
      context: { pubkey: B, erase: true },
    });
  });

  test('ACCOUNT-06 data of an account that has returned is no longer erased', async () => {
    const world = startSession([withPin], B);
    world.send({ type: 'session.leave', erase: true });
    elapse(world.clock, 1_000, 100);
    await world.promises.fail();
    world.send({ type: 'session.adopt', account: withPin });
    expect(world.children().erase).toBeUndefined();
  });
});

describe('another tab', () => {
  test('E-33 signing out there ends the account here, and nothing more is signed', () => {
    const world = startSession([withPin, extension], A);
    const asker = fakeAsker();
    world.send(request(asker.ref, '1', note('a'), A));
    world.store.report({ type: 'accounts.changed', accounts: [], autoLock: 'close' });
    expect([world.where(), asker.settled.length]).toEqual(['visitor', 1]);
    expect(world.signer.open()).toEqual([]);
    world.send(request(asker.ref, '2', note('a'), A));
    expect(asker.settled).toMatchObject([{}, { outcome: { ok: false } }]);
    expect(world.notices).toEqual(['account.signedOut']);
    expect(world.orders).toEqual([{ by: A, order: { type: 'account.ending', isErased: false } }]);
  });

  test('E-35 its parts learn if signing out there or here erases the data', () => {
    const there = startSession([withPin, extension], A);
    there.store.report({
      type: 'accounts.changed',
      accounts: [withPin],
      autoLock: 'close',
      erased: [A],
    });
    const here = startSession([withPin, extension], A);
    here.send({ type: 'session.leave', erase: true });
    elapse(here.clock, 1_000, 100);
    for (const world of [there, here])
      expect(world.orders).toEqual([{ by: A, order: { type: 'account.ending', isErased: true } }]);
    expect(here.store.told()).toMatchObject([{ leave: { pubkey: A, erase: true } }]);
  });

  test('ACCOUNT-15 switching or locking there changes nothing here, and a message says so', async () => {
    const world = startSession([withPin, extension], B);
    const there = { type: 'accounts.changed', accounts: [withPin, extension] } as const;
    world.store.report({ ...there, autoLock: 'close', chosen: A });
    world.store.report({ ...there, autoLock: 5 });
    world.store.report({ ...there, autoLock: 5, chosen: B });
    world.store.report({ type: 'accounts.locked', pubkey: B });
    expect([world.notices, world.changed]).toEqual([['account.otherChosen'], [B]]);
    world.send({ type: 'session.unlock' });
    await world.typePin(true);
    world.store.report({ type: 'accounts.locked', pubkey: A });
    world.store.report({ type: 'accounts.locked', pubkey: B });
    expect([world.notices.slice(1), world.where()]).toEqual([
      ['account.lockedThere'],
      { present: 'ready' },
    ]);
    world.send({ type: 'session.lock' });
    expect(world.store.told().at(-1)).toEqual({ type: 'accounts.lock', pubkey: B });
  });

  test('INV-QUEUE adding an account there does not affect requests that wait for the signer here', () => {
    const world = startSession([extension], A);
    const asker = fakeAsker();
    world.send(request(asker.ref, '1', note('a'), A));
    world.store.report({
      type: 'accounts.changed',
      accounts: [extension, withPin],
      autoLock: 'close',
    });
    expect([asker.settled, world.signer.open().length, world.changed]).toEqual([[], 1, [A]]);
  });

  test('erasing a key there leaves a reader here; changes of other accounts are only noted', () => {
    const world = startSession([withPin], B);
    world.store.report({
      type: 'accounts.changed',
      accounts: [withPin, extension],
      autoLock: 'close',
    });
    expect([world.where(), world.actor.getSnapshot().context.accounts]).toEqual([
      { present: 'locked' },
      [withPin, extension],
    ]);
    world.store.report({
      type: 'accounts.changed',
      accounts: [reader, extension],
      autoLock: 'close',
    });
    expect([world.where(), world.account()]).toEqual(['reading', reader]);
    expect(world.notices).toEqual(['account.changed']);
    world.store.report({ type: 'accounts.changed', accounts: [withPin], autoLock: 'close' });
    expect(world.where()).toEqual({ present: 'locked' });
  });

  test('ACCOUNT-22 a PIN that is set there leaves the open key open here, and is needed from the next lock', async () => {
    const world = startSession([onDevice], B);
    const asker = fakeAsker();
    world.send(request(asker.ref, '1', note('a'), B));
    await world.promises.answer(true);
    world.store.report({ type: 'accounts.changed', accounts: [withPin], autoLock: 'close' });
    expect([world.where(), world.account(), asker.settled]).toEqual([
      { present: 'ready' },
      withPin,
      [],
    ]);
    expect(world.notices).toEqual(['account.pinChanged']);
    world.send({ type: 'session.lock' });
    world.send({ type: 'session.unlock' });
    expect(world.children().pin).toBeDefined();
  });

  test('ACCOUNT-22 a PIN that is set here is not announced as a change of another tab', () => {
    const world = startSession([onDevice], B);
    world.store.report({
      type: 'accounts.changed',
      accounts: [withPin],
      autoLock: 'close',
      isOwn: true,
    });
    expect([world.account(), world.notices]).toEqual([withPin, []]);
  });

  test('ACCOUNT-22 a PIN that is removed there while it is asked for here opens the key without it', async () => {
    const world = startSession([withPin], B);
    world.send({ type: 'session.unlock' });
    expect(world.children().pin).toBeDefined();
    world.store.report({ type: 'accounts.changed', accounts: [onDevice], autoLock: 'close' });
    expect(world.children().pin).toBeUndefined();
    await world.promises.answer(true);
    expect([world.where(), world.account()]).toEqual([{ present: 'ready' }, onDevice]);
  });

  test('a key that only this page has is stored as a reader elsewhere, without effect here', () => {
    const world = startSession([inPage], B);
    world.store.report({ type: 'accounts.changed', accounts: [reader], autoLock: 'close' });
    expect(world.account()).toEqual(inPage);
  });
});
