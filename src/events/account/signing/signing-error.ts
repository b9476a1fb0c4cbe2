import type { UserMessage } from '../user-message.ts';

/** The error codes of keys and signers (SIGN-02). */
export const SIGNING_CODES = [
  'no_nostr_extension',
  'no_webln_extension',
  'event_not_signed',
  'invalid-nsec',
  'pubkey-no-nsec',
  'encrypt-no-nsec',
  'decrypt-no-nsec',
  'sign-no-nsec',
  'event-sig-not-verified',
  'not-secure-env',
  'bad-cipher',
  'no_socket',
] as const;

/** More specific messages than the codes. */
export const SIGNING_DETAILS = [
  'act.signIn',
  'account.other',
  'account.unbidden',
  'account.left',
  'account.signedOut',
  'key.left',
  'key.erased',
  'key.unreadable',
  'key.unopened',
  'key.locked',
  'key.inText',
  'key.offer',
  'key.brokenLink',
  'key.address',
  'key.words',
  'key.password',
  'key.form',
  'key.noWorker',
  'archive.noKey',
  'passkey.cancelled',
  'passkey.failed',
  'pin.missing',
  'pin.unasked',
  'signer.cancelled',
  'signer.silent',
  'signer.failed',
  'signer.slow',
  'extension.silent',
  'extension.noPubkey',
  'extension.refused',
  'remote.unpaired',
  'remote.removed',
  'remote.givenUp',
  'remote.proxied',
  'remote.unclear',
  'remote.noPubkey',
] as const;

/** More specific messages with the words of the signer, or the name of a missing method. */
export const SIGNING_TOLD = ['extension.refusedFor', 'extension.lacks', 'remote.refused'] as const;

/** The code of a refusal to sign a text that contains a private key. */
export const SECRET_KEPT = 'key.inText';

export type SigningErrorCode = (typeof SIGNING_CODES)[number];

/** All messages of a failed signature. */
export type SigningDetails = Readonly<
  Record<SigningErrorCode | (typeof SIGNING_DETAILS)[number], undefined>
> &
  Readonly<Record<(typeof SIGNING_TOLD)[number], { readonly text: string }>> & {
    /** `place`: from 1. The word itself is part of a secret, so no message has it. */
    readonly 'key.unknownWord': { readonly place: number };
    readonly 'key.wordNumber': { readonly place: number };
    readonly 'key.wordCount': { readonly count: number };
  };

type Detail = UserMessage<
  | (typeof SIGNING_DETAILS)[number]
  | (typeof SIGNING_TOLD)[number]
  | 'key.unknownWord'
  | 'key.wordNumber'
  | 'key.wordCount'
  | 'said'
>;

/**
 * Why nothing was signed, encrypted or decrypted. `detail`: a more specific message, shown instead
 * of the code.
 */
export interface SigningFailure {
  readonly code: SigningErrorCode;
  readonly detail?: Detail;
}

export function signingFailure(code: SigningErrorCode, detail?: Detail): SigningFailure {
  return { code, ...(detail ? { detail } : {}) };
}

/** Return the message to show to the user. */
export function signingMessage({
  code,
  detail,
}: SigningFailure): UserMessage<SigningErrorCode> | Detail {
  return detail ?? { code };
}

/** True if nothing was signed, because the text contains a private key (TRUST-05). */
export function isSecretKept(failure: SigningFailure): boolean {
  return failure.detail?.code === SECRET_KEPT;
}
