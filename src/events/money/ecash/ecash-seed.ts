import { pbkdf2 } from '@noble/hashes/pbkdf2.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { validateWords } from 'nostr-tools/nip06';
import { mnemonicWords } from '../../account/keys/mnemonic-words.ts';

/**
 * Return the 64-byte seed of a wallet's words (BIP-39, NUT-13). `undefined` if the words or their
 * checksum are wrong. This module loads the word list.
 */
export function ecashSeed(text: string): Uint8Array | undefined {
  const words = mnemonicWords(text);
  if (words === undefined || !validateWords(words)) return undefined;
  const encode = (part: string): Uint8Array => new TextEncoder().encode(part.normalize('NFKD'));
  return pbkdf2(sha512, encode(words), encode('mnemonic'), { c: 2048, dkLen: 64 });
}
