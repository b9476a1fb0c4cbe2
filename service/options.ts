import { parseArgs } from 'node:util';
import { ownRelayUrl } from '../src/events/connection/url.ts';
import { isHex } from '../src/events/hex.ts';
import { decode } from '../src/events/nip19.ts';
import type { MirrorPlan } from './mirror/mirror.ts';

/** How the service is to be run, as the command line says. */
export interface Options {
  readonly port: number;
  readonly host: string;
  readonly data: string;
  /** The PostgreSQL database that events are kept in instead of a file in `data`. */
  readonly store: string | undefined;
  readonly imports: readonly string[];
  readonly cache: string | undefined;
  readonly origin: string | undefined;
  /** Relays that are fetched and followed, and of whom. */
  readonly mirror: MirrorPlan | undefined;
  /** The file that the store is to be written into, instead of being served. */
  readonly exports: string | undefined;
  /** Whether files that people uploaded are written into it, too. */
  readonly files: boolean;
  readonly town: boolean;
  readonly moods: boolean;
}

/** Either options, or something to print instead of starting. */
export type Parsed = { readonly options: Options } | { readonly error: string } | { readonly help: true };

export const USAGE = `Usage: npm start -- [options]

  --port N             port to listen on (default 4870; 0 takes any free one)
  --host ADDRESS       address to listen on (default 127.0.0.1; 0.0.0.0 for all)
  --origin URL         address under which others reach the service (default http://HOST:PORT)
  --data DIR           where events and files are kept (default data)
  --store URL          keep events in a PostgreSQL database (postgres://user:password@host:5432/name); files stay in
                       --data. Without it the variable STARLING_STORE counts, which nobody else sees in a list of processes
  --import FILE ...    read signed events, one JSON object per line, or what \`export\` wrote, and start with those
  --mirror URL ...     fetch what relays have, then follow them
  --mirror-key KEY     only what accounts say that this one follows (npub or hex; several times for several)
  --mirror-depth N     how far: 0 the keys alone, 1 whom they follow (the default), 2 whom those follow ...
  --mirror-since TIME  nothing older than this day or time (2025-01-31)
  --town, --no-town    build the demo town where there are no events yet (the default without --import and --mirror)
  --moods              print connections to play wallets that misbehave, too, to try clients on
  --cache URL          let the client read from another caching service (wss://.../v1)
  --help               show this

Usage: npm run service -- export FILE [--data DIR] [--store URL] [--no-files]

  writes all that a data directory, or a database beside it, holds into one compressed file that --import reads,
  with the files that people uploaded unless told otherwise; one that was stopped goes on where it was`;

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
  files: { type: 'boolean' },
  cache: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Reads a command line, and what stands in for it in the environment. Files may follow `--import` one after the other. */
export function parseOptions(args: readonly string[], environment: Readonly<Record<string, string | undefined>> = {}): Parsed {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: FLAGS,
      allowPositionals: true,
      allowNegative: true,
      strict: true,
    });
    if (values.help) return { help: true };
    const [command, exports, ...more] = positionals;
    const isExport = command === 'export' && values.import === undefined;
    if (isExport && (exports === undefined || more.length > 0)) return { error: 'Name one file to export into' };
    const [stray] = values.import || isExport ? [] : positionals;
    if (stray !== undefined) return { error: `Unexpected argument: ${stray}` };
    const port = values.port ?? '4870';
    if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) return { error: `Not a port: ${port}` };
    if (values.cache !== undefined && !isUrl(values.cache, ['ws:', 'wss:']))
      return { error: `Not an address of a caching service: ${values.cache}` };
    if (values.origin !== undefined && !isUrl(values.origin, ['http:', 'https:'])) return { error: `Not a web address: ${values.origin}` };
    const store = values.store ?? (environment['STARLING_STORE'] || undefined);
    if (store !== undefined && !isDatabase(store)) return { error: `Not an address of a database: ${withoutPassword(store)}` };
    const mirror = readMirror(values);
    if (typeof mirror === 'string') return { error: mirror };
    const imports = isExport ? [] : [...(values.import ?? []), ...positionals];
    return {
      options: {
        port: Number(port),
        host: values.host ?? '127.0.0.1',
        data: values.data ?? 'data',
        store,
        imports,
        cache: values.cache,
        origin: values.origin && new URL(values.origin).origin,
        mirror,
        exports: isExport ? exports : undefined,
        files: values.files ?? true,
        moods: values.moods ?? false,
        town: values.town ?? (imports.length === 0 && !mirror),
      },
    };
  } catch (error) {
    return { error: error instanceof Error ? (error.message.split('. To specify', 1)[0] ?? '') : 'Bad options' };
  }
}

interface MirrorValues {
  readonly mirror?: readonly string[];
  readonly 'mirror-key'?: readonly string[];
  readonly 'mirror-depth'?: string;
  readonly 'mirror-since'?: string;
}

/** Undefined where nothing is mirrored; a text where it is said wrongly. */
function readMirror(values: MirrorValues): MirrorPlan | string | undefined {
  const { mirror, 'mirror-key': named = [], 'mirror-depth': depth = '1', 'mirror-since': since } = values;
  if (!mirror) return undefined;
  const relays = mirror.map((url) => ownRelayUrl(url) ?? '');
  if (relays.includes('')) return `Not an address of a relay: ${mirror[relays.indexOf('')]}`;
  const keys = named.map((key) => (isHex(key, 64) ? key : keyOf(key)));
  if (keys.includes('')) return `Not a public key: ${named[keys.indexOf('')]}`;
  if (!/^\d$/.test(depth)) return `Not a depth: ${depth}`;
  const from = since === undefined ? 0 : Math.floor(Date.parse(since) / 1_000);
  if (!Number.isFinite(from) || from < 0) return `Not a time: ${since}`;
  return { relays: [...new Set(relays)], keys, depth: Number(depth), since: from };
}

function keyOf(text: string): string {
  const entity = decode(text);
  return entity?.type === 'npub' || entity?.type === 'nprofile' ? entity.pubkey : '';
}

/** An address of a PostgreSQL database; it may name no host where its parameters do, as for a socket in a directory. */
function isDatabase(text: string): boolean {
  return /^postgres(ql)?:\/\/\S+$/.test(text) && URL.canParse(text.replace(/@(?=\/)/, '@localhost').replace(/:\/\/(?=\/)/, '://localhost'));
}

/** An address as it may be shown. */
export function withoutPassword(address: string): string {
  return address.replace(/^(\w+:\/\/[^:@/]*):[^@]*@/, '$1:...@').replace(/([?&]password=)[^&]*/, '$1...');
}

function isUrl(text: string, protocols: readonly string[]): boolean {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol);
}
