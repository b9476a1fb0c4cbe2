import type { WalletStrings } from '../../ui/strings/wallets.ts';

interface Named {
  /** The wallet's own name. Empty if it has none. */
  readonly alias: string;
  readonly lud16: string | undefined;
}

/**
 * Return the wallets' names, in their order: a lightning address, which is known before the wallet
 * answers and so stays the same. Else its own name, or a number. Wallets of one name are numbered,
 * from the second on.
 */
export function walletNames(words: WalletStrings, wallets: readonly Named[]): readonly string[] {
  const names = wallets.map(({ lud16, alias }, at) => lud16 || alias || words.unnamed(at + 1));
  return names.map((name, at) => {
    const nth = names.slice(0, at).filter((one) => one === name).length + 1;
    return nth === 1 ? name : words.repeated(name, nth);
  });
}
