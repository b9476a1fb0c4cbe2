import { type Mints, openMints } from '../mint/open-mints.ts';
import { type OwnEcash, openOwnEcash } from '../mint/own-ecash.ts';
import type { Store } from '../store/store.ts';
import { ignoreDiskFull } from '../errors.ts';
import { type Guard, openGuard } from '../relay/enforce-policy.ts';
import { POLICY } from '../relay/policy.ts';
import type { EventVerifier } from '../verify.ts';
import {
  type Mood,
  MOODS,
  connectionOf,
  openWalletKeys,
  type PlayConnection,
  type WalletOwner,
} from './wallet-connections.ts';
import { derived, type KeyPair, openKeys } from './money-keys.ts';
import { type Money, openMoney } from './payments.ts';
import { openShop, type Shop } from './membership-shop.ts';
import { openWallets } from './wallets.ts';
import { ISSUER } from '../store/money/play-money.ts';
import { seconds } from '../../src/events/core/time.ts';

export interface BankParts {
  readonly store: Store;
  readonly gate: EventVerifier;
  /** Enforces storage limits. Default: a guard of its own with the usual limits. */
  readonly guard?: Guard;
  /** Public addresses of the service and its relay. */
  readonly origin: string;
  readonly relay: string;
  /** The key that already signed zap receipts before the bank existed. */
  readonly provider: KeyPair | undefined;
  /** Accounts with a wallet and some initial play sats. */
  readonly owners: readonly WalletOwner[];
}

/** Play money with its wallets and mints. */
export interface Bank {
  readonly money: Money;
  readonly shop: Shop;
  /** True if any account has a play wallet. */
  readonly isOpen: boolean;
  readonly mints: Mints;
  readonly ecash: OwnEcash;
  /** Connections to an account's wallet, or to all wallets. */
  connections(moods: readonly Mood[], account?: string): PlayConnection[];
  /** A secret of this service, 32 bytes in hex. It is the same in all its processes. */
  secret(use: string): string;
  close(): void;
}

/** Initial balance: 100,000 play sats. */
export const START_MSATS = 100_000_000;
/** An interrupted first start may continue years later. */
const FOREVER = seconds(50 * 365 * 86_400);

/** Return the ecash of a store whose bank is not open yet: the demo town is built before it. */
export async function openEcashEarly(store: Store, gate: EventVerifier): Promise<OwnEcash> {
  const keys = await openKeys(store, undefined);
  return openOwnEcash(store, await openMoney(store, keys, gate), keys.root);
}

/** Open play money for a filled store. */
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
  await ignoreDiskFull(store.notePlayProvider(keys.provider.pubkey));
  const money = await openMoney(store, keys, gate);
  const wallets = await openWalletKeys(store, keys, owners, origin);
  for (const { pubkey } of owners) await ignoreDiskFull(endow(store, money, pubkey));
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
    ecash: openOwnEcash(store, money, keys.root),
    connections: (moods, account) =>
      wallets
        .filter(({ owner }) => account === undefined || owner.pubkey === account)
        .flatMap((wallet) =>
          MOODS.flatMap((mood) =>
            moods.includes(mood) ? [connectionOf(keys, wallet, mood, relay)] : [],
          ),
        ),
    secret: (use) => derived(keys.root, use),
    close() {
      close();
      shop.close();
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

/**
 * Runs once for each account. The ledger ensures that, and the stored note saves later starts the
 * invoice.
 */
async function endow(store: Store, money: Money, account: string): Promise<void> {
  const ref = `play_start ${account}`;
  if ((await store.noted(ref)) !== undefined) return;
  const invoice = await money.invoice({
    payee: account,
    msats: START_MSATS,
    text: 'Play sats to begin with',
    expiry: FOREVER,
    ref,
  });
  await money.pay({ bolt11: invoice.bolt11, payer: ISSUER, ref });
  await store.note(ref, invoice.hash);
}
