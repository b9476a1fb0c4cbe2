import { afterAll, describe } from 'vitest';
import { noPostgres, postgresEngine } from '../../tests/support/postgres.ts';
import { slowly } from '../../tests/support/slow-engine.ts';
import { conformance } from '../../tests/support/store-conformance.ts';
import { openStore } from './sqlite.ts';

conformance('SQLite', (options) => openStore(':memory:', options));
conformance('an engine in another thread', (options) => slowly(openStore(':memory:', options)));

describe.skipIf(noPostgres)(noPostgres ?? 'on a server of its own', () => {
  const engine = postgresEngine();
  afterAll(() => engine.drop());
  conformance('PostgreSQL', engine.open);
});
