import { isHex } from '../../core/hex.ts';
import { decodeUri, secretKeyOf } from '../../nostr/nip19.ts';
import { readLockedKey } from './locked-key.ts';
import { countTypedWords, misplacedNumber, mnemonicWords } from './mnemonic-words.ts';
import {
  type BunkerPointer,
  isBrokenBunkerUrl,
  readBunkerUrl,
  readConnectUrl,
} from '../signing/remote-signing.ts';
import { type Secret, secretOf } from './secret.ts';

/** Result of reading the text of the sign-in field (ACCOUNT-02). Secrets are wrapped at once. */
export type LoginInput =
  /** An nsec. Only the worker that holds keys decodes it. */
  | { readonly type: 'key'; readonly nsec: Secret<string> }
  /** NIP-49; needs its password. */
  | { readonly type: 'locked'; readonly ncryptsec: string }
  /** NIP-06. Words and checksum are checked when the key is made. */
  | { readonly type: 'mnemonic'; readonly words: Secret<string> }
  /** An npub or nprofile: reading only. */
  | { readonly type: 'public'; readonly pubkey: string }
  /** A secret key or a public key; the text alone does not tell which. */
  | { readonly type: 'hex'; readonly hex: Secret<string> }
  /** Nothing was typed: ask for a passkey of this browser. */
  | { readonly type: 'passkey' }
  /** Nothing was typed: a backup file was chosen (BEYOND-16). */
  | { readonly type: 'archive'; readonly file: Blob; readonly passphrase: Secret<string> }
  | { readonly type: 'bunker'; readonly pointer: BunkerPointer }
  /** An offer that apps make to signers. A sign-in field cannot use it. */
  | { readonly type: 'offer' }
  /** A `bunker://` link without a valid key or a relay that may be used. */
  | { readonly type: 'brokenLink' }
  /** A public address (NIP-05), which names an account but opens none. */
  | { readonly type: 'address' }
  /** Words, but not as many as a mnemonic has. */
  | { readonly type: 'words'; readonly count: number }
  /** Words with numbers, of which the one at this place does not fit. */
  | { readonly type: 'misnumbered'; readonly place: number }
  | { readonly type: 'invalid' };

/** The form of a public address, such as zoe@example.com. */
const ADDRESS = /^[^\s@:/]{1,64}@[^\s@:/]+\.[^\s@:/.]{2,}$/;

/**
 * Recognise a typed or pasted text, ignoring surrounding white space. Anything else is invalid
 * (code invalid-nsec).
 */
export function readLoginInput(typed: string): LoginInput {
  const text = typed.trim();
  if (isHex(text.toLowerCase(), 64)) return { type: 'hex', hex: secretOf(text.toLowerCase()) };
  if (secretKeyOf(text)) return { type: 'key', nsec: secretOf(text) };
  if (readLockedKey(text)) return { type: 'locked', ncryptsec: text.toLowerCase() };
  const entity = decodeUri(text);
  if (entity?.type === 'npub' || entity?.type === 'nprofile')
    return { type: 'public', pubkey: entity.pubkey };
  const pointer = readBunkerUrl(text);
  if (pointer) return { type: 'bunker', pointer };
  if (isBrokenBunkerUrl(text)) return { type: 'brokenLink' };
  if (readConnectUrl(text)) return { type: 'offer' };
  const words = mnemonicWords(text);
  if (words !== undefined) return { type: 'mnemonic', words: secretOf(words) };
  if (ADDRESS.test(text)) return { type: 'address' };
  const place = misplacedNumber(text);
  if (place !== undefined) return { type: 'misnumbered', place };
  const count = countTypedWords(text);
  return count === undefined ? { type: 'invalid' } : { type: 'words', count };
}

/** Bytes. A larger file is no saved key. */
const LARGEST_KEY_FILE = 4_096;

/**
 * Return the text of a file with a key that was saved as text: an nsec, the words, or a locked key.
 * `undefined` for any other file. Words with wrong numbers are returned too, so that the
 * sign-in can say so.
 */
export async function keyInFile(file: Blob): Promise<Secret<string> | undefined> {
  if (file.size > LARGEST_KEY_FILE) return undefined;
  const text = await file.text();
  return ['key', 'mnemonic', 'misnumbered', 'locked'].includes(readLoginInput(text).type)
    ? secretOf(text)
    : undefined;
}
