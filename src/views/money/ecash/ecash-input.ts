import { mnemonicWords } from '../../../events/account/keys/mnemonic-words.ts';
import { decodeUri } from '../../../events/nostr/nip19.ts';
import { readPayableInvoice } from '../../../events/nostr/payable-invoice.ts';
import {
  type CashuToken,
  mintAddress,
  readToken,
  type TokenEntry,
} from '../../../events/money/ecash/cashu.ts';
import { keyOf } from '../../../events/money/ecash/p2pk.ts';
import { payAddressUrl } from '../../../events/money/payments/lnurl.ts';
import { isOwnService } from '../../../events/money/payments/payable-network.ts';

/** Ecash in another unit than sats is shown, but cannot be redeemed. */
export function isOfSats({ unit }: TokenEntry): boolean {
  return unit === 'sat';
}

/** True if a mint's sats are play money, that is, if it is the page's own mint. */
export function isPlay(mint: string): boolean {
  return isOwnService(mint, location.origin);
}

/** The beginning of an address without a scheme. A single word is no address. */
const HOST = /^(?:[^/:]+\.[^/:.]|localhost(?![^/:])|\[)/i;

/**
 * Return the mint that an address names. `undefined` if it is invalid. Without a scheme, an address
 * at the page's own host has the page's, which need not be https.
 */
export function addressOfMint(typed: string): string | undefined {
  const text = typed.trim();
  if (text.includes('://')) return mintAddress(text);
  if (!HOST.test(text)) return undefined;
  const [own, secure] = [
    mintAddress(`${location.protocol}//${text}`),
    mintAddress(`https://${text}`),
  ];
  return own !== undefined && isOwnService(own, location.origin) ? own : secure;
}

/** Return the token in a text, if part of it can be redeemed. */
export function tokenIn(typed: string): CashuToken | undefined {
  const token = readToken(typed);
  return token?.entries.some(isOfSats) ? token : undefined;
}

/**
 * Return the public key to lock ecash to: an npub, 32 bytes in hex, or compressed (NUT-11).
 * `undefined` if it is invalid.
 */
export function lockKeyIn(typed: string): string | undefined {
  const text = typed.trim();
  const named = decodeUri(text);
  return named?.type === 'npub' || named?.type === 'nprofile' ? named.pubkey : keyOf(text);
}

/** Return the payment target in a text: an invoice with an amount, or a lightning address. */
export function payableOf(
  typed: string,
):
  | { readonly type: 'invoice'; readonly invoice: string; readonly sats: number }
  | { readonly type: 'address'; readonly address: string }
  | undefined {
  const text = typed.trim().replace(/^lightning:/i, '');
  const msats = readPayableInvoice(text)?.amountMsats;
  if (msats !== undefined)
    return { type: 'invoice', invoice: text.toLowerCase(), sats: Math.ceil(msats / 1_000) };
  return payAddressUrl(text, location.origin) === undefined
    ? undefined
    : { type: 'address', address: text };
}

/** True if a text has as many words as a wallet's recovery words. */
export function areWords(typed: string): boolean {
  return mnemonicWords(typed) !== undefined;
}
