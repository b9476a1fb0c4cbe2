import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PlayConnection } from '../../service/money/wallet-connections.ts';
import type { DemoAccount } from '../../service/town/town.ts';
import type { Answer, Order } from '../browser/support/service/service-order.ts';

/** A service, in a process of its own that can be ended without a word. */
export interface KillableService {
  /** Without a slash at the end. */
  readonly url: string;
  readonly demo: readonly DemoAccount[];
  readonly wallets: readonly PlayConnection[];
  /** Where it stores. */
  readonly data: string;
  /** SIGKILL. */
  readonly kill: () => Promise<void>;
  /** Starts it once more from what it stored, at the same port. */
  readonly again: () => Promise<void>;
  /** Ends it and removes what it stored. */
  readonly clear: () => Promise<void>;
}

const HOUSE = join(import.meta.dirname, '../browser/support/service/service-host.ts');
/** A tenth of the demo town. */
const TOWN = 0.1;

/** With a small town and its wallets, or on a database (`postgres://...`), with nothing but what is there. */
export async function startKillableService(store?: string): Promise<KillableService> {
  const data = mkdtempSync(join(tmpdir(), 'starling-kills-'));
  const place = store === undefined ? { town: TOWN } : { town: false as const, store };
  const order: Order = { port: 0, imports: [], premium: [], data, peers: [], ...place };
  let { child, url, demo, wallets } = await start(order);
  const port = Number(new URL(url).port);
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  return {
    url,
    demo,
    wallets,
    data,
    kill,
    again: async () => void ({ child, url, demo, wallets } = await start({ ...order, port, town: false })),
    clear: async () => {
      await kill();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** Rejects where it ends, or says that it cannot, before it is there. */
async function start(order: Order): Promise<{ child: ChildProcess; url: string } & Required<Pick<Answer, 'demo' | 'wallets'>>> {
  const child = fork(HOUSE, [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [] });
  child.send({ id: 1, order });
  const [answer]: Answer[] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('the service ended as it started'))),
  ]);
  const { url, demo = [], wallets = [], failed = '' } = answer ?? {};
  if (url === undefined) throw new Error(failed);
  return { child, url, demo, wallets };
}
