/** The error codes of keys and signers (SIGN-02), each with what a person is told. */
export const SIGNING_ERRORS = {
  no_nostr_extension: 'Nostr extension is required to send events',
  no_webln_extension: 'A wallet extension (WebLN) is required for this',
  event_not_signed: 'This was not signed',
  'invalid-nsec': 'Please enter a valid Nostr private key',
  'pubkey-no-nsec': 'There is no private key here to tell your public key',
  'encrypt-no-nsec': 'There is no private key here to encrypt with',
  'decrypt-no-nsec': 'There is no private key here to decrypt with',
  'sign-no-nsec': 'There is no private key here to sign with',
  'event-sig-not-verified': 'The signer gave back something else than what was asked; it was thrown away',
  'not-secure-env': 'Keys can be kept and used only over https',
  'bad-cipher': 'This could not be encrypted or decrypted',
  no_socket: 'The signer could not be reached',
} as const;

export type SigningErrorCode = keyof typeof SIGNING_ERRORS;

/** Why nothing was signed, encrypted or decrypted. `text` is for people. */
export interface SigningFailure {
  readonly code: SigningErrorCode;
  readonly text: string;
}

/** A failure with the words of its code, or with more exact ones. */
export function signingFailure(code: SigningErrorCode, text: string = SIGNING_ERRORS[code]): SigningFailure {
  return { code, text };
}
