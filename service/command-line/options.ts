import { parseArgs } from 'node:util';
import { ownRelayUrl } from '../../src/events/core/url.ts';
import { type FilesLocation, readFilesPlace } from '../media/open-files.ts';
import { isPreviews, type Previews } from '../preview/preview-mode.ts';
import { MEDIA_CACHE } from '../media/proxy/media-cache-size.ts';
import {
  amountIn,
  type Permissions,
  POLICY_FLAGS,
  POLICY_USAGE,
  readPermissions,
} from './policy-options.ts';
import type { AnnouncedReleases } from '../cache/cache-context.ts';
import { isMessageAccess, type MessageAccess } from '../cache/message-access.ts';
import { readReleases } from './release-options.ts';
import type { LogFormat } from '../log/log.ts';
import type { MirrorPlan } from '../mirror/mirror-relays.ts';
import { type OperatorCommand, publicKeyIn, parseCommand } from '../operator/parse-command.ts';

/** Options of the service from the command line. */
export interface Options {
  readonly port: number;
  readonly host: string;
  readonly data: string;
  /** True if the command line names the data directory. */
  readonly isDataNamed: boolean;
  /** The PostgreSQL database for events, instead of a file in `data`. */
  readonly store: string | undefined;
  /** The place for files, if not in `data`. */
  readonly place: FilesLocation | undefined;
  readonly imports: readonly string[];
  readonly cache: string | undefined;
  readonly origin: string | undefined;
  /** Relays to mirror, and the accounts. */
  readonly mirror: MirrorPlan | undefined;
  /** A command to run on the store instead of serving. */
  readonly command: Command | undefined;
  /** True if uploaded files are exported and backed up, too. */
  readonly files: boolean;
  /** `near`: only this machine may read `/metrics`. */
  readonly metrics: 'near' | 'open';
  /** Bytes of cached copies of pictures. 0: no copies are made. */
  readonly mediaCache: number;
  readonly previews: Previews;
  readonly messages: MessageAccess;
  readonly permissions: Permissions;
  readonly releases: AnnouncedReleases;
  readonly log: LogFormat;
  /**
   * Seconds for which the service continues after a stop signal while it reports that it is not
   * ready.
   */
  readonly drain: number;
  readonly town: boolean;
  readonly moods: boolean;
}

/** Export a store into a file, copy a data directory, or run an operator's command. */
export type Command =
  | { readonly act: 'export'; readonly file: string }
  | { readonly act: 'backup'; readonly dir: string }
  | OperatorCommand;

/** The options, or a text to print instead of starting. */
export type Parsed =
  | { readonly options: Options }
  | { readonly error: string }
  | { readonly help: true };

export const USAGE = `Usage: npm start -- [options]

  --port N             port to listen on (default 4870; 0 takes any free one)
  --host ADDRESS       address to listen on (default 127.0.0.1; 0.0.0.0 for all)
  --origin URL         address under which others reach the service (default http://HOST:PORT)
  --data DIR           directory for events and files (default data)
  --store URL          keep events in a PostgreSQL database (postgres://user:password@host:5432/name) instead of --data.
                       Without it, STARLING_STORE is read. Other users cannot see that variable in a list of processes
  --files PLACE        keep pictures and videos in a directory that several processes share, or in a bucket
                       (s3://name/prefix?endpoint=https://...&region=..., keys in AWS_ACCESS_KEY_ID and
                       AWS_SECRET_ACCESS_KEY), instead of --data. Without it, STARLING_FILES is read
  --media-cache SIZE   disk space for resized pictures of other servers and of this one, in --data (default 1G).
                       none: pictures are not resized, and readers fetch them from the servers of the authors
  --previews WHEN      when titles and pictures of linked pages are fetched: ahead (for new events and for what readers
                       see; the default), asked (only when a reader's page asks) or none
  --messages WHO       who may ask the caching service for direct messages (NIP-04): proved (their sender and recipient;
                       the default) or open-to-clients (everybody, for clients that cannot prove their account)
  --import FILE ...    import signed events before the start: one JSON object per line, or a file of \`export\`
  --mirror URL ...     fetch all events of these relays, then follow them
  --mirror-key KEY     mirror only this account and the accounts it follows (npub or hex; can be repeated)
  --mirror-depth N     depth: 0 for the keys alone, 1 for their follows (the default), 2 for the follows of those ...
  --mirror-since TIME  mirror nothing older than this day or time (2025-01-31)
  --town, --no-town    build the demo town if there are no events yet (the default without --import and --mirror)
  --moods              also print connections to play wallets that misbehave, to test clients
  --log FORMAT         text (the default) for people, or json for programs (or STARLING_LOG=json)
  --drain SECONDS      after a stop signal, keep serving this long while /ready says no, for load balancers (default 0)
  --metrics WHO        who may read /metrics: near (this machine; the default) or open (everybody)
${POLICY_USAGE.slice(1)}
  --release APP        announce a mobile app under Downloads: ios=1.2.3@2026-01-31 or android=... (can be repeated)
  --cache URL          let the client read from another caching service (wss://.../v1)
  --help               show this help

Usage: npm run service -- export FILE [--data DIR] [--store URL] [--files PLACE] [--no-files]

  writes the data directory, or its database, to one compressed file that --import reads. Uploaded files are included
  unless --no-files is given. An interrupted export continues when it is run again

Usage: npm run service -- backup DIR [--data DIR] [--files PLACE] [--no-files]

  copies a data directory, even while a service uses it, to another one that can be served or copied back. Running it
  again updates the copy. Back up a database with its own tools, or with export

Usage: npm run service -- COMMAND ... [--data DIR] [--store URL]       (while the service runs, too)

  without --data and --store it uses the store of the running service, and prints its name
  reports [--json]           list reports, newest first, with the commands that help
  deny KEY ... [--note WHY]  refuse events and uploads of these accounts, and withhold their stored events
  undeny KEY ...             undo deny, and release the withheld events
  allow KEY ...              let these accounts publish with --publishing allowed; disallow KEY ... undoes it
  standings [--json]         list denied and allowed accounts
  forget EVENT ...           delete an event for good, of any author (note1..., nevent1... or hex)`;

const FLAGS = {
  port: { type: 'string' },
  host: { type: 'string' },
  origin: { type: 'string' },
  data: { type: 'string' },
  store: { type: 'string' },
  import: { type: 'string', multiple: true },
  mirror: { type: 'string', multiple: true },
  'mirror-key': { type: 'string', multiple: true },
  'mirror-depth': { type: 'string' },
  'mirror-since': { type: 'string' },
  town: { type: 'boolean' },
  moods: { type: 'boolean' },
  files: { type: 'string' },
  'no-files': { type: 'boolean' },
  note: { type: 'string' },
  json: { type: 'boolean' },
  metrics: { type: 'string' },
  'media-cache': { type: 'string' },
  previews: { type: 'string' },
  messages: { type: 'string' },
  ...POLICY_FLAGS,
  log: { type: 'string' },
  drain: { type: 'string' },
  release: { type: 'string', multiple: true },
  cache: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Parse a command line, with environment variables as defaults. Several files may follow
 * `--import`.
 */
export function parseOptions(args: readonly string[], environment: Environment = {}): Parsed {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: FLAGS,
      allowPositionals: true,
      allowNegative: true,
      strict: true,
    });
    if (values.help) return { help: true };
    const command =
      values.import === undefined
        ? (readMove(positionals) ?? parseCommand(positionals, values))
        : undefined;
    if (typeof command === 'string') return { error: command };
    const [stray] = values.import || command ? [] : positionals;
    if (stray !== undefined) return { error: `Unexpected argument: ${stray}` };
    const port = values.port ?? '4870';
    if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) return { error: `Not a port: ${port}` };
    if (values.cache !== undefined && !isUrl(values.cache, ['ws:', 'wss:']))
      return { error: `Not an address of a caching service: ${values.cache}` };
    if (values.origin !== undefined && !isUrl(values.origin, ['http:', 'https:']))
      return { error: `Not a web address: ${values.origin}` };
    const store = values.store ?? (environment['STARLING_STORE'] || undefined);
    if (store !== undefined && !isDatabase(store))
      return { error: `Not an address of a database: ${withoutPassword(store)}` };
    // `--no-files` is parsed as `files: false`.
    const named =
      typeof values.files === 'string' ? values.files : environment['STARLING_FILES'] || undefined;
    const place = named === undefined ? undefined : readFilesPlace(named, environment);
    if (typeof place === 'string') return { error: place };
    if (command?.act === 'backup' && store !== undefined)
      return {
        error: 'Back up a database with its own tools (pg_dump), or with export: docs/operating.md',
      };
    const mirror = readMirror(values);
    if (typeof mirror === 'string') return { error: mirror };
    const watching = readWatching(values, environment);
    if (typeof watching === 'string') return { error: watching };
    const mediaCache = readMediaCache(values['media-cache']);
    if (typeof mediaCache === 'string') return { error: mediaCache };
    const { previews = 'ahead' } = values;
    if (!isPreviews(previews))
      return { error: `--previews must be ahead, asked or none, not ${previews}` };
    const { messages = 'proved' } = values;
    if (!isMessageAccess(messages))
      return { error: `--messages must be proved or open-to-clients, not ${messages}` };
    const permissions = readPermissions(values);
    if (typeof permissions === 'string') return { error: permissions };
    const releases = readReleases(values.release ?? []);
    if (typeof releases === 'string') return { error: releases };
    const imports = command ? [] : [...(values.import ?? []), ...positionals];
    return {
      options: {
        port: Number(port),
        host: values.host ?? '127.0.0.1',
        data: values.data ?? 'data',
        isDataNamed: values.data !== undefined,
        store,
        place,
        imports,
        cache: values.cache,
        origin: values.origin && new URL(values.origin).origin,
        mirror,
        command,
        files: !args.includes('--no-files'),
        permissions,
        releases,
        ...watching,
        mediaCache,
        previews,
        messages,
        moods: values.moods ?? false,
        town: values.town ?? (imports.length === 0 && !mirror),
      },
    };
  } catch (error) {
    return {
      error:
        error instanceof Error ? (error.message.split('. To specify', 1)[0] ?? '') : 'Bad options',
    };
  }
}

/** Return an export or a backup, an error message, or `undefined` for other commands. */
function readMove([act, target, ...more]: readonly string[]): Command | string | undefined {
  const isNamed = target !== undefined && more.length === 0;
  if (act === 'export') return isNamed ? { act, file: target } : 'Name one file to export into';
  if (act === 'backup') return isNamed ? { act, dir: target } : 'Name one directory for the backup';
  return undefined;
}

interface WatchingValues {
  readonly metrics?: string;
  readonly log?: string;
  readonly drain?: string;
}

/** Return the options for monitoring and shutdown, or an error message. */
function readWatching(
  { metrics = 'near', log: said, drain = '0' }: WatchingValues,
  environment: Environment,
) {
  const log = said ?? (environment['STARLING_LOG'] || 'text');
  if (metrics !== 'near' && metrics !== 'open')
    return `--metrics must be near or open, not ${metrics}`;
  if (log !== 'text' && log !== 'json') return `--log must be text or json, not ${log}`;
  return /^\d{1,3}$/.test(drain)
    ? ({ metrics, log, drain: Number(drain) } as const)
    : `Not a number of seconds for --drain: ${drain}`;
}

/** Return the bytes of the cache, or an error message. */
function readMediaCache(size: string | undefined): number | string {
  if (size === undefined) return MEDIA_CACHE;
  if (size === 'none') return 0;
  const bytes = amountIn(size);
  if (bytes === undefined || Number.isNaN(bytes))
    return `--media-cache must be a size (64M, 10G) or none, not ${size}`;
  return bytes;
}

interface MirrorValues {
  readonly mirror?: readonly string[];
  readonly 'mirror-key'?: readonly string[];
  readonly 'mirror-depth'?: string;
  readonly 'mirror-since'?: string;
}

/** Return `undefined` without mirroring, or an error message. */
function readMirror(values: MirrorValues): MirrorPlan | string | undefined {
  const {
    mirror,
    'mirror-key': named = [],
    'mirror-depth': depth = '1',
    'mirror-since': since,
  } = values;
  if (!mirror) return undefined;
  const relays = mirror.map((url) => ownRelayUrl(url) ?? '');
  if (relays.includes('')) return `Not an address of a relay: ${mirror[relays.indexOf('')]}`;
  const keys = named.map(publicKeyIn);
  if (keys.includes('')) return `Not a public key: ${named[keys.indexOf('')]}`;
  if (!/^\d$/.test(depth)) return `Not a depth: ${depth}`;
  const from = since === undefined ? 0 : Math.floor(Date.parse(since) / 1_000);
  if (!Number.isFinite(from) || from < 0) return `Not a time: ${since}`;
  return { relays: [...new Set(relays)], keys, depth: Number(depth), since: from };
}

/**
 * True for the address of a PostgreSQL database. The host may be missing if a parameter names it,
 * for example a socket directory.
 */
function isDatabase(text: string): boolean {
  return (
    /^postgres(ql)?:\/\/\S+$/.test(text) &&
    URL.canParse(text.replace(/@(?=\/)/, '@localhost').replace(/:\/\/(?=\/)/, '://localhost'))
  );
}

export function withoutPassword(address: string): string {
  return address
    .replace(/^(\w+:\/\/[^:@/]*):[^@]*@/, '$1:...@')
    .replace(/([?&]password=)[^&]*/, '$1...');
}

function isUrl(text: string, protocols: readonly string[]): boolean {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol);
}
