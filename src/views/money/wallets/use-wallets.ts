import { shallowEqual, useSelector } from '@xstate/react';
import { type Connection, readConnection } from '../../../events/money/wallets/nwc.ts';
import type { MoneyMessage } from '../../../events/money/payments/money-message.ts';
import type { Payer } from '../../../events/money/payments/payment.ts';
import { isPlayWallet, payerOf } from '../../../machines/money/payments/money-context.ts';
import type { WalletActor } from '../../../machines/money/wallets/wallet.machine.ts';
import { useFeature } from '../../account/use-features.ts';
import { type MoneyHandle, useMoneySender } from '../payments/use-payments.ts';

type Snapshot = ReturnType<MoneyHandle['getSnapshot']>;

const NONE: readonly Connection[] = [];
const SHOWN: Payer = { by: 'shown' };
export const MOST_WALLETS = 10;

/** Return the connected wallets, in order of connection. */
export function useWallets(): readonly Connection[] {
  return useSelector(useFeature('money'), (snapshot) => snapshot?.context.wallets ?? NONE);
}

/**
 * Return the default payer. `hasWebln`: the browser has a wallet. `hasEcash`: there may be ecash on
 * this device.
 */
export function useActivePayer() {
  return useSelector(
    useFeature('money'),
    (snapshot) => ({
      payer: snapshot ? payerOf(snapshot.context, undefined) : SHOWN,
      hasWebln: snapshot?.context.hasWebln ?? false,
      hasEcash: snapshot?.context.hasEcash ?? false,
    }),
    ({ payer: one, ...has }, { payer: other, ...had }) =>
      shallowEqual(one, other) && shallowEqual(has, had),
  );
}

/**
 * Return the state of one wallet: its name, its balance in msats, its last transactions. `isPlay`:
 * it uses play sats.
 */
export function useWallet(id: string) {
  const money = useFeature('money');
  const wallet = useSelector(
    money,
    (snapshot: Snapshot | undefined): WalletActor | undefined => snapshot?.children[`wallet ${id}`],
  );
  const isPlay = useSelector(money, (snapshot) => {
    const connection = snapshot?.context.wallets.find((one) => one.id === id);
    return (
      connection !== undefined &&
      snapshot !== undefined &&
      isPlayWallet(connection, snapshot.context.home)
    );
  });
  const known = useSelector(
    wallet,
    (snapshot) => ({
      balanceMsats: snapshot?.context.balanceMsats,
      transactions: snapshot?.context.transactions,
      isConnecting: snapshot?.hasTag('connecting') ?? false,
      isSilent: snapshot?.hasTag('silent') ?? false,
      isNotPermitted: snapshot?.hasTag('notPermitted') ?? false,
    }),
    shallowEqual,
  );
  return { ...known, isPlay };
}

/** Return the actions on wallets. */
export function useWalletIntents() {
  const send = useMoneySender();
  const wallets = useWallets();
  return {
    /** Connects a wallet by its connection string. Returns the error, if there is one. */
    connect: (text: string): MoneyMessage | undefined => {
      const connection = readConnection(text);
      if ('fault' in connection) return { code: connection.fault };
      if (wallets.some(({ id }) => id === connection.id)) return { code: 'wallet.known' };
      if (wallets.length >= MOST_WALLETS) return { code: 'wallet.tooMany' };
      send({ type: 'money.connect', connection });
      return undefined;
    },
    disconnect: (wallet: string) => send({ type: 'money.disconnect', wallet }),
    activate: (payer: Payer) => send({ type: 'money.activate', payer }),
    refresh: (wallet: string) => send({ type: 'money.refresh', wallet }),
  };
}
