import { inSeconds, minus, seconds, type Seconds } from '../../../src/events/core/time.ts';
import type { Asked, Param } from '../engine/statements.ts';
import type { Answers } from '../engine/bind-queries.ts';
import type { Database } from '../engine/database.ts';
import { int, maybeText, type Row, text, time } from '../engine/row.ts';

/**
 * An invoice of play money. Amount in msats, hash and preimage in hex. `payee` is an account of the ledger: the public key of a person, or a
 * name such as `mint`. `text` says what it is for; `request` is the zap request whose receipt is due once it is paid (NIP-57).
 */
export interface NewPlayInvoice {
  readonly hash: string;
  readonly preimage: string;
  readonly bolt11: string;
  readonly payee: string;
  readonly msats: number;
  readonly text: string;
  /** SHA-256 in hex of what the invoice commits to, where that is not `text` itself. */
  readonly textHash: string | undefined;
  readonly request: string | undefined;
  readonly createdAt: Seconds;
  readonly expiresAt: Seconds;
}

/** The same as it is kept: when and by whom it was paid, and the id of its zap receipt once that is published. */
export interface PlayInvoice extends NewPlayInvoice {
  readonly paidAt: Seconds | undefined;
  readonly payer: string | undefined;
  readonly receipt: string | undefined;
}

/** Why an invoice was not paid: it is not of this ledger, its time is over, it is paid already, or the payer has too little. */
export type PlayRefusal = 'unknown' | 'expired' | 'paid' | 'short';

/** What came of a payment. `isNew` where sats moved by this very call, and not by an earlier one of the same `ref`. */
export type PlayPayment =
  | { readonly paid: PlayInvoice; readonly isNew: boolean }
  | { readonly refused: PlayRefusal; readonly invoice: PlayInvoice | undefined };

/** Who pays which invoice. `ref` names the wish to pay: whatever came of it once is said again, and it never pays twice. */
export interface PlayWish {
  readonly bolt11: string;
  readonly payer: string;
  readonly ref: string;
}

/** Which invoices of an account are listed, newest first: those it is paid by, those it pays, or both. Both times inclusive. */
interface PlayPage {
  readonly way: 'in' | 'out' | 'both';
  readonly isUnpaidToo: boolean;
  readonly from: Seconds;
  readonly until: Seconds;
  readonly limit: number;
  readonly offset: number;
}

/**
 * The ledger of play money. Every payment has two entries that add up to 0; what an account has is the sum of its entries, and never below 0
 * but for the one that all play sats come from.
 */
export interface PlayMoney {
  /** Keeps an invoice, or gives the one that was kept for the same `ref` before. */
  keepPlayInvoice(invoice: NewPlayInvoice, ref: string): Promise<PlayInvoice>;
  playInvoice(hash: string): Promise<PlayInvoice | undefined>;
  /** By its own text, in lower case. */
  playInvoiceOf(bolt11: string): Promise<PlayInvoice | undefined>;
  /** Pays an invoice: in one transaction, once, or not at all. On the disk when it is answered. */
  payPlayInvoice(wish: PlayWish): Promise<PlayPayment>;
  /** In msats. */
  playBalance(account: string): Promise<number>;
  playInvoicesOf(account: string, page: PlayPage): Promise<PlayInvoice[]>;
  /** Paid invoices of zaps without a receipt, oldest first. */
  playReceiptsDue(): Promise<PlayInvoice[]>;
  notePlayReceipt(hash: string, receipt: string): Promise<void>;
  /** The key that signs the receipts of play money: from then on those of no other count. */
  notePlayProvider(pubkey: string): Promise<void>;
}

/** The account that all play sats come from: it alone may owe. */
export const ISSUER = 'issuer';

/** Name of the row of `meta` with the key that signs the receipts of play money. */
export const PROVIDER_ROW = 'play_provider';

const HOUR = seconds(3_600);

const PUT = `insert into play_invoices (hash, preimage, bolt11, payee, msats, text, text_hash, request, created_at, expires_at, ref)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

export const PLAY_MONEY: Answers<PlayMoney> = {
  keepPlayInvoice: (database, invoice, ref) => database.transaction(() => keep(database, invoice, ref)),
  playInvoice: (database, hash) => database.one('select * from play_invoices where hash = ?', [hash], readInvoice),
  playInvoiceOf: (database, bolt11) => database.one('select * from play_invoices where bolt11 = ?', [bolt11], readInvoice),
  payPlayInvoice: (database, wish) => database.transaction(() => pay(database, wish)),
  playBalance: balanceOf,
  playInvoicesOf(database, account, { way, isUnpaidToo, from, until, limit, offset }) {
    const sides = way === 'both' ? ['payee', 'payer'] : [way === 'in' ? 'payee' : 'payer'];
    const params: Param[] = sides.map(() => account);
    const sql = `select * from play_invoices where (${sides.map((side) => `${side} = ?`).join(' or ')})
      ${isUnpaidToo ? '' : 'and paid_at is not null'} and created_at >= ? and created_at <= ?
      order by created_at desc, n desc limit ? offset ?`;
    return database.all(sql, [...params, inSeconds(from), inSeconds(until), limit, offset], readInvoice);
  },
  playReceiptsDue: (database) =>
    database.all(
      'select * from play_invoices where request is not null and paid_at is not null and receipt is null order by n',
      [],
      readInvoice,
    ),
  *notePlayReceipt(database, hash, receipt) {
    yield* database.put('update play_invoices set receipt = ? where hash = ? and paid_at is not null', [receipt, hash]);
  },
  *notePlayProvider(database, pubkey) {
    yield* database.put('insert into meta (name, value) values (?, ?) on conflict (name) do update set value = excluded.value', [
      PROVIDER_ROW,
      pubkey,
    ]);
  },
};

/** Deletes invoices that nobody paid in time, an hour after they were made, with the quotes that wait for them: whoever asks leaves rows behind. */
export function* sweepInvoices(database: Database): Asked<void> {
  const now = database.now();
  const over = 'select hash from play_invoices where paid_at is null and expires_at <= ? and created_at <= ?';
  const times = [inSeconds(now), inSeconds(minus(now, HOUR))];
  yield* database.put(`delete from mint_quotes where issued_at is null and hash in (${over})`, times);
  yield* database.put(`delete from purchases where completed_at is null and quote in (${over})`, times);
  yield* database.put('delete from melt_quotes where paid_at is null and expires_at <= ?', [inSeconds(now)]);
  yield* database.put('delete from play_invoices where paid_at is null and expires_at <= ? and created_at <= ?', times);
}

function* keep(database: Database, invoice: NewPlayInvoice, ref: string): Asked<PlayInvoice> {
  const kept = yield* database.one('select * from play_invoices where ref = ?', [ref], readInvoice);
  if (kept) return kept;
  const { hash, preimage, bolt11, payee, msats, text: what, textHash, request, createdAt, expiresAt } = invoice;
  const times = [inSeconds(createdAt), inSeconds(expiresAt)];
  yield* database.put(PUT, [hash, preimage, bolt11, payee, msats, what, textHash ?? null, request ?? null, ...times, ref]);
  return { ...invoice, paidAt: undefined, payer: undefined, receipt: undefined };
}

/** Also what was refused stays so for its `ref`: whoever was told that nothing was paid must never find it paid by a repeated wish. */
function* pay(database: Database, { bolt11, payer, ref }: PlayWish): Asked<PlayPayment> {
  const invoice = yield* database.one('select * from play_invoices where bolt11 = ?', [bolt11], readInvoice);
  const before = yield* database.one('select payer, bolt11, refused from play_wishes where ref = ?', [ref], (row) => row);
  if (before) {
    if (text(before, 'payer') !== payer || text(before, 'bolt11') !== bolt11) return { refused: 'unknown', invoice: undefined };
    const refused = refusalOf(maybeText(before, 'refused'));
    return refused === undefined && invoice ? { paid: invoice, isNew: false } : { refused: refused ?? 'unknown', invoice };
  }
  const now = database.now();
  const refused = yield* objectionTo(database, invoice, payer, now);
  yield* database.put('insert into play_wishes (ref, payer, bolt11, refused, created_at) values (?, ?, ?, ?, ?)', [
    ref,
    payer,
    bolt11,
    refused ?? null,
    inSeconds(now),
  ]);
  if (refused !== undefined || !invoice) return { refused: refused ?? 'unknown', invoice };
  yield* database.put('update play_invoices set paid_at = ?, payer = ? where hash = ?', [inSeconds(now), payer, invoice.hash]);
  const entry = 'insert into play_entries (move, account, msats, created_at) values (?, ?, ?, ?)';
  yield* database.put(entry, [invoice.hash, payer, -invoice.msats, inSeconds(now)]);
  yield* database.put(entry, [invoice.hash, invoice.payee, invoice.msats, inSeconds(now)]);
  return { paid: { ...invoice, paidAt: now, payer }, isNew: true };
}

function* objectionTo(database: Database, invoice: PlayInvoice | undefined, payer: string, now: Seconds): Asked<PlayRefusal | undefined> {
  if (!invoice) return 'unknown';
  if (invoice.paidAt !== undefined) return 'paid';
  if (invoice.expiresAt <= now) return 'expired';
  return payer !== ISSUER && (yield* balanceOf(database, payer)) < invoice.msats ? 'short' : undefined;
}

function* balanceOf(database: Database, account: string): Asked<number> {
  const sql = 'select coalesce(sum(msats), 0) as msats from play_entries where account = ?';
  return (yield* database.one(sql, [account], (row) => int(row, 'msats'))) ?? 0;
}

function refusalOf(value: string | undefined): PlayRefusal | undefined {
  return value === 'unknown' || value === 'expired' || value === 'paid' || value === 'short' ? value : undefined;
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
