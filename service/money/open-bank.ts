import { type Mints, openMints } from '../mint/open-mints.ts';
import type { Store } from '../store/store.ts';
import { ifRoom } from '../errors.ts';
import { type Guard, openGuard } from '../relay/enforce-policy.ts';
import { POLICY } from '../relay/policy.ts';
import type { Gate } from '../verify.ts';
import { type Mood, MOODS, connectionOf, openWalletKeys, type PlayConnection, type WalletOwner } from './wallet-connections.ts';
import { type KeyPair, openKeys } from './money-keys.ts';
import { type Money, openMoney } from './payments.ts';
import { openShop, type Shop } from './membership-shop.ts';
import { openWallets } from './wallets.ts';
import { ISSUER } from '../store/money/play-money.ts';
import { seconds } from '../../src/events/core/time.ts';

/** What the bank of a service is opened with. */
export interface BankParts {
  readonly store: Store;
  readonly gate: Gate;
  /** Holds clients to what they may have stored; one with the usual limits unless it is shared with others. */
  readonly guard?: Guard;
  /** Where the service and its relay are reached. */
  readonly origin: string;
  readonly relay: string;
  /** The key that has signed zap receipts here before there was a bank. */
  readonly provider: KeyPair | undefined;
  /** Accounts that have a wallet and are given some play sats to begin with. */
  readonly owners: readonly WalletOwner[];
}

/** Play money with its wallets and mints. */
export interface Bank {
  readonly money: Money;
  readonly shop: Shop;
  /** Whether anybody here has a play wallet. */
  readonly isOpen: boolean;
  readonly mints: Mints;
  /** Connections to a wallet; without an account to everybody's. */
  connections(moods: readonly Mood[], account?: string): PlayConnection[];
  close(): void;
}

/** What everybody has to begin with: 100,000 play sats. */
export const START_MSATS = 100_000_000;
/** A start that is cut off may go on years later. */
const FOREVER = seconds(50 * 365 * 86_400);

/** Opens play money for a store that is filled. */
export async function openBank({
  store,
  gate,
  guard = openGuard(store, POLICY),
  origin,
  relay,
  provider,
  owners,
}: BankParts): Promise<Bank> {
  const keys = await openKeys(store, provider);
  await ifRoom(store.notePlayProvider(keys.provider.pubkey));
  const money = await openMoney(store, keys, gate);
  const wallets = await openWalletKeys(store, keys, owners, origin);
  for (const { pubkey } of owners) await ifRoom(endow(store, money, pubkey));
  const timers = new Set<NodeJS.Timeout>();
  const later = (milliseconds: number, run: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      run();
    }, milliseconds).unref();
    timers.add(timer);
  };
  const shop = await openShop(store, money);
  const close = await openWallets({ store, money, keys, gate, wallets, later });
  return {
    money,
    shop,
    isOpen: wallets.length > 0,
    mints: openMints({ store, money, guard, root: keys.root }),
    connections: (moods, account) =>
      wallets
        .filter(({ owner }) => account === undefined || owner.pubkey === account)
        .flatMap((wallet) => MOODS.flatMap((mood) => (moods.includes(mood) ? [connectionOf(keys, wallet, mood, relay)] : []))),
    close() {
      close();
      shop.close();
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

/** Once for each account: the ledger sees to that, and the note spares every later start the invoice. */
async function endow(store: Store, money: Money, account: string): Promise<void> {
  const ref = `play_start ${account}`;
  if ((await store.noted(ref)) !== undefined) return;
  const invoice = await money.invoice({ payee: account, msats: START_MSATS, text: 'Play sats to begin with', expiry: FOREVER, ref });
  await money.pay({ bolt11: invoice.bolt11, payer: ISSUER, ref });
  await store.note(ref, invoice.hash);
}
