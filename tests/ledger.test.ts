import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');

interface Requirement {
  readonly id: string;
  readonly state: string;
  readonly text: string;
}

const ledger: readonly Requirement[] = [
  ...readFileSync(join(ROOT, 'docs/requirements.md'), 'utf8').matchAll(/^- ([A-Z]+-\d{2}) \[(\w+)\] (.*)$/gm),
].map(([, id = '', state = '', text = '']) => ({ id, state, text }));

const TITLE = /\b(?:test|it|describe)\b[\w.]*(?:\([^)'"`]*\))?\(\s*(['"`])((?:(?!\1)[\s\S])*)\1/g;
/** Numbers of specifications (NIP-05) look alike and are none of ours. */
const ID = /\b(?!NIP|BIP|BOLT|NUT|BUD|INV)(?:[A-Z]{3,}|DM)-\d{2}\b/g;

/** A file of tests: the ids that its titles name, and its code without titles and comments. */
const suites = ['src', 'service', 'tests'].flatMap((room) =>
  readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(test|spec)\.tsx?$/.test(file))
    .map((file) => {
      const text = readFileSync(join(ROOT, room, file), 'utf8');
      const titles = [...text.matchAll(TITLE)].map((match) => match[2] ?? '');
      return {
        named: new Set(titles.flatMap((title) => title.match(ID) ?? [])),
        code: text.replace(TITLE, '').replace(/^\s*(\/\/|\/?\*).*$/gm, ''),
      };
    }),
);
const named = new Set(suites.flatMap((suite) => [...suite.named]));

/** What stands in 'single quotes': shown to people as it is written. */
function quotesOf(text: string): readonly string[] {
  return [...text.matchAll(/(?<!\w)'((?:[^']|'(?=\w))+)'/g)].map((match) => match[1] ?? '');
}

/** The string as tests have it: `{name}`, an ellipsis and single capitals of a count stand for anything. */
function patternOf(quote: string): RegExp {
  const parts = quote.split(/\{\w+\}|\.\.\.|\b[NMK]\b/).map((part) => part.trim());
  return new RegExp(parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", "\\\\?'")).join('.*'));
}

test('every line of the ledger has an id of its own and a state', () => {
  expect(ledger.length).toBeGreaterThan(200);
  expect(new Set(ledger.map(({ id }) => id)).size).toBe(ledger.length);
  expect([...new Set(ledger.map(({ state }) => state))].toSorted()).toEqual(['done', 'open']);
});

test('what the ledger calls done is named by a test', () => {
  expect(ledger.filter(({ id, state }) => state === 'done' && !named.has(id)).map(({ id }) => id)).toEqual([]);
});

test('no test names an id that the ledger does not know', () => {
  const known = new Set(ledger.map(({ id }) => id));
  expect([...named].filter((id) => !known.has(id))).toEqual([]);
});

test('every string that a done requirement quotes stands in the code of a test that names it', () => {
  const missing = ledger
    .filter(({ state }) => state === 'done')
    .flatMap(({ id, text }) =>
      quotesOf(text)
        .filter((quote) => !suites.some((suite) => suite.named.has(id) && patternOf(quote).test(suite.code)))
        .map((quote) => `${id}: ${quote}`),
    );
  expect(missing).toEqual([]);
});
