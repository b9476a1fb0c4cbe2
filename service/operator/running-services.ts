import { randomUUID } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { field, isRecord, parseJson } from '../../src/events/core/json.ts';

/** The store of a running service. */
export interface Running {
  /** An absolute path. */
  readonly data: string;
  /** The address of a database, with its password. */
  readonly store: string | undefined;
}

const TIMEOUT_MS = 2_000;

/**
 * Announce this process's store to commands of the same user. It answers on a socket in a directory
 * of that user alone. So the password of a database is in no file, and a killed process announces
 * nothing. Without such a directory nothing is announced.
 */
export function announceRunning({ data, store }: Running): void {
  const dir = ownDirectory();
  if (dir === undefined) return;
  const path = join(dir, randomUUID().slice(0, 13));
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.end(JSON.stringify({ data, store }));
  });
  server.on('error', () => undefined);
  server.listen(path).unref();
  process.on('exit', () => rmSync(path, { force: true }));
}

export async function runningServices(): Promise<Running[]> {
  const dir = ownDirectory();
  if (dir === undefined) return [];
  const found = await Promise.all(readdirSync(dir).map((name) => askedAt(join(dir, name))));
  return found.flatMap((each) => each ?? []);
}

async function askedAt(path: string): Promise<Running | undefined> {
  const socket = connect(path);
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy());
  try {
    const said = parseJson(await text(socket));
    const [data, store] = isRecord(said) ? [field(said, 'data'), field(said, 'store')] : [];
    return typeof data === 'string'
      ? { data, store: typeof store === 'string' ? store : undefined }
      : undefined;
  } catch {
    // left by a killed process
    rmSync(path, { force: true });
    return undefined;
  }
}

/** `undefined` if another user can read or write it. */
function ownDirectory(): string | undefined {
  const uid = process.getuid?.();
  const dir = join(process.env['XDG_RUNTIME_DIR'] || tmpdir(), `starling-${uid}`);
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    const found = lstatSync(dir);
    return found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0 ? dir : undefined;
  } catch {
    return undefined;
  }
}
