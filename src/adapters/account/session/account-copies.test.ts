import { getPublicKey } from 'nostr-tools/pure';
import { describe, expect, test } from 'vitest';
import { createActor, toPromise } from 'xstate';
import { sealKeys, testKeys } from '../../../../tests/support/account/test-keys.ts';
import { fakeBrowser } from '../../../../tests/support/browser/fake-browser.ts';
import { fakeIdb } from '../../../../tests/support/browser/fake-idb.ts';
import type { Account } from '../../../events/account/account.ts';
import { secretOf } from '../../../events/account/keys/secret.ts';
import { bytesOf } from '../../../events/core/hex.ts';
import { seconds } from '../../../events/core/time.ts';
import type { KeyWorkerClient } from '../keys/key-worker-client.ts';
import { openStorages } from '../../core/storage.ts';
import { hasSealKey } from '../keys/device-seal.ts';
import { changePinPort } from '../keys/pin-change-port.ts';
import { eraseSecret, keepLocked, keepOnDevice } from '../keys/secret-store.ts';
import { hasCopies, openAccountCopies } from './account-copies.ts';
import { openAccountStore } from './account-store.ts';
import { restoreAccounts } from './restore-accounts.ts';

const SECRET = '67dea2ed018072d675f5415ecfaed7d2597555e202d85b3d65ea4e58d2d92ffa';
const OTHER = '22'.repeat(32);
const [ME, YOU] = [getPublicKey(bytesOf(SECRET)), getPublicKey(bytesOf(OTHER))] as const;
const NOW = 1_700_000_000;

/** A browser whose local storage can be set back, as after a crash. IndexedDB stays. */
function start() {
  const browser = fakeBrowser();
  const idb = fakeIdb();
  const { box, kept } = sealKeys();
  const { keys } = testKeys(box);
  const copies = openAccountCopies(idb.factory, () => seconds(NOW));
  /** Starts a page: it repairs local storage first. */
  const load = async () => {
    const { page, device } = browser.tab();
    const store = openAccountStore(openStorages(device), page, copies);
    await restoreAccounts({ store, copies, hasSealKey: async (owner) => hasSealKey(box, owner) });
    return store;
  };
  const snapshot = () => new Map(browser.texts);
  const crash = (texts: ReadonlyMap<string, string>) => {
    browser.texts.clear();
    for (const [name, text] of texts) browser.texts.set(name, text);
  };
  return { browser, idb, keys, kept, copies, load, snapshot, crash };
}

type Device = ReturnType<typeof start>;
type Store = Awaited<ReturnType<Device['load']>>;

/** Signs in as the login does, with a PIN or without. */
async function signIn(keys: KeyWorkerClient, store: Store, pin?: string, hex = SECRET) {
  const pubkey = getPublicKey(bytesOf(hex));
  await keys.ask({ do: 'open', key: { from: 'hex', text: hex } });
  if (pin === undefined) await keepOnDevice(pubkey, { keys, store });
  else {
    const locked = await keys.ask({ do: 'lock', pubkey, pin });
    await keepLocked(pubkey, locked.ok ? (locked.text ?? '') : '', { keys, store });
  }
}

function adopt(store: Store, ...people: readonly (readonly [string, 'pin' | 'device'])[]) {
  const accounts = people.map(([pubkey, lock]): Account => ({ pubkey, method: 'key', lock }));
  store.keep({ accounts, current: people.at(-1)?.[0], autoLock: 'close' });
}

describe('local storage is lost in a crash of the browser', () => {
  test('ACCOUNT-07 INV-NO-LOSS E-36 a key without a PIN comes back, and its copy is sealed', async () => {
    const { idb, keys, load, crash, snapshot } = start();
    const before = snapshot();
    await signIn(keys, await load());
    expect(JSON.stringify(idb.rows('starling-accounts', 'rows'))).not.toContain(SECRET);
    crash(before);
    const store = await load();
    expect(store.read()).toMatchObject({
      accounts: [{ pubkey: ME, method: 'key', lock: 'device' }],
      current: ME,
    });
    const secret = store.secret(ME);
    const sealed = secret && 'sealed' in secret ? secret.sealed : '';
    expect(
      await keys.ask({ do: 'open', key: { from: 'sealed', pubkey: ME, sealed } }),
    ).toMatchObject({ ok: true, pubkey: ME });
  });

  test('ACCOUNT-04 ACCOUNT-22 a key stays locked with its PIN, also one that was set just now', async () => {
    const device = start();
    const { keys, load, crash, snapshot } = device;
    const before = snapshot();
    await signIn(keys, await load(), 'first pin');
    crash(before);
    const store = await load();
    expect([store.secret(ME)?.kept, store.find(ME)]).toMatchObject(['pin', { lock: 'pin' }]);

    const other = start();
    const page = await other.load();
    await signIn(other.keys, page);
    adopt(page, [ME, 'device']);
    const input = { account: ME, act: 'set', old: secretOf(''), next: secretOf('1234') } as const;
    const deps = { keys: other.keys, store: page, now: () => seconds(NOW) };
    await toPromise(createActor(changePinPort(deps), { input }).start());
    other.crash(new Map());
    expect((await other.load()).find(ME)).toMatchObject({ method: 'key', lock: 'pin' });
  });

  test('INV-SCOPE two accounts come back apart, and the account that is known stays current', async () => {
    const { keys, load, crash, snapshot } = start();
    const first = await load();
    await signIn(keys, first);
    adopt(first, [ME, 'device']);
    const before = snapshot();
    await signIn(keys, first, 'a pin', OTHER);
    crash(before);
    const store = await load();
    expect(store.read()).toMatchObject({
      accounts: [
        { pubkey: ME, lock: 'device' },
        { pubkey: YOU, lock: 'pin' },
      ],
      current: ME,
    });
  });
});

describe('a sign-out', () => {
  test('ACCOUNT-06 E-35 it stays, and leaves neither the copy nor the account’s name in it', async () => {
    const { idb, keys, copies, load, crash } = start();
    const store = await load();
    await signIn(keys, store);
    adopt(store, [ME, 'device']);
    await eraseSecret(ME, { keys, store }, { pubkey: ME, erase: true });
    expect(JSON.stringify(idb.rows('starling-accounts', 'rows'))).not.toContain(ME);
    expect([(await copies.read())?.copies, await hasCopies(idb.factory)]).toEqual([[], false]);
    crash(new Map());
    expect((await load()).read().accounts).toEqual([]);
  });

  test('ACCOUNT-06 E-35 one that local storage has lost is done again, another sign-in is not', async () => {
    const { keys, load, crash, snapshot } = start();
    const store = await load();
    await signIn(keys, store);
    adopt(store, [ME, 'device']);
    const before = snapshot();
    await eraseSecret(ME, { keys, store }, { pubkey: ME, erase: true });
    crash(before);
    const after = await load();
    expect([after.read(), after.leaves()]).toMatchObject([
      { accounts: [], current: undefined },
      [{ pubkey: ME, erase: true }],
    ]);
    after.endLeave(ME);
    await signIn(keys, after);
    adopt(after, [ME, 'device']);
    expect((await load()).read().current).toBe(ME);
  });

  test('ACCOUNT-05 an erased key that local storage still has leaves a reader', async () => {
    const { keys, load, crash, snapshot } = start();
    const store = await load();
    await signIn(keys, store, 'a pin');
    adopt(store, [ME, 'pin']);
    const before = snapshot();
    await eraseSecret(ME, { keys, store });
    crash(before);
    const after = await load();
    expect([after.read().accounts, after.secret(ME)]).toEqual([
      [{ pubkey: ME, method: 'readonly' }],
      undefined,
    ]);
  });

  test('E-35 by a tab of an earlier version, which knows no copy, does not come back', async () => {
    const { keys, kept, copies, load, crash } = start();
    await signIn(keys, await load());
    kept.clear();
    crash(new Map());
    expect((await load()).read().accounts).toEqual([]);
    expect((await copies.read())?.copies).toEqual([]);
  });
});

test('INV-NO-LOSS a sign-in without a working database still ends, and a visitor creates none', async () => {
  const { idb, keys, load, browser } = start();
  const store = await load();
  expect(idb.names()).toEqual([]);
  idb.faults.fail = () => new DOMException('broken', 'UnknownError');
  await signIn(keys, store);
  expect([...browser.texts.keys()]).toContain(`starling/global/secret/${ME}`);
});
