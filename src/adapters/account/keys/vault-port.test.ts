import { inspect } from 'node:util';
import { decrypt } from 'nostr-tools/nip49';
import { describe, expect, test } from 'vitest';
import { type AnyActorLogic, createActor, setup } from 'xstate';
import { fakeBrowser } from '../../../../tests/support/browser/fake-browser.ts';
import { testKeys } from '../../../../tests/support/account/test-keys.ts';
import { mnemonicKey } from '../../../events/account/keys/mnemonic.ts';
import { secretOf } from '../../../events/account/keys/secret.ts';
import { hexOf } from '../../../events/core/hex.ts';
import { secretKeyOf } from '../../../events/nostr/nip19.ts';
import type {
  VaultCommand,
  VaultInput,
  VaultSignal,
} from '../../../machines/account/keys/key-protocol.ts';
import { openStorages } from '../../core/storage.ts';
import { openAccountStore } from '../session/account-store.ts';
import { vaultPort } from './vault-port.ts';

/** A browser that stores one new key in one of the three ways. */
async function keptBy(how: 'pin' | 'device' | 'open') {
  const { page, device } = fakeBrowser().tab();
  const { keys } = testKeys();
  const store = openAccountStore(openStorages(device), page);
  const made = await keys.ask({ do: 'open', key: { from: 'new-words' } });
  const pubkey = made.ok ? (made.pubkey ?? '') : '';
  const exported = await keys.ask({ do: 'export', pubkey });
  const { text: nsec = '', words = '' } = exported.ok ? exported : {};
  if (how !== 'open') {
    const kept = await keys.ask(
      how === 'pin' ? { do: 'lock', pubkey, pin: '1234' } : { do: 'seal', pubkey },
    );
    const text = kept.ok ? (kept.text ?? '') : '';
    store.keepSecret(
      pubkey,
      how === 'pin' ? { kept: 'pin', ncryptsec: text } : { kept: 'device', sealed: text },
    );
    await keys.ask({ do: 'close', pubkey });
  }
  const isOpen = async () => (await keys.ask({ do: 'export', pubkey })).ok;
  const start = (input: Partial<VaultInput> = {}) => {
    const heard: VaultSignal[] = [];
    const parent = setup({
      types: { events: {} as VaultSignal },
      actors: { port: vaultPort({ keys, store }) as AnyActorLogic },
    }).createMachine({
      invoke: {
        id: 'port',
        src: 'port',
        input: { pubkey, by: how, pin: how === 'pin' ? secretOf('1234') : undefined, ...input },
      },
      on: { '*': { actions: ({ event }) => heard.push(event) } },
    });
    const root = createActor(parent).start();
    const tell = (command: VaultCommand) => root.getSnapshot().children['port']?.send(command);
    return { heard, tell, stop: () => root.stop() };
  };
  return { keys, store, pubkey, nsec, words, isOpen, start };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Waits until the port has sent that many signals. */
async function said(
  { heard }: { readonly heard: readonly VaultSignal[] },
  count = 1,
): Promise<void> {
  while (heard.length < count) await turn();
}

/** Waits until the port's pending work is done: each answer takes one or two turns. */
async function settle(): Promise<void> {
  for (let i = 0; i < 50; i++) await turn();
}

describe.each(['pin', 'device', 'open'] as const)('a key that is opened by: %s', (how) => {
  test('ACCOUNT-07 E-32 is exported wrapped, forgotten with the port, and open no longer than before', async () => {
    const world = await keptBy(how);
    const port = world.start();
    await said(port);
    const [signal] = port.heard;
    if (signal?.type !== 'vault.opened') throw new Error('not opened');
    expect(signal.nsec.reveal()).toBe(world.nsec);
    // the words are known while the key stays open after it was made
    expect(signal.words?.reveal()).toBe(how === 'open' ? world.words : undefined);
    expect(inspect(port.heard, { depth: 9 })).not.toContain(world.nsec.slice(5));
    port.stop();
    await settle();
    expect(await world.isOpen()).toBe(how === 'open');
    expect([signal.nsec.reveal(), signal.words?.reveal()]).toEqual([undefined, undefined]);
  });

  test('BEYOND-12 is locked with a password that is then forgotten: an ncryptsec opens the same key (NIP-49)', async () => {
    const world = await keptBy(how);
    const port = world.start();
    await said(port);
    const password = secretOf('a long password');
    port.tell({ type: 'vault.lock', password });
    expect(password.reveal()).toBeUndefined();
    await said(port, 2);
    const signal = port.heard.at(-1);
    const ncryptsec = signal?.type === 'vault.locked' ? (signal.ncryptsec?.reveal() ?? '') : '';
    expect(hexOf(decrypt(ncryptsec, 'a long password'))).toBe(
      hexOf(secretKeyOf(world.nsec) ?? new Uint8Array()),
    );
    port.stop();
  });
});

test('E-31 a wrong PIN exports nothing; nor does a late PIN, or a key that is not stored', async () => {
  const world = await keptBy('pin');
  const pin = secretOf('4321');
  const wrong = world.start({ pin });
  await said(wrong);
  expect([wrong.heard, pin.reveal()]).toEqual([[{ type: 'vault.refused', why: 'pin' }], undefined]);
  const late = world.start();
  late.stop();
  await settle();
  expect([late.heard, await world.isOpen()]).toEqual([[], false]);
  world.store.removeSecret(world.pubkey);
  for (const by of ['pin', 'device', 'open'] as const) {
    const none = world.start({ by });
    await said(none);
    expect(none.heard).toEqual([{ type: 'vault.refused', why: 'failed' }]);
  }
});

test('a stored key of another account is not exported', async () => {
  const [mine, other] = [await keptBy('pin'), 'b'.repeat(64)];
  const kept = mine.store.secret(mine.pubkey);
  if (kept) mine.store.keepSecret(other, kept);
  const port = mine.start({ pubkey: other });
  await said(port);
  expect(port.heard).toEqual([{ type: 'vault.refused', why: 'failed' }]);
  expect(await mine.isOpen()).toBe(false);
});

test('ACCOUNT-07 the twelve words are a mnemonic of that very key (NIP-06)', async () => {
  const { nsec, words } = await keptBy('open');
  expect(words.split(' ')).toHaveLength(12);
  expect(hexOf(mnemonicKey(words) ?? new Uint8Array())).toBe(
    hexOf(secretKeyOf(nsec) ?? new Uint8Array(1)),
  );
});
