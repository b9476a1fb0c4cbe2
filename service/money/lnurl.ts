import { parseAddress } from '../../src/events/nostr/address.ts';
import { type Tag, tagValue, type VerifiedEvent } from '../../src/events/nostr/event.ts';
import { isHex } from '../../src/events/core/hex.ts';
import { KIND } from '../../src/events/nostr/kinds.ts';
import { clip } from '../../src/events/core/text.ts';
import { seconds } from '../../src/events/core/time.ts';
import { sha256Hex } from '../hash.ts';
import type { Store } from '../store/store.ts';
import { parseStored } from '../store/stored-event.ts';
import type { Guard } from '../relay/enforce-policy.ts';
import type { EventVerifier } from '../verify.ts';
import { type Money, MOST_MSATS } from './payments.ts';
import { readZapRequest } from './zap-request.ts';

/**
 * Parts of lightning address payments: the store, the money, and the public address of the service,
 * without a trailing slash.
 */
export interface PayService {
  readonly store: Pick<Store, 'payeeNamed' | 'playInvoice' | 'events' | 'latest'>;
  readonly money: Pick<Money, 'provider' | 'invoice'>;
  readonly gate: Pick<EventVerifier, 'verify'>;
  readonly guard: Pick<Guard, 'objectionToKeeping'>;
  readonly origin: string;
}

/** A response in LNURL format. */
export type PayAnswer = Readonly<Record<string, unknown>>;

const LEAST_MSATS = 1_000;
/** Characters of a comment (LUD-12). */
const LONGEST_COMMENT = 255;
const INVOICE_BYTES = 1_000;
/** Time until an invoice expires. */
const EXPIRY = seconds(600);

/**
 * Return the description of a lightning address (LUD-06, LUD-16, NIP-57), or `undefined` for an
 * unknown name.
 */
export async function payDocument(
  { store, money, origin }: PayService,
  name: string,
): Promise<PayAnswer | undefined> {
  if ((await store.payeeNamed(name)) === undefined) return undefined;
  const called = name.toLowerCase();
  return {
    tag: 'payRequest',
    callback: `${origin}/lnurl/pay/${encodeURIComponent(called)}`,
    minSendable: LEAST_MSATS,
    maxSendable: MOST_MSATS,
    metadata: metadataOf(called, origin),
    commentAllowed: LONGEST_COMMENT,
    allowsNostr: true,
    nostrPubkey: money.provider,
  };
}

/**
 * Return an invoice to pay to that name, for the client address `from`. `amount` in msats, optional
 * `comment`, optional zap request `nostr`.
 */
export async function payInvoice(
  desk: PayService,
  name: string,
  query: URLSearchParams,
  from: string,
): Promise<PayAnswer> {
  const payee = await desk.store.payeeNamed(name);
  const called = name.toLowerCase();
  if (payee === undefined) return payError('Nobody here has that name.');
  const asked = query.get('amount') ?? '';
  const msats = /^\d{1,15}$/.test(asked) ? Number(asked) : Number.NaN;
  if (!(msats >= LEAST_MSATS && msats <= MOST_MSATS)) {
    return payError(
      `The amount must be a number of millisatoshis from ${LEAST_MSATS} to ${MOST_MSATS}.`,
    );
  }
  const comment = query.get('comment') ?? '';
  if (comment.length > LONGEST_COMMENT)
    return payError(`A comment has at most ${LONGEST_COMMENT} characters.`);
  const nostr = query.get('nostr') ?? '';
  const request =
    nostr === ''
      ? undefined
      : readZapRequest(nostr, { msats, provider: desk.money.provider, payee }, desk.gate);
  if (typeof request === 'string') return payError(request);
  if (request && !(await earns(desk, payee, request)))
    return payError(
      'Zap request is for an event that does not name the account that this address pays.',
    );
  const objection = await desk.guard.objectionToKeeping({
    from,
    bytes: INVOICE_BYTES + Buffer.byteLength(nostr),
  });
  if (objection !== undefined) return payError(objection);
  const words = clip(request?.content ?? comment, LONGEST_COMMENT).trim();
  const invoice = await desk.money.invoice({
    payee,
    msats,
    text: words === '' ? purposeOf(called) : words,
    textHash: sha256Hex(request ? nostr : metadataOf(called, desk.origin)),
    request: request && nostr,
    expiry: EXPIRY,
  });
  return {
    pr: invoice.bolt11,
    routes: [],
    disposable: true,
    verify: `${desk.origin}/lnurl/verify/${invoice.hash}`,
  };
}

/** Return the payment state of an invoice for its payer (LUD-21). */
export async function payState({ store }: PayService, hash: string): Promise<PayAnswer> {
  const invoice = isHex(hash, 64) ? await store.playInvoice(hash) : undefined;
  // Other kinds of invoices are not public.
  if (invoice?.textHash === undefined) return payError('Not found');
  const settled = invoice.paidAt !== undefined;
  return { status: 'OK', settled, preimage: settled ? invoice.preimage : null, pr: invoice.bolt11 };
}

/**
 * True if a zap of that event belongs to the payee. Otherwise anyone could pay themselves and have
 * it counted for another author's note.
 */
async function earns(
  { store }: PayService,
  payee: string,
  request: VerifiedEvent,
): Promise<boolean> {
  const [address, id] = [tagValue(request, 'a'), tagValue(request, 'e')];
  const byAddress = address === undefined ? undefined : await store.latest(address);
  const stored = byAddress ?? (id === undefined ? undefined : (await store.events([id]))[0]);
  if (!stored)
    return (
      address === undefined ||
      parseAddress(address)?.pubkey === payee ||
      parseAddress(address)?.kind === KIND.LiveEvent
    );
  const { pubkey, kind, tags } = parseStored(stored);
  const names = ([name, account]: Tag) =>
    account === payee && (name === 'zap' || (name === 'p' && kind === KIND.LiveEvent));
  return pubkey === payee || tags.some(names);
}

export function payError(reason: string): PayAnswer {
  return { status: 'ERROR', reason };
}

function metadataOf(name: string, origin: string): string {
  return JSON.stringify([
    ['text/plain', purposeOf(name)],
    ['text/identifier', `${name}@${new URL(origin).host}`],
  ]);
}

function purposeOf(name: string): string {
  return `Play sats for ${name}`;
}
