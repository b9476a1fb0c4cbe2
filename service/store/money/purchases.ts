import { inSeconds, type Seconds } from '../../../src/events/core/time.ts';
import type { Query } from '../engine/statements.ts';
import type { QueryHandlers } from '../engine/bind-queries.ts';
import type { Database } from '../engine/database.ts';
import { isNameFree, type Member, MEMBERS } from '../accounts/members.ts';
import { int, type Row, text, time } from '../engine/row.ts';
import type { Ordered, Slice } from '../reading/page-slice.ts';

/**
 * A quote for a membership. `quote` is the payment hash of its invoice, `usd` the displayed price.
 */
interface Quote {
  readonly quote: string;
  readonly buyer: string;
  /** The future member and their name. Empty: they keep their name. */
  readonly receiver: string;
  readonly name: string;
  readonly product: string;
  readonly msats: number;
  readonly usd: string;
  readonly createdAt: Seconds;
}

/** The quote with the time of its completion. */
export interface KeptQuote extends Quote {
  readonly completedAt: Seconds | undefined;
}

/** The msats that an account paid for one product, and the time of the last payment. */
interface Given {
  readonly receiver: string;
  readonly msats: number;
  readonly last: Seconds;
}

/** Memberships that are bought with play sats. */
export interface Purchases {
  keepQuote(quote: Quote): Promise<void>;
  quote(quote: string): Promise<KeptQuote | undefined>;
  /** Quotes whose invoice is paid but whose membership was not granted yet. */
  paidQuotes(): Promise<KeptQuote[]>;
  /**
   * Grant the purchase once, and return true if this call granted it. The name is dropped if it is
   * no longer free, or if the recipient did not sign for it. A gift renames no account.
   */
  completeQuote(quote: string, member: Member): Promise<boolean>;
  /** Purchases of an account, newest first. */
  purchasesOf(buyer: string, slice: Slice): Promise<(KeptQuote & Ordered)[]>;
  /** Recipients of a product, and the amount that each paid. */
  givenFor(product: string): Promise<Given[]>;
}

export const PURCHASES: QueryHandlers<Purchases> = {
  *keepQuote(database, { quote, buyer, receiver, name, product, msats, usd, createdAt }) {
    const sql = `insert into purchases (quote, buyer, receiver, name, product, msats, usd, created_at)
      values (?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`;
    yield* database.put(sql, [
      quote,
      buyer,
      receiver,
      name,
      product,
      msats,
      usd,
      inSeconds(createdAt),
    ]);
  },
  quote: quoteOf,
  paidQuotes: (database) =>
    database.all(
      `select p.* from purchases p cross join play_invoices i on i.hash = p.quote
        where p.completed_at is null and i.paid_at is not null order by p.n`,
      [],
      readQuote,
    ),
  completeQuote: (database, quote, member) =>
    database.transaction(function* () {
      const kept = yield* quoteOf(database, quote);
      if (kept?.completedAt !== undefined) return false;
      const isGift = kept?.buyer !== member.pubkey;
      const mayTake =
        !isGift &&
        (member.name === undefined || (yield* isNameFree(database, member.name, member.pubkey)));
      const [known] = yield* MEMBERS.membersAmong(database, [member.pubkey]);
      yield* MEMBERS.putMembers(database, [mayTake ? member : { ...member, name: known?.name }]);
      return (
        (yield* database.run('update purchases set completed_at = ? where quote = ?', [
          inSeconds(database.now()),
          quote,
        ])) === 1
      );
    }),
  purchasesOf(database, buyer, { since, until, before, limit, offset }) {
    const sql = `select * from purchases where buyer = ? and completed_at is not null and completed_at >= ? and completed_at <= ?
      and (completed_at < ? or n < ?) order by completed_at desc, n desc limit ? offset ?`;
    return database.all(sql, [buyer, since, until, until, before, limit, offset], (row) => ({
      ...readQuote(row),
      seq: int(row, 'n'),
      key: int(row, 'completed_at'),
    }));
  },
  givenFor: (database, product) =>
    database.all(
      `select receiver, sum(msats) as msats, max(completed_at) as last from purchases
        where product = ? and completed_at is not null group by receiver`,
      [product],
      (row) => ({
        receiver: text(row, 'receiver'),
        msats: int(row, 'msats'),
        last: time(row, 'last'),
      }),
    ),
};

export function* endMemberships(database: Database): Query<void> {
  yield* database.put(
    "update members set tier = '' where tier = 'premium' and expires_on is not null and expires_on <= ?",
    [inSeconds(database.now())],
  );
}

function quoteOf(database: Database, quote: string): Query<KeptQuote | undefined> {
  return database.one('select * from purchases where quote = ?', [quote], readQuote);
}

function readQuote(row: Row): KeptQuote {
  return {
    quote: text(row, 'quote'),
    buyer: text(row, 'buyer'),
    receiver: text(row, 'receiver'),
    name: text(row, 'name'),
    product: text(row, 'product'),
    msats: int(row, 'msats'),
    usd: text(row, 'usd'),
    createdAt: time(row, 'created_at'),
    completedAt: row['completed_at'] === null ? undefined : time(row, 'completed_at'),
  };
}
