import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');

const ledger = new Map(
  [...readFileSync(join(ROOT, 'docs/requirements.md'), 'utf8').matchAll(/^- ([A-Z]+-\d{2}) \[(\w+)\]/gm)].map((m) => [
    m[1] ?? '',
    m[2] ?? '',
  ]),
);

const titles = ['src', 'service', 'tests'].flatMap((room) =>
  readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(test|spec)\.tsx?$/.test(file))
    .flatMap((file) =>
      [
        ...readFileSync(join(ROOT, room, file), 'utf8').matchAll(
          /\b(?:test|it|describe)\b[\w.]*(?:\([^)'"`]*\))?\(\s*(['"`])((?:(?!\1)[\s\S])*)\1/g,
        ),
      ].map((m) => m[2] ?? ''),
    ),
);
/** Numbers of specifications (NIP-05) look alike and are none of ours. */
const named = new Set(titles.flatMap((title) => title.match(/\b(?!NIP|BIP|BOLT|NUT|BUD|INV)(?:[A-Z]{3,}|DM)-\d{2}\b/g) ?? []));

test('every line of the ledger has an id of its own and a state', () => {
  expect(ledger.size).toBeGreaterThan(200);
  expect([...new Set(ledger.values())].toSorted()).toEqual(['done', 'open']);
});

test('what the ledger calls done is named by a test', () => {
  expect([...ledger].filter(([id, state]) => state === 'done' && !named.has(id)).map(([id]) => id)).toEqual([]);
});

test('no test names an id that the ledger does not know', () => {
  expect([...named].filter((id) => !ledger.has(id))).toEqual([]);
});
