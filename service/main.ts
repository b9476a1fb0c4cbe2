import { ImportError } from './import.ts';
import { type Options, parseOptions, USAGE, withoutPassword } from './options.ts';
import type { PlayConnection } from './money/connections.ts';
import { progressLine } from './progress.ts';
import { InUse } from './store/lock.ts';
import type { Store } from './store/store.ts';
import { isDiskFull, StoreAway, UnfitStore } from './trouble.ts';
import { type Service, startService, withStore } from './start.ts';
import { mirrorTeller } from './mirror/tell.ts';
import { ExportError, exportStore } from './moving/export.ts';
import type { DemoAccount } from './town/town.ts';

const parsed = parseOptions(process.argv.slice(2), process.env);
if ('help' in parsed) say(USAGE);
else if ('error' in parsed) fail(`${parsed.error}\n\n${USAGE}`, 2);
else if (parsed.options.exports !== undefined) await write(parsed.options, parsed.options.exports);
else await run(parsed.options);

async function run(options: Options): Promise<void> {
  let service: Service<Store> | undefined;
  let ending = false;
  const end = async () => {
    // asked twice, or before there is anything to close: what was committed is on the disk
    if (!service || ending) return process.exit(130);
    ending = true;
    say('\nClosing ...');
    await service.stop();
    process.exit(0);
  };
  process.on('SIGINT', () => void end());
  process.on('SIGTERM', () => void end());
  const progress = progressLine(process.stdout);
  try {
    service = await startService({
      ...options,
      warm: true,
      grow: true,
      onListening: (url) => say(`Starling: ${url}\n`),
      onProgress: (done, total, what) => progress.show(done, total, what),
      onImported: (added, known, refused) => {
        progress.end();
        say(`Imported ${added} events (${known} known already, ${refused} expired, deleted or not meant to be kept).`);
      },
      onMoved: (from) => say(`The demo town has moved here from ${from} and told everybody.`),
      onDiskFull: once(() => fail('The disk is full: nothing more is stored until there is room. What was stored stays.', 0)),
      onDemo: (accounts) => {
        progress.end();
        sayDemo(accounts);
      },
      onWallets: sayWallets,
      mirrored: options.mirror,
      onMirrored: mirrorTeller(say, () => performance.now()),
    });
    say('Ready. Ctrl-C ends it.');
  } catch (error) {
    progress.end();
    fail(explain(error, options), 1);
  }
}

async function write(options: Options, file: string): Promise<void> {
  const progress = progressLine(process.stdout);
  try {
    const lines = await withStore(options, (store, blobs) =>
      exportStore({ store, blobs: options.files ? blobs : undefined }, file, (done) => progress.show(done, 0, 'rows and events')),
    );
    progress.end();
    say(`${file}: ${lines} rows and events. Read it elsewhere with --import.`);
  } catch (error) {
    progress.end();
    fail(explain(error, options), 1);
  }
}

function sayDemo(accounts: readonly DemoAccount[]): void {
  say('Accounts of the demo town that anybody may use (there is no PIN):');
  for (const { displayName, what, nsec } of accounts) say(`  ${displayName}, ${what}\n    ${nsec}`);
}

function sayWallets(connections: readonly PlayConnection[]): void {
  say('Their wallets hold play sats, which are nobody’s money. Connect one in the settings (NIP-47):');
  for (const { owner, mood, uri } of connections) say(`  ${owner.displayName}${mood === 'plain' ? '' : `, ${mood}`}\n    ${uri}`);
}

function explain(error: unknown, options: Options): string {
  const { port, host, data } = options;
  if (!(error instanceof Error)) return 'Could not start.';
  if (error instanceof ImportError)
    return `${error.isPartly ? 'What stands before this was imported; the same file goes on there.' : 'Nothing was imported.'}\n${error.message}`;
  if (error instanceof ExportError) return `Nothing was exported: ${error.message}.`;
  if (error instanceof InUse)
    return `Another Starling is running with the data in ${data}. End it first, or give this one a directory of its own: npm start -- --data DIR`;
  if (error instanceof StoreAway)
    return `${storeOf(options)} cannot be reached (${messageOf(error.cause)}). Is the server running, and the address right?`;
  if (error instanceof UnfitStore) return `${storeOf(options)} cannot be used: ${error.message}`;
  if (isDiskFull(error)) return `The disk with ${data} is full. Make room, then start again.`;
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return `Port ${port} of ${host} is taken. Choose another: npm start -- --port ${port + 1}`;
  if (code === 'EACCES') return `Not allowed to use port ${port} of ${host} or directory ${data} (${error.message}).`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `This machine has no address ${host}.`;
  if (code === 'ERR_SQLITE_ERROR') return `The store in ${data} cannot be opened: ${error.message}`;
  return `Could not start: ${error.message}`;
}

function storeOf({ store, data }: Options): string {
  return store === undefined ? `The store in ${data}` : `The database ${withoutPassword(store)}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || String('code' in error ? error.code : error.name) : String(error);
}

function once(tell: () => void): () => void {
  let told = false;
  return () => {
    if (!told) tell();
    told = true;
  };
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function fail(text: string, code: number): void {
  process.stderr.write(`${text}\n`);
  process.exitCode = code;
}
