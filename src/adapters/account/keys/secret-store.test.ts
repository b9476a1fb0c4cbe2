import { getPublicKey } from 'nostr-tools/pure';
import { describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from '../../../../tests/support/browser/fake-browser.ts';
import { sealKeys, testKeys } from '../../../../tests/support/account/test-keys.ts';
import { base64Of } from '../../../events/core/base64.ts';
import { bytesOf } from '../../../events/core/hex.ts';
import { openStorages } from '../../core/storage.ts';
import { openAccountStore } from '../session/account-store.ts';
import { eraseSecret, storeSecret } from './secret-store.ts';
import { pressed } from '../../../events/nostr/ours.ts';

const [A, B, C] = ['11', '22', '33'].map((pair) => ({
  hex: pair.repeat(32),
  pubkey: getPublicKey(bytesOf(pair.repeat(32))),
})) as [Person, Person, Person];
interface Person {
  readonly hex: string;
  readonly pubkey: string;
}

/** A browser with real keys and ciphers, whose device keys can be inspected. */
function start() {
  const { page, device } = fakeBrowser().tab();
  const { box, kept } = sealKeys();
  const { keys } = testKeys(box);
  const store = openAccountStore(openStorages(device), page);
  const deps = { keys, store };
  const open = async ({ hex, pubkey }: Person) => {
    await keys.ask({ do: 'open', key: { from: 'hex', text: hex } });
    return pubkey;
  };
  const seal = async (person: Person): Promise<string> => {
    const answer = await keys.ask({ do: 'seal', pubkey: await open(person) });
    return answer.ok ? (answer.text ?? '') : '';
  };
  const join = (...people: readonly Person[]) =>
    store.keep({
      accounts: people.map(({ pubkey }) => ({ pubkey, method: 'key', lock: 'device' })),
      current: undefined,
      autoLock: 'close',
    });
  const opens = async (pubkey: string, sealed: string): Promise<boolean> =>
    (await keys.ask({ do: 'open', key: { from: 'sealed', pubkey, sealed } })).ok;
  return { keys, store, deps, kept, open, seal, join, opens };
}

/** A secret as an earlier version stored it: sealed with one key that all accounts shared. */
async function sealedBefore(
  kept: Map<string, CryptoKey>,
  { hex, pubkey }: Person,
): Promise<string> {
  const key =
    kept.get('seal') ??
    (await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
      'encrypt',
      'decrypt',
    ]));
  kept.set('seal', key);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const parameters = { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(pubkey) };
  const made = await crypto.subtle.encrypt(parameters, key, new Uint8Array(bytesOf(hex)));
  return `1:${base64Of(new Uint8Array([...iv, ...new Uint8Array(made)]))}`;
}

const settle = async () => {
  for (let i = 0; i < 30; i++) await new Promise((resolve) => setImmediate(resolve));
};

describe('erased', () => {
  test('E-35 TRUST-05 an erased key without a PIN and its copies never open again; all others do', async () => {
    const { store, deps, kept, seal, join, opens } = start();
    join(A, B);
    const [a, b] = [await seal(A), await seal(B)];
    storeSecret(A.pubkey, { kept: 'device', sealed: a }, deps);
    storeSecret(B.pubkey, { kept: 'device', sealed: b }, deps);
    expect([await opens(A.pubkey, a), await opens(B.pubkey, b), kept.size]).toEqual([
      true,
      true,
      2,
    ]);
    await eraseSecret(A.pubkey, deps);
    expect(store.secret(A.pubkey)).toBeUndefined();
    expect([await opens(A.pubkey, a), await opens(B.pubkey, b), kept.size]).toEqual([
      false,
      true,
      1,
    ]);
    // a returning account gets another device key
    const again = await seal(A);
    expect([await opens(A.pubkey, a), await opens(A.pubkey, again)]).toEqual([false, true]);
  });

  test("E-36 the app's key for a remote signer is removed with the pairing", async () => {
    const { store, deps, seal, join, opens } = start();
    join(A);
    const sealed = await seal(C);
    const pairing = {
      kept: 'remote' as const,
      signer: B.pubkey,
      client: C.pubkey,
      relays: [pressed('wss://relay.example.com')],
      sealed,
    };
    storeSecret(A.pubkey, pairing, deps);
    await settle();
    expect([store.secret(A.pubkey), await opens(C.pubkey, sealed)]).toEqual([pairing, true]);
    await eraseSecret(A.pubkey, deps);
    expect(await opens(C.pubkey, sealed)).toBe(false);
  });

  test('if nothing was sealed, no device key is touched', async () => {
    const { keys, deps, kept, seal, join, opens } = start();
    join(A, B);
    const a = await seal(A);
    await eraseSecret(B.pubkey, deps);
    const locked = await keys.ask({ do: 'lock', pubkey: A.pubkey, pin: '1234' });
    storeSecret(B.pubkey, { kept: 'pin', ncryptsec: locked.ok ? (locked.text ?? '') : '' }, deps);
    await eraseSecret(B.pubkey, deps);
    expect([kept.size, await opens(A.pubkey, a)]).toEqual([1, true]);
  });
});

describe('replaced', () => {
  test('ACCOUNT-03 after a PIN is set, the earlier secret does not open any more', async () => {
    const { keys, store, deps, seal, join, opens } = start();
    join(A);
    const a = await seal(A);
    storeSecret(A.pubkey, { kept: 'device', sealed: a }, deps);
    const locked = await keys.ask({ do: 'lock', pubkey: A.pubkey, pin: '1234' });
    expect(
      storeSecret(A.pubkey, { kept: 'pin', ncryptsec: locked.ok ? (locked.text ?? '') : '' }, deps),
    ).toBe(true);
    expect(store.secret(A.pubkey)?.kept).toBe('pin');
    await vi.waitFor(async () => expect(await opens(A.pubkey, a)).toBe(false));
  });

  test('a text that is sealed again for the same account stays readable', async () => {
    const { deps, seal, join, opens } = start();
    join(A);
    storeSecret(A.pubkey, { kept: 'device', sealed: await seal(A) }, deps);
    const again = await seal(A);
    storeSecret(A.pubkey, { kept: 'device', sealed: again }, deps);
    await settle();
    expect(await opens(A.pubkey, again)).toBe(true);
  });
});

describe('the key that all accounts shared in an earlier version', () => {
  test('E-35 is deleted when the first account is erased; other secrets are sealed again and readable', async () => {
    const { store, deps, kept, join, opens } = start();
    join(A, B, C);
    const texts = [
      await sealedBefore(kept, A),
      await sealedBefore(kept, B),
      await sealedBefore(kept, C),
    ] as const;
    store.keepSecret(A.pubkey, { kept: 'device', sealed: texts[0] });
    store.keepSecret(B.pubkey, { kept: 'device', sealed: texts[1] });
    const pairing = {
      kept: 'remote' as const,
      signer: A.pubkey,
      client: C.pubkey,
      relays: [pressed('wss://relay.example.com')],
      sealed: texts[2],
    };
    store.keepSecret(C.pubkey, pairing);
    expect(await opens(A.pubkey, texts[0])).toBe(true);
    await eraseSecret(A.pubkey, deps);
    for (const [at, { pubkey }] of [A, B, C].entries())
      expect(await opens(pubkey, texts[at] ?? '')).toBe(false);
    expect([...kept.keys()].toSorted()).toEqual(
      [`seal ${B.pubkey}`, `seal ${C.pubkey}`].toSorted(),
    );
    const [b, c] = [store.secret(B.pubkey), store.secret(C.pubkey)];
    expect(b?.kept === 'device' && (await opens(B.pubkey, b.sealed))).toBe(true);
    expect(c).toEqual({ ...pairing, sealed: expect.stringMatching(/^2:/) as string });
    expect(c?.kept === 'remote' && (await opens(C.pubkey, c.sealed))).toBe(true);
  });

  test('stays while a secret could not be sealed again, but not for secrets that never open', async () => {
    const { store, deps, kept, join, opens } = start();
    join(A, B);
    const [a, b] = [await sealedBefore(kept, A), await sealedBefore(kept, B)];
    store.keepSecret(A.pubkey, { kept: 'device', sealed: a });
    store.keepSecret(B.pubkey, { kept: 'device', sealed: b });
    const full = { ...deps, store: { ...store, keepSecret: () => false } };
    await eraseSecret(A.pubkey, full);
    expect([kept.has('seal'), await opens(B.pubkey, b)]).toEqual([true, true]);
    store.keepSecret(A.pubkey, { kept: 'device', sealed: a });
    store.keepSecret(B.pubkey, { kept: 'device', sealed: '1:AAAA' });
    await eraseSecret(A.pubkey, deps);
    expect(kept.has('seal')).toBe(false);
  });
});
