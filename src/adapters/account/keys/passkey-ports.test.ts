import { expect, test } from 'vitest';
import { createActor, type PromiseActorLogic, toPromise } from 'xstate';
import { fakeAuthenticator } from '../../../../tests/support/account/fake-authenticator.ts';
import { fakeBrowser } from '../../../../tests/support/browser/fake-browser.ts';
import { testKeys } from '../../../../tests/support/account/test-keys.ts';
import { MOST_PASSKEYS } from '../../../events/account/keys/passkeys.ts';
import { secretOf } from '../../../events/account/keys/secret.ts';
import { seconds } from '../../../events/core/time.ts';
import { openStorages } from '../../core/storage.ts';
import { openAccountStore } from '../session/account-store.ts';
import {
  addPasskeyPort,
  hasPasskeyPort,
  openByPasskey,
  openPasskeyPort,
  passkeysFoundPort,
  removePasskeyPort,
} from './passkey-ports.ts';
import { eraseSecret } from './secret-store.ts';

const NOW = seconds(1_700_000_000);

/** A browser that stores a new key with a PIN, and its passkeys. */
async function start() {
  const browser = fakeBrowser();
  const { page, device } = browser.tab();
  const { keys } = testKeys();
  const store = openAccountStore(openStorages(device), page);
  const sea = fakeAuthenticator();
  const made = await keys.ask({ do: 'open', key: { from: 'new' } });
  const account = made.ok ? (made.pubkey ?? '') : '';
  const locked = await keys.ask({ do: 'lock', pubkey: account, pin: '1234' });
  store.keepSecret(account, { kept: 'pin', ncryptsec: locked.ok ? (locked.text ?? '') : '' });
  store.keep({
    accounts: [{ pubkey: account, method: 'key', lock: 'pin' }],
    current: account,
    autoLock: 'close',
  });
  const nsec = await keys.ask({ do: 'export', pubkey: account });
  await keys.ask({ do: 'close', pubkey: account });
  const deps = { keys, store, authenticator: sea.authenticator, now: () => NOW };
  const run = <O, I>(logic: PromiseActorLogic<O, I>, input: I): Promise<O> =>
    toPromise(createActor(logic, { input }).start());
  const add = (name = 'phone', pin = '1234') =>
    run(addPasskeyPort(deps), { account, name, pin: secretOf(pin) });
  const isOpen = async () => (await keys.ask({ do: 'export', pubkey: account })).ok;
  return {
    browser,
    keys,
    store,
    sea,
    account,
    nsec: nsec.ok ? (nsec.text ?? '') : '',
    deps,
    run,
    add,
    isOpen,
  };
}

test('BEYOND-12 a passkey is added after the PIN, opens the key, and only the key worker holds the key', async () => {
  const { deps, run, add, account, isOpen, sea, store, nsec, browser, keys } = await start();
  expect(await run(hasPasskeyPort(deps), { pubkey: account })).toBe(false);
  expect(await add(' my  phone ')).toEqual({
    passkeys: [{ id: 'passkey-1', name: 'my phone', added: NOW }],
  });
  expect(await isOpen()).toBe(false);
  expect(await run(hasPasskeyPort(deps), { pubkey: undefined })).toBe(true);
  expect(await run(openPasskeyPort(deps), { pubkey: account })).toEqual({ pubkey: account });
  const opened = await keys.ask({ do: 'export', pubkey: account });
  expect(opened).toMatchObject({ ok: true, text: nsec });
  // E-32 the computed bytes are overwritten, and storage contains nothing of the key
  expect(sea.given.map((bytes) => bytes.every((byte) => byte === 0))).toEqual([true, true]);
  expect([...browser.texts.values()].join()).not.toContain(nsec.slice(5, 30));
  expect(store.secret(account)?.kept).toBe('pin');
});

test('BEYOND-12 several passkeys open one account; removed or lost ones open nothing; the PIN stays', async () => {
  const { deps, run, add, account, store, sea } = await start();
  await add('one');
  await add('two');
  expect(await run(passkeysFoundPort(deps), { account })).toMatchObject({
    passkeys: [{ name: 'one' }, { name: 'two' }],
    lacks: undefined,
  });
  expect(await run(removePasskeyPort(deps), { account, id: 'passkey-1' })).toMatchObject({
    passkeys: [{ name: 'two' }],
  });
  expect(await openByPasskey(undefined, deps)).toEqual({ pubkey: account });
  sea.lose('passkey-2');
  expect(await openByPasskey(account, deps)).toEqual({ problem: 'cancelled' });
  expect(store.secret(account)?.kept).toBe('pin');
});

test('E-31 a wrong PIN, a passkey that computes nothing, and one passkey too many change nothing', async () => {
  const { add, sea, store, account, isOpen } = await start();
  expect(await add('x', '4321')).toEqual({ problem: 'pin' });
  sea.fail('noPrf');
  expect(await add()).toEqual({ problem: 'noPrf' });
  sea.fail(undefined);
  expect(store.passkeys(account)).toEqual([]);
  for (let at = 0; at < MOST_PASSKEYS; at++) await add();
  expect(await add()).toEqual({ problem: 'many' });
  expect([store.passkeys(account).length, await isOpen()]).toEqual([MOST_PASSKEYS, false]);
});

test('a browser without passkeys reports that and offers none', async () => {
  const { deps, run, add, account, sea } = await start();
  await add();
  sea.lack('address');
  expect(await run(passkeysFoundPort(deps), { account })).toMatchObject({ lacks: 'address' });
  expect(await run(hasPasskeyPort(deps), { pubkey: account })).toBe(false);
});

test('E-47 a full device stores no passkey and says so; one that was overwritten opens nothing', async () => {
  const { add, browser, deps, store, account, isOpen } = await start();
  browser.setFull(true);
  expect(await add()).toEqual({ problem: 'unkept' });
  browser.setFull(false);
  await add();
  const [passkey] = store.passkeys(account);
  if (passkey)
    store.keepPasskeys(account, [
      {
        ...passkey,
        wrapped: `${passkey.wrapped.startsWith('B') ? 'C' : 'B'}${passkey.wrapped.slice(1)}`,
      },
    ]);
  expect([await openByPasskey(account, deps), await isOpen()]).toEqual([
    { problem: 'wrong' },
    false,
  ]);
});

test('E-35 the passkeys of an account are removed with its key', async () => {
  const { add, deps, store, account, browser } = await start();
  await add();
  await eraseSecret(account, deps);
  expect([
    store.passkeys(account),
    [...browser.texts.keys()].filter((name) => name.includes('passkeys')),
  ]).toEqual([[], []]);
});

test('a key is closed again if its caller has stopped waiting', async () => {
  const { add, deps, account, isOpen } = await start();
  await add();
  const gone = new AbortController();
  gone.abort();
  expect(await openByPasskey(account, deps, gone.signal)).toEqual({ problem: 'cancelled' });
  expect(await isOpen()).toBe(false);
});
