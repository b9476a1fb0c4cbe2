import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { backUp } from './transfer/backup.ts';
import { explainError, errorLogEntry } from './command-line/explain-error.ts';
import { redactError } from './log/redacted-error.ts';
import { describeError, type Log, openLog } from './log/log.ts';
import { printable } from './log/printable.ts';
import { openProgress, serviceMessages } from './log/service-messages.ts';
import { exportStore } from './transfer/export-archive.ts';
import { runCommand } from './operator/run-command.ts';
import { chooseStore } from './operator/choose-store.ts';
import type { OperatorCommand } from './operator/parse-command.ts';
import { announceRunning, runningServices } from './operator/running-services.ts';
import {
  type Command,
  type Options,
  parseOptions,
  USAGE,
  withoutPassword,
} from './command-line/options.ts';
import type { Progress } from './command-line/progress-line.ts';
import type { Service } from './start.ts';
import { besideService, withStore } from './with-store.ts';
import type { Store } from './store/store.ts';
import { DATABASE } from './transfer/data-directory.ts';
import { version } from './version.ts';

/**
 * Milliseconds until all remaining work is aborted at shutdown, and the part of it for pending
 * responses.
 */
const LONGEST_END = 10_000;
const TIMEOUT_MS = 6_000;

const { stdout: out, stderr: err } = process;
// If the reader of the output is gone, ignore the error and keep serving.
for (const stream of [out, err]) stream.on('error', () => undefined);

const parsed = parseOptions(process.argv.slice(2), process.env);
if ('help' in parsed) say(USAGE);
else if ('error' in parsed) {
  err.write(printable(`${parsed.error}\nAll options: npm start -- --help\n`));
  process.exitCode = 2;
} else {
  const { options } = parsed;
  const log = openLog(options.log, process, Date.now);
  process.on('uncaughtException', (error) => {
    log.warn(
      { event: 'crash', ...redactError(error) },
      describeError('Starling has crashed', error),
    );
    process.exit(1);
  });
  if (options.command) await obey(options, options.command, log);
  else await run(options, log);
}

async function run(options: Options, log: Log): Promise<void> {
  const started = performance.now();
  const progress = openProgress(log, options.log, out, () => performance.now());
  announceRunning({ data: resolve(options.data), store: options.store });
  let service: Service<Store> | undefined;
  let isEnding = false;
  const end = () => {
    // A second signal, or one before there is anything to close. All commits are on disk.
    if (!service || isEnding) return process.exit(130);
    isEnding = true;
    void finish(service, options.drain, log);
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  log.tell({
    event: 'starting',
    version,
    node: process.version,
    store: options.store === undefined ? 'sqlite' : 'postgresql',
  });
  try {
    // no command needs it
    const { startService } = await import('./start.ts');
    service = await startService({
      ...options,
      ...options.permissions,
      ...serviceMessages(log, progress, () => performance.now()),
      mirrored: options.mirror,
      warm: true,
      grow: true,
    });
    await service.answered();
    log.tell({ event: 'listening', url: service.url }, `Starling: ${service.url}`);
    log.tell(
      { event: 'ready', ms: Math.round(performance.now() - started) },
      'Ready. Press Ctrl-C to stop.',
    );
  } catch (error) {
    progress.end();
    fail(error, options, log);
  }
}

/**
 * Shut down without losing acknowledged data, even if it is killed meanwhile. `drain`: seconds for
 * which it only reports that it is not ready.
 */
async function finish(service: Service<Store>, drain: number, log: Log): Promise<void> {
  service.leave();
  if (drain > 0) await sleep(drain * 1_000);
  const started = performance.now();
  const length = () => Math.round(performance.now() - started);
  log.tell({ event: 'closing', ms: 0 }, '\nClosing ...');
  setTimeout(() => {
    log.warn(
      { event: 'cut off', ms: length() },
      'Stopping took too long: unfinished work was aborted.',
    );
    process.exit(1);
  }, LONGEST_END).unref();
  await service.stop(TIMEOUT_MS);
  log.tell({ event: 'closed', ms: length() });
  process.exit(0);
}

/** Run a command instead of serving. */
async function obey(options: Options, command: Command, log: Log): Promise<void> {
  const progress = openProgress(log, options.log, out, () => performance.now());
  try {
    if (command.act === 'export') await write(options, command.file, log, progress);
    else if (command.act === 'backup') await copy(options, command.dir, log, progress);
    else await operate(options, command);
  } catch (error) {
    progress.end();
    fail(error, options, log);
  }
}

/** The store is named on stderr, so that a program can parse the lists on stdout. */
async function operate(options: Options, command: OperatorCommand): Promise<void> {
  const chosen = chooseStore(options, await runningServices());
  err.write(
    printable(
      `Store: ${chosen.store === undefined ? join(chosen.data, DATABASE) : withoutPassword(chosen.store)}\n`,
    ),
  );
  await besideService({ ...options, ...chosen }, (store) => runCommand(store, command, say));
}

async function write(options: Options, file: string, log: Log, progress: Progress): Promise<void> {
  const lines = await withStore(options, (store, blobs) =>
    exportStore({ store, blobs: options.files ? blobs : undefined }, file, (done) =>
      progress.show(done, 0, 'Exporting'),
    ),
  );
  progress.end();
  log.tell(
    { event: 'exported', lines },
    `${file}: ${lines} rows and events. Read it elsewhere with --import.`,
  );
}

async function copy(options: Options, target: string, log: Log, progress: Progress): Promise<void> {
  const { bytes, copied, files } = await backUp(options, target, (done, total) =>
    progress.show(done, total, 'Copying files'),
  );
  progress.end();
  log.tell(
    { event: 'backed up', bytes, files, copied },
    `${target}: ${(bytes / 2 ** 20).toFixed(1)} MB of events and ${files} files, ${copied} of them new. Serve it with --data, or copy it back.`,
  );
}

function fail(error: unknown, options: Options, log: Log): void {
  log.warn(errorLogEntry(error, options), explainError(error, options));
  process.exitCode = 1;
}

function say(text: string): void {
  out.write(`${printable(text)}\n`);
}
