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

/**
 * The first 16 words of the list. They differ in the four bits of the checksum alone, so after any
 * eleven words of the list exactly one of them is right.
 */
const LAST_WORDS = [
  'abandon',
  'ability',
  'able',
  'about',
  'above',
  'absent',
  'absorb',
  'abstract',
  'absurd',
  'abuse',
  'access',
  'accident',
  'account',
  'accuse',
  'achieve',
  'acid',
];

/**
 * Return the place of the first word that is not in the list, from 1. The library checks whole
 * mnemonics only, so each word is checked within one.
 */
export function unknownWordPlace(text: string): number | undefined {
  const at = (mnemonicWords(text) ?? '')
    .split(' ')
    .findIndex((word) => !LAST_WORDS.some((last) => validateWords(withWord(word, last))));
  return at < 0 ? undefined : at + 1;
}

function withWord(word: string, last: string): string {
  return `${word} ${'abandon '.repeat(10)}${last}`;
}
