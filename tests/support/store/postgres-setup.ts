import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address of the PostgreSQL of this run. */
    postgresAt: string;
  }
}

/**
 * Start one PostgreSQL for all files of a run, on the first request. If STARLING_TEST_POSTGRES
 * names a server's database `postgres`, use that server. Return a function that stops it.
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
