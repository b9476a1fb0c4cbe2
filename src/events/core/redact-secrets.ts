/** What opens an account, a wallet or a purse, wherever in a text it stands: NIP-19, NIP-46, NIP-47, NIP-49, NIP-60 and their urls' parameters. */
const SECRETS = [
  /(?:nsec1|ncryptsec1)[a-z0-9]+/gi,
  /(?:bunker|nostrconnect|nostr\+?walletconnect):[^\s"'<>]*/gi,
  /cashu[ab][a-z0-9_=-]{8,}/gi,
  /secret=[^\s"'<>&]+/gi,
];

/** Names under which programs keep such things. */
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

/** The text with every secret in it replaced by its length (TRUST-05). A secret key in bare hex cannot be told from an id: see `isSecretName`. */
export function withoutSecrets(text: string): string {
  return SECRETS.reduce((kept, pattern) => kept.replaceAll(pattern, (secret) => `[${secret.length} characters kept back]`), text);
}

/** Whether what is kept under that name is to be kept back whatever it looks like. */
export function isSecretName(name: string): boolean {
  return NAMES.has(name.replaceAll(/[_-]/g, '').toLowerCase());
}
