import { privateKeyFromSeedWords, validateWords } from 'nostr-tools/nip06';
import { mnemonicWords } from './mnemonic-words.ts';

/**
 * The secret key of a mnemonic (NIP-06, SIGN-07): m/44'/1237'/account'/0/0 of its BIP-39 seed. Undefined where the words or their checksum
 * are wrong: the library derives a key from any words, and a slip of the pen would open an empty account. Loads the list of words.
 */
export function mnemonicKey(text: string, passphrase = '', account = 0): Uint8Array | undefined {
  const words = mnemonicWords(text);
  if (words === undefined || !validateWords(words) || !Number.isInteger(account) || account < 0) return undefined;
  try {
    return privateKeyFromSeedWords(words, passphrase, account);
  } catch {
    return undefined;
  }
}
