import { privateKeyFromSeedWords, validateWords } from 'nostr-tools/nip06';
import { mnemonicWords } from './mnemonic-words.ts';

/**
 * Derive the secret key of a mnemonic (NIP-06, SIGN-07): m/44'/1237'/account'/0/0 of its BIP-39
 * seed. `undefined` if the words or their checksum are wrong. The library would derive a key from
 * any words, so a typing error would open an empty account. Loads the list of words.
 */
export function mnemonicKey(text: string, passphrase = '', account = 0): Uint8Array | undefined {
  const words = mnemonicWords(text);
  if (words === undefined || !validateWords(words) || !Number.isInteger(account) || account < 0)
    return undefined;
  try {
    return privateKeyFromSeedWords(words, passphrase, account);
  } catch {
    return undefined;
  }
}
