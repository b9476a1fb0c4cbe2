import { inSeconds, minus, seconds, type Seconds } from '../../../src/events/core/time.ts';
import type { Query, Param } from '../engine/statements.ts';
import type { QueryHandlers } from '../engine/bind-queries.ts';
import type { Database } from '../engine/database.ts';
import { int, maybeText, type Row, text, time } from '../engine/row.ts';
import { putNote } from '../accounts/settings.ts';

/**
 * An invoice of play money. Amount in msats, hash and preimage in hex. `payee` is an account of the
 * ledger: a public key, or a name such as `mint`. `text` is the description. `request` is the zap
 * request, which needs a receipt after payment (NIP-57).
 */
export interface NewPlayInvoice {
  readonly hash: string;
  readonly preimage: string;
  readonly bolt11: string;
  readonly payee: string;
  readonly msats: number;
  readonly text: string;
  /** SHA-256 (hex) of the description that the invoice commits to, if it is not `text` itself. */
  readonly textHash: string | undefined;
  readonly request: string | undefined;
  readonly createdAt: Seconds;
  readonly expiresAt: Seconds;
}

/**
 * A stored invoice with its payer, the time of payment, and the id of its zap receipt once
 * published.
 */
export interface PlayInvoice extends NewPlayInvoice {
  readonly paidAt: Seconds | undefined;
  readonly payer: string | undefined;
  readonly receipt: string | undefined;
}

/**
 * Reason for an unpaid invoice: it is not of this ledger, has expired, is already paid, or the
 * payer has too little.
 */
export type PlayRefusal = 'unknown' | 'expired' | 'paid' | 'short';

/**
 * The result of a payment. `isNew`: this call moved the sats, not an earlier one with the same
 * `ref`.
 */
export type PlayPayment =
  | { readonly paid: PlayInvoice; readonly isNew: boolean }
  | { readonly refused: PlayRefusal; readonly invoice: PlayInvoice | undefined };

/**
 * A request to pay an invoice. `ref` is its idempotency key: it pays at most once, and a repeated
 * request gets the first result.
 */
export interface PlayWish {
  readonly bolt11: string;
  readonly payer: string;
  readonly ref: string;
}

/**
 * Filter for an account's invoices, newest first: incoming, outgoing or both. Both times inclusive.
 */
interface PlayPage {
  readonly way: 'in' | 'out' | 'both';
  readonly isUnpaidToo: boolean;
  readonly from: Seconds;
  readonly until: Seconds;
  readonly limit: number;
  readonly offset: number;
}

/**
 * The ledger of play money. Every payment has two entries that sum to 0. A balance is the sum of
 * its entries and never below 0, except for the issuer's.
 */
export interface PlayMoney {
  /** Store an invoice, or return the one that was stored for the same `ref`. */
  keepPlayInvoice(invoice: NewPlayInvoice, ref: string): Promise<PlayInvoice>;
  playInvoice(hash: string): Promise<PlayInvoice | undefined>;
  /** Looks up the invoice text, in lower case. */
  playInvoiceOf(bolt11: string): Promise<PlayInvoice | undefined>;
  /**
   * Pay an invoice at most once, in one transaction. The payment is on disk when the call returns.
   */
  payPlayInvoice(wish: PlayWish): Promise<PlayPayment>;
  /** In msats. */
  playBalance(account: string): Promise<number>;
  playInvoicesOf(account: string, page: PlayPage): Promise<PlayInvoice[]>;
  /** Paid invoices of zaps without a receipt, oldest first. */
  playReceiptsDue(): Promise<PlayInvoice[]>;
  notePlayReceipt(hash: string, receipt: string): Promise<void>;
  /** Set the key that signs the receipts of play money. Receipts by other keys no longer count. */
  notePlayProvider(pubkey: string): Promise<void>;
}

/** The account that issues all play sats. It alone may have a negative balance. */
export const ISSUER = 'issuer';

/** Name of the row of `meta` with the key that signs the receipts of play money. */
export const PROVIDER_ROW = 'play_provider';

const HOUR = seconds(3_600);

const PUT = `insert into play_invoices (hash, preimage, bolt11, payee, msats, text, text_hash, request, created_at, expires_at, ref)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

export const PLAY_MONEY: QueryHandlers<PlayMoney> = {
  keepPlayInvoice: (database, invoice, ref) =>
    database.transaction(() => keep(database, invoice, ref)),
  playInvoice: (database, hash) =>
    database.one('select * from play_invoices where hash = ?', [hash], readInvoice),
  playInvoiceOf: (database, bolt11) =>
    database.one('select * from play_invoices where bolt11 = ?', [bolt11], readInvoice),
  payPlayInvoice: (database, wish) => database.transaction(() => pay(database, wish)),
  playBalance: balanceOf,
  playInvoicesOf(database, account, { way, isUnpaidToo, from, until, limit, offset }) {
    const sides = way === 'both' ? ['payee', 'payer'] : [way === 'in' ? 'payee' : 'payer'];
    const params: Param[] = sides.map(() => account);
    const sql = `select * from play_invoices where (${sides.map((side) => `${side} = ?`).join(' or ')})
      ${isUnpaidToo ? '' : 'and paid_at is not null'} and created_at >= ? and created_at <= ?
      order by created_at desc, n desc limit ? offset ?`;
    return database.all(
      sql,
      [...params, inSeconds(from), inSeconds(until), limit, offset],
      readInvoice,
    );
  },
  playReceiptsDue: (database) =>
    database.all(
      'select * from play_invoices where request is not null and paid_at is not null and receipt is null order by n',
      [],
      readInvoice,
    ),
  *notePlayReceipt(database, hash, receipt) {
    yield* database.put(
      'update play_invoices set receipt = ? where hash = ? and paid_at is not null',
      [receipt, hash],
    );
  },
  notePlayProvider: (database, pubkey) => putNote(database, PROVIDER_ROW, pubkey),
};

/**
 * Delete unpaid expired invoices an hour after they were made, with their quotes. Otherwise anyone
 * could fill the database with requests.
 */
export function* sweepInvoices(database: Database): Query<void> {
  const now = database.now();
  const over =
    'select hash from play_invoices where paid_at is null and expires_at <= ? and created_at <= ?';
  const times = [inSeconds(now), inSeconds(minus(now, HOUR))];
  yield* database.put(
    `delete from mint_quotes where issued_at is null and hash in (${over})`,
    times,
  );
  yield* database.put(
    `delete from purchases where completed_at is null and quote in (${over})`,
    times,
  );
  yield* database.put('delete from melt_quotes where paid_at is null and expires_at <= ?', [
    inSeconds(now),
  ]);
  yield* database.put(
    'delete from play_invoices where paid_at is null and expires_at <= ? and created_at <= ?',
    times,
  );
}

function* keep(database: Database, invoice: NewPlayInvoice, ref: string): Query<PlayInvoice> {
  const kept = yield* database.one('select * from play_invoices where ref = ?', [ref], readInvoice);
  if (kept) return kept;
  const {
    hash,
    preimage,
    bolt11,
    payee,
    msats,
    text: what,
    textHash,
    request,
    createdAt,
    expiresAt,
  } = invoice;
  const times = [inSeconds(createdAt), inSeconds(expiresAt)];
  yield* database.put(PUT, [
    hash,
    preimage,
    bolt11,
    payee,
    msats,
    what,
    textHash ?? null,
    request ?? null,
    ...times,
    ref,
  ]);
  return { ...invoice, paidAt: undefined, payer: undefined, receipt: undefined };
}

/**
 * A refusal is final for its `ref`. A client that was refused must never find the invoice paid by a
 * retry.
 */
function* pay(database: Database, { bolt11, payer, ref }: PlayWish): Query<PlayPayment> {
  const invoice = yield* database.one(
    'select * from play_invoices where bolt11 = ?',
    [bolt11],
    readInvoice,
  );
  const before = yield* database.one(
    'select payer, bolt11, refused from play_wishes where ref = ?',
    [ref],
    (row) => row,
  );
  if (before) {
    if (text(before, 'payer') !== payer || text(before, 'bolt11') !== bolt11)
      return { refused: 'unknown', invoice: undefined };
    const refused = refusalOf(maybeText(before, 'refused'));
    return refused === undefined && invoice
      ? { paid: invoice, isNew: false }
      : { refused: refused ?? 'unknown', invoice };
  }
  const now = database.now();
  const refused = yield* objectionTo(database, invoice, payer, now);
  yield* database.put(
    'insert into play_wishes (ref, payer, bolt11, refused, created_at) values (?, ?, ?, ?, ?)',
    [ref, payer, bolt11, refused ?? null, inSeconds(now)],
  );
  if (refused !== undefined || !invoice) return { refused: refused ?? 'unknown', invoice };
  yield* database.put('update play_invoices set paid_at = ?, payer = ? where hash = ?', [
    inSeconds(now),
    payer,
    invoice.hash,
  ]);
  const entry = 'insert into play_entries (move, account, msats, created_at) values (?, ?, ?, ?)';
  yield* database.put(entry, [invoice.hash, payer, -invoice.msats, inSeconds(now)]);
  yield* database.put(entry, [invoice.hash, invoice.payee, invoice.msats, inSeconds(now)]);
  return { paid: { ...invoice, paidAt: now, payer }, isNew: true };
}

function* objectionTo(
  database: Database,
  invoice: PlayInvoice | undefined,
  payer: string,
  now: Seconds,
): Query<PlayRefusal | undefined> {
  if (!invoice) return 'unknown';
  if (invoice.paidAt !== undefined) return 'paid';
  if (invoice.expiresAt <= now) return 'expired';
  return payer !== ISSUER && (yield* balanceOf(database, payer)) < invoice.msats
    ? 'short'
    : undefined;
}

function* balanceOf(database: Database, account: string): Query<number> {
  const sql = 'select coalesce(sum(msats), 0) as msats from play_entries where account = ?';
  return (yield* database.one(sql, [account], (row) => int(row, 'msats'))) ?? 0;
}

function refusalOf(value: string | undefined): PlayRefusal | undefined {
  return value === 'unknown' || value === 'expired' || value === 'paid' || value === 'short'
    ? value
    : undefined;
}

function readInvoice(row: Row): PlayInvoice {
  return {
    hash: text(row, 'hash'),
    preimage: text(row, 'preimage'),
    bolt11: text(row, 'bolt11'),
    payee: text(row, 'payee'),
    msats: int(row, 'msats'),
    text: text(row, 'text'),
    textHash: maybeText(row, 'text_hash'),
    request: maybeText(row, 'request'),
    createdAt: time(row, 'created_at'),
    expiresAt: time(row, 'expires_at'),
    paidAt: row['paid_at'] === null ? undefined : time(row, 'paid_at'),
    payer: maybeText(row, 'payer'),
    receipt: maybeText(row, 'receipt'),
  };
}
