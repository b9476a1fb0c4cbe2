import { getPublicKey } from 'nostr-tools/pure';
import { expect, test } from 'vitest';
import { createActor, toPromise } from 'xstate';
import { fakeBrowser } from '../../../../tests/support/browser/fake-browser.ts';
import { sealKeys, testKeys } from '../../../../tests/support/account/test-keys.ts';
import { secretOf } from '../../../events/account/keys/secret.ts';
import { ON_DISK_AFTER } from '../../../events/account/keys/stored-secret.ts';
import { bytesOf } from '../../../events/core/hex.ts';
import { seconds } from '../../../events/core/time.ts';
import type { PinAct, PinChanged } from '../../../machines/account/keys/pin-change.machine.ts';
import { openStorages } from '../../core/storage.ts';
import { openAccountStore } from '../session/account-store.ts';
import { changePinPort } from './pin-change-port.ts';
import { openDevicePort, openPort } from './pin-ports.ts';
import { endPast, eraseSecret, keepLocked, keepOnDevice } from './secret-store.ts';

const SECRET = '67dea2ed018072d675f5415ecfaed7d2597555e202d85b3d65ea4e58d2d92ffa';
const ME = getPublicKey(bytesOf(SECRET));
const START = 1_700_000_000;

interface Moment {
  readonly texts: ReadonlyMap<string, string>;
  readonly seals: ReadonlyMap<string, CryptoKey>;
}

/** A device with one key. `moments`: its contents after each write and each deletion. */
function start(before?: Moment, broken = false) {
  const browser = fakeBrowser();
  for (const [name, text] of before?.texts ?? []) browser.texts.set(name, text);
  const { box, kept } = sealKeys();
  for (const [name, key] of before?.seals ?? []) kept.set(name, key);
  const moments: Moment[] = [];
  const record = () => moments.push({ texts: new Map(browser.texts), seals: new Map(kept) });
  const { keys } = testKeys({
    ...box,
    keep: async (name, key) => {
      if (broken) throw new Error('no database');
      const first = await box.keep(name, key);
      record();
      return first;
    },
    remove: async (...order) => {
      await box.remove(...order);
      record();
    },
  });
  const tabOf = () => {
    const { page, device } = browser.tab();
    const recorded = {
      ...device,
      setItem: (name: string, text: string) => {
        device.setItem(name, text);
        record();
      },
    };
    const store = openAccountStore(openStorages(recorded), { ...page, navigator });
    let time = START;
    const deps = { keys, store, now: () => seconds(time) };
    const change = async (act: PinAct, old: string, next: string): Promise<PinChanged> => {
      const input = { account: ME, act, old: secretOf(old), next: secretOf(next) };
      return toPromise(createActor(changePinPort(deps), { input }).start());
    };
    const opens = async (pin?: string): Promise<boolean> => {
      const pubkey = ME;
      const answer =
        pin === undefined
          ? await toPromise(createActor(openDevicePort(deps), { input: { pubkey } }).start())
          : (await toPromise(
              createActor(openPort(deps), { input: { pubkey, pin: secretOf(pin) } }).start(),
            )) === 'right';
      if (answer) await keys.ask({ do: 'close', pubkey });
      return answer;
    };
    return {
      store,
      deps,
      change,
      opens,
      later: async (wait: number) => {
        time += wait;
        await endPast(ME, deps.now(), deps);
      },
    };
  };
  return { browser, keys, kept, moments, tabOf, record };
}

async function withKey(kind: 'device' | 'pin', broken = false) {
  const world = start(undefined, broken);
  const tab = world.tabOf();
  tab.store.keep({
    accounts: [{ pubkey: ME, method: 'key', lock: kind }],
    current: ME,
    autoLock: 'close',
  });
  await world.keys.ask({ do: 'open', key: { from: 'hex', text: SECRET } });
  if (kind === 'device') await keepOnDevice(ME, tab.deps);
  else {
    const locked = await world.keys.ask({ do: 'lock', pubkey: ME, pin: 'first' });
    await keepLocked(ME, (locked.ok && locked.text) || '', tab.deps);
  }
  await world.keys.ask({ do: 'close', pubkey: ME });
  world.moments.length = 0;
  world.record();
  return { ...world, ...tab };
}

const DONE = { isDone: true };

test('ACCOUNT-22 a PIN is set later, changed and removed, and only the last one opens the key', async () => {
  const { change, opens, store } = await withKey('device');
  const lock = () => store.find(ME);
  expect(await change('set', '', 'first')).toEqual(DONE);
  expect([await opens('first'), await opens(), lock()]).toMatchObject([
    true,
    false,
    { lock: 'pin' },
  ]);
  expect(await change('change', 'first', 'second')).toEqual(DONE);
  expect([await opens('first'), await opens('second')]).toEqual([false, true]);
  expect(await change('remove', 'second', '')).toEqual(DONE);
  expect([await opens('second'), await opens(), lock()]).toMatchObject([
    false,
    true,
    { lock: 'device' },
  ]);
});

test('ACCOUNT-22 a wrong PIN, a missing key and a PIN set elsewhere change nothing', async () => {
  const { browser, change, opens, store } = await withKey('pin');
  const before = store.secret(ME);
  expect(await change('change', 'wrong', 'second')).toEqual({ problem: 'pin' });
  expect(await change('remove', 'wrong', '')).toEqual({ problem: 'pin' });
  expect(await change('set', '', 'second')).toEqual({ problem: 'elsewhere' });
  expect([store.secret(ME), await opens('first')]).toEqual([before, true]);
  browser.setFull(true);
  expect(await change('change', 'first', 'second')).toEqual({ problem: 'unkept' });
  browser.setFull(false);
  expect([store.secret(ME), await opens('first')]).toEqual([before, true]);
  store.removeSecret(ME);
  expect(await change('change', 'first', 'second')).toEqual({ problem: 'elsewhere' });
});

test('ACCOUNT-22 the key opens after a crash at any moment, even if the disk lacks the last writes', async () => {
  const { change, later, moments } = await withKey('device');
  await change('set', '', 'first');
  await change('change', 'first', 'second');
  await change('remove', 'second', '');
  await change('set', '', 'third');
  expect(moments.length).toBeGreaterThan(8);
  const opensAt = async (texts: Moment['texts'], seals: Moment['seals']) => {
    const tab = start({ texts, seals }).tabOf();
    const lock = tab.store.find(ME);
    const isPin = lock?.method === 'key' && lock.lock === 'pin';
    const pins = isPin ? ['first', 'second', 'third'] : [undefined];
    const opened = await Promise.all(pins.map(tab.opens));
    return opened.includes(true);
  };
  const lost: string[] = [];
  for (const [at, { seals }] of moments.entries())
    for (const [earlier, { texts }] of moments.slice(0, at + 1).entries())
      if (!(await opensAt(texts, seals))) lost.push(`${earlier} with the keys of ${at}`);
  expect(lost).toEqual([]);
  await later(ON_DISK_AFTER);
  const last = moments.at(-1);
  expect(last && (await opensAt(last.texts, last.seals))).toBe(true);
});

test('ACCOUNT-22 E-35 once the new form is on disk, earlier copies open with no PIN', async () => {
  const { change, kept, later, opens, store, deps } = await withKey('device');
  const copies = [store.secret(ME)];
  await change('set', '', 'first');
  copies.push(store.secret(ME));
  await change('change', 'first', 'second');
  await later(ON_DISK_AFTER - 1);
  expect(kept.size).toBe(3);
  await later(1);
  expect([kept.size, await opens('second'), JSON.stringify(store.secret(ME))]).toMatchObject([
    1,
    true,
    expect.not.stringContaining('past'),
  ]);
  const current = store.secret(ME);
  for (const copy of copies) {
    if (copy) store.keepSecret(ME, copy);
    expect([await opens(), await opens('first')]).toEqual([false, false]);
  }
  if (current) store.keepSecret(ME, current);
  await change('change', 'second', 'third');
  await eraseSecret(ME, deps);
  expect(kept.size).toBe(0);
});

test('ACCOUNT-22 two tabs that change the PIN at once take turns; the later one needs the new PIN', async () => {
  const { tabOf } = await withKey('pin');
  const [one, other] = [tabOf(), tabOf()];
  const both = await Promise.all([
    one.change('change', 'first', 'of one'),
    other.change('change', 'first', 'of the other'),
  ]);
  expect(both).toEqual([DONE, { problem: 'pin' }]);
  expect([await other.opens('of one'), await other.opens('of the other')]).toEqual([true, false]);
});

test('ACCOUNT-22 other tabs receive that the PIN was set or removed', async () => {
  const { change, tabOf } = await withKey('device');
  const locks: unknown[] = [];
  const end = new AbortController();
  tabOf().store.watch(({ accounts }, by) => locks.push({ ...accounts[0], by }), end.signal);
  await change('set', '', 'first');
  expect(locks.at(-1)).toMatchObject({ lock: 'pin', by: 'elsewhere' });
  await change('remove', 'first', '');
  expect(locks.at(-1)).toMatchObject({ lock: 'device', by: 'elsewhere' });
  end.abort();
});

test('E-35 passkeys are removed with the PIN', async () => {
  const { change, store } = await withKey('pin');
  const passkey = {
    id: 'one',
    name: '',
    added: seconds(1),
    salt: btoa('s'.repeat(32)),
    wrapped: btoa('w'.repeat(72)),
  };
  store.keepPasskeys(ME, [passkey]);
  expect(store.passkeys(ME)).toHaveLength(1);
  await change('remove', 'first', '');
  await change('set', '', 'second');
  expect(store.passkeys(ME)).toEqual([]);
});

test('ACCOUNT-22 a browser that cannot seal changes the PIN of a key that it never sealed', async () => {
  const { change, opens, store } = await withKey('pin', true);
  expect(JSON.stringify(store.secret(ME))).toContain('ncryptsec');
  expect(await change('change', 'first', 'second')).toEqual(DONE);
  expect([await opens('first'), await opens('second')]).toEqual([false, true]);
  // a key without a PIN needs the seal
  expect(await change('remove', 'second', '')).toEqual({ problem: 'failed' });
  expect(await opens('second')).toBe(true);
});
