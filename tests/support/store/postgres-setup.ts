import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the PostgreSQL of this run is asked for. */
    postgresAt: string;
  }
}

/**
 * One PostgreSQL for all files of a run, started when the first of them asks for it: or the one whose database `postgres` the variable
 * STARLING_TEST_POSTGRES names. Gives what ends it.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dir = mkdtempSync(join(tmpdir(), 'starling-ask-'));
  const path = join(dir, 'ask');
  const own = process.env['STARLING_TEST_POSTGRES'];
  let started: Promise<PostgresServer> | undefined;
  const asked = createServer((_, response) => {
    if (own !== undefined) return response.end(own);
    started ??= startPostgres();
    started.then(
      (server) => response.end(server.url('postgres')),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  }).listen(path);
  project.provide('postgresAt', path);
  return async () => {
    asked.close();
    asked.closeAllConnections();
    rmSync(dir, { recursive: true, force: true });
    await (await started?.catch(() => undefined))?.stop();
  };
}
