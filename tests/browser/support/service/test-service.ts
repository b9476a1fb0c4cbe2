import type { Previews } from '../../../../service/preview/preview-mode.ts';
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PlayConnection } from '../../../../service/money/wallet-connections.ts';
import type { DemoAccount } from '../../../../town/town-target.ts';
import type { SignedEvent } from '../../../../src/events/nostr/event.ts';
import type { Answer, Order, Request } from './service-order.ts';

/** A running service. */
export interface TestService {
  /** Without a slash at the end. */
  readonly url: string;
  /** Accounts of its town whose keys are known. */
  readonly demo: readonly DemoAccount[];
  /** Connections to their play wallets, of every mood. */
  readonly wallets: readonly PlayConnection[];
  /** The folder of its data. */
  readonly data: string;
  /** Stops the service. Its data stays until `clear`. */
  readonly stop: () => Promise<void>;
  /** Restarts a stopped service with its stored data, at the same port. */
  readonly again: () => Promise<TestService>;
  /** Stops the service and removes its data. */
  readonly clear: () => Promise<void>;
}

export interface Filling {
  readonly town?: number;
  readonly events?: readonly SignedEvent[];
  /** Public keys of premium members. */
  readonly premium?: readonly string[];
  /** Services of this machine whose files may be mirrored. */
  readonly peers?: readonly Pick<TestService, 'url'>[];
  /** Address of another caching service that its pages read from. */
  readonly cache?: string;
  /** Bytes of cached copies of pictures (MEDIA-06). None are made without it. */
  readonly mediaCache?: number;
  /** When previews of links are made. Never without it. */
  readonly previews?: Previews;
}

const HOUSES = join(import.meta.dirname, 'service-host.ts');
const waiting = new Map<number, (answer: Answer) => void>();
let houses: ChildProcess | undefined;
let last = 0;

/**
 * Start the real service with its own data, at a free port, in a child process that all services
 * share.
 */
export async function startHouse({
  town,
  events = [],
  premium = [],
  peers = [],
  cache,
  mediaCache,
  previews,
}: Filling): Promise<TestService> {
  const data = mkdtempSync(join(tmpdir(), 'starling-'));
  const imports = events.length === 0 ? [] : [join(data, 'events.jsonl')];
  for (const file of imports)
    writeFileSync(file, events.map((event) => JSON.stringify(event)).join('\n'));
  const ports = peers.map(({ url }) => Number(new URL(url).port));
  return run({
    port: 0,
    town: town ?? false,
    imports,
    premium,
    data,
    peers: ports,
    ...(cache === undefined ? {} : { cache }),
    ...(mediaCache === undefined ? {} : { mediaCache }),
    ...(previews === undefined ? {} : { previews }),
  });
}

async function run(order: Order): Promise<TestService> {
  const id = ++last;
  const { url = '', demo = [], wallets = [] } = await ask({ id, order });
  let ended: Promise<unknown> | undefined;
  const stop = async (): Promise<void> => {
    ended ??= ask({ id });
    await ended;
  };
  const clear = async (): Promise<void> => {
    await stop();
    rmSync(order.data, { recursive: true, force: true });
  };
  return {
    url,
    demo,
    wallets,
    data: order.data,
    stop,
    clear,
    again: () => run({ ...order, port: Number(new URL(url).port), town: false, imports: [] }),
  };
}

/** Send a request to the child process. Rejects with its error. */
async function ask(request: Request): Promise<Answer> {
  const child = (houses ??= open());
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  waiting.set(request.id, (answer) =>
    answer.failed === undefined ? resolve(answer) : reject(new Error(answer.failed)),
  );
  keepAlive(child, true);
  child.send(request);
  try {
    return await promise;
  } finally {
    waiting.delete(request.id);
    keepAlive(child, waiting.size > 0);
  }
}

/**
 * Keep this process alive while it waits for the child process. The child ends with this process.
 */
function keepAlive(child: ChildProcess, waits: boolean): void {
  for (const held of [child, child.channel]) {
    if (waits) held?.ref();
    else held?.unref();
  }
}

function open(): ChildProcess {
  const child = fork(HOUSES, [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [] });
  child.on('message', (answer: Answer) => waiting.get(answer.id)?.(answer));
  child.on('exit', (code) => {
    houses = undefined;
    for (const [id, tell] of waiting)
      tell({ id, failed: `the services ended with ${String(code)}` });
  });
  return child;
}
