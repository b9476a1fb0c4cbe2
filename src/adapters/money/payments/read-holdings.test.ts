import { createActor, setup, toPromise } from 'xstate';
import { expect, test, vi } from 'vitest';
import { fakeSeal } from '../../../../tests/support/account/test-keys.ts';
import { fakeIdb } from '../../../../tests/support/browser/fake-idb.ts';
import { ecashIssued } from '../../../../tests/support/money/fake-ecash-wallet.ts';
import { CONNECTION } from '../../../../tests/support/money/money-world.ts';
import { secretOf } from '../../../events/account/keys/secret.ts';
import type { EcashStoreSignal } from '../../../machines/money/ecash/ecash-protocol.ts';
import type { WalletStoreSignal } from '../../../machines/money/payments/money-protocol.ts';
import { ecashStore } from '../ecash/ecash-store.ts';
import { walletStore } from '../wallets/wallet-store.ts';
import { readHoldings } from './read-holdings.ts';

const ME = '1'.repeat(64);
const MINT = 'https://mint.example';
const SEED = { type: 'seeded', words: secretOf('words') } as const;
const channel = (name: string) => new BroadcastChannel(name);

test('ACCOUNT-06 stored wallets and ecash are read; for an account without any nothing is created', async () => {
  const [{ factory, keyRange }, seal] = [fakeIdb(), fakeSeal()];
  const heard: string[] = [];
  const parent = setup({
    types: { events: {} as WalletStoreSignal | EcashStoreSignal },
    actors: {
      wallets: walletStore({
        factory,
        seal,
        channel,
        hasWebln: () => false,
        hasEcash: async () => false,
      }),
      ecash: ecashStore({ factory, keyRange, seal, locks: undefined, channel }),
    },
  }).createMachine({
    invoke: [
      { id: 'wallets', src: 'wallets', input: { account: ME } },
      { id: 'ecash', src: 'ecash', input: { account: ME } },
    ],
    on: { '*': { actions: ({ event }) => heard.push(event.type) } },
  });
  const actor = createActor(parent).start();
  const { wallets, ecash } = actor.getSnapshot().children;
  wallets?.send({ type: 'walletStore.add', connection: CONNECTION });
  ecash?.send({ type: 'ecashLog.append', lines: [SEED, ...ecashIssued(MINT, 64, 0)] });
  await vi.waitFor(() => expect(heard).toContain('ecashLog.appended'));
  await vi.waitFor(() =>
    expect(heard.filter((type) => type === 'walletStore.found')).toHaveLength(2),
  );
  actor.stop();

  const databases = vi.fn(async () => [
    { name: `starling-wallets-${ME}` },
    { name: `starling-ecash-${ME}` },
  ]);
  const open = vi.spyOn(factory, 'open');
  const read = (account: string) =>
    toPromise(
      createActor(
        readHoldings({ factory: Object.assign(factory, { databases }), keyRange, seal }),
        {
          input: { account },
        },
      ).start(),
    );
  const { wallets: found, ecash: sums } = await read(ME);
  expect([found.map(({ wallet }) => wallet), [...sums]]).toEqual([
    [CONNECTION.wallet],
    [[MINT, 64]],
  ]);
  open.mockClear();
  expect(await read('2'.repeat(64))).toEqual({ wallets: [], ecash: new Map() });
  expect(open).not.toHaveBeenCalled();
});
