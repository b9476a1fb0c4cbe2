import { createServer } from 'node:http';
import { resolve } from 'node:path';
import { inSeconds, seconds } from '../src/events/core/time.ts';
import { serveCache } from './cache/connection.ts';
import { openCache } from './cache/cache-context.ts';
import type { MessageAccess } from './cache/message-access.ts';
import { openDemoTown, payTownZap } from './demo-town.ts';
import { fill, type Filling } from './fill.ts';
import { type Assets, openAssets } from './http/client/assets.ts';
import { openBackpressure } from './http/backpressure.ts';
import { addCacheMetaTag, addFlag } from './http/client/cache-meta-tag.ts';
import { answerHttp, type Site } from './http/site.ts';
import { enforceMinimumRate } from './http/minimum-rate.ts';
import { type IsProxy, openConnectionSlots, ownProxies } from './http/client-address.ts';
import { openSockets, type Serve } from './http/sockets.ts';
import { openInFlight, type InFlight } from './http/in-flight.ts';
import { openBlobs } from './media/blobs.ts';
import { type FilesLocation, openFiles, sweepFiles } from './media/open-files.ts';
import { openMirror } from './media/mirror-blob.ts';
import { MEDIA_CACHE } from './media/proxy/media-cache-size.ts';
import { startMediaProxy } from './media/proxy/open-media-proxy.ts';
import { openQuota, type QuotaLimits } from './media/upload-quota.ts';
import type { MirrorNews, MirrorPlan } from './mirror/mirror-relays.ts';
import { startMirroring } from './mirror/start-mirroring.ts';
import { MOODS, type PlayConnection } from './money/wallet-connections.ts';
import { openBank } from './money/open-bank.ts';
import type { Network } from './public-network.ts';
import { ownDocuments } from './preview/own-well-known.ts';
import type { Previews } from './preview/preview-mode.ts';
import { startPreviews } from './preview/start-previews.ts';
import { openWellKnown } from './preview/well-known.ts';
import { withholdOldRepeats } from './operator/account-standing.ts';
import { openGuard } from './relay/enforce-policy.ts';
import type { AnnouncedReleases } from './cache/cache-context.ts';
import { POLICY, type Policy } from './relay/policy.ts';
import { openBroadcast } from './relay/broadcast.ts';
import { openIntake } from './relay/event-intake.ts';
import { openRelay } from './relay/relay.ts';
import type { SqliteStore } from './store/sqlite/sqlite-store.ts';
import type { Store } from './store/store.ts';
import { prepareDirectory } from './transfer/data-directory.ts';
import { lockDirectory } from './store/sqlite/directory-lock.ts';
import { ignoreDiskFull, StoreUnavailable, ignoreUnavailable } from './errors.ts';
import { startBackfill } from './start-backfill.ts';
import { type EventVerifier, openEventVerifier } from './verify.ts';
import { verbNames } from './cache/answer-verb.ts';
import { type ServiceMetrics, openServiceMetrics } from './metrics/service-metrics.ts';
import { timedStore } from './metrics/timed-store.ts';
import { meteredBlobs } from './media/metered-blobs.ts';
import { openActivityLog, type WriteLog, type ActivityLog } from './log/activity-log.ts';
import { openReadiness, type Readiness } from './readiness.ts';
import { version } from './version.ts';
import { listen, askItself, isEverywhere, closeServer } from './http/listen.ts';
import { openChosen, closeStore } from './with-store.ts';

export interface ServiceOptions extends Filling {
  /** A PostgreSQL database (`postgres://...`) instead of the file of events in `data`. */
  readonly store?: string | undefined;
  /** 0 takes any free port. */
  readonly port: number;
  readonly host?: string;
  /** Directory of events and files. Without it all data is in memory and lost at the end. */
  readonly data?: string;
  /** The place for files, if not in `data`. */
  readonly place?: FilesLocation | undefined;
  /** Directory of the built client. Default: `dist` of this repository. */
  readonly dist?: string;
  /** The client's files, if another service of this process has already opened them. */
  readonly assets?: Assets;
  /** Public address of the service, without a trailing slash. */
  readonly origin?: string | undefined;
  /** Address of another caching service for the client. */
  readonly cache?: string | undefined;
  /** Lets the demo town grow while the service runs: a few notes a minute. */
  readonly grow?: boolean;
  /** Compresses the client's first files in advance. */
  readonly warm?: boolean;
  readonly policy?: Policy;
  /** Mobile releases to announce. */
  readonly releases?: AnnouncedReleases;
  /** Trusted proxies. Default: those on the local host. */
  readonly isProxy?: IsProxy | undefined;
  readonly quota?: Partial<QuotaLimits>;
  /** Bytes of cached copies of pictures (MEDIA-04). 0: no copies are made. */
  readonly mediaCache?: number;
  /** Default: `asked`, so that nothing is fetched in the background. */
  readonly previews?: Previews;
  /** Access to direct messages. Default: for their sender and recipient. */
  readonly messages?: MessageAccess;
  /** The network for link previews and mirrored files. Default: the internet. */
  readonly network?: Network;
  /** Also lists connections to play wallets that misbehave. */
  readonly moods?: boolean;
  /** Readers of the metrics. `near`: this machine alone, the default. */
  readonly metrics?: 'near' | 'open';
  readonly mirrored?: MirrorPlan | undefined;
  /** Called with the state of each mirrored relay. */
  readonly onMirrored?: (news: MirrorNews) => void;
  /** Called at every start with the connections to the town's play wallets. */
  readonly onWallets?: (connections: readonly PlayConnection[]) => void;
  /** Called with log entries, besides the other callbacks. */
  readonly onNews?: WriteLog;
  /** Called when a change could not be stored because the disk is full. */
  readonly onDiskFull?: () => void;
  /**
   * Called with the address as soon as the port is open. Requests are answered when the store is
   * filled.
   */
  readonly onListening?: (url: string) => void;
}

export interface Service<S extends Store = SqliteStore> {
  /** Address of the site, without a trailing slash. */
  readonly url: string;
  readonly store: S;
  readonly gate: EventVerifier;
  /** Resolves when the first page has been served. */
  answered(): Promise<void>;
  /** Report that the service is not ready, and continue. */
  leave(): void;
  /**
   * Stop: no new requests are accepted, running ones have `timeout` milliseconds (default half a
   * second), and accepted data is stored.
   */
  stop(timeout?: number): Promise<void>;
}

type Closer = () => void | Promise<void>;

/** Lease of a task that only one process runs. Longer than the town's pause between two steps. */
const ALONE = seconds(60);

/** Timeout for a large upload over a slow connection. Milliseconds. */
const LONGEST_REQUEST = 60 * 60_000;

/** Milliseconds. */
const SOON = 500;

const DIST = resolve(import.meta.dirname, '../dist');

/**
 * Start the service: open the port, then the store, fill it (town or imports), then serve. Rejects,
 * with everything closed again, in these cases: the port is taken (EADDRINUSE), another process has
 * the directory (DirectoryInUse), the directory is unusable, or a file cannot be imported. Rejects
 * with `StoreUnavailable` or `UnusableStore` if the database cannot be used.
 */
export function startService(
  options: ServiceOptions & { readonly store?: undefined },
): Promise<Service>;

export function startService(options: ServiceOptions): Promise<Service<Store>>;

export async function startService(options: ServiceOptions): Promise<Service<Store>> {
  const site = Promise.withResolvers<Site>();
  const serve = Promise.withResolvers<Serve>();
  for (const waited of [site, serve]) waited.promise.catch(() => undefined);
  const meter = openServiceMetrics(verbNames());
  const readiness = openReadiness(() => performance.now());
  const probes = { page: meter.page, isOpen: options.metrics === 'open', fault: readiness.fault };
  const watch = openActivityLog(options.onNews ?? (() => undefined), () => performance.now());
  const failed = (error: unknown) => watch.failed('http', error);
  const server = createServer(
    { requestTimeout: LONGEST_REQUEST },
    answerHttp(site.promise, probes, failed),
  );
  const closers: Closer[] = [];
  const url = await listen(server, options);
  const { isProxy = ownProxies } = options;
  const inFlight = openInFlight();
  const closeSockets = openSockets(server, serve.promise, {
    opened: () => meter.open('socket'),
    isProxy,
    inFlight,
  });
  const stop = async (timeout = SOON) => {
    readiness.ending();
    const closed = closeServer(server, timeout);
    await closeSockets(timeout);
    await closed;
    for (const close of closers.splice(0).toReversed()) await close();
    watch.close();
  };
  try {
    options.onListening?.(url);
    const running = await open(options, url, {
      closers,
      meter,
      readiness,
      watch,
      isProxy,
      inFlight,
    });
    site.resolve(running.site);
    serve.resolve(running.serve);
    return {
      url,
      store: running.store,
      gate: running.gate,
      answered: () => askItself(server),
      leave: () => readiness.ending(),
      stop,
    };
  } catch (error) {
    site.reject(error);
    serve.reject(error);
    await stop();
    throw error;
  }
}

/**
 * Parts that exist before the store. Each part that must be closed at the end is added to `closers`
 * when it is opened.
 */
interface Frame {
  readonly closers: Closer[];
  readonly meter: ServiceMetrics;
  readonly readiness: Readiness;
  readonly watch: ActivityLog;
  readonly isProxy: IsProxy;
  readonly inFlight: InFlight;
}

/** Open everything behind the port. */
async function open(
  options: ServiceOptions,
  url: string,
  { closers, meter, readiness, watch, isProxy, inFlight }: Frame,
) {
  const gate = await openEventVerifier();
  const { data, policy = POLICY, network, onNews, mediaCache: limit = MEDIA_CACHE } = options;
  if (data !== undefined) {
    closers.push(lockDirectory(data));
    prepareDirectory(data);
  }
  const onDiskFull = () => {
    readiness.full();
    options.onDiskFull?.();
  };
  const store = timedStore(
    await openChosen({ ...options, onDiskFull }, gate, (error) => watch.failed('reader', error)),
    meter.store,
    watch.asked,
  );
  closers.push(() => closeStore(store));
  const { files, room, close: closeFiles } = await openFiles(options.place, data);
  closers.push(closeFiles, sweepFiles(files, store));
  const blobs = meteredBlobs(openBlobs(store, files), meter.blobs);
  const guard = openGuard(store, policy);
  const told = (accepted: boolean, reason: string) => {
    meter.verdict(accepted, reason);
    watch.verdict(accepted, reason);
  };
  const { host } = new URL(url);
  const when = options.previews ?? 'asked';
  const previews = startPreviews(when, { store, guard, host, network });
  closers.push(() => previews.close());
  const intake = openIntake({ store, gate, guard, told, stored: previews.stored });
  closers.push(() => intake.close());
  const home = isEverywhere(options.host) ? undefined : url;
  const own = url.replace('http', 'ws');
  const broadcast = openBroadcast({ own, home, intake, network });
  const uploads = {
    find: (hash: string) => blobs.find(hash),
    remove: (hash: string, pubkey: string) => blobs.removeUpload(hash, pubkey),
    free: () => room() ?? 0,
  };
  await fill({ store, blobs, gate, baseUrl: url }, options);
  const town = openDemoTown(store, blobs, url);
  await ignoreDiskFull(withholdOldRepeats(store));
  const bank = await openBank({
    store,
    gate,
    guard,
    origin: url,
    relay: `${own}/`,
    provider: await town.zapProvider(),
    owners: await town.demoAccounts(),
  });
  closers.push(() => bank.close());
  const wallets = bank.connections(options.moods ? MOODS : ['plain']);
  if (wallets.length > 0) options.onWallets?.(wallets);
  const pay = { store, money: bank.money, gate, guard, origin: url };
  const secret = bank.secret('parts of streams');
  const mediaProxy = startMediaProxy({ store, blobs, secret, data, limit, network, told: onNews });
  closers.push(() => mediaProxy?.close());
  const connected = new Set<string>();
  const cache = openCache(store, {
    verify: gate.verify,
    origin: url,
    version,
    mirrored: connected,
    canCopy: () => mediaProxy?.pictures.canCopy() === true,
    wantPreviews: previews.want,
    messages: options.messages,
    releases: options.releases,
    broadcast,
    guard,
    uploads,
    wellKnown: openWellKnown({
      now: () => store.now(),
      home: url,
      own: ownDocuments(pay),
      network,
    }),
    bank,
    meter: watched(meter, watch),
    failed: watch.failed,
  });
  if (options.grow) {
    const stopGrowing = await openDemoTown(store, blobs, url, bank.ecash).grow({
      now: () => inSeconds(store.now()),
      later: afterwards,
      isOurs: () => store.onlyHere('town', ALONE),
      payZap: (request) => payTownZap(bank.money, request),
      isUnavailable: (error) => error instanceof StoreUnavailable,
    });
    if (stopGrowing) closers.push(stopGrowing);
  }
  const { mirrored: plan, onMirrored } = options;
  const mirroring = { store, gate, plan, policy: options.policy, told: onMirrored, connected };
  closers.push(await startMirroring(mirroring));
  const backlog = openBackpressure();
  const relay = openRelay({ backlog, store, intake, gate, own, answered: meter.messages.observe });
  meter.subscriptions = relay.subscriptions;
  meter.longQueries = () => store.longQueries();
  closers.push(() => relay.close());
  const sweeping = setInterval(() => void ignoreUnavailable(store.sweep()), 30_000).unref();
  closers.push(() => clearInterval(sweeping), startBackfill(store, watch.failed));
  const other = options.cache;
  const assets =
    options.assets ??
    openAssets(options.dist ?? DIST, (html) => {
      if (other !== undefined) return addCacheMetaTag(html, other);
      const marked = mediaProxy ? addFlag(html, 'media') : html;
      return previews.preview ? addFlag(marked, 'previews') : marked;
    });
  if (options.warm) void assets.warm().catch(() => undefined);
  const mirror = openMirror(blobs, network);
  const pace = enforceMinimumRate();
  closers.push(() => pace.close());
  const site: Site = {
    assets,
    bodies: openConnectionSlots(),
    pace,
    inFlight,
    blobs,
    cache,
    guard,
    isProxy,
    policy,
    isCache: other === undefined,
    mediaProxy,
    mints: bank.mints,
    mirror,
    origin: url,
    pay,
    preview: previews.preview,
    quota: openQuota(store, options.quota),
    version,
  };
  const serve: Serve = (path) => {
    if (path === '/v1')
      return (socket, from) => {
        serveCache(socket, { ...cache, from }, backlog.line(socket));
        return undefined;
      };
    return path === '/' ? (socket, from) => relay.serve(socket, from) : undefined;
  };
  readiness.filled(store, room);
  return { store, gate, site, serve };
}

/** The same metrics, with the durations of verbs also reported to the watch. */
function watched(
  meter: ServiceMetrics,
  watch: ActivityLog,
): Pick<ServiceMetrics, 'verbs' | 'failures' | 'open'> {
  const observe: ServiceMetrics['verbs']['observe'] = (verb, length) => {
    meter.verbs.observe(verb, length);
    watch.answered(verb, length);
  };
  return { ...meter, verbs: { ...meter.verbs, observe } };
}

/**
 * Run work later. Returns the function that cancels it. A pending timer does not keep the process
 * alive. A full disk, which the store has reported, ends the work.
 */
function afterwards(milliseconds: number, run: () => Promise<void>): () => void {
  const timer = setTimeout(() => void ignoreDiskFull(run()), milliseconds).unref();
  return () => clearTimeout(timer);
}
