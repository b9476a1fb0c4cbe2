import { afterAll, describe } from 'vitest';
import { noPostgres, postgresEngine } from '../../tests/support/store/postgres.ts';
import { asynchronously } from '../../tests/support/store/asynchronous-store.ts';
import { conformance } from '../../tests/support/store/store-conformance.ts';
import { openStore } from './sqlite/sqlite-store.ts';

conformance('SQLite', (options) => openStore(':memory:', options));
conformance('an engine in another thread', (options) =>
  asynchronously(openStore(':memory:', options)),
);

describe.skipIf(noPostgres)(noPostgres ?? 'on a server of its own', () => {
  const engine = postgresEngine();
  afterAll(() => engine.drop());
  conformance('PostgreSQL', engine.open);
});
