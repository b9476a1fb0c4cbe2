import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PlayConnection } from '../../service/money/wallet-connections.ts';
import type { DemoAccount } from '../../town/town-target.ts';
import type { Answer, Order } from '../browser/support/service/service-order.ts';

/** A service in a process of its own that can be killed without warning. */
export interface KillableService {
  /** Without a trailing slash. */
  readonly url: string;
  readonly demo: readonly DemoAccount[];
  readonly wallets: readonly PlayConnection[];
  /** The folder of its data. */
  readonly data: string;
  /** Send SIGKILL. */
  readonly kill: () => Promise<void>;
  /** Start it again on its stored data, at the same port. */
  readonly again: () => Promise<void>;
  /** Stop it and delete its stored data. */
  readonly clear: () => Promise<void>;
}

const HOUSE = join(import.meta.dirname, '../browser/support/service/service-host.ts');
/** A tenth of the demo town. */
const TOWN = 0.1;

/**
 * Start it with a small town and its wallets, or on an existing database (`postgres://...`) as it
 * is.
 */
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
    again: async () =>
      void ({ child, url, demo, wallets } = await start({ ...order, port, town: false })),
    clear: async () => {
      await kill();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** Start the process. Rejects if it ends or reports an error before it is ready. */
async function start(
  order: Order,
): Promise<{ child: ChildProcess; url: string } & Required<Pick<Answer, 'demo' | 'wallets'>>> {
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
