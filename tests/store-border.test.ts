import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
const STORE = 'service/store/';
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

const sources = ['service', 'town', 'src', 'scripts']
  .flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' }).map(
      (file) => `${room}/${file}`,
    ),
  )
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));

/**
 * Functions of service/store that other code may call. From its other files only types may be
 * imported, and from the engine nothing.
 */
const CALLED: ReadonlyMap<string, readonly string[]> = new Map([
  ['sqlite/copy-database.ts', ['copyDatabase', 'filesIn']],
  ['sqlite/directory-lock.ts', ['DirectoryInUse', 'lockDirectory']],
  ['money/play-money.ts', ['ISSUER']],
  ['filters/private-kinds.ts', ['isReadableBy', 'PRIVATE_KINDS']],
  ['reading/scores.ts', ['emptyCounts']],
  ['sqlite/sqlite-store.ts', ['openStore']],
  ['stored-event.ts', ['parseStored']],
  ['notifications/notification-types.ts', ['mentionedAccounts', 'NOTIFICATION_TYPE']],
]);
/** The file that opens the engine and knows its type. All other code knows the interfaces only. */
const OPENER = 'service/start.ts';
const ENGINE =
  /^(engine\/.*|sqlite\/sqlite-.*|write\/(counters|derived-rows|insert-batch)|filters\/(find-events|query-plans)|queries)\.ts$/;

const SQL =
  /[`'"]\s*(select\s[^'"`]*\sfrom\s|insert\s+(or\s+\w+\s+)?into\s|replace\s+into\s|delete\s+from\s|update\s+\w+\s+set\s|create\s+(virtual\s+|temp\s+)?(table|index|view)\s|pragma\s|begin\s+(immediate|exclusive))/i;
/** A fragment of a statement, passed on to be inserted. */
const FRAGMENT =
  /[`'"]\s*(order\s+by\s+\w+|((and|or|where|on)\s+)?(not\s+)?\w+\.\w+\s*(<>|[=<>&]=?\s*(\?|\d|\w+\.\w)|in\s*\(|is\s+(not\s+)?null))/i;
const HANDLE =
  /\.prepare\(|\.database\b|\bDatabaseSync\b|\bStatementSync\b|\bSQLInputValue\b|\bSQLOutputValue\b|['"]node:sqlite['"]/;

/** Return the violations of the border of service/store by another file. */
function breachesOf(file: string, text: string): string[] {
  const found = [SQL, FRAGMENT, HANDLE].flatMap((pattern) => pattern.exec(text)?.[0] ?? []);
  const imports = [
    ...text.matchAll(/(?:^|\n)(?:import|export)\s+(type\s)?([^'";]*?)\sfrom\s+['"]([^'"]+)['"]/g),
  ];
  const beyond = imports.flatMap(([, typesOnly, names = '', from = '']) => {
    const target = relative(ROOT, resolve(ROOT, dirname(file), from));
    if (!from.startsWith('.') || !target.startsWith(STORE)) return [];
    const module = target.slice(STORE.length);
    const named = names
      .replaceAll(/[{}\n]/g, ' ')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '');
    const types = named.filter((name) => typesOnly !== undefined || name.startsWith('type '));
    const called = named.filter(
      (name) => !types.includes(name) && !CALLED.get(module)?.includes(name),
    );
    return [...called, ...(ENGINE.test(module) && file !== OPENER ? types : [])].map(
      (name) => `${name} of ${module}`,
    );
  });
  return [...found, ...beyond].map((breach) => `${file}: ${breach}`);
}

test('only service/store contains SQL or holds the database', () => {
  const others = sources.filter((file) => !file.startsWith(STORE));
  expect(others.length).toBeGreaterThan(300);
  expect(others.flatMap((file) => breachesOf(file, read(file)))).toEqual([]);
});

test.each([
  "store.database.one('x', [], read);",
  'const sql = `select ${STORED} from events e where state = 0`;',
  "run('insert or replace into meta (name, value) values (?, ?)', [name, value]);",
  "run('delete from refs', []);",
  "run('update members set name = ? where pubkey = ?', []);",
  "db.exec('pragma journal_mode = wal');",
  "db.exec('create table if not exists members (pubkey text)');",
  "scoredContent(context, payload, 'and e.media & 3 <> 0 and e.kind = 1');",
  "const page = { order: 'order by created_at desc' };",
  'const statement = db.prepare(text);',
  "import { DatabaseSync } from 'node:sqlite';",
  "import type { Database } from '../store/engine/database.ts';",
  "import { text } from '../store/engine/row.ts';",
  "import type { SqliteStore } from '../store/sqlite/sqlite-store.ts';",
  "import { type Feeds, FEEDS } from '../store/reading/feeds.ts';",
])('the test above would see %s', (planted) => {
  expect(breachesOf('service/cache/planted.ts', planted)).not.toEqual([]);
});

/** Members that do not query the engine: the store's clock, a listener, and counts. */
const NO_QUESTIONS = ['now', 'onInserted', 'longQueries'];

/** Return the methods of an interface in a text, with their return types. */
function methodsOf(
  text: string,
  name: string,
): { readonly name: string; readonly gives: string }[] {
  const body =
    new RegExp(`export interface ${name}\\b[^{]*\\{\\n([\\s\\S]*?)\\n\\}`).exec(text)?.[1] ?? '';
  const members = body.replaceAll(/\/\*\*[\s\S]*?\*\//g, '');
  const methods = [...members.matchAll(/(?:^|\n) {2}(\w+)\(([\s\S]*?)\): ([^\n]+);(?=\n|$)/g)];
  const properties = [...members.matchAll(/(?:^|\n) {2}(?:readonly )?(\w+)\??: ([^\n]+)/g)];
  return [
    ...methods.map(([, method = '', , gives = '']) => ({ name: method, gives })),
    ...properties.map(([, property = '', gives = '']) => ({
      name: property,
      gives: `a property: ${gives}`,
    })),
  ];
}

/** The store's interface and all interfaces that it consists of. */
function subjects(): { readonly file: string; readonly name: string }[] {
  const contract = read(`${STORE}store.ts`);
  const names =
    /export interface Store\s+extends ([^{]*)\{/
      .exec(contract)?.[1]
      ?.split(',')
      .map((name) => name.trim()) ?? [];
  return [
    { file: 'store.ts', name: 'Store' },
    ...names.map((name) => ({
      file:
        new RegExp(`\\{[^}]*\\b${name}\\b[^}]*\\} from '\\./([\\w/-]+\\.ts)'`).exec(
          contract,
        )?.[1] ?? '',
      name,
    })),
  ];
}

const answered = (gives: string) =>
  gives.startsWith('Promise<') || gives.startsWith('AsyncIterable<');

test('every store method returns a promise or a generator, so that an engine may be slow', () => {
  const methods = subjects().flatMap(({ file, name }) => {
    const found = methodsOf(read(STORE + file), name);
    expect(found, name).not.toEqual([]);
    return found;
  });
  expect(methods.length).toBeGreaterThan(80);
  expect(
    methods.filter(({ name, gives }) => !answered(gives) && !NO_QUESTIONS.includes(name)),
  ).toEqual([]);
});

test('the test above detects a synchronous method', () => {
  const planted = `export interface Feeds {\n  /** All. */\n  feedOf(pubkey: string, slice: Slice): Item[];\n  good(\n    slice: Slice,\n  ): Promise<Item[]>;\n  readonly db: Database;\n}\n`;
  const wrong = methodsOf(planted, 'Feeds').filter(({ gives }) => !answered(gives));
  expect(wrong.map(({ name }) => name)).toEqual(['feedOf', 'db']);
});

test('the conformance suite covers every method of the store', () => {
  const suite = ['', '-ecash', '-money', '-notifications', '-operator', '-transfer', '-writes']
    .map((part) => read(`tests/support/store/store-conformance${part}.ts`))
    .join('');
  const questions = subjects().flatMap(({ file, name }) => methodsOf(read(STORE + file), name));
  expect(
    questions
      .map(({ name }) => name)
      .filter((name) => !NO_QUESTIONS.includes(name) && !suite.includes(`store.${name}(`)),
  ).toEqual([]);
});
