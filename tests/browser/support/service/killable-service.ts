import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SignedEvent } from '../../../../src/events/nostr/event.ts';
import { startServiceProcess } from '../../../support/service/service-process.ts';

/** A service in a process of its own, as `npm start` runs it. */
export interface KillableService {
  /** Without a slash at the end. */
  readonly url: string;
  /** Kills the service like a power cut (SIGKILL). */
  readonly kill: () => Promise<void>;
  /** Restarts the service with its stored data, at the same port. */
  readonly again: () => Promise<void>;
  /** Stops the service and removes its data. */
  readonly clear: () => Promise<void>;
}

export async function startKillableService(
  events: readonly SignedEvent[],
): Promise<KillableService> {
  const dir = mkdtempSync(join(tmpdir(), 'starling-'));
  const file = join(dir, 'events.jsonl');
  const data = join(dir, 'data');
  writeFileSync(file, events.map((event) => JSON.stringify(event)).join('\n'));
  let service = await startServiceProcess([
    '--data',
    data,
    '--port',
    '0',
    '--no-town',
    '--import',
    file,
  ]);
  const { url } = service;
  const { port } = new URL(url);
  const kill = () => service.end('SIGKILL');
  return {
    url,
    kill,
    again: async () =>
      void (service = await startServiceProcess(['--data', data, '--port', port, '--no-town'])),
    clear: async () => {
      await kill();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
