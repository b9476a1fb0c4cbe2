import { parseArgs } from 'node:util';

/** How the service is to be run, as the command line says. */
export interface Options {
  readonly port: number;
  readonly host: string;
  readonly data: string;
  readonly imports: readonly string[];
  readonly cache: string | undefined;
  readonly origin: string | undefined;
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
  --import FILE ...    read signed events, one JSON object per line, or what \`export\` wrote, and start with those
  --town, --no-town    build the demo town where there are no events yet (the default without --import)
  --moods              print connections to play wallets that misbehave, too, to try clients on
  --cache URL          let the client read from another caching service (wss://.../v1)
  --help               show this

Usage: npm run service -- export FILE [--data DIR] [--no-files]

  writes all that a data directory holds into one compressed file that --import reads, with the files that people
  uploaded unless told otherwise; one that was stopped goes on where it was`;

const FLAGS = {
  port: { type: 'string' },
  host: { type: 'string' },
  origin: { type: 'string' },
  data: { type: 'string' },
  import: { type: 'string', multiple: true },
  town: { type: 'boolean' },
  moods: { type: 'boolean' },
  files: { type: 'boolean' },
  cache: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Reads a command line. Files may follow `--import` one after the other. */
export function parseOptions(args: readonly string[]): Parsed {
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
    const imports = isExport ? [] : [...(values.import ?? []), ...positionals];
    return {
      options: {
        port: Number(port),
        host: values.host ?? '127.0.0.1',
        data: values.data ?? 'data',
        imports,
        cache: values.cache,
        origin: values.origin && new URL(values.origin).origin,
        exports: isExport ? exports : undefined,
        files: values.files ?? true,
        moods: values.moods ?? false,
        town: values.town ?? imports.length === 0,
      },
    };
  } catch (error) {
    return { error: error instanceof Error ? (error.message.split('. To specify', 1)[0] ?? '') : 'Bad options' };
  }
}

function isUrl(text: string, protocols: readonly string[]): boolean {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol);
}
