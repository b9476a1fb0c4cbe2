import { once } from 'node:events';
import { statfsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join, resolve } from 'node:path';
import { inSeconds, seconds } from '../src/events/time.ts';
import { serveCache } from './cache/connection.ts';
import { openCache } from './cache/context.ts';
import { fill, type Filling, readDemo } from './fill.ts';
import { type Assets, openAssets } from './http/assets.ts';
import { openBacklog } from './http/backlog.ts';
import { nameCache } from './http/meta-tag.ts';
import { answerHttp, type Site } from './http/site.ts';
import { openSockets, type Serve } from './http/sockets.ts';
import { type Blobs, openBlobs } from './media/blobs.ts';
import { openMirror } from './media/mirror.ts';
import { openQuota, type QuotaLimits } from './media/quota.ts';
import type { MirrorNews, MirrorPlan } from './mirror/mirror.ts';
import { MOODS, type PlayConnection } from './money/connections.ts';
import { openBank } from './money/open.ts';
import type { Network } from './network.ts';
import { openPreviewer } from './preview/previewer.ts';
import { openBroadcast } from './relay/broadcast.ts';
import { openIntake } from './relay/intake.ts';
import { openRelay } from './relay/relay.ts';
import { openStore, type SqliteStore } from './store/sqlite.ts';
import type { Store } from './store/store.ts';
import { BLOBS, DATABASE, prepareDirectory } from './unfinished.ts';
import { lockDirectory } from './store/lock.ts';
import { ifRoom, unlessAway } from './trouble.ts';
import { growTown } from './town/grow.ts';
import { townProvider } from './town/provider.ts';
import { storeTarget } from './town/target.ts';
import { TOWN_ROW } from './town/town.ts';
import { type Gate, openGate } from './verify.ts';
import { version } from './version.ts';

export interface ServiceOptions extends Filling {
  /** A PostgreSQL database (`postgres://...`) that takes the place of the file of events in `data`. */
  readonly store?: string | undefined;
  /** 0 takes any free port. */
  readonly port: number;
  readonly host?: string;
  /** Directory of events and files; without it everything is kept in memory and lost at the end. */
  readonly data?: string;
  /** Directory of the built client; `dist` of this repository unless told otherwise. */
  readonly dist?: string;
  /** The client's files where another service of this process has them already. */
  readonly assets?: Assets;
  /** Address under which others reach the service, without a slash at the end. */
  readonly origin?: string | undefined;
  /** Address of another caching service that the client is to read from. */
  readonly cache?: string | undefined;
  /** Lets the demo town go on while the service runs: a few notes a minute. */
  readonly grow?: boolean;
  /** Packs the client's first files before anybody asks for them. */
  readonly warm?: boolean;
  /** How much people may upload. */
  readonly quota?: Partial<QuotaLimits>;
  /** The network that link previews and mirrored files are fetched from; the internet unless told otherwise. */
  readonly network?: Network;
  /** Tells of connections to play wallets that misbehave, too. */
  readonly moods?: boolean;
  /** Relays that are fetched and followed. */
  readonly mirrored?: MirrorPlan | undefined;
  /** Told how it stands with each of them. */
  readonly onMirrored?: (news: MirrorNews) => void;
  /** Told of the connections to the play wallets of the town, at every start. */
  readonly onWallets?: (connections: readonly PlayConnection[]) => void;
  /** Told when a change could not be kept because the disk is full. */
  readonly onDiskFull?: () => void;
  /** Told the address as soon as the port is open; requests are answered when the store is filled. */
  readonly onListening?: (url: string) => void;
}

export interface Service<S extends Store = SqliteStore> {
  /** Address of the site, without a slash at the end. */
  readonly url: string;
  readonly store: S;
  readonly gate: Gate;
  stop(): Promise<void>;
}

type Closer = () => void | Promise<void>;

/** How long a process that does something alone may be silent before another one takes it over: longer than the town waits between two steps. */
const ALONE = seconds(60);
/** A large upload over a slow line. Milliseconds. */
const LONGEST_REQUEST = 60 * 60_000;
const DIST = resolve(import.meta.dirname, '../dist');

/**
 * Starts the service: opens the port, then the store, fills it where it is empty (town) or told to (imports), then answers. Rejects,
 * with everything closed again, if the port is taken (EADDRINUSE), another process has the directory (InUse), the directory is unusable or
 * a file cannot be imported; with `StoreAway` or `UnfitStore` if the database cannot be used.
 */
export function startService(options: ServiceOptions & { readonly store?: undefined }): Promise<Service>;
export function startService(options: ServiceOptions): Promise<Service<Store>>;
export async function startService(options: ServiceOptions): Promise<Service<Store>> {
  const site = Promise.withResolvers<Site>();
  const serve = Promise.withResolvers<Serve>();
  for (const waited of [site, serve]) waited.promise.catch(() => undefined);
  const server = createServer({ requestTimeout: LONGEST_REQUEST }, answerHttp(site.promise));
  const closers: Closer[] = [];
  const url = await listen(server, options);
  const closeSockets = openSockets(server, serve.promise);
  const stop = async () => {
    await closeSockets();
    await closeServer(server);
    for (const close of closers.splice(0).toReversed()) await close();
  };
  try {
    options.onListening?.(url);
    const running = await open(options, url, closers);
    site.resolve(running.site);
    serve.resolve(running.serve);
    return { url, store: running.store, gate: running.gate, stop };
  } catch (error) {
    site.reject(error);
    serve.reject(error);
    await stop();
    throw error;
  }
}

/** All that stands behind the port. What has to be closed at the end is put on `closers` as it is opened. */
async function open(options: ServiceOptions, url: string, closers: Closer[]) {
  const gate = await openGate();
  const { data } = options;
  if (data !== undefined) {
    closers.push(lockDirectory(data));
    prepareDirectory(data);
  }
  const store = await openChosen(options, gate);
  closers.push(() => closeStore(store));
  const blobs = openBlobs(store, data === undefined ? undefined : join(data, BLOBS));
  const intake = openIntake(store, gate);
  closers.push(() => intake.close());
  const home = isEverywhere(options.host) ? undefined : url;
  const own = url.replace('http', 'ws');
  const broadcast = openBroadcast({ own, home, intake, network: options.network });
  const uploads = {
    find: (hash: string) => blobs.find(hash),
    remove: (hash: string, pubkey: string) => blobs.removeUpload(hash, pubkey),
    free: () => freeBytes(data),
  };
  await fill({ store, blobs, gate, baseUrl: url }, options);
  const provider = townProvider(await store.noted(TOWN_ROW));
  const bank = await openBank({ store, gate, origin: url, relay: `${own}/`, provider, owners: await readDemo(store) });
  closers.push(() => bank.close());
  const wallets = bank.connections(options.moods ? MOODS : ['plain']);
  if (wallets.length > 0) options.onWallets?.(wallets);
  const cache = openCache(store, { verify: gate.verify, origin: url, version, broadcast, uploads, bank });
  if (options.grow) {
    const stopGrowing = await growTown(storeTarget(store, blobs, url, bank.money), {
      now: () => inSeconds(store.now()),
      later: afterwards,
      isOurs: () => store.onlyHere('town', ALONE),
    });
    if (stopGrowing) closers.push(stopGrowing);
  }
  closers.push(await startMirroring(options, store, gate));
  const backlog = openBacklog();
  const relay = openRelay({ backlog, store, intake, gate, own });
  closers.push(() => relay.close());
  const sweeping = setInterval(() => void unlessAway(store.sweep()), 30_000).unref();
  closers.push(() => clearInterval(sweeping));
  const other = options.cache;
  const assets = options.assets ?? openAssets(options.dist ?? DIST, (html) => (other === undefined ? html : nameCache(html, other)));
  if (options.warm) void assets.warm().catch(() => undefined);
  const { host } = new URL(url);
  const preview = openPreviewer(store, (asked) => asked === host, options.network);
  const mirror = openMirror(blobs, options.network);
  const site: Site = {
    assets,
    blobs,
    cache,
    isCache: other === undefined,
    mints: bank.mints,
    mirror,
    origin: url,
    pay: { store, money: bank.money, gate, origin: url },
    preview,
    quota: openQuota(store, options.quota),
    version,
  };
  const serve: Serve = (path) => {
    if (path === '/v1') return (socket) => serveCache(socket, cache, backlog.line(socket));
    return path === '/' ? (socket) => relay.serve(socket) : undefined;
  };
  return { store, gate, site, serve };
}

/** Opens what a directory, or a database beside it, holds without serving it, does something with it, and closes it. Rejects with `InUse` while it is served. */
export async function withStore<T>(
  options: StoreOptions & { readonly data: string },
  work: (store: Store, blobs: Blobs) => Promise<T>,
): Promise<T> {
  const { data } = options;
  const unlock = lockDirectory(data);
  try {
    const store = await openChosen(options, await openGate());
    try {
      return await work(store, openBlobs(store, join(data, BLOBS)));
    } finally {
      await closeStore(store);
    }
  } finally {
    unlock();
  }
}

type StoreOptions = Pick<ServiceOptions, 'store' | 'data' | 'onDiskFull'>;

/** The code that speaks with PostgreSQL is loaded where it is wanted. */
async function openChosen({ store: url, data, onDiskFull: onFull = () => undefined }: StoreOptions, { verify }: Gate): Promise<Store> {
  if (url === undefined) return openStore(data === undefined ? ':memory:' : join(data, DATABASE), { verify, onFull });
  const { openPostgresStore } = await import('./store/postgres/postgres.ts');
  return openPostgresStore(url, { verify, onFull });
}

/** Its code is loaded where relays are mirrored. Gives the way to stop. */
async function startMirroring(
  { mirrored: plan, onMirrored: told = () => undefined }: ServiceOptions,
  store: Store,
  gate: Gate,
): Promise<Closer> {
  if (!plan) return () => undefined;
  const { mirrorRelays } = await import('./mirror/mirror.ts');
  return mirrorRelays({ store, gate, plan, told });
}

/** Room on the disk where files are kept; 0 where they are kept in memory. */
function freeBytes(data: string | undefined): number {
  if (data === undefined) return 0;
  const { bavail, bsize } = statfsSync(data);
  return bavail * bsize;
}

/** Gives the way to call it off. What is only to come keeps no service alive, and a full disk, which the store has told of, ends it. */
function afterwards(milliseconds: number, run: () => Promise<void>): () => void {
  const timer = setTimeout(() => void ifRoom(run()), milliseconds).unref();
  return () => clearTimeout(timer);
}

async function listen(server: Server, { host = '127.0.0.1', port, origin }: ServiceOptions): Promise<string> {
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  const taken = typeof address === 'object' && address ? address.port : port;
  const name = isEverywhere(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return origin ?? `http://${name}:${taken}`;
}

function isEverywhere(host: string | undefined): boolean {
  return host === '0.0.0.0' || host === '::';
}

async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  // whoever still reads is given a moment
  const last = setTimeout(() => server.closeAllConnections(), 500);
  await closed;
  clearTimeout(last);
}

async function closeStore(store: Store): Promise<void> {
  await store.checkpoint();
  await store.close();
}
