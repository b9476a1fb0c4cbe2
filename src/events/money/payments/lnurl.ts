import { decodeBech32, encodeBech32, wordsToBytes } from '../../nostr/bech32.ts';
import { hostOrigin, ownOrigin } from '../../core/same-service.ts';
import { safeMediaUrl } from '../../core/url.ts';
import { isHex } from '../../core/hex.ts';
import { field, isRecord } from '../../core/json.ts';
import { clip } from '../../core/text.ts';
import { readPayableInvoice } from '../../nostr/payable-invoice.ts';
import { type MoneyMessage, wordsOf } from './money-message.ts';

/**
 * A payee's service as its pay document describes it (LUD-06, NIP-57). Amounts in msats. `url`:
 * where the document was fetched.
 */
export interface PayService {
  readonly url: string;
  readonly callback: string;
  readonly minMsats: number;
  readonly maxMsats: number;
  /** The longest message to the payee, in characters (LUD-12). */
  readonly commentAllowed: number;
  /** The key that signs receipts. `undefined` if it accepts no zaps. */
  readonly provider: string | undefined;
  /** The address in bech32, as a zap request contains it. */
  readonly lnurl: string;
  /**
   * Its `metadata`, unchanged: the invoice of a payment without a zap request contains its hash.
   */
  readonly metadata: string;
}

const MAX_LNURL = 2_048;
const MAX_ADDRESS = 254;
const MAX_NAME = 64;
const WELL_KNOWN = '/.well-known/lnurlp/';
const LUD17 = 'lnurlp://';

/**
 * Return the URL of a lightning address (LUD-16) or of an lnurl in bech32 (LUD-01) or with its
 * scheme (LUD-17). The url policy allows https on the public internet, and the page's own service
 * `home`, also unencrypted. `undefined` if the text is anything else, or leads elsewhere (E-43).
 */
export function payAddressUrl(text: string, home: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed.length > MAX_LNURL) return undefined;
  const plain = trimmed.slice(0, 10).toLowerCase() === 'lightning:' ? trimmed.slice(10) : trimmed;
  const lower = plain.slice(0, LUD17.length).toLowerCase();
  if (lower === LUD17) return allowed(schemed(plain.slice(LUD17.length), home), home);
  if (lower.startsWith('lnurl1')) return allowed(decoded(plain), home);
  return plain.includes('@') ? addressUrl(plain, home) : undefined;
}

/**
 * LUD-17: http for onion services, which the url policy refuses, and https elsewhere. The page's
 * own host keeps the page's scheme.
 */
function schemed(rest: string, home: string): string {
  const [host = ''] = rest.split(/[/?#]/);
  const own = ownOrigin(host.toLowerCase(), home);
  return own === undefined ? `https://${rest}` : own + rest.slice(host.length);
}

function decoded(text: string): string {
  const bech32 = decodeBech32(text, MAX_LNURL);
  const bytes = bech32?.prefix === 'lnurl' ? wordsToBytes(bech32.words) : undefined;
  return bytes ? new TextDecoder().decode(bytes) : '';
}

function addressUrl(text: string, home: string): string | undefined {
  const [name = '', domain = '', ...more] = text.toLowerCase().split('@');
  if (text.length > MAX_ADDRESS || more.length > 0 || !isName(name)) return undefined;
  const origin = hostOrigin(domain, home);
  return origin === undefined ? undefined : `${origin}${WELL_KNOWN}${name}`;
}

/**
 * LUD-16: a-z, 0-9, minus, underscore, dot, and the plus of its tags. The name therefore needs no
 * escaping in a URL.
 */
function isName(name: string): boolean {
  const isAllowed = (char: string) =>
    (char >= 'a' && char <= 'z') || (char >= '0' && char <= '9') || '-_.+'.includes(char);
  return name.length > 0 && name.length <= MAX_NAME && name.split('').every(isAllowed);
}

/** Allows https on the public internet, and the page's own service with the page's scheme. */
function allowed(text: string, home: string): string | undefined {
  const url = URL.parse(safeMediaUrl(text, home) ?? '');
  if (!url || (url.protocol !== 'https:' && !isOwn(url, home))) return undefined;
  url.hash = '';
  return url.href;
}

/**
 * True for the page's own host, or another port of this machine if the page is served from it.
 * `safeMediaUrl` has allowed both.
 */
function isOwn(url: URL, home: string): boolean {
  return (
    safeMediaUrl(url.href, home) !== undefined &&
    (safeMediaUrl(url.href) === undefined || url.origin === home)
  );
}

/**
 * Read a pay document (LUD-06). The fault of a refusal contains the service's own words (LUD:
 * status ERROR). `home`: origin of the page.
 */
export function readPayService(
  document: unknown,
  url: string,
  home: string,
): PayService | { readonly fault: MoneyMessage } {
  if (!isRecord(document)) return { fault: { code: 'pay.unreachable' } };
  const refusal = errorIn(document);
  if (refusal) return { fault: refusal };
  const text = field(document, 'callback');
  const callback = typeof text === 'string' ? allowed(text, home) : undefined;
  const [minMsats, maxMsats] = [msatsIn(document, 'minSendable'), msatsIn(document, 'maxSendable')];
  if (
    field(document, 'tag') !== 'payRequest' ||
    callback === undefined ||
    minMsats === undefined ||
    maxMsats === undefined
  )
    return { fault: { code: 'pay.badAddress' } };
  const key = field(document, 'nostrPubkey');
  const metadata = field(document, 'metadata');
  const takesZaps =
    field(document, 'allowsNostr') === true && typeof key === 'string' && isHex(key, 64);
  return {
    url,
    callback,
    minMsats: Math.max(1, minMsats),
    maxMsats,
    commentAllowed: msatsIn(document, 'commentAllowed') ?? 0,
    provider: takesZaps ? key : undefined,
    lnurl: encodeBech32('lnurl', new TextEncoder().encode(url)),
    metadata: typeof metadata === 'string' ? metadata : '',
  };
}

/** The parameters of the callback. Amounts in msats. `request`: a signed zap request as JSON. */
export interface CallbackAsk {
  readonly amountMsats: number;
  readonly comment?: string | undefined;
  readonly request?: string | undefined;
  readonly lnurl?: string | undefined;
}

/**
 * Return the callback's URL with these parameters, appended to the query that it already has
 * (E-43).
 */
export function callbackUrl(
  { callback, commentAllowed }: PayService,
  { amountMsats, comment = '', request, lnurl }: CallbackAsk,
): string {
  const url = new URL(callback);
  url.searchParams.set('amount', String(amountMsats));
  if (comment !== '' && commentAllowed > 0)
    url.searchParams.set('comment', clip(comment, commentAllowed));
  if (request !== undefined) url.searchParams.set('nostr', request);
  if (lnurl !== undefined) url.searchParams.set('lnurl', lnurl);
  return url.href;
}

/**
 * The callback's answer: an invoice, not checked yet, and the URL that reports whether it is paid
 * (LUD-21).
 */
export interface CallbackAnswer {
  readonly invoice: string;
  readonly verify: string | undefined;
}

export function readCallback(
  document: unknown,
  home: string,
): CallbackAnswer | { readonly fault: MoneyMessage } {
  if (!isRecord(document)) return { fault: { code: 'pay.unreachable' } };
  const refusal = errorIn(document);
  if (refusal) return { fault: refusal };
  const [pr, verify] = [field(document, 'pr'), field(document, 'verify')];
  if (typeof pr !== 'string' || !readPayableInvoice(pr))
    return { fault: { code: 'pay.badInvoice' } };
  return {
    invoice: pr.trim().toLowerCase(),
    verify: typeof verify === 'string' ? allowed(verify, home) : undefined,
  };
}

/** Read a service's status of its own invoice (LUD-21). `undefined` if it is not readable. */
export function readVerified(
  document: unknown,
): { readonly isSettled: boolean; readonly preimage: string | undefined } | undefined {
  if (!isRecord(document) || errorIn(document)) return undefined;
  const [settled, preimage] = [field(document, 'settled'), field(document, 'preimage')];
  if (typeof settled !== 'boolean') return undefined;
  return {
    isSettled: settled,
    preimage: typeof preimage === 'string' && isHex(preimage, 64) ? preimage : undefined,
  };
}

function errorIn(document: Readonly<Record<string, unknown>>): MoneyMessage | undefined {
  if (field(document, 'status') !== 'ERROR') return undefined;
  const reason = field(document, 'reason');
  return typeof reason === 'string' && reason !== ''
    ? wordsOf(reason)
    : { code: 'pay.unreachable' };
}

function msatsIn(document: Readonly<Record<string, unknown>>, key: string): number | undefined {
  const value = field(document, key);
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
