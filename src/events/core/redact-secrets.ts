/**
 * Secrets of accounts and wallets at any position in a text: NIP-19, NIP-46, NIP-47, NIP-49, NIP-60
 * and the parameters of their urls.
 */
const SECRETS = [
  /(?:nsec1|ncryptsec1)[a-z0-9]+/gi,
  /(?:bunker|nostrconnect|nostr\+?walletconnect):[^\s"'<>]*/gi,
  /cashu[ab][a-z0-9_=-]{8,}/gi,
  /secret=[^\s"'<>&]+/gi,
];

/** Names under which programs store secrets. */
const NAMES = new Set([
  'secret',
  'secretkey',
  'seckey',
  'privatekey',
  'privkey',
  'nsec',
  'pin',
  'password',
  'passphrase',
  'mnemonic',
  'preimage',
]);

/**
 * Replace every secret in the text by its length (TRUST-05). A secret key in bare hex looks like an
 * id: see `isSecretName`.
 */
export function withoutSecrets(text: string): string {
  return SECRETS.reduce(
    (kept, pattern) =>
      kept.replaceAll(pattern, (secret) => `[${secret.length} characters kept back]`),
    text,
  );
}

/** True if a value under this name must be redacted, regardless of its form. */
export function isSecretName(name: string): boolean {
  return NAMES.has(name.replaceAll(/[_-]/g, '').toLowerCase());
}
