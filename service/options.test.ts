import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseOptions, withoutPassword } from './options.ts';

test('nothing said: the usual port, this machine only, the town', () => {
  expect(parseOptions([])).toEqual({
    options: {
      port: 4870,
      host: '127.0.0.1',
      data: 'data',
      store: undefined,
      imports: [],
      cache: undefined,
      origin: undefined,
      town: true,
      moods: false,
      exports: undefined,
      files: true,
    },
  });
});

test('everything said, several files after one flag', () => {
  const args =
    '--port 0 --host ::1 --data d --store postgres://s:t@db.example:5432/town --import a.jsonl b.jsonl --import c.jsonl --cache wss://x.example/v1 --origin https://y.example/ --town --moods';
  expect(parseOptions(args.split(' '))).toEqual({
    options: {
      port: 0,
      host: '::1',
      data: 'd',
      store: 'postgres://s:t@db.example:5432/town',
      imports: ['a.jsonl', 'c.jsonl', 'b.jsonl'],
      cache: 'wss://x.example/v1',
      origin: 'https://y.example',
      town: true,
      moods: true,
      mirror: undefined,
      exports: undefined,
      files: true,
    },
  });
});

test('relays that are mirrored, of whom, how far and since when; no town is built then', () => {
  const npub = 'npub180cvv07tjdrrgpa0j7j7tmnyl2yr6yr7l8j4s3evf6u64th6gkwsyjh6w6';
  const args = [
    '--mirror',
    'wss://one.example',
    '--mirror',
    'ws://127.0.0.1:7',
    '--mirror-key',
    npub,
    '--mirror-depth',
    '2',
    '--mirror-since',
    '2025-01-31',
  ];
  expect(parseOptions(args)).toMatchObject({
    options: {
      town: false,
      mirror: {
        relays: ['wss://one.example', 'ws://127.0.0.1:7'],
        keys: ['3bf0c63fcb93463407af97a5e5ee64fa883d107ef9e558472c4eb9aaaefa459d'],
        depth: 2,
        since: Date.UTC(2025, 0, 31) / 1_000,
      },
    },
  });
  expect(parseOptions(['--mirror', 'wss://one.example'])).toMatchObject({ options: { mirror: { keys: [], depth: 1, since: 0 } } });
  const wrong = (...more: string[]) => parseOptions(['--mirror', 'wss://one.example', ...more]);
  expect(parseOptions(['--mirror', 'https://one.example'])).toEqual({ error: 'Not an address of a relay: https://one.example' });
  expect(wrong('--mirror-key', 'nobody')).toEqual({ error: 'Not a public key: nobody' });
  expect(wrong('--mirror-depth', 'deep')).toEqual({ error: 'Not a depth: deep' });
  expect(wrong('--mirror-since', 'then')).toEqual({ error: 'Not a time: then' });
});

test('an export names one file, and nothing is imported by it', () => {
  expect(parseOptions(['export', 'all.gz', '--data', 'd', '--no-files'])).toMatchObject({
    options: { exports: 'all.gz', files: false, data: 'd', imports: [] },
  });
  for (const args of [['export'], ['export', 'a', 'b']]) expect(parseOptions(args)).toEqual({ error: 'Name one file to export into' });
  expect(parseOptions(['--import', 'export', 'b'])).toMatchObject({ options: { exports: undefined, imports: ['export', 'b'] } });
});

test('who imports gets no town, nor who says so', () => {
  expect(parseOptions(['--import', 'a'])).toMatchObject({ options: { town: false } });
  expect(parseOptions(['--no-town'])).toMatchObject({ options: { town: false } });
});

test.each([
  [['--prot', '1'], "Unknown option '--prot'"],
  [['--port'], "Option '--port <value>' argument missing"],
  [['--port', '65536'], 'Not a port: 65536'],
  [['--port', '1e3'], 'Not a port: 1e3'],
  [['file.jsonl'], 'Unexpected argument: file.jsonl'],
  [['--cache', 'https://x.example'], 'Not an address of a caching service: https://x.example'],
  [['--origin', 'x.example'], 'Not a web address: x.example'],
  [['--store', 'town.db'], 'Not an address of a database: town.db'],
  [['--store', 'mysql://s:secret@h/town'], 'Not an address of a database: mysql://s:...@h/town'],
  [['--store', 'postgres://a b'], 'Not an address of a database: postgres://a b'],
])('%j is refused: %s', (args, error) => {
  expect(parseOptions(args)).toEqual({ error });
});

test('a database is named by the command line, else by the environment', () => {
  const environment = { STARLING_STORE: 'postgresql://one/town' };
  expect(parseOptions([], environment)).toMatchObject({ options: { store: 'postgresql://one/town' } });
  expect(parseOptions(['--store', 'postgres://two/town'], environment)).toMatchObject({ options: { store: 'postgres://two/town' } });
  expect(parseOptions([], { STARLING_STORE: '' })).toMatchObject({ options: { store: undefined } });
  expect(parseOptions([], { STARLING_STORE: 'town' })).toEqual({ error: 'Not an address of a database: town' });
  for (const store of ['postgres:///town?host=/run/postgresql', 'postgres://ann@/town?host=/run/postgresql'])
    expect(parseOptions(['--store', store])).toMatchObject({ options: { store } });
  expect(withoutPassword('postgres://ann:s3:cret@db/town?sslmode=require&password=p')).toBe(
    'postgres://ann:...@db/town?sslmode=require&password=...',
  );
});

test('no command line throws', () => {
  const word = fc.oneof(fc.string(), fc.constantFrom('--port', '--import', '--help', '-h', '--town', '--', '--data=x', '--no-port'));
  fc.assert(fc.property(fc.array(word), (args) => void parseOptions(args)));
  expect(parseOptions(['-h'])).toEqual({ help: true });
});
