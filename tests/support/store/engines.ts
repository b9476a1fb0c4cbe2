import { afterAll, describe } from 'vitest';
import type { Param } from '../../../service/store/engine/statements.ts';
import type { StoreOptions } from '../../../service/store/store-options.ts';
import type { Row } from '../../../service/store/engine/row.ts';
import { openStore } from '../../../service/store/sqlite/sqlite-store.ts';
import type { Store } from '../../../service/store/store.ts';
import { noPostgres, postgresEngine } from './postgres.ts';
import { isLong } from '../runs.ts';

/** A store whose tables a test may read or change. */
export interface TriedStore extends Store {
  /** The key column of the full text table. */
  readonly textKey: 'rowid' | 'seq';
  rows(sql: string, params?: readonly Param[]): Promise<readonly Row[]>;
}

/** Open an empty store. Each is closed before the next is opened. */
export type OpenTried = (options: StoreOptions) => Promise<TriedStore>;

/**
 * Share of a property's runs that PostgreSQL also runs. Each takes much longer there, and only the
 * SQL differs.
 */
const SHARE = 0.25;

const skipped = noPostgres ?? (isLong ? undefined : 'PostgreSQL: only in npm run test:long');

/**
 * Run the same tests on every engine. `share`: part of a property's runs. `npm test` runs them on
 * SQLite: there `service/store/conformance.test.ts` and `engines-agree.test.ts` try PostgreSQL.
 */
export function onEachEngine(tries: (open: OpenTried, share: number) => void): void {
  describe('SQLite', () => tries(openSqlite, 1));
  describe.skipIf(skipped)(skipped ?? 'PostgreSQL', () => {
    const engine = postgresEngine();
    afterAll(() => engine.drop());
    tries(engine.open, SHARE);
  });
}

export async function openSqlite(options: StoreOptions): Promise<TriedStore> {
  const store = openStore(':memory:', options);
  return {
    ...store,
    textKey: 'rowid',
    rows: async (sql, params = []) => store.database.all(sql, params, (row) => row),
  };
}
