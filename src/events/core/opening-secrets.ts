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

/** True if an event would publish such a secret, which was pasted by mistake. */
export function isRevealing(event: {
  readonly content: string;
  readonly tags: readonly (readonly string[])[];
}): boolean {
  return [event.content, ...event.tags.flat()].some(opensAccount);
}
