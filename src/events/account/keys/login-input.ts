import { isHex } from '../../core/hex.ts';
import { decodeUri, secretKeyOf } from '../../nostr/nip19.ts';
import { readLockedKey } from './locked-key.ts';
import { looksLikeWords, mnemonicWords } from './mnemonic-words.ts';
import { type BunkerPointer, readBunkerUrl, readConnectUrl } from '../signing/remote-signing.ts';
import { type Secret, secretOf } from './secret.ts';

/** What somebody typed to sign in (ACCOUNT-02). What opens an account is wrapped at once. */
export type LoginInput =
  /** An nsec. Only the worker that holds keys decodes it. */
  | { readonly type: 'key'; readonly nsec: Secret<string> }
  /** NIP-49; needs its password. */
  | { readonly type: 'locked'; readonly ncryptsec: string }
  /** NIP-06; whether words and checksum are right is seen when the key is made. */
  | { readonly type: 'mnemonic'; readonly words: Secret<string> }
  /** An npub or nprofile: reading only. */
  | { readonly type: 'public'; readonly pubkey: string }
  /** Either a secret key or a public one: nothing tells them apart but the one who has it. */
  | { readonly type: 'hex'; readonly hex: Secret<string> }
  /** Nothing was typed: a passkey of this browser is asked for. */
  | { readonly type: 'passkey' }
  /** Nothing was typed: a backup file was chosen (BEYOND-16). */
  | { readonly type: 'archive'; readonly file: Blob; readonly passphrase: Secret<string> }
  | { readonly type: 'bunker'; readonly pointer: BunkerPointer }
  /** An offer that apps make to signers, not signers to apps. */
  | { readonly type: 'offer' }
  /** Words, but not as many as a mnemonic has. */
  | { readonly type: 'words' }
  | { readonly type: 'invalid' };

/** Recognises what was typed or pasted; white space around it is not looked at. Anything else is invalid (code invalid-nsec). */
export function readLoginInput(typed: string): LoginInput {
  const text = typed.trim();
  if (isHex(text.toLowerCase(), 64)) return { type: 'hex', hex: secretOf(text.toLowerCase()) };
  if (secretKeyOf(text)) return { type: 'key', nsec: secretOf(text) };
  if (readLockedKey(text)) return { type: 'locked', ncryptsec: text.toLowerCase() };
  const entity = decodeUri(text);
  if (entity?.type === 'npub' || entity?.type === 'nprofile') return { type: 'public', pubkey: entity.pubkey };
  const pointer = readBunkerUrl(text);
  if (pointer) return { type: 'bunker', pointer };
  if (readConnectUrl(text)) return { type: 'offer' };
  const words = mnemonicWords(text);
  if (words !== undefined) return { type: 'mnemonic', words: secretOf(words) };
  return { type: looksLikeWords(text) ? 'words' : 'invalid' };
}
