import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SignedEvent } from '../../../src/events/event.ts';

/** A service in a process of its own, as `npm start` runs it. */
export interface KillableHouse {
  /** Without a slash at the end. */
  readonly url: string;
  /** Ends it as a power cut would (SIGKILL). */
  readonly kill: () => Promise<void>;
  /** Starts it once more from what it stored, at the same port. */
  readonly again: () => Promise<void>;
  /** Ends it and removes what it stored. */
  readonly clear: () => Promise<void>;
}

const MAIN = join(import.meta.dirname, '../../../service/main.ts');

export async function killableHouse(events: readonly SignedEvent[]): Promise<KillableHouse> {
  const dir = mkdtempSync(join(tmpdir(), 'starling-'));
  const file = join(dir, 'events.jsonl');
  const data = join(dir, 'data');
  writeFileSync(file, events.map((event) => JSON.stringify(event)).join('\n'));
  let { child, url } = await start('--data', data, '--port', '0', '--no-town', '--import', file);
  const port = new URL(url).port;
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  return {
    url,
    kill,
    again: async () => void ({ child, url } = await start('--data', data, '--port', port, '--no-town')),
    clear: async () => {
      await kill();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Rejects with what it printed where it ends before it is ready. */
async function start(...args: string[]): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ready = Promise.withResolvers<string>();
  let said = '';
  const listen = (part: Buffer): void => {
    said += part.toString();
    const url = /http:\/\/\S+/.exec(said)?.[0];
    if (url !== undefined && said.includes('Ready.')) ready.resolve(url);
  };
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  child.on('exit', () => ready.reject(new Error(said)));
  return { child, url: await ready.promise };
}
