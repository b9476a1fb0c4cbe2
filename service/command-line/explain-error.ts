import { BackupError } from '../transfer/backup.ts';
import { ImportError } from '../transfer/import-files.ts';
import type { LogEntry } from '../log/log.ts';
import { ExportError } from '../transfer/export-archive.ts';
import { type Options, withoutPassword } from './options.ts';
import { DirectoryInUse } from '../store/sqlite/directory-lock.ts';
import {
  isDiskFull,
  isErrno,
  SQLITE,
  StoreUnavailable,
  UnusableFiles,
  UnusableStore,
} from '../errors.ts';
import { redactError } from '../log/redacted-error.ts';

type Place = Pick<Options, 'port' | 'host' | 'data' | 'store'>;

/** Return the reason of a failure, with advice. */
export function explainError(error: unknown, place: Place): string {
  if (!(error instanceof Error)) return 'Could not start.';
  if (error instanceof ImportError)
    return `${error.isPartly ? 'The lines before this one were imported. Import the same file again to continue.' : 'Nothing was imported.'}\n${error.message}`;
  if (error instanceof BackupError) return `Nothing was backed up: ${error.message}.`;
  if (error instanceof ExportError) return `Nothing was exported: ${error.message}.`;
  return knownReason(error, place) ?? `Could not start: ${error.message}`;
}

/** The same for a log. A reason that may contain file contents is left out. */
export function errorLogEntry(error: unknown, place: Place): LogEntry {
  const { name } = redactError(error);
  const reason = error instanceof Error ? knownReason(error, place) : undefined;
  return { event: 'failed', name, ...(reason !== undefined && { reason }) };
}

/** Return the reason if it mentions only files, ports and databases. */
function knownReason(error: Error, place: Place): string | undefined {
  const { port, host, data } = place;
  if (error instanceof DirectoryInUse)
    return `Another Starling is running with the data in ${error.message}. Stop it first, or use another directory: npm start -- --data DIR`;
  if (error instanceof StoreUnavailable)
    return `${storeOf(place)} cannot be reached (${messageOf(error.cause)}). Is the server running, and the address right?`;
  if (error instanceof UnusableStore) return `${storeOf(place)} cannot be used: ${error.message}`;
  if (error instanceof UnusableFiles)
    return `The place for files cannot be used: ${error.message}.`;
  if (isErrno(error, SQLITE.busy))
    return `The service is busy writing to ${data}. Run the same command again; it continues where it stopped.`;
  if (isDiskFull(error)) return `The disk with ${data} is full. Make room, then start again.`;
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${host} is taken. Choose another: npm start -- --port ${port + 1}`;
  if (code === 'EACCES')
    return `Not allowed to use port ${port} of ${host} or directory ${data} (${error.message}).`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `This machine has no address ${host}.`;
  if (code === 'ERR_SQLITE_ERROR') return `The store in ${data} cannot be opened: ${error.message}`;
  return undefined;
}

function storeOf({ store, data }: Place): string {
  return store === undefined ? `The store in ${data}` : `The database ${withoutPassword(store)}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error
    ? error.message || String('code' in error ? error.code : error.name)
    : String(error);
}
