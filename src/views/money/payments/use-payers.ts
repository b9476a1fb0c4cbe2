import { shallowEqual, useSelector } from '@xstate/react';
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { type Payer, type PaymentRecord } from '../../../events/money/payments/payment.ts';
import { spentSince } from '../../../events/money/payments/payment-fold.ts';
import { formatList } from '../../../events/core/format-list.ts';
import { isRecord, parseJson } from '../../../events/core/json.ts';
import { ownOrigin } from '../../../events/core/same-service.ts';
import { relayKey } from '../../../events/core/url.ts';
import { minus, seconds } from '../../../events/core/time.ts';
import { isPlayWallet } from '../../../machines/money/payments/money-context.ts';
import type { WalletActor } from '../../../machines/money/wallets/wallet.machine.ts';
import { useFeature } from '../../account/use-features.ts';
import { now } from '../../ui/hooks/now.ts';
import { useLocale } from '../../ui/strings.ts';
import { useWalletStrings } from '../../ui/strings/wallets.ts';
import { useZapStrings } from '../../ui/strings/zaps.ts';
import { walletNames } from '../wallets/wallet-name.ts';
import type { PayerChoice } from './PayerPicker.tsx';
import { useEcashPayers } from '../ecash/use-ecash.ts';
import { useMintName } from '../ecash/use-mints.ts';
import { isPlay } from '../ecash/ecash-input.ts';
import { useLimits, useMoney, usePaymentRecords } from './use-payments.ts';
import { useActivePayer, useWalletIntents, useWallets } from '../wallets/use-wallets.ts';

/** A connected wallet with its known state. Whole sats. */
interface KnownWallet {
  readonly id: string;
  readonly name: string;
  readonly sats: number | undefined;
  readonly isPlay: boolean;
  readonly relays: readonly string[];
}

const NONE: readonly (WalletActor | undefined)[] = [];

/**
 * Return the connected wallets by name, numbered if they have none, with their balances if known.
 */
function useKnownWallets(): readonly KnownWallet[] {
  const words = useWalletStrings();
  const money = useFeature('money');
  const wallets = useWallets();
  const home = useSelector(money, (snapshot) => snapshot?.context.home ?? '');
  const actors = useSelector(
    money,
    (snapshot) =>
      snapshot?.context.wallets.map(
        ({ id }): WalletActor | undefined => snapshot.children[`wallet ${id}`],
      ) ?? NONE,
    shallowEqual,
  );
  const subscribe = useCallback(
    (notify: () => void) => {
      const watches = actors.map((actor) => actor?.subscribe(notify));
      return () => {
        for (const watch of watches) watch?.unsubscribe();
      };
    },
    [actors],
  );
  const told = useSyncExternalStore(subscribe, () =>
    JSON.stringify(
      actors.map((actor) => ({
        alias: actor?.getSnapshot().context.alias,
        msats: actor?.getSnapshot().context.balanceMsats,
      })),
    ),
  );
  return useMemo(() => {
    const parsed: unknown = parseJson(told);
    const all: readonly unknown[] = Array.isArray(parsed) ? parsed : [];
    const names = walletNames(
      words,
      wallets.map(({ lud16 }, at) => {
        const one = all[at];
        const alias = isRecord(one) && typeof one['alias'] === 'string' ? one['alias'] : '';
        return { alias, lud16 };
      }),
    );
    return wallets.map((wallet, at) => {
      const one = all[at];
      const msats = isRecord(one) && typeof one['msats'] === 'number' ? one['msats'] : undefined;
      return {
        id: wallet.id,
        name: names[at] ?? '',
        sats: msats === undefined ? undefined : Math.floor(msats / 1_000),
        isPlay: isPlayWallet(wallet, home),
        relays: wallet.relays,
      };
    });
  }, [told, wallets, home, words]);
}

/** Return a function that names a payer: a wallet by its name. */
export function usePayerName(): (payer: Payer) => string {
  const words = useZapStrings().paidBy;
  const wallets = useKnownWallets();
  const { removed } = useWalletStrings();
  const nameOf = useMintName();
  return (payer) => {
    if (payer.by === 'webln') return words.webln;
    if (payer.by === 'shown') return words.shown;
    if (payer.by === 'ecash') return words.ecash(nameOf(payer.mint));
    return wallets.find(({ id }) => id === payer.wallet)?.name ?? removed;
  };
}

/** Return a function that lists the connected wallets that answer at a relay, if they are open. */
export function useWalletNamesAt(): (url: string) => string {
  const locale = useLocale();
  const wallets = useKnownWallets();
  return (url) => {
    const names = wallets.flatMap(({ name, relays }) =>
      relays.some((relay) => relayKey(relay) === relayKey(url)) ? [name] : [],
    );
    return formatList(names, locale);
  };
}

const DAY = seconds(24 * 60 * 60);
const sats = (msats: number): number => Math.floor(msats / 1_000);

/**
 * Return the used part of the payer's tightest budget, in sats. `undefined` if no budget applies.
 */
export function useBudget(
  payer: Payer,
): { readonly used: number; readonly limit: number } | undefined {
  const { limits } = useLimits();
  const records = usePaymentRecords();
  return useMemo(() => {
    if (payer.by === 'shown') return undefined;
    const since = minus(now(), DAY);
    const budgets = [
      { limit: limits.perDay, used: () => spentSince(records, since) },
      { limit: limits.perWallet, used: () => spentSince(records, since, payer) },
    ].flatMap(({ limit, used }) =>
      limit === undefined ? [] : [{ limit: sats(limit), used: Math.ceil(used() / 1_000) }],
    );
    return budgets.toSorted((one, other) => one.limit - one.used - (other.limit - other.used))[0];
  }, [limits, records, payer]);
}

/** Return the rest of that budget. */
export function useBudgetLeft(payer: Payer): PayerChoice['left'] {
  const budget = useBudget(payer);
  return budget && { sats: budget.limit - budget.used, limit: budget.limit };
}

/**
 * Return the ways to pay, and the payer of this payment: the default one, until the user chooses
 * another. That choice is for this payment only, because a press on a zap button pays with the
 * default one without a question. `by`: that choice. `forPlay`: the payment is in play money, which
 * only play mints can pay, and they pay nothing else.
 */
export function usePayers(forPlay: boolean): {
  readonly choice: PayerChoice;
  readonly payer: Payer;
  readonly by: Payer | undefined;
  readonly isPlay: boolean;
} {
  const words = useZapStrings().paidBy;
  const wallets = useKnownWallets();
  const mints = useEcashPayers();
  const { payer: standard, hasWebln } = useActivePayer();
  const [chosen, choose] = useState<string>();
  const { activate } = useWalletIntents();
  const options = [
    ...wallets.map(({ id, name, sats: held }) => ({ id: `wallet ${id}`, name, sats: held })),
    ...(hasWebln ? [{ id: 'webln', name: words.webln }] : []),
    ...mints.map(({ mint, host, sats: held, isPlay: isPlayMint }) => ({
      id: `ecash ${mint}`,
      name: words.ecash(host),
      sats: held,
      most: isPlayMint === forPlay ? held : 0,
    })),
    { id: 'shown', name: words.shown },
  ];
  // a wallet may be removed meanwhile
  const isThere = options.some(({ id }) => id === chosen);
  const by = useMemo(
    () => (isThere && chosen !== undefined ? payerOf(chosen) : undefined),
    [isThere, chosen],
  );
  const payer = by ?? standard;
  const left = useBudgetLeft(payer);
  return {
    payer,
    by,
    isPlay: isPlayPayer(payer, wallets),
    choice: {
      options,
      chosen: idOf(payer),
      onChoose: choose,
      ...(idOf(payer) === idOf(standard) ? {} : { onKeep: () => activate(payer) }),
      left,
    },
  };
}

/**
 * Return the wallet that buys ecash. Ecash itself and the QR code are excluded. Opens the current
 * user's money.
 */
export function useFundingPayer(): Payer | undefined {
  useMoney();
  const { payer } = useActivePayer();
  const [wallet] = useWallets();
  if (payer.by === 'wallet' || payer.by === 'webln') return payer;
  return wallet && { by: 'wallet', wallet: wallet.id };
}

function isPlayPayer(payer: Payer, wallets: readonly KnownWallet[]): boolean {
  if (payer.by === 'ecash') return isPlay(payer.mint);
  return payer.by === 'wallet' && wallets.find(({ id }) => id === payer.wallet)?.isPlay === true;
}

function idOf(payer: Payer): string {
  if (payer.by === 'wallet') return `wallet ${payer.wallet}`;
  return payer.by === 'ecash' ? `ecash ${payer.mint}` : payer.by;
}

function payerOf(id: string): Payer {
  if (id === 'webln' || id === 'shown') return { by: id };
  if (id.startsWith('ecash ')) return { by: 'ecash', mint: id.slice('ecash '.length) };
  return { by: 'wallet', wallet: id.slice('wallet '.length) };
}

/**
 * Return a function that tells if a payment is in play money. One that failed before its invoice
 * was to be paid by the default payer.
 */
export function useIsPlayPayment(): (record: PaymentRecord) => boolean {
  const wallets = useKnownWallets();
  const { payer } = useActivePayer();
  return (record) =>
    isPlayPayment(record) ||
    (record.checked === undefined &&
      'address' in record.want &&
      isPlayPayer(record.paying?.payer ?? payer, wallets));
}

/**
 * True if a payment is in play money, according to its invoice or its mint. Before there is an
 * invoice, its address tells: only the page's own service pays out play money.
 */
export function isPlayPayment({ checked, want }: Pick<PaymentRecord, 'checked' | 'want'>): boolean {
  if (want.type === 'nutzap') return isPlay(want.mint);
  if (checked === undefined && want.type !== 'invoice')
    return ownOrigin(want.address.split('@')[1] ?? '', location.origin) !== undefined;
  const invoice = checked?.invoice ?? (want.type === 'invoice' ? want.invoice : '');
  return invoice.trim().toLowerCase().startsWith('lnbcrt');
}
