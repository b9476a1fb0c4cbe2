import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { createMachine } from 'xstate';
import { handlers } from '../scripts/docs/handlers.ts';
import { machinePages, WORDS } from '../scripts/docs/machines.ts';
import { protocolDocument } from '../scripts/docs/protocol.ts';
import { isSlow, isStream } from '../service/cache/answer-verb.ts';
import { isRecord } from '../src/events/core/json.ts';
import { VERB_TABLE } from '../src/events/connection/verb-table.ts';
import { chartOf } from '../src/views/inspector/chart/chart.ts';
import { chartText } from '../src/views/inspector/chart/chart-text.ts';

const ROOT = resolve(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

test('docs/protocol.md is the output of npm run docs', () => {
  expect(read('docs/protocol.md')).toBe(protocolDocument());
});

test('TOOL-06 docs/machines is the output of npm run docs, with one chart for each machine', async () => {
  const pages = await machinePages();
  const written = readdirSync(join(ROOT, 'docs/machines')).map((name) => [
    name,
    read(`docs/machines/${name}`),
  ]);
  expect(Object.fromEntries(written)).toEqual(Object.fromEntries(pages));
  const charts = [...pages.values()].flatMap((text) => [...text.matchAll(/^stateDiagram-v2$/gm)]);
  const files = readdirSync(join(ROOT, 'src/machines'), { recursive: true, encoding: 'utf8' });
  expect(charts.length).toBe(files.filter((file) => file.endsWith('.machine.ts')).length);
});

test('TOOL-06 a chart nests its states, and draws arrows between inner states at their boxes', () => {
  const machine = createMachine({
    id: 'lamp',
    initial: 'off',
    on: { break: '.broken' },
    states: {
      off: { on: { press: { target: 'on.dim', guard: 'hasPower' } } },
      on: {
        initial: 'bright',
        on: { press: 'off', turn: '.dim' },
        states: {
          bright: { after: { 1000: 'dim' } },
          dim: { invoke: { id: 'fade', src: 'fade', onDone: '#lamp.off' } },
        },
      },
      broken: { type: 'final' },
    },
  });
  expect(chartText(chartOf(machine), WORDS).split('\n').slice(1)).toEqual([
    '  state "off" as s_off',
    '  state "on" as s_on {',
    '    state "bright" as s_on_bright',
    '    state "dim" as s_on_dim',
    '    [*] --> s_on_bright',
    '    s_on_bright --> s_on_dim: after 1000',
    '  }',
    '  state "broken" as s_broken',
    '  [*] --> s_off',
    '  s_broken --> [*]',
    '  state "any state" as s_any',
    '  s_any --> s_broken: break',
    '  s_off --> s_on: press if hasPower to dim',
    '  s_on --> s_off: press<br/>dim fade done',
    '  s_on --> s_on: turn to dim',
  ]);
});

test('the protocol document has a row for each verb, and finds forms, pages and proofs in the code', () => {
  const rows = [...protocolDocument().matchAll(/^\| `(\w+)` \|/gm)].map(([, verb = '']) => verb);
  expect(rows.toSorted()).toEqual(Object.keys(VERB_TABLE).toSorted());
  const found = handlers();
  for (const [verb, { form }] of found)
    expect([verb, form]).toEqual([
      verb,
      isStream(verb) ? 'stream' : isSlow(verb) ? 'slow' : 'answer',
    ]);
  expect(found.get('mega_feed_directive')?.page).toEqual({
    limit: 20,
    max: 1_000,
    isCapped: false,
  });
  expect(found.get('explore')?.page).toEqual({ limit: 20, max: 50, isCapped: true });
  expect(found.get('user_infos')?.page).toBeUndefined();
  expect(found.get('get_app_settings')?.proofs).toEqual(['savedRequest']);
  expect(found.get('set_app_settings')?.proofs).toEqual(['signedRequest']);
  expect(found.get('get_directmsgs')?.proofs).toEqual(['requireParty']);
  expect(found.get('feed')?.proofs).toEqual([]);
});

/** Ids of invariants and threats in a text. */
const idsIn = (text: string) =>
  new Set([...text.matchAll(/\b(?:INV(?:-[A-Z]+)+|E-\d\d)\b/g)].map(([id]) => id));

/** Ids in the tables of docs/invariants.md. */
const listedIn = (document: string) =>
  [...document.matchAll(/^\| ((?:INV|E)-[\w-]+) \|/gm)].map(([, id = '']) => id);

/** Ids that these sources name and the document lacks, and ids of the document that none names. */
function unmatchedIds(sources: readonly string[], document: string): readonly string[] {
  const listed = new Set(listedIn(document));
  const named = idsIn(sources.join('\n'));
  return [...listed, ...named].filter((id) => listed.has(id) !== named.has(id)).toSorted();
}

test('docs/invariants.md has each id of an invariant or threat in code and tests, and no other', () => {
  const sources = ['src', 'service', 'town', 'tests', 'scripts'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && file !== 'documents.test.ts')
      .map((file) => read(`${folder}/${file}`)),
  );
  expect(unmatchedIds(sources, read('docs/invariants.md'))).toEqual([]);
});

test('an id that the document lacks, and one that no source names, are found (planted)', () => {
  const document =
    '| INV-NO-LOSS | Nothing is lost. | `a.ts` |\n| E-14 | A wrong type. | `b.ts` |\n';
  const source = "test('INV-NO-LOSS E-14 ROUTE-03 a text is kept', () => {});";
  expect(unmatchedIds([source], document)).toEqual([]);
  expect(unmatchedIds([source, '// (INV-NO-GAIN, E-61)'], document)).toEqual([
    'E-61',
    'INV-NO-GAIN',
  ]);
  expect(unmatchedIds(['// INV-NO-LOSS'], document)).toEqual(['E-14']);
});

/**
 * Titles of tests with the titles of their groups, and strings that begin with an id: names of
 * breaches in tables.
 */
function titlesIn(path: string): readonly string[] {
  const text = read(path);
  const table = [...text.matchAll(/'((?:INV|E)-[^'\n]*)'/g)];
  if (!text.includes(PLANTED)) return [...text.matchAll(TITLE)].map(([, , , title = '']) => title);
  const found: string[] = [];
  const starts = new Set<number>();
  const visit = (node: unknown, group: string): void => {
    if (Array.isArray(node)) return node.forEach((one) => visit(one, group));
    if (!isRecord(node)) return;
    const title = node['type'] === 'CallExpression' ? titleOf(node, text) : undefined;
    if (title) {
      found.push(`${group}${title.text}`);
      starts.add(title.start);
    }
    const inner = title ? `${group}${title.text} ` : group;
    for (const value of Object.values(node)) visit(value, inner);
  };
  visit(parseSync(path, text).program.body, '');
  const rows = found.some((title) => title.includes(PLANTED) && title.includes('%s'))
    ? PLANTED
    : '';
  return [
    ...found,
    ...table.filter(({ index }) => !starts.has(index)).map(([, name = '']) => `${name} ${rows}`),
  ];
}

/** A title in a file without planted breaches. */
const TITLE = /\b(test|it|describe)\b[\w.]*(?:\([^)'"`]*\))?\(\s*(['"`])((?:(?!\2)[\s\S])*)\2/g;
const PLANTED = '(planted)';

/** The title of a test or group. `undefined` for other calls. */
function titleOf(
  call: Readonly<Record<string, unknown>>,
  text: string,
): { readonly text: string; readonly start: number } | undefined {
  const [callee, [title] = []] = [call['callee'], call['arguments']] as [
    { readonly start: number; readonly end: number },
    readonly { readonly type: string; readonly start: number; readonly end: number }[] | undefined,
  ];
  const isTest = /^(?:test|it|describe)\b/.test(text.slice(callee.start, callee.end));
  return isTest && title && /^(?:Template)?Literal$/.test(title.type)
    ? { text: text.slice(title.start + 1, title.end - 1), start: title.start }
    : undefined;
}

/** Ids that no title names, and for invariants those that no title of a planted breach names. */
function unproven(ids: readonly string[], titles: readonly string[]): readonly string[] {
  const named = idsIn(titles.join('\n'));
  const planted = idsIn(titles.filter((title) => title.includes(PLANTED)).join('\n'));
  return ids.filter((id) => !named.has(id) || (id.startsWith('INV') && !planted.has(id)));
}

test('TRUST-01 TRUST-02 a test names each invariant and threat, and plants a breach of each invariant', () => {
  const document = read('docs/invariants.md');
  const ids = listedIn(document);
  const threats = Array.from({ length: 60 }, (_, at) => `E-${String(at + 1).padStart(2, '0')}`);
  expect(ids.filter((id) => id.startsWith('E'))).toEqual(threats);
  const titles = ['src', 'service', 'town', 'tests'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(test|spec)\.tsx?$/.test(file) && file !== 'documents.test.ts')
      .flatMap((file) => titlesIn(`${folder}/${file}`)),
  );
  expect(unproven(ids, titles)).toEqual([]);
});

test('an invariant without a planted breach, and a threat without a test, are found', () => {
  const titles = [
    'INV-DM a (planted)',
    'INV-UNIQUE b',
    'E-01 c',
    'the same fails (planted) INV-PAY d',
  ];
  expect(unproven(['INV-DM', 'INV-UNIQUE', 'INV-PAY', 'INV-TAB', 'E-01', 'E-02'], titles)).toEqual([
    'INV-UNIQUE',
    'INV-TAB',
    'E-02',
  ]);
});

/** Names of locks and channels, which the code declares like the names of databases. */
const OTHERS = ['letters', 'notifications', 'sweep'];

test('docs/glossary.md names each prefix of the events in src/machines, and no other', () => {
  const types = readdirSync(join(ROOT, 'src/machines'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => [...read(`src/machines/${file}`).matchAll(/\btype: '([a-zA-Z]+)\.\w+'/g)]);
  const [, table = ''] = read('docs/glossary.md').split('| Prefix |');
  const named = [...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) => [
    ...cell.matchAll(/`(\w+)`/g),
  ]);
  const sorted = (found: readonly RegExpMatchArray[]) =>
    [...new Set(found.map(([, prefix = '']) => prefix))].toSorted();
  expect(types.length).toBeGreaterThan(200);
  expect(sorted(named)).toEqual(sorted(types));
});

test('STATE-01 docs/storage.md names each database of the browser, and no other', () => {
  const texts = readdirSync(join(ROOT, 'src/adapters'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => read(`src/adapters/${file}`));
  const names = texts.flatMap((text) =>
    [...text.matchAll(/(?:database: |return |=> |= )[`']starling-(\w+)/g)].map(
      ([, name = '']) => name,
    ),
  );
  const documented = [...read('docs/storage.md').matchAll(/`starling-(\w+)/g)].map(
    ([, name = '']) => name,
  );
  expect(names.length).toBeGreaterThan(10);
  expect([...new Set(documented)].toSorted()).toEqual(
    [...new Set(names)].filter((name) => !OTHERS.includes(name)).toSorted(),
  );
});
