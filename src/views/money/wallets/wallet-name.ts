import type { WalletStrings } from '../../ui/strings/wallets.ts';

interface Named {
  /** The wallet's own name. Empty if it has none. */
  readonly alias: string;
  readonly lud16: string | undefined;
  /** Its position in the list, from 1. */
  readonly place: number;
}

/**
 * Return a wallet's name: its lightning address, which is known before it answers and so stays the
 * same. Else its own name, or a number.
 */
export function walletName(words: WalletStrings, { alias, lud16, place }: Named): string {
  return lud16 || alias || words.unnamed(place);
}
