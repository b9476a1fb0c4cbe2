import fc from 'fast-check';
import { expect, test } from 'vitest';
import { POLICY } from '../relay/policy.ts';
import { parseOptions, withoutPassword } from './options.ts';

const USUAL = {
  log: 'text',
  drain: 0,
  mediaCache: 2 ** 30,
  previews: 'ahead',
  messages: 'proved',
  permissions: { policy: POLICY, quota: {}, isProxy: undefined },
  releases: {},
};

test('no options: the usual port, this machine only, the town', () => {
  expect(parseOptions([])).toEqual({
    options: {
      port: 4870,
      host: '127.0.0.1',
      data: 'data',
      isDataNamed: false,
      store: undefined,
      imports: [],
      cache: undefined,
      origin: undefined,
      town: true,
      moods: false,
      files: true,
      metrics: 'near',
      ...USUAL,
    },
  });
});

test('all options, with several files after one flag', () => {
  const args =
    '--port 0 --host ::1 --data d --store postgres://s:t@db.example:5432/town --import a.jsonl b.jsonl --import c.jsonl --cache wss://x.example/v1 --origin https://y.example/ --town --moods';
  expect(parseOptions(args.split(' '))).toEqual({
    options: {
      port: 0,
      host: '::1',
      data: 'd',
      isDataNamed: true,
      store: 'postgres://s:t@db.example:5432/town',
      imports: ['a.jsonl', 'c.jsonl', 'b.jsonl'],
      cache: 'wss://x.example/v1',
      origin: 'https://y.example',
      town: true,
      moods: true,
      mirror: undefined,
      files: true,
      metrics: 'near',
      ...USUAL,
    },
  });
});

test('mirrored relays with their keys, depth and start; no town is built then', () => {
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
  expect(parseOptions(['--mirror', 'wss://one.example'])).toMatchObject({
    options: { mirror: { keys: [], depth: 1, since: 0 } },
  });
  const wrong = (...more: string[]) => parseOptions(['--mirror', 'wss://one.example', ...more]);
  expect(parseOptions(['--mirror', 'https://one.example'])).toEqual({
    error: 'Not an address of a relay: https://one.example',
  });
  expect(wrong('--mirror-key', 'nobody')).toEqual({ error: 'Not a public key: nobody' });
  expect(wrong('--mirror-depth', 'deep')).toEqual({ error: 'Not a depth: deep' });
  expect(wrong('--mirror-since', 'then')).toEqual({ error: 'Not a time: then' });
});

test('an export names one file and imports nothing', () => {
  expect(parseOptions(['export', 'all.gz', '--data', 'd', '--no-files'])).toMatchObject({
    options: { command: { act: 'export', file: 'all.gz' }, files: false, data: 'd', imports: [] },
  });
  for (const args of [['export'], ['export', 'a', 'b']])
    expect(parseOptions(args)).toEqual({ error: 'Name one file to export into' });
  expect(parseOptions(['--import', 'export', 'b'])).toMatchObject({
    options: { command: undefined, imports: ['export', 'b'] },
  });
});

test('an import or an explicit option prevents the town', () => {
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

test('a database comes from the command line, else from the environment', () => {
  const environment = { STARLING_STORE: 'postgresql://one/town' };
  expect(parseOptions([], environment)).toMatchObject({
    options: { store: 'postgresql://one/town' },
  });
  expect(parseOptions(['--store', 'postgres://two/town'], environment)).toMatchObject({
    options: { store: 'postgres://two/town' },
  });
  expect(parseOptions([], { STARLING_STORE: '' })).toMatchObject({ options: { store: undefined } });
  expect(parseOptions([], { STARLING_STORE: 'town' })).toEqual({
    error: 'Not an address of a database: town',
  });
  for (const store of [
    'postgres:///town?host=/run/postgresql',
    'postgres://ann@/town?host=/run/postgresql',
  ])
    expect(parseOptions(['--store', store])).toMatchObject({ options: { store } });
  expect(withoutPassword('postgres://ann:s3:cret@db/town?sslmode=require&password=p')).toBe(
    'postgres://ann:...@db/town?sslmode=require&password=...',
  );
});

test('no command line throws', () => {
  const word = fc.oneof(
    fc.string(),
    fc.constantFrom('--port', '--import', '--help', '-h', '--town', '--', '--data=x', '--no-port'),
  );
  fc.assert(fc.property(fc.array(word), (args) => void parseOptions(args)));
  expect(parseOptions(['-h'])).toEqual({ help: true });
});

test('metrics are open to this machine or to all, and no other value is accepted', () => {
  expect(parseOptions(['--metrics', 'open'])).toMatchObject({ options: { metrics: 'open' } });
  expect(parseOptions(['--metrics', 'near'])).toMatchObject({ options: { metrics: 'near' } });
  expect(parseOptions(['--metrics', '10.0.0.1'])).toEqual({
    error: '--metrics must be near or open, not 10.0.0.1',
  });
});

test('publishing limits are read in the usual units', () => {
  const args =
    '--publishing allowed --kinds 0-7,1984 --max-event-bytes 64k --account-events 0 --account-bytes 10M --address-events 500 --address-bytes 1G --account-uploads 2G --trust-proxy 10.0.0.0/8';
  const parsed = parseOptions(args.split(' '));
  expect(parsed).toMatchObject({
    options: {
      permissions: {
        policy: {
          publishing: 'allowed',
          kinds: [
            [0, 7],
            [1984, 1984],
          ],
          eventBytes: 65_536,
          account: { events: Infinity, bytes: 10 * 2 ** 20 },
          address: { events: 500, bytes: 2 ** 30 },
        },
        quota: { account: 2 * 2 ** 30 },
      },
    },
  });
  const isProxy = 'options' in parsed ? parsed.options.permissions.isProxy : undefined;
  expect([isProxy?.('10.1.2.3'), isProxy?.('127.0.0.1'), isProxy?.('11.1.2.3')]).toEqual([
    true,
    true,
    false,
  ]);
  const none = parseOptions(['--trust-proxy', 'none']);
  expect('options' in none && none.options.permissions.isProxy?.('127.0.0.1')).toBe(false);
});

test('monitoring and shutdown options come from the command line, else from the environment', () => {
  expect(parseOptions(['--log', 'json', '--drain', '5'])).toMatchObject({
    options: { log: 'json', drain: 5 },
  });
  expect(parseOptions([], { STARLING_LOG: 'json' })).toMatchObject({ options: { log: 'json' } });
  expect(parseOptions(['--log', 'text'], { STARLING_LOG: 'json' })).toMatchObject({
    options: { log: 'text' },
  });
  expect(parseOptions([], { STARLING_LOG: '' })).toMatchObject({ options: { log: 'text' } });
});

test.each([
  ['--publishing some', '--publishing must be all or allowed, not some'],
  ['--kinds 7-3', 'Not kinds of events: 7-3 (0-7,1984)'],
  ['--kinds 1,,2', 'Not kinds of events: 1,,2 (0-7,1984)'],
  ['--kinds 70000', 'Not kinds of events: 70000 (0-7,1984)'],
  ['--max-event-bytes much', 'Not a number for --max-event-bytes: much (512, 64K, 10M, 2G)'],
  ['--account-events=-1', 'Not a number for --account-events: -1 (512, 64K, 10M, 2G)'],
  ['--trust-proxy 10.0.0.0/40', 'Not addresses or networks of proxies: 10.0.0.0/40'],
  ['--log xml', '--log must be text or json, not xml'],
  ['--drain soon', 'Not a number of seconds for --drain: soon'],
  ['forget note1nothing', 'Not an event: note1nothing'],
  ['reports now', 'Unexpected argument: now'],
])('%s is said to be wrong', (args, error) => {
  expect(parseOptions(args.split(' '))).toEqual({ error });
});

test("an operator's command is read, with any name of an account or event", () => {
  const npub = 'npub180cvv07tjdrrgpa0j7j7tmnyl2yr6yr7l8j4s3evf6u64th6gkwsyjh6w6';
  const key = '3bf0c63fcb93463407af97a5e5ee64fa883d107ef9e558472c4eb9aaaefa459d';
  expect(parseOptions(['deny', npub, key, '--note', 'why', '--data', 'd'])).toMatchObject({
    options: { command: { act: 'deny', keys: [key, key], note: 'why' }, data: 'd', imports: [] },
  });
  for (const act of ['undeny', 'disallow'])
    expect(parseOptions([act, key])).toMatchObject({ options: { command: { act, keys: [key] } } });
  expect(parseOptions(['forget', 'a'.repeat(64)])).toMatchObject({
    options: { command: { act: 'forget', ids: ['a'.repeat(64)] } },
  });
  for (const act of ['reports', 'standings'])
    expect(parseOptions([act, '--json'])).toMatchObject({
      options: { command: { act, isJson: true } },
    });
});

test('a data directory is backed up into another one, a database is not; files may be elsewhere', () => {
  expect(parseOptions(['backup', '/backup', '--data', 'town', '--no-files'])).toMatchObject({
    options: {
      command: { act: 'backup', dir: '/backup' },
      imports: [],
      data: 'town',
      files: false,
      place: undefined,
    },
  });
  expect(parseOptions(['export', 'town.gz', '--files', '/media'])).toMatchObject({
    options: { command: { act: 'export', file: 'town.gz' }, files: true, place: { dir: '/media' } },
  });
  for (const args of [['backup'], ['backup', 'one', 'two']])
    expect(parseOptions(args)).toEqual({ error: 'Name one directory for the backup' });
  expect(parseOptions(['backup', 'one'], { STARLING_STORE: 'postgres://one/town' })).toHaveProperty(
    'error',
  );
  expect(parseOptions([], { STARLING_FILES: '/media' })).toMatchObject({
    options: { place: { dir: '/media' } },
  });
  expect(parseOptions(['--files', '/other'], { STARLING_FILES: '/media' })).toMatchObject({
    options: { place: { dir: '/other' } },
  });
  expect(parseOptions(['--files', ''])).toEqual({ error: 'Not a place for files: ' });
  expect(parseOptions(['--files', 's3://media'])).toHaveProperty('error');
});

test('MEMBER-04 the operator names mobile releases, one for each system', () => {
  const releasesIn = (...values: readonly string[]) => {
    const parsed = parseOptions(values.flatMap((value) => ['--release', value]));
    return 'options' in parsed ? parsed.options.releases : parsed;
  };
  expect(releasesIn('ios=1.2.3@2026-01-31', 'android=2.0-beta@2026-02-01')).toEqual({
    ios: { version: '1.2.3', date: '2026-01-31' },
    android: { version: '2.0-beta', date: '2026-02-01' },
  });
  for (const wrong of ['ios=1.2.3', 'ios=@2026-01-31', 'tv=1@2026-01-31', 'ios=1@2026-13-01'])
    expect(releasesIn(wrong)).toEqual({
      error: expect.stringContaining(`Not a release: ${wrong}`),
    });
  expect(releasesIn('ios=1@2026-02-31')).toEqual({
    error: expect.stringContaining('Not a release: ios=1@2026-02-31 (there is no 2026-02-31)'),
  });
});

test('NOTE-08 when previews of links are made: ahead, asked or none', () => {
  const read = (...args: string[]) => {
    const parsed = parseOptions(args);
    return 'options' in parsed ? parsed.options.previews : parsed;
  };
  expect([read(), read('--previews', 'asked'), read('--previews', 'none')]).toEqual([
    'ahead',
    'asked',
    'none',
  ]);
  expect(read('--previews', 'some')).toEqual({
    error: '--previews must be ahead, asked or none, not some',
  });
});

test('MEDIA-04 the space for resized pictures: a size, or none', () => {
  const read = (size: string) => {
    const parsed = parseOptions(['--media-cache', size]);
    return 'options' in parsed ? parsed.options.mediaCache : parsed;
  };
  expect([read('64M'), read('10G'), read('none'), read('0')]).toEqual([
    64 * 2 ** 20,
    10 * 2 ** 30,
    0,
    0,
  ]);
  for (const size of ['', 'some', '1.5G'])
    expect(read(size)).toEqual({
      error: `--media-cache must be a size (64M, 10G) or none, not ${size}`,
    });
});

test('NIP-04 direct messages are given to clients without a proof only by the option', () => {
  const read = (...args: string[]) => {
    const parsed = parseOptions(args);
    return 'options' in parsed ? parsed.options.messages : parsed;
  };
  expect([read(), read('--messages', 'proved'), read('--messages', 'open-to-clients')]).toEqual([
    'proved',
    'proved',
    'open-to-clients',
  ]);
  expect(read('--messages', 'open')).toEqual({
    error: '--messages must be proved or open-to-clients, not open',
  });
});
