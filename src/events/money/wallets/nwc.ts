import { sha256 } from '@noble/hashes/sha2.js';
import type { CipherScheme } from '../../account/keys/cipher-payload.ts';
import { type Secret, secretOf } from '../../account/keys/secret.ts';
import { type SignedEvent, tagValue } from '../../nostr/event.ts';
import { hexOf, isHex } from '../../core/hex.ts';
import { KIND } from '../../nostr/kinds.ts';
import type { Ours } from '../../nostr/ours.ts';
import { pressedRelays } from '../../connection/pressed-relays.ts';

/**
 * A connected wallet (NIP-47). `id`: the wallet's key and ours, so that two connections to one
 * wallet differ.
 */
export interface Connection {
  readonly id: string;
  /** The wallet's key in hex. */
  readonly wallet: string;
  readonly relays: ReadonlyArray<Ours<string>>;
  /** Our secret key for this wallet, in hex. */
  readonly secret: Secret<string>;
  readonly lud16: string | undefined;
}

type ConnectionFault = 'wallet.noKey' | 'wallet.noRelay' | 'wallet.noSecret';

const SCHEMES = [
  'nostr+walletconnect://',
  'nostr+walletconnect:',
  'nostrwalletconnect://',
  'nostrwalletconnect:',
] as const;
const MAX_TEXT = 4_000;
const MAX_RELAYS = 3;
const MAX_ADDRESS = 254;

/**
 * Read a connection string that the user entered or chose, or return its fault (SETTINGS-10).
 * Required: the wallet's key, a relay that passes the url policy, the secret.
 */
export function readConnection(text: string): Connection | { readonly fault: ConnectionFault } {
  const trimmed = text.trim();
  const lower = trimmed.slice(0, 30).toLowerCase();
  const scheme =
    trimmed.length <= MAX_TEXT ? SCHEMES.find((one) => lower.startsWith(one)) : undefined;
  if (scheme === undefined) return { fault: 'wallet.noKey' };
  const [host = '', ...rest] = trimmed.slice(scheme.length).split('?');
  const wallet = (host.endsWith('/') ? host.slice(0, -1) : host).toLowerCase();
  if (!isHex(wallet, 64)) return { fault: 'wallet.noKey' };
  const query = new URLSearchParams(rest.join('?'));
  const relays = [...new Set(pressedRelays(query.getAll('relay')))].slice(0, MAX_RELAYS);
  if (relays.length === 0) return { fault: 'wallet.noRelay' };
  const secret = query.get('secret')?.toLowerCase() ?? '';
  if (!isHex(secret, 64) || /^0+$/.test(secret)) return { fault: 'wallet.noSecret' };
  const lud16 = query.get('lud16') ?? undefined;
  return {
    id: walletId(wallet, secret),
    wallet,
    relays,
    secret: secretOf(secret),
    lud16: lud16 !== undefined && lud16.length <= MAX_ADDRESS ? lud16 : undefined,
  };
}

/** Return the id of a connection. It reveals nothing about the secret. */
function walletId(wallet: string, secret: string): string {
  return hexOf(sha256(new TextEncoder().encode(`${wallet} ${secret}`))).slice(0, 16);
}

/** Return a connection as text with its secret. Only for encryption. */
export function connectionText({ wallet, relays, secret, lud16 }: Connection): string {
  const query = new URLSearchParams(relays.map((relay) => ['relay', relay]));
  query.append('secret', secret.reveal() ?? '');
  if (lud16 !== undefined) query.append('lud16', lud16);
  return `${SCHEMES[0]}${wallet}?${query}`;
}

/**
 * The abilities in a wallet's info event (kind 13194). `scheme`: NIP-44 if it offers it, else
 * NIP-04, the default of older wallets.
 */
export interface WalletAbilities {
  readonly methods: readonly string[];
  readonly scheme: CipherScheme;
  readonly notifies: boolean;
}

const MAX_WORDS = 50;

/**
 * Read a verified info event of the wallet. `undefined` if it is not an info event of this wallet.
 */
export function readAbilities(event: SignedEvent, wallet: string): WalletAbilities | undefined {
  if (event.kind !== KIND.WalletInfo || event.pubkey !== wallet) return undefined;
  const schemes = wordsIn(tagValue(event, 'encryption') ?? '');
  return {
    methods: wordsIn(event.content),
    scheme: schemes.includes('nip44_v2') ? 'nip44' : 'nip04',
    notifies: wordsIn(tagValue(event, 'notifications') ?? '').length > 0,
  };
}

function wordsIn(text: string): readonly string[] {
  return text
    .slice(0, MAX_TEXT)
    .split(/[\s,]+/)
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS);
}
