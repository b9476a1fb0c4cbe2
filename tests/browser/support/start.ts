import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DemoAccount } from '../../../service/town/town.ts';
import type { SignedEvent } from '../../../src/events/event.ts';
import { DIST, type Order } from './order.ts';

/** A running service. */
export interface House {
  /** Without a slash at the end. */
  readonly url: string;
  /** Accounts of its town whose keys are known. */
  readonly demo: readonly DemoAccount[];
  /** Ends it; what it stored stays until `clear`. */
  readonly stop: () => Promise<void>;
  /** Starts it once more, after a stop, from what it stored and at the same port. */
  readonly again: () => Promise<House>;
  /** Ends it and removes what it stored. */
  readonly clear: () => Promise<void>;
}

export interface Filling {
  readonly town?: number;
  readonly events?: readonly SignedEvent[];
  /** Public keys of premium members. */
  readonly premium?: readonly string[];
  /** Services of this machine whose files may be mirrored. */
  readonly peers?: readonly Pick<House, 'url'>[];
}

const HOUSE = join(import.meta.dirname, 'house.ts');

/** Starts the real service in a process of its own, at a free port, with data of its own. */
export async function startHouse({ town, events = [], premium = [], peers = [] }: Filling): Promise<House> {
  const data = mkdtempSync(join(tmpdir(), 'starling-'));
  const imports = events.length === 0 ? [] : [join(data, 'events.jsonl')];
  for (const file of imports) writeFileSync(file, events.map((event) => JSON.stringify(event)).join('\n'));
  const ports = peers.map(({ url }) => Number(new URL(url).port));
  return run({ port: 0, dist: DIST, town: town ?? false, imports, premium, data, peers: ports });
}

async function run(order: Order): Promise<House> {
  const child = fork(HOUSE, [JSON.stringify(order)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [] });
  const ended = once(child, 'exit');
  const [message]: unknown[] = await Promise.race([
    once(child, 'message'),
    ended.then(([code]) => Promise.reject(new Error(`the service ended with ${String(code)} before it was ready`))),
  ]);
  const { url, demo }: { url: string; demo: DemoAccount[] } = Object(message);
  const stop = async (): Promise<void> => {
    if (child.connected) child.disconnect();
    await ended;
  };
  const clear = async (): Promise<void> => {
    await stop();
    rmSync(order.data, { recursive: true, force: true });
  };
  return { url, demo, stop, clear, again: () => run({ ...order, port: Number(new URL(url).port), town: false, imports: [] }) };
}
