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

/** Names of locks and channels, which the code declares like the names of databases. */
const OTHERS = ['letters', 'notifications', 'sweep'];

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
