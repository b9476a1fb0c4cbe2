import { encrypt as lockKey } from 'nostr-tools/nip49';
import { getPublicKey } from 'nostr-tools/pure';
import { describe, expect, test } from 'vitest';
import { createActor, type PromiseActorLogic, toPromise } from 'xstate';
import { fakeBrowser } from '../../../tests/support/fake-browser.ts';
import { sealKeys, testKeys } from '../../../tests/support/test-keys.ts';
import { type KeptSecret, lockOwner } from '../../events/account/kept-secret.ts';
import { secretOf } from '../../events/account/secret.ts';
import { bytesOf } from '../../events/hex.ts';
import { openStorages } from '../app/storage.ts';
import { openAccountStore } from './account-store.ts';
import { erasePort, lockPort, openPort } from './pin-ports.ts';
import { keepLocked } from './secret-keeper.ts';

const SECRET = '67dea2ed018072d675f5415ecfaed7d2597555e202d85b3d65ea4e58d2d92ffa';
const ME = getPublicKey(bytesOf(SECRET));
const OLD = { kept: 'pin', ncryptsec: lockKey(bytesOf(SECRET), '1234', 4, 0) } as const satisfies KeptSecret;

const run = async <Out, In>(port: PromiseActorLogic<Out, In>, input: In): Promise<Out> => toPromise(createActor(port, { input }).start());

function start({ seals = true }: { seals?: boolean } = {}) {
  const { page, device } = fakeBrowser().tab();
  const { box, kept } = sealKeys();
  const broken = { ...box, keep: () => Promise.reject(new Error('no database')) };
  const { keys } = testKeys(seals ? box : broken);
  const deps = { keys, store: openAccountStore(openStorages(device), page) };
  const enter = async (pin: string): Promise<boolean> => {
    const isRight = await run(openPort(deps), { pubkey: ME, pin: secretOf(pin) });
    if (isRight) await keys.ask({ do: 'close', pubkey: ME });
    return isRight;
  };
  const lock = async (pin: string): Promise<void> => {
    await keys.ask({ do: 'open', key: { from: 'hex', text: SECRET } });
    await run(lockPort(deps), { pubkey: ME, pin: secretOf(pin) });
    await keys.ask({ do: 'close', pubkey: ME });
  };
  return { deps, kept, enter, lock, secret: () => deps.store.secret(ME) };
}

describe('ACCOUNT-22 E-35 a key with a PIN', () => {
  test('is kept sealed: erased, a copy of what was kept does not open with the right PIN', async () => {
    const { deps, kept, enter, lock, secret } = start();
    await lock('1234');
    const copy = secret();
    expect(JSON.stringify(copy)).not.toContain('ncryptsec');
    expect([await enter('1235'), await enter('1234')]).toEqual([false, true]);
    await run(erasePort(deps), { pubkey: ME });
    expect([secret(), kept.size]).toEqual([undefined, 0]);
    if (copy) deps.store.keepSecret(ME, copy);
    expect(await enter('1234')).toBe(false);
  });

  test('that an earlier version kept unsealed is sealed when it is unlocked the next time', async () => {
    const { deps, enter, secret } = start();
    deps.store.keepSecret(ME, OLD);
    expect([await enter('1235'), secret()]).toEqual([false, OLD]);
    expect(await enter('1234')).toBe(true);
    expect(JSON.stringify(secret())).not.toContain('ncryptsec');
    expect([await enter('1235'), await enter('1234')]).toEqual([false, true]);
  });

  test('is kept as before where the browser cannot seal, and none is lost', async () => {
    const { deps, enter, lock, secret } = start({ seals: false });
    deps.store.keepSecret(ME, OLD);
    expect([await enter('1234'), secret()?.kept]).toEqual([true, 'pin']);
    await lock('5678');
    expect([await enter('1234'), await enter('5678')]).toEqual([false, true]);
  });

  test('that another tab erases meanwhile does not come back, and leaves no key of the device', async () => {
    const { deps, kept, secret } = start();
    deps.store.keepSecret(ME, OLD);
    const sealing = keepLocked(ME, OLD.ncryptsec, deps, OLD);
    deps.store.removeSecret(ME);
    expect([await sealing, secret(), kept.size]).toEqual([false, undefined, 0]);
  });

  test('is sealed with another key of the device than one without a PIN, which ends with the PIN', async () => {
    const { kept, lock } = start();
    await lock('1234');
    expect([...kept.keys()]).toEqual([`seal ${lockOwner(ME)}`]);
  });

  test('is reported as a wrong PIN where its seal is damaged', async () => {
    const { deps, enter, lock } = start();
    await lock('1234');
    deps.store.keepSecret(ME, { kept: 'pin', sealed: '2:AAAA' });
    expect(await enter('1234')).toBe(false);
  });
});
