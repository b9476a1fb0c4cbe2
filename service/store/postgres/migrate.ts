import { UnusableStore } from '../../errors.ts';
import { codeOf } from './errors.ts';
import type { Connection, ConnectionPool } from './connections.ts';
import { STEPS } from './tables.ts';

const VERSIONS = 'create table if not exists schema_versions (version bigint primary key)';
/** Another process created the same object at the same time. */
const TAKEN: ReadonlySet<unknown> = new Set(['23505', '42P07', '42710']);

/**
 * Run the missing migrations, each in one transaction. If several processes start at once, the
 * first to record a migration runs it and the others wait. Throws `UnusableStore` if the database
 * cannot be used.
 */
export async function migrate(lines: ConnectionPool): Promise<void> {
  const line = await lines.open();
  try {
    const [{ encoding = '' } = {}] = await rowsOf(
      line,
      "select current_setting('server_encoding') as encoding",
    );
    if (encoding !== 'UTF8')
      throw new UnusableStore(`its encoding is ${String(encoding)}, and has to be UTF8`);
    await unlessTaken(line, VERSIONS);
    for (
      let version = await versionOf(line);
      version < STEPS.length;
      version = await versionOf(line)
    ) {
      const taken = `insert into schema_versions (version) values (${version + 1})`;
      await unlessTaken(line, `set local statement_timeout = 0; ${taken}; ${STEPS[version]}`);
    }
    const version = await versionOf(line);
    if (version > STEPS.length)
      throw new UnusableStore(
        `it is of version ${version}, this service knows up to ${STEPS.length}`,
      );
  } finally {
    line.release(true);
  }
}

async function versionOf(line: Connection): Promise<number> {
  const [row] = await rowsOf(
    line,
    'select coalesce(max(version), 0) as version from schema_versions',
  );
  return Number(row?.['version']);
}

async function rowsOf(
  line: Connection,
  sql: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return (await line.ask({ sql, params: [] })).rows;
}

/** Run one transaction. An error because another process did the same is ignored. */
async function unlessTaken(line: Connection, sql: string): Promise<void> {
  try {
    await line.script(`begin; ${sql}; commit`);
  } catch (error) {
    await line.script('rollback');
    if (!TAKEN.has(codeOf(error))) throw error;
  }
}
