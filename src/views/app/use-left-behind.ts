import { useSelector } from '@xstate/react';
import { fullNumber } from '../../events/core/format.ts';
import { plansIn } from '../../events/publish/outbox/schedule.ts';
import type { Holdings } from '../../machines/money/payments/holdings.machine.ts';
import { useFeature, useOpened } from '../account/use-features.ts';
import { useOutboxRecords } from '../publish/outbox/use-outbox.ts';
import { isPlay } from '../money/ecash/ecash-input.ts';
import { usePayerName } from '../money/payments/use-payers.ts';
import { useWallets } from '../money/wallets/use-wallets.ts';
import { walletNames } from '../money/wallets/wallet-name.ts';
import { useLocale } from '../ui/strings.ts';
import { useEcashStrings } from '../ui/strings/ecash.ts';
import { useSignInStrings } from '../ui/strings/sign-in.ts';
import { useWalletStrings } from '../ui/strings/wallets.ts';

const NOTHING: Holdings = { wallets: [], ecash: new Map() };

/**
 * Return the data of the account in this browser, in words: its ecash, which is never erased, and
 * everything else. It is read without contacting wallets or mints.
 */
export function useLeftBehind(): {
  readonly money: readonly string[];
  readonly others: readonly string[];
} {
  const { leave } = useSignInStrings();
  const { unit } = useEcashStrings();
  const locale = useLocale();
  const { wallets, ecash } = useSelector(
    useOpened('holdings'),
    (snapshot) => snapshot?.context.holdings ?? NOTHING,
  );
  const names = useWalletNames(wallets);
  const unfinished = useSelector(
    useFeature('outbox'),
    (snapshot) => snapshot?.context.unfinished ?? 0,
  );
  const scheduled = plansIn(useOutboxRecords()).length;
  const amount = (isWorthless: boolean) => {
    const sum = [...ecash].reduce(
      (all, [mint, sats]) => all + (isPlay(mint) === isWorthless ? sats : 0),
      0,
    );
    return sum > 0 ? [leave.ecash(unit(fullNumber(sum, locale), isWorthless))] : [];
  };
  return {
    money: [...amount(false), ...amount(true)],
    others: [
      ...names.map(leave.wallet),
      ...(scheduled > 0 ? [leave.scheduled(scheduled)] : []),
      ...(unfinished > 0 ? [leave.unfinished(unfinished)] : []),
      leave.drafts,
    ],
  };
}

/** Return the names of wallets. A wallet that is connected now may have a name of its own. */
function useWalletNames(wallets: Holdings['wallets']): readonly string[] {
  const words = useWalletStrings();
  const connected = useWallets();
  const nameOf = usePayerName();
  const stored = walletNames(
    words,
    wallets.map(({ lud16 }) => ({ alias: '', lud16 })),
  );
  return wallets.map(({ id }, at) =>
    connected.some((one) => one.id === id)
      ? nameOf({ by: 'wallet', wallet: id })
      : (stored[at] ?? ''),
  );
}
