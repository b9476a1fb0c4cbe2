import { parseArgs } from 'node:util';

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
  --import FILE ...    read signed events, one JSON object per line, and start with those
  --town, --no-town    build the demo town where there are no events yet (the default without --import)
  --moods              print connections to play wallets that misbehave, too, to try clients on
  --cache URL          let the client read from another caching service (wss://.../v1)
  --help               show this`;

const FLAGS = {
  port: { type: 'string' },
  host: { type: 'string' },
  origin: { type: 'string' },
  data: { type: 'string' },
  store: { type: 'string' },
  import: { type: 'string', multiple: true },
  town: { type: 'boolean' },
  moods: { type: 'boolean' },
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
    const [stray] = values.import ? [] : positionals;
    if (stray !== undefined) return { error: `Unexpected argument: ${stray}` };
    const port = values.port ?? '4870';
    if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) return { error: `Not a port: ${port}` };
    if (values.cache !== undefined && !isUrl(values.cache, ['ws:', 'wss:']))
      return { error: `Not an address of a caching service: ${values.cache}` };
    if (values.origin !== undefined && !isUrl(values.origin, ['http:', 'https:'])) return { error: `Not a web address: ${values.origin}` };
    const store = values.store ?? (environment['STARLING_STORE'] || undefined);
    if (store !== undefined && !isDatabase(store)) return { error: `Not an address of a database: ${withoutPassword(store)}` };
    const imports = [...(values.import ?? []), ...positionals];
    return {
      options: {
        port: Number(port),
        host: values.host ?? '127.0.0.1',
        data: values.data ?? 'data',
        store,
        imports,
        cache: values.cache,
        origin: values.origin && new URL(values.origin).origin,
        moods: values.moods ?? false,
        town: values.town ?? imports.length === 0,
      },
    };
  } catch (error) {
    return { error: error instanceof Error ? (error.message.split('. To specify', 1)[0] ?? '') : 'Bad options' };
  }
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
