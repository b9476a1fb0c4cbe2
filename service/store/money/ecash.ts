import { inSeconds, type Seconds } from '../../../src/events/core/time.ts';
import { type Query, inParallel } from '../engine/statements.ts';
import type { QueryHandlers } from '../engine/bind-queries.ts';
import type { Database } from '../engine/database.ts';
import { PLAY_MONEY, type PlayPayment, type PlayRefusal } from './play-money.ts';
import { int, maybeText, type Row, text, time } from '../engine/row.ts';

/**
 * A request for ecash, to be paid by invoice. Amounts in sats. `mint` is the mint's account in the
 * ledger of play money. `hash` is the payment hash of the invoice. Anyone who knows the id can
 * collect the ecash.
 */
interface NewMintQuote {
  readonly mint: string;
  readonly id: string;
  readonly hash: string;
  readonly sats: number;
  readonly expiresAt: Seconds;
}

/** The quote with its invoice, the time of payment and the time of issue. */
export interface MintQuote extends NewMintQuote {
  readonly bolt11: string;
  readonly paidAt: Seconds | undefined;
  readonly issuedAt: Seconds | undefined;
}

/** A request that a mint pays an invoice for ecash. */
interface NewMeltQuote {
  readonly mint: string;
  readonly id: string;
  readonly bolt11: string;
}

/**
 * The quote with its price: sats for the invoice, plus `reserve`. The unused part of the reserve is
 * returned.
 */
export interface MeltQuote extends NewMeltQuote {
  readonly sats: number;
  readonly reserve: number;
  readonly expiresAt: Seconds;
  /** 32 bytes in hex, set once the invoice is paid for this quote. */
  readonly preimage: string | undefined;
}

/** Ecash that is spent: the point of its secret, compressed, in hex. */
interface EcashInput {
  readonly y: string;
  readonly sats: number;
}

/** A signature on a blinded message `b`, with its proof (NUT-12), all in hex. */
export interface EcashPromise {
  readonly b: string;
  readonly keyset: string;
  readonly sats: number;
  readonly c: string;
  readonly e: string;
  readonly s: string;
}

/**
 * One operation of a mint. It consumes ecash, a paid quote or both, and produces ecash, an invoice
 * payment or both. `digest` identifies the request: a repeated request gets the first response.
 */
export interface EcashMove {
  readonly mint: string;
  readonly digest: string;
  readonly inputs: readonly EcashInput[];
  readonly outputs: readonly EcashPromise[];
  /** Id of a paid mint quote whose ecash is issued. */
  readonly minted?: string | undefined;
  /** Id of a melt quote whose invoice is paid. */
  readonly melted?: string | undefined;
}

/** Reason for a refused operation. */
export type EcashRefusal =
  | 'unknown'
  | 'unpaid'
  | 'issued'
  | 'unbalanced'
  | 'spent'
  | 'signed'
  | 'settled'
  | PlayRefusal;

/** The issued promises, and the payment if there was one. */
interface EcashMoved {
  readonly promises: readonly EcashPromise[];
  readonly payment: PlayPayment | undefined;
}

/**
 * State of the mints: quotes, spent ecash and issued promises. Each operation is one transaction.
 */
export interface Ecash {
  keepMintQuote(quote: NewMintQuote): Promise<void>;
  mintQuote(mint: string, id: string): Promise<MintQuote | undefined>;
  /** Look up the invoice in the ledger. The same id returns the same quote. */
  keepMeltQuote(quote: NewMeltQuote): Promise<MeltQuote | { readonly refused: PlayRefusal }>;
  meltQuote(mint: string, id: string): Promise<MeltQuote | undefined>;
  moveEcash(move: EcashMove): Promise<EcashMoved | { readonly refused: EcashRefusal }>;
  /** The promises of an earlier request, or `undefined` if there was none. */
  movedEcash(mint: string, digest: string): Promise<readonly EcashPromise[] | undefined>;
  /** The promises that were issued when the invoice of a melt quote was paid. */
  changeOf(mint: string, quote: string): Promise<readonly EcashPromise[]>;
  /** The subset of these points that is spent. */
  spentAmong(mint: string, ys: readonly string[]): Promise<ReadonlySet<string>>;
  /** Promises on these blinded messages, in no order. */
  promisesAmong(mint: string, bs: readonly string[]): Promise<readonly EcashPromise[]>;
}

/**
 * Reserve: one sat for each hundred sats of an invoice, as other mints require for fees. The play
 * ledger charges none.
 */
const RESERVED = 100;

const MINT_QUOTE =
  'select q.*, i.bolt11, i.paid_at from mint_quotes q join play_invoices i on i.hash = q.hash where q.mint = ? and q.id = ?';
const MELT_QUOTE = `select q.*, case when q.paid_at is not null then i.preimage end as preimage
  from melt_quotes q join play_invoices i on i.bolt11 = q.bolt11 where q.mint = ? and q.id = ?`;

export const ECASH: QueryHandlers<Ecash> = {
  *keepMintQuote(database, { mint, id, hash, sats, expiresAt }) {
    const sql = 'insert into mint_quotes (mint, id, hash, sats, expires_at) values (?, ?, ?, ?, ?)';
    yield* database.put(sql, [mint, id, hash, sats, inSeconds(expiresAt)]);
  },
  mintQuote: findMintQuote,
  keepMeltQuote: (database, quote) => database.transaction(() => keepMelt(database, quote)),
  meltQuote: findMeltQuote,
  moveEcash: (database, move) => database.transaction(() => applied(database, move)),
  *movedEcash(database, mint, digest) {
    const isDone = yield* database.one(
      'select 1 from mint_moves where mint = ? and digest = ?',
      [mint, digest],
      () => true,
    );
    return isDone === undefined ? undefined : yield* promisesOf(database, mint, digest);
  },
  *changeOf(database, mint, quote) {
    const sql = 'select digest from mint_moves where mint = ? and melted = ?';
    const digest = yield* database.one(sql, [mint, quote], (row) => text(row, 'digest'));
    return digest === undefined ? [] : yield* promisesOf(database, mint, digest);
  },
  spentAmong,
  promisesAmong(database, mint, bs) {
    const sql =
      'select * from mint_promises where mint = ? and b in (select value from json_each(?))';
    return database.all(sql, [mint, bs], readPromise);
  },
};

function findMintQuote(database: Database, mint: string, id: string): Query<MintQuote | undefined> {
  return database.one(MINT_QUOTE, [mint, id], (row) => ({
    mint,
    id,
    hash: text(row, 'hash'),
    sats: int(row, 'sats'),
    bolt11: text(row, 'bolt11'),
    expiresAt: time(row, 'expires_at'),
    paidAt: maybeTime(row, 'paid_at'),
    issuedAt: maybeTime(row, 'issued_at'),
  }));
}

function findMeltQuote(database: Database, mint: string, id: string): Query<MeltQuote | undefined> {
  return database.one(MELT_QUOTE, [mint, id], (row) => ({
    mint,
    id,
    bolt11: text(row, 'bolt11'),
    sats: int(row, 'sats'),
    reserve: int(row, 'reserve'),
    expiresAt: time(row, 'expires_at'),
    preimage: maybeText(row, 'preimage'),
  }));
}

function* keepMelt(
  database: Database,
  { mint, id, bolt11 }: NewMeltQuote,
): Query<MeltQuote | { readonly refused: PlayRefusal }> {
  const kept = yield* findMeltQuote(database, mint, id);
  if (kept) return kept.bolt11 === bolt11 ? kept : { refused: 'unknown' };
  const found = 'select msats, expires_at, paid_at from play_invoices where bolt11 = ?';
  const invoice = yield* database.one(found, [bolt11], (row) => row);
  if (!invoice) return { refused: 'unknown' };
  if (invoice['paid_at'] !== null) return { refused: 'paid' };
  const expiresAt = time(invoice, 'expires_at');
  if (expiresAt <= database.now()) return { refused: 'expired' };
  const sats = Math.ceil(int(invoice, 'msats') / 1_000);
  const reserve = Math.floor(sats / RESERVED);
  const put =
    'insert into melt_quotes (mint, id, bolt11, sats, reserve, expires_at) values (?, ?, ?, ?, ?, ?)';
  yield* database.put(put, [mint, id, bolt11, sats, reserve, inSeconds(expiresAt)]);
  return { mint, id, bolt11, sats, reserve, expiresAt, preimage: undefined };
}

/** The final check. Nothing that was checked before the transaction counts. */
function* applied(
  database: Database,
  move: EcashMove,
): Query<EcashMoved | { readonly refused: EcashRefusal }> {
  const { mint, digest, inputs, outputs, minted, melted } = move;
  const quote = minted === undefined ? undefined : yield* findMintQuote(database, mint, minted);
  const melt = melted === undefined ? undefined : yield* findMeltQuote(database, mint, melted);
  const kept = yield* remainder(database, move, quote, melt);
  const refused = yield* objectionTo(database, move, quote, melt, kept);
  if (refused !== undefined) return { refused };
  const now = inSeconds(database.now());
  const payment =
    melt &&
    (yield* PLAY_MONEY.payPlayInvoice(database, {
      bolt11: melt.bolt11,
      payer: mint,
      ref: `${mint} melt ${melt.id}`,
    }));
  if (payment && 'refused' in payment) return payment;
  if (melt)
    yield* database.put('update melt_quotes set paid_at = ? where mint = ? and id = ?', [
      now,
      mint,
      melt.id,
    ]);
  if (quote)
    yield* database.put('update mint_quotes set issued_at = ? where mint = ? and id = ?', [
      now,
      mint,
      quote.id,
    ]);
  const put =
    'insert into mint_moves (mint, digest, minted, melted, kept, created_at) values (?, ?, ?, ?, ?, ?)';
  yield* database.put(put, [mint, digest, minted ?? null, melted ?? null, kept, now]);
  const spend = 'insert into mint_spent (mint, y, sats, digest) values (?, ?, ?, ?)';
  for (const { y, sats } of inputs) yield* database.put(spend, [mint, y, sats, digest]);
  const promise =
    'insert into mint_promises (mint, b, keyset, sats, c, e, s, digest, n) values (?, ?, ?, ?, ?, ?, ?, ?, ?)';
  for (const [n, { b, keyset, sats, c, e, s }] of outputs.entries())
    yield* database.put(promise, [mint, b, keyset, sats, c, e, s, digest, n]);
  return { promises: outputs, payment };
}

/**
 * The msats that would remain with the mint: a fraction of a sat, or change that the client did not
 * request.
 */
function* remainder(
  database: Database,
  { inputs, outputs }: EcashMove,
  quote: MintQuote | undefined,
  melt: MeltQuote | undefined,
): Query<number> {
  const worth = (all: readonly { readonly sats: number }[]) =>
    all.reduce((sum, { sats }) => sum + sats, 0) * 1_000;
  const paid =
    melt &&
    (yield* database.one('select msats from play_invoices where bolt11 = ?', [melt.bolt11], (row) =>
      int(row, 'msats'),
    ));
  return worth(inputs) + (quote?.sats ?? 0) * 1_000 - worth(outputs) - (paid ?? 0);
}

function* objectionTo(
  database: Database,
  { mint, digest, inputs, outputs, minted, melted }: EcashMove,
  quote: MintQuote | undefined,
  melt: MeltQuote | undefined,
  kept: number,
): Query<EcashRefusal | undefined> {
  if ((minted !== undefined && !quote) || (melted !== undefined && !melt)) return 'unknown';
  if (quote?.issuedAt !== undefined) return 'issued';
  if (quote && quote.paidAt === undefined) return 'unpaid';
  if (melt?.preimage !== undefined) return 'settled';
  const most = melt ? melt.reserve * 1_000 + 999 : 0;
  if (kept < 0 || kept > most) return 'unbalanced';
  const points = inputs.map(({ y }) => y);
  if (new Set(points).size < points.length || (yield* spentAmong(database, mint, points)).size > 0)
    return 'spent';
  const isSigned = 'select 1 from mint_promises where mint = ? and b = ?';
  if (new Set(outputs.map(({ b }) => b)).size < outputs.length) return 'signed';
  const signed = yield* inParallel(
    outputs.map(({ b }) => database.one(isSigned, [mint, b], () => true)),
  );
  if (signed.includes(true)) return 'signed';
  return (yield* database.one(
    'select 1 from mint_moves where mint = ? and digest = ?',
    [mint, digest],
    () => true,
  ))
    ? 'signed'
    : undefined;
}

function* spentAmong(
  database: Database,
  mint: string,
  ys: readonly string[],
): Query<ReadonlySet<string>> {
  const sql = 'select y from mint_spent where mint = ? and y in (select value from json_each(?))';
  return new Set(yield* database.all(sql, [mint, ys], (row) => text(row, 'y')));
}

function promisesOf(database: Database, mint: string, digest: string): Query<EcashPromise[]> {
  return database.all(
    'select * from mint_promises where mint = ? and digest = ? order by n',
    [mint, digest],
    readPromise,
  );
}

function readPromise(row: Row): EcashPromise {
  return {
    b: text(row, 'b'),
    keyset: text(row, 'keyset'),
    sats: int(row, 'sats'),
    c: text(row, 'c'),
    e: text(row, 'e'),
    s: text(row, 's'),
  };
}

function maybeTime(row: Row, name: string): Seconds | undefined {
  return row[name] === null ? undefined : time(row, name);
}
