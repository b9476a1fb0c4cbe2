import { inSeconds, type Seconds } from '../../../src/events/core/time.ts';
import type { Answers } from '../engine/bind-queries.ts';
import { text, time } from '../engine/row.ts';

/** What the operator said of an account: it may not publish here, or it may where only those may that he named. */
export type Standing = 'denied' | 'allowed';

/** `note`: why, for the operator alone. */
interface Listed {
  readonly pubkey: string;
  readonly standing: Standing;
  readonly note: string;
  readonly since: Seconds;
}

/** Accounts that the operator spoke of; of all others nothing stands here. */
export interface Standings {
  /** Those among these accounts that he spoke of. */
  standingsOf(pubkeys: readonly string[]): Promise<Map<string, Standing>>;
  /** All of them, the last first. */
  standings(): Promise<Listed[]>;
  /** Says so of an account, whatever was said of it before. Of what it published before see `withhold`. */
  setStanding(pubkey: string, standing: Standing, note: string): Promise<void>;
  /** Says nothing of an account any more, if that stands of it. */
  clearStanding(pubkey: string, standing: Standing): Promise<void>;
}

export const STANDINGS: Answers<Standings> = {
  *standingsOf(database, pubkeys) {
    if (pubkeys.length === 0) return new Map();
    const sql = 'select pubkey, standing from standings where pubkey in (select value from json_each(?))';
    return new Map(
      yield* database.all(sql, [[...new Set(pubkeys)]], (row) => [text(row, 'pubkey'), standingIn(text(row, 'standing'))] as const),
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
    const sql = `insert into standings (pubkey, standing, note, created_at) values (?, ?, ?, ?) on conflict (pubkey) do update
      set standing = excluded.standing, note = excluded.note, created_at = excluded.created_at`;
    yield* database.put(sql, [pubkey, standing, note, inSeconds(database.now())]);
  },
  *clearStanding(database, pubkey, standing) {
    yield* database.put('delete from standings where pubkey = ? and standing = ?', [pubkey, standing]);
  },
};

function standingIn(stored: string): Standing {
  return stored === 'allowed' ? 'allowed' : 'denied';
}
