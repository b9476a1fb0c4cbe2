import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { handlers } from '../scripts/docs/handlers.ts';
import { protocolDocument } from '../scripts/docs/protocol.ts';
import { isSlow, isStream } from '../service/cache/answer-verb.ts';
import { VERB_TABLE } from '../src/events/connection/verb-table.ts';

const ROOT = resolve(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

test('docs/protocol.md is the output of npm run docs', () => {
  expect(read('docs/protocol.md')).toBe(protocolDocument());
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

/** Ids that these sources name and the document lacks, and ids of the document that none names. */
function unmatchedIds(sources: readonly string[], document: string): readonly string[] {
  const listed = new Set(
    [...document.matchAll(/^\| ((?:INV|E)-[\w-]+) \|/gm)].map(([, id = '']) => id),
  );
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
