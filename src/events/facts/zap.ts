import { parseAddress } from '../nostr/address.ts';
import { type SignedEvent, tagValue, type VerifiedEvent } from '../nostr/event.ts';
import { isHex } from '../core/hex.ts';
import { parseJson } from '../core/json.ts';
import { KIND } from '../nostr/kinds.ts';
import { readEvent } from '../nostr/event-shape.ts';
import { clip } from '../core/text.ts';
import type { Seconds } from '../core/time.ts';
import { readInvoiceHead } from '../nostr/bolt11-head.ts';

/**
 * A zap, read from a verified receipt (kind 9735, NIP-57). `sender` signed the request inside it.
 * Amount in msats, time in seconds.
 */
export interface Zap {
  readonly id: string;
  readonly sender: string;
  readonly receiver: string;
  readonly amountMsats: number;
  readonly message: string;
  readonly createdAt: Seconds;
  /** Event id or address that was zapped; `undefined` for a zap of a profile. */
  readonly target: string | undefined;
  readonly receipt: VerifiedEvent;
}

const MAX_MESSAGE = 4_096;

/**
 * Return the unchecked zap request in a receipt. The receipt must not be trusted before this event
 * is verified (INV-VERIFIED).
 */
export function zapRequestOf(receipt: SignedEvent): unknown {
  return parseJson(tagValue(receipt, 'description') ?? '');
}

/**
 * Read a receipt whose request (`zapRequestOf`) is verified. The amount comes from the invoice,
 * else from the request's amount tag, else it is 0 (NOTE-15). `undefined` if receipt and request
 * disagree on recipient, target or amount (E-41). The receipt's author is not compared with the
 * recipient's provider (NIP-57 appendix F), because that needs the LNURL response of the provider.
 * Description hashes of invoices are not compared, because the largest service never commits to the
 * request.
 */
export function readZap(receipt: VerifiedEvent): Zap | undefined {
  const request = receipt.kind === KIND.Zap ? readEvent(zapRequestOf(receipt)) : undefined;
  const receiver = request && tagValue(request, 'p');
  if (request?.kind !== KIND.ZapRequest || receiver === undefined || !isHex(receiver, 64))
    return undefined;
  if (!['p', 'e', 'a'].every((name) => agrees(receipt, request, name))) return undefined;
  const invoice = readInvoiceHead(tagValue(receipt, 'bolt11') ?? '');
  // sats of a public test network have no value; regtest belongs to the page's own service
  if (invoice && invoice.network !== 'mainnet' && invoice.network !== 'regtest') return undefined;
  const invoiced = invoice?.amountMsats;
  const requested = msats(tagValue(request, 'amount'));
  if (invoiced !== undefined && requested !== undefined && invoiced !== requested) return undefined;
  return {
    id: receipt.id,
    sender: request.pubkey,
    receiver,
    amountMsats: invoiced ?? requested ?? 0,
    message: clip(request.content, MAX_MESSAGE),
    createdAt: receipt.created_at,
    target: targetOf(request),
    receipt,
  };
}

/** A receipt may omit a value of the request, but must not contradict it. */
function agrees(receipt: SignedEvent, request: SignedEvent, name: string): boolean {
  const said = tagValue(receipt, name);
  return said === undefined || said === tagValue(request, name);
}

/**
 * A replaceable event is zapped by its address, not by the version that the e tag beside it names.
 */
function targetOf(request: SignedEvent): string | undefined {
  const address = tagValue(request, 'a');
  if (address !== undefined && parseAddress(address)) return address;
  const id = tagValue(request, 'e');
  return id !== undefined && isHex(id, 64) ? id : undefined;
}

function msats(text: string | undefined): number | undefined {
  const amount = Number(text);
  return text !== undefined && Number.isSafeInteger(amount) && amount > 0 && String(amount) === text
    ? amount
    : undefined;
}
