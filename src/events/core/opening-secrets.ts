/** A whole secret key, plain or with a password, and a wallet connection. */
const OPENING =
  /nsec1[02-9ac-hj-np-z]{58}|ncryptsec1[02-9ac-hj-np-z]{100}|nostr\+?walletconnect:[^\s"'<>]*secret=[0-9a-f]{64}/i;

/**
 * True if a text contains a secret that opens an account or a wallet, so that it must not be
 * published (TRUST-05). Ecash may be: it is given away on purpose.
 */
export function opensAccount(text: string): boolean {
  return OPENING.test(text);
}
