import { encrypt as lockKey } from 'nostr-tools/nip49';
import { getPublicKey } from 'nostr-tools/pure';
import { describe, expect, test } from 'vitest';
import { createActor, type PromiseActorLogic, toPromise } from 'xstate';
import { fakeBrowser } from '../../../../tests/support/browser/fake-browser.ts';
import { sealKeys, testKeys } from '../../../../tests/support/account/test-keys.ts';
import { type StoredSecret, lockOwner } from '../../../events/account/keys/stored-secret.ts';
import type { PinVerdict } from '../../../events/account/keys/pin.ts';
import { secretOf } from '../../../events/account/keys/secret.ts';
import { bytesOf } from '../../../events/core/hex.ts';
import { openStorages } from '../../core/storage.ts';
import { openAccountStore } from '../session/account-store.ts';
import { erasePort, lockPort, openPort } from './pin-ports.ts';
import { keepLocked } from './secret-store.ts';

const SECRET = '67dea2ed018072d675f5415ecfaed7d2597555e202d85b3d65ea4e58d2d92ffa';
const ME = getPublicKey(bytesOf(SECRET));
const OLD = {
  kept: 'pin',
  ncryptsec: lockKey(bytesOf(SECRET), '1234', 4, 0),
} as const satisfies StoredSecret;

const run = async <Out, In>(port: PromiseActorLogic<Out, In>, input: In): Promise<Out> =>
  toPromise(createActor(port, { input }).start());

function start({
  seals = true,
  removing,
}: {
  seals?: boolean;
  removing?: () => Promise<void>;
} = {}) {
  const { page, device } = fakeBrowser().tab();
  const { box, kept } = sealKeys();
  const broken = { ...box, keep: () => Promise.reject(new Error('no database')) };
  const slow = {
    ...box,
    remove: async (...order: Parameters<typeof box.remove>) => {
      await removing?.();
      await box.remove(...order);
    },
  };
  const { keys } = testKeys(seals ? slow : broken);
  const deps = { keys, store: openAccountStore(openStorages(device), { ...page, navigator }) };
  const enter = async (pin: string): Promise<PinVerdict> => {
    const verdict = await run(openPort(deps), { pubkey: ME, pin: secretOf(pin) });
    if (verdict === 'right') await keys.ask({ do: 'close', pubkey: ME });
    return verdict;
  };
  const lock = async (pin: string): Promise<void> => {
    await keys.ask({ do: 'open', key: { from: 'hex', text: SECRET } });
    await run(lockPort(deps), { pubkey: ME, pin: secretOf(pin) });
    await keys.ask({ do: 'close', pubkey: ME });
  };
  return { deps, kept, enter, lock, secret: () => deps.store.secret(ME) };
}

describe('ACCOUNT-22 E-35 a key with a PIN', () => {
  test('is stored sealed: after it is erased, the right PIN does not open a copy', async () => {
    const { deps, kept, enter, lock, secret } = start();
    await lock('1234');
    const copy = secret();
    expect(JSON.stringify(copy)).not.toContain('ncryptsec');
    expect([await enter('1235'), await enter('1234')]).toEqual(['wrong', 'right']);
    await run(erasePort(deps), { pubkey: ME });
    expect([secret(), kept.size]).toEqual([undefined, 0]);
    if (copy) deps.store.keepSecret(ME, copy);
    expect(await enter('1234')).toBe('lost');
  });

  test('that an earlier version stored unsealed is sealed at its next unlock', async () => {
    const { deps, enter, secret } = start();
    deps.store.keepSecret(ME, OLD);
    expect([await enter('1235'), secret()]).toEqual(['wrong', OLD]);
    expect(await enter('1234')).toBe('right');
    expect(JSON.stringify(secret())).not.toContain('ncryptsec');
    expect([await enter('1235'), await enter('1234')]).toEqual(['wrong', 'right']);
  });

  test('is stored as before if the browser cannot seal, and none is lost', async () => {
    const { deps, enter, lock, secret } = start({ seals: false });
    deps.store.keepSecret(ME, OLD);
    expect([await enter('1234'), secret()?.kept]).toEqual(['right', 'pin']);
    await lock('5678');
    expect([await enter('1234'), await enter('5678')]).toEqual(['wrong', 'right']);
  });

  test('that another tab erases meanwhile does not come back, and leaves no device key', async () => {
    const { deps, kept, secret } = start();
    deps.store.keepSecret(ME, OLD);
    const sealing = keepLocked(ME, OLD.ncryptsec, deps, OLD);
    deps.store.removeSecret(ME);
    expect([await sealing, secret(), kept.size]).toEqual([false, undefined, 0]);
  });

  test('is sealed with a device key of its own, which is deleted with the PIN', async () => {
    const { kept, lock } = start();
    await lock('1234');
    expect([...kept.keys()]).toEqual([`seal ${lockOwner(ME)}`]);
  });

  test('is reported as lost, not as a wrong PIN, if its seal or the device key is damaged or gone', async () => {
    const { deps, kept, enter, lock, secret } = start();
    await lock('1234');
    const whole = secret();
    deps.store.keepSecret(ME, { kept: 'pin', sealed: '2:AAAA' });
    expect(await enter('1234')).toBe('lost');
    if (whole) deps.store.keepSecret(ME, whole);
    kept.clear();
    expect([await enter('1234'), secret()]).toEqual(['lost', whole]);
    deps.store.removeSecret(ME);
    expect(await enter('1234')).toBe('lost');
    await lock('1234');
    expect(await enter('1234')).toBe('right');
  });

  test('that is locked again while another tab erases it keeps the device key that opens it', async () => {
    const [asked, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const removing = () => {
      asked.resolve();
      return late.promise;
    };
    const { deps, enter, lock } = start({ removing });
    await lock('1234');
    const erasing = run(erasePort(deps), { pubkey: ME });
    await asked.promise;
    let isLocked = false;
    const locking = lock('5678').then(() => {
      isLocked = true;
    });
    const waits = async () =>
      (await navigator.locks.query()).pending?.some(({ name }) => name?.includes(ME)) ?? false;
    await expect.poll(async () => isLocked || (await waits())).toBe(true);
    late.resolve();
    await Promise.all([erasing, locking]);
    expect(await enter('5678')).toBe('right');
  });
});
