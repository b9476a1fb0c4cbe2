import { inSeconds, type Seconds } from '../../../src/events/core/time.ts';
import type { QueryHandlers } from '../engine/bind-queries.ts';
import { text, time } from '../engine/row.ts';
import { replaceIn } from '../engine/insert.ts';

const PUT = replaceIn('standings');

/**
 * The operator's decision about an account. `denied`: it may not publish here. `allowed`: it may
 * publish even if only listed accounts may.
 */
export type Standing = 'denied' | 'allowed';

/** `note`: the reason, shown only to the operator. */
interface Listed {
  readonly pubkey: string;
  readonly standing: Standing;
  readonly note: string;
  readonly since: Seconds;
}

/** Accounts that the operator has listed. No other account has an entry. */
export interface Standings {
  /** The standings of those accounts in `pubkeys` that are listed. */
  standingsOf(pubkeys: readonly string[]): Promise<Map<string, Standing>>;
  /** All listed accounts, newest first. */
  standings(): Promise<Listed[]>;
  /**
   * Set the standing and replace an earlier one. For events that the account published before, see
   * `withhold`.
   */
  setStanding(pubkey: string, standing: Standing, note: string): Promise<void>;
  /** Remove the account's entry if it has this standing. */
  clearStanding(pubkey: string, standing: Standing): Promise<void>;
}

export const STANDINGS: QueryHandlers<Standings> = {
  *standingsOf(database, pubkeys) {
    if (pubkeys.length === 0) return new Map();
    const sql =
      'select pubkey, standing from standings where pubkey in (select value from json_each(?))';
    return new Map(
      yield* database.all(
        sql,
        [[...new Set(pubkeys)]],
        (row) => [text(row, 'pubkey'), standingIn(text(row, 'standing'))] as const,
      ),
    );
  },
  standings: (database) =>
    database.all('select * from standings order by created_at desc, pubkey', [], (row) => ({
      pubkey: text(row, 'pubkey'),
      standing: standingIn(text(row, 'standing')),
      note: text(row, 'note'),
      since: time(row, 'created_at'),
    })),
  *setStanding(database, pubkey, standing, note) {
    yield* database.put(PUT, [pubkey, standing, note, inSeconds(database.now())]);
  },
  *clearStanding(database, pubkey, standing) {
    yield* database.put('delete from standings where pubkey = ? and standing = ?', [
      pubkey,
      standing,
    ]);
  },
};

function standingIn(stored: string): Standing {
  return stored === 'allowed' ? 'allowed' : 'denied';
}
