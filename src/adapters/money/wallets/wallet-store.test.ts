import { afterEach, expect, test, vi } from 'vitest';
import { createActor, setup } from 'xstate';
import { fakeIdb } from '../../../../tests/support/browser/fake-idb.ts';
import { fakeSeal } from '../../../../tests/support/account/test-keys.ts';
import { type Connection, readConnection } from '../../../events/money/wallets/nwc.ts';
import type {
  WalletStoreCommand,
  WalletStoreSignal,
} from '../../../machines/money/payments/money-protocol.ts';
import type { DeviceSeal } from '../../account/keys/device-seal.ts';
import { walletStoreName } from '../payments/money-databases.ts';
import { walletStore } from './wallet-store.ts';

const ME = '1'.repeat(64);
const SECRET = 'b'.repeat(64);
const stops: Array<() => void> = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

function connectionOf(digit: string): Connection {
  const read = readConnection(
    `nostr+walletconnect://${digit.repeat(64)}?relay=wss://r.example&secret=${SECRET}`,
  );
  if ('fault' in read) throw new Error(read.fault);
  return read;
}

function open(idb: ReturnType<typeof fakeIdb>, seal: DeviceSeal | undefined) {
  const heard: WalletStoreSignal[] = [];
  const logic = walletStore({
    factory: idb.factory,
    seal,
    channel: (name) => new BroadcastChannel(name),
    hasWebln: () => false,
    hasEcash: async () => false,
  });
  const parent = setup({
    types: { events: {} as WalletStoreSignal },
    actors: { logic },
  }).createMachine({
    invoke: { id: 'port', src: 'logic', input: { account: ME } },
    on: { '*': { actions: ({ event }) => heard.push(event) } },
  });
  const actor = createActor(parent).start();
  stops.push(() => actor.stop());
  const last = () => heard.findLast((one) => one.type === 'walletStore.found')?.kept;
  return {
    heard,
    tell: (command: WalletStoreCommand) => actor.getSnapshot().children['port']?.send(command),
    until: (is: (kept: NonNullable<ReturnType<typeof last>>) => boolean) =>
      vi.waitFor(() => {
        const kept = last();
        if (!kept || !is(kept)) throw new Error('not yet');
        return kept;
      }),
  };
}

test('E-36 wallets, limits and the active one survive the page, sealed; no connection is in plain text', async () => {
  const [idb, seal] = [fakeIdb(), fakeSeal()];
  const port = open(idb, seal);
  port.tell({ type: 'walletStore.add', connection: connectionOf('c') });
  port.tell({ type: 'walletStore.add', connection: connectionOf('d') });
  port.tell({
    type: 'walletStore.activate',
    payer: { by: 'wallet', wallet: connectionOf('d').id },
  });
  for (const host of ['pay.example', 'other.example', 'pay.example'])
    port.tell({ type: 'walletStore.accept', host });
  port.tell({ type: 'walletStore.limit', limits: { perDay: 5_000, askAbove: 1_000 } });
  await port.until(({ limits }) => limits.perDay === 5_000);
  const { database, store } = walletStoreName(ME);
  const lying = JSON.stringify(idb.rows(database, store));
  for (const text of [SECRET, 'c'.repeat(64), 'r.example', 'walletconnect', 'pay.example'])
    expect(lying).not.toContain(text);
  const again = open(idb, seal);
  const kept = await again.until(({ connections }) => connections.length === 2);
  expect(kept.connections.map(({ wallet, secret }) => [wallet[0], secret.reveal()])).toEqual([
    ['c', SECRET],
    ['d', SECRET],
  ]);
  expect([kept.active, kept.limits]).toEqual([
    { by: 'wallet', wallet: connectionOf('d').id },
    { perDay: 5_000, perWallet: undefined, askAbove: 1_000 },
  ]);
  expect(kept.acceptedHosts).toEqual(['other.example', 'pay.example']);
});

test('INV-NO-LOSS two tabs that connect two wallets keep both; a removed one is gone from disk and tabs', async () => {
  const [idb, seal] = [fakeIdb(), fakeSeal()];
  const [one, two] = [open(idb, seal), open(idb, seal)];
  one.tell({ type: 'walletStore.add', connection: connectionOf('c') });
  two.tell({ type: 'walletStore.add', connection: connectionOf('d') });
  for (const tab of [one, two]) await tab.until(({ connections }) => connections.length === 2);
  one.tell({ type: 'walletStore.remove', wallet: connectionOf('c').id });
  for (const tab of [one, two]) await tab.until(({ connections }) => connections.length === 1);
  const { database, store } = walletStoreName(ME);
  expect(idb.rows(database, store)).toHaveLength(1);
});

test('E-47 a wallet that cannot be stored works in this page, and that is reported', async () => {
  const port = open(fakeIdb(), undefined);
  port.tell({ type: 'walletStore.add', connection: connectionOf('c') });
  await port.until(({ connections }) => connections.length === 1);
  expect(port.heard.map(({ type }) => type)).toContain('walletStore.writeFailed');
});
