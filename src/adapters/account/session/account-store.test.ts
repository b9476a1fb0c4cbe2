import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fakeBrowser } from '../../../../tests/support/browser/fake-browser.ts';
import type { Account, Accounts } from '../../../events/account/account.ts';
import { openStorages } from '../../core/storage.ts';
import { openAccountStore } from './account-store.ts';

const A = 'a'.repeat(64);
const B = 'b'.repeat(64);
const extension: Account = { pubkey: A, method: 'extension' };
const onDevice: Account = { pubkey: B, method: 'key', lock: 'device' };

function open(browser = fakeBrowser()) {
  const { page, device } = browser.tab();
  const storages = openStorages(device);
  return { browser, storages, store: openAccountStore(storages, page) };
}

test('ACCOUNT-15 accounts and their secrets are stored, each secret in its own record', () => {
  const { browser, store } = open();
  store.keep({ accounts: [extension, onDevice], current: B, autoLock: 'close' });
  expect(store.keepSecret(B, { kept: 'device', sealed: '1:x' })).toBe(true);
  const again = open(browser).store;
  expect(again.read()).toEqual({ accounts: [extension, onDevice], current: B, autoLock: 'close' });
  expect([again.secret(B), again.secret(A), again.find(A), again.find('c')]).toEqual([
    { kept: 'device', sealed: '1:x' },
    undefined,
    extension,
    undefined,
  ]);
  store.removeSecret(B);
  expect(open(browser).store.secret(B)).toBeUndefined();
});

/** A tab of that browser, with a session storage of its own. `reload` reads both again. */
function tabOf(browser = fakeBrowser()) {
  const { page, device } = browser.tab();
  const sessionStorage = fakeBrowser().tab().device;
  const reload = () => openAccountStore(openStorages(device), { ...page, sessionStorage });
  return { store: reload(), reload };
}

test('ACCOUNT-15 a reload takes the account of its tab, and a new tab the last choice of any tab', () => {
  const browser = fakeBrowser();
  const both = { accounts: [extension, onDevice], autoLock: 'close' } as const;
  const one = tabOf(browser);
  expect(one.reload().read().current).toBeUndefined();
  one.store.keep({ ...both, current: A });
  const other = tabOf(browser);
  expect(other.store.read().current).toBe(A);
  other.store.keep({ ...both, current: B });
  expect([one.reload().read().current, other.reload().read().current]).toEqual([A, B]);
  // storing something else here does not take back the choice there
  one.store.keep({ ...both, current: A, autoLock: 5 });
  expect([one.store.latest(), tabOf(browser).store.read().current]).toEqual([B, B]);
  one.store.keep({ ...both, current: undefined });
  other.store.keep({ ...both, current: A });
  expect(one.reload().read().current).toBeUndefined();
});

test('ACCOUNT-15 signed out by another tab, a tab takes the account in use at its next load', () => {
  const browser = fakeBrowser();
  const both = { accounts: [extension, onDevice], autoLock: 'close' } as const;
  const one = tabOf(browser);
  one.store.keep({ ...both, current: A });
  const other = tabOf(browser);
  const without = { accounts: [onDevice], current: undefined, autoLock: 'close' } as const;
  one.store.keep(without);
  // the other tab receives that, while the first signs in again
  other.store.keep(without);
  expect([one.reload(), other.reload()].map((tab) => tab.read().current)).toEqual([
    undefined,
    undefined,
  ]);
  one.store.keep({ ...both, current: A });
  expect([one.reload(), other.reload()].map((tab) => tab.read().current)).toEqual([A, A]);
  // a sign-out in this tab lasts, even if other tabs choose an account
  one.store.keep(without);
  tabOf(browser).store.keep({ ...both, current: B });
  expect(one.reload().read().current).toBeUndefined();
});

test('E-35 a secret is overwritten with as many zeros before it is removed', () => {
  const { device } = fakeBrowser().tab();
  const written: string[] = [];
  const setItem = (name: string, text: string) => {
    written.push(text);
    device.setItem(name, text);
  };
  const store = openAccountStore(openStorages({ ...device, setItem }), undefined);
  store.keepSecret(B, { kept: 'device', sealed: '2:x' });
  store.removeSecret(B);
  expect(written).toHaveLength(2);
  expect(written[1]).toMatch(/^\{"version":1,"value":"0+"\}$/);
  expect(written[1]).toHaveLength(written[0]?.length ?? 0);
  expect(device.length).toBe(0);
  store.removeSecret(B);
  expect(written).toHaveLength(2);
});

test('ACCOUNT-15 any content of storage is read without an error, and corrupt records are ignored', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      const { browser, store } = open();
      browser.texts.set('starling/global/secret', text);
      browser.texts.set(`starling/global/secret/${A}`, text);
      expect(store.read().accounts).toEqual([]);
      expect(store.secret(A)).toBeUndefined();
    }),
  );
});

test('a key that exists in this page only is stored as a read-only account', () => {
  const { browser, store } = open();
  store.keep({
    accounts: [{ pubkey: A, method: 'key', lock: 'page' }],
    current: A,
    autoLock: 'close',
  });
  expect(open(browser).store.read()).toEqual({
    accounts: [{ pubkey: A, method: 'readonly' }],
    current: A,
    autoLock: 'close',
  });
});

test('E-47 full or missing storage is reported, and accounts last until the page is closed', () => {
  const { browser, store } = open();
  browser.setFull(true);
  expect(store.keepSecret(A, { kept: 'device', sealed: '1:x' })).toBe(false);
  expect(store.secret(A)).toEqual({ kept: 'device', sealed: '1:x' });
  const none = openAccountStore(openStorages(undefined), undefined);
  none.keep({ accounts: [extension], current: A, autoLock: 'close' });
  none.erase(A);
  none.watch(() => undefined, new AbortController().signal);
  expect(none.read()).toEqual({ accounts: [extension], current: A, autoLock: 'close' });
});

test('E-35 erasing an account leaves nothing under its key, and touches no other account and no visitor', () => {
  const { browser, storages, store } = open();
  for (const who of [A, B, undefined]) {
    storages.account(who).write('theme', 'ice');
    storages.account(who).write('noteDraft', 'text', 'root');
    storages.account(who).write('noteDraft', 'text', 'ff');
  }
  store.erase(A);
  const names = [...browser.texts.keys()];
  expect(names.filter((name) => name.includes(A))).toEqual([]);
  expect(names.filter((name) => name.includes(B))).toHaveLength(3);
  expect(names.filter((name) => name.includes('visitor'))).toHaveLength(3);
});

test('E-33 changes of accounts in another tab are reported until the listener stops', () => {
  const { browser, store } = open();
  const other = open(browser);
  const heard: Accounts[] = [];
  const makers: string[] = [];
  const life = new AbortController();
  store.watch((accounts, by) => {
    heard.push(accounts);
    makers.push(by);
  }, life.signal);
  other.store.keep({ accounts: [extension], current: A, autoLock: 'close' });
  other.storages.account(A).write('theme', 'ice');
  expect(heard).toEqual([{ accounts: [extension], current: A, autoLock: 'close' }]);
  browser.clear();
  expect(heard[1]).toEqual({ accounts: [], current: undefined, autoLock: 'close' });
  store.announce();
  expect(makers).toEqual(['elsewhere', 'elsewhere', 'here']);
  life.abort();
  other.store.keep({ accounts: [], current: undefined, autoLock: 'close' });
  expect([heard.length, browser.listeners()]).toEqual([3, 0]);
});
