import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { reachOf } from '../scripts/module-graph.ts';

const ROOT = resolve(import.meta.dirname, '..');

interface Requirement {
  readonly id: string;
  readonly state: string;
  readonly text: string;
}

const ledger: readonly Requirement[] = [
  ...readFileSync(join(ROOT, 'docs/requirements.md'), 'utf8').matchAll(
    /^- ([A-Z]+-\d{2}) \[(\w+)\] (.*)$/gm,
  ),
].map(([, id = '', state = '', text = '']) => ({ id, state, text }));

const TITLE = /\b(?:test|it|describe)\b[\w.]*(?:\([^)'"`]*\))?\(\s*(['"`])((?:(?!\1)[\s\S])*)\1/g;
/** Numbers of specifications (NIP-05) look like ids, but are not. */
const ID = /\b(?!NIP|BIP|BOLT|NUT|BUD|INV)(?:[A-Z]{3,}|DM)-\d{2}\b/g;

/** The ids that a title names. 'ROUTE-01 to ROUTE-18' names each of them. */
function idsIn(title: string): readonly string[] {
  const ranges = [...title.matchAll(/\b([A-Z]+)-(\d{2}) to \1-(\d{2})\b/g)].flatMap(
    ([, area = '', from, to]) => {
      const first = Number(from);
      return Array.from(
        { length: Number(to) - first + 1 },
        (_, nth) => `${area}-${String(first + nth).padStart(2, '0')}`,
      );
    },
  );
  return [...(title.match(ID) ?? []), ...ranges];
}

/** A test file: the ids in its titles, and its code without titles and comments. */
const suites = ['src', 'service', 'town', 'tests'].flatMap((room) =>
  readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(test|spec)\.tsx?$/.test(file))
    .map((file) => {
      const text = readFileSync(join(ROOT, room, file), 'utf8');
      const titles = [...text.matchAll(TITLE)].map((match) => match[2] ?? '');
      return {
        file: join(ROOT, room, file),
        isBrowser: file.endsWith('.spec.ts'),
        named: new Set(titles.flatMap(idsIn)),
        code: text.replace(TITLE, '').replace(/^\s*(\/\/|\/?\*).*$/gm, ''),
      };
    }),
);
const named = new Set(suites.flatMap((suite) => [...suite.named]));

/** Texts in 'single quotes': strings of the interface, verbatim. */
function quotesOf(text: string): readonly string[] {
  return [...text.matchAll(/(?<!\w)'((?:[^']|'(?=\w))+)'/g)].map((match) => match[1] ?? '');
}

/**
 * The string as tests contain it: `{name}`, an ellipsis and single capitals of a count match any
 * text.
 */
function patternOf(quote: string): RegExp {
  const parts = quote.split(/\{\w+\}|\.\.\.|\b[NMK]\b/).map((part) => part.trim());
  return new RegExp(
    parts
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", "\\\\?'"))
      .join('.*'),
  );
}

test('every line of the ledger has a unique id and a state', () => {
  expect(ledger.length).toBeGreaterThan(200);
  expect(new Set(ledger.map(({ id }) => id)).size).toBe(ledger.length);
  expect([...new Set(ledger.map(({ state }) => state))].toSorted()).toEqual(['done', 'open']);
});

test('a test names each requirement that the ledger marks as done', () => {
  expect(
    ledger.filter(({ id, state }) => state === 'done' && !named.has(id)).map(({ id }) => id),
  ).toEqual([]);
});

/** Every module that the client or the service loads. */
const product = new Set(
  ['src/wiring/boot.ts', 'src/main.tsx', 'service/main.ts'].flatMap((file) => [
    ...reachOf(join(ROOT, file)).keys(),
  ]),
);

/**
 * True if a test file runs code of the product: in a browser, or by loading modules that the client
 * or the service loads too.
 */
function runsProduct({
  file,
  isBrowser,
}: {
  readonly file: string;
  readonly isBrowser: boolean;
}): boolean {
  return isBrowser || [...reachOf(file).keys()].some((module) => product.has(module));
}

test('a test of each done id runs code of the client or the service', () => {
  expect(product.size).toBeGreaterThan(1000);
  const proven = new Set(suites.filter(runsProduct).flatMap((suite) => [...suite.named]));
  expect(
    ledger.filter(({ id, state }) => state === 'done' && !proven.has(id)).map(({ id }) => id),
  ).toEqual([]);
});

test('a test that reaches only scripts and test support proves no id (planted)', () => {
  expect(runsProduct({ file: join(ROOT, 'tests/ledger.test.ts'), isBrowser: false })).toBe(false);
  expect(
    runsProduct({ file: join(ROOT, 'src/events/nostr/nip19.test.ts'), isBrowser: false }),
  ).toBe(true);
});

/** Areas with requirements that are visible to users. */
const SCREENS =
  /^(ROUTE|FEED|NOTE|THREAD|PROFILE|EXPLORE|SEARCH|DM|NOTIF|COMPOSE|SETTINGS|ZAP|MEMBER)-/;

/** Requirements of these areas that no screen shows, and the reason. */
const OFF_SCREEN: Readonly<Record<string, string>> = {
  'ROUTE-21': 'durations of a cache',
  'ROUTE-22': 'a limit that no link of the product reaches',
  'FEED-12': 'an old notation of feeds, read by a parser',
  'FEED-13': 'an answer of a foreign service',
  'NOTE-16': 'a format of numbers, which NOTE-23 shows',
  'NOTE-18': 'hints inside of published events',
  'NOTE-19': 'a rule for tags of old events',
  'THREAD-06': 'the order of two requests',
  'PROFILE-08': 'answers that come too late',
  'DM-06': 'lines of the log',
  'DM-08': 'lines of the log',
  'COMPOSE-04': 'an account without relays',
  'COMPOSE-05': 'a limit of 40 entries',
  'COMPOSE-07': 'a rule for identifiers',
  'MEMBER-05': 'data beside lists of people',
  'ZAP-04': 'a validation of foreign events',
  'ZAP-06': 'a parser of invoices',
};

test('a test in a real browser names each done id that a screen shows', () => {
  const seen = new Set(
    suites.filter(({ isBrowser }) => isBrowser).flatMap((suite) => [...suite.named]),
  );
  const unseen = ledger
    .filter(({ id, state }) => state === 'done' && SCREENS.test(id) && !seen.has(id))
    .map(({ id }) => id);
  expect(unseen.toSorted()).toEqual(Object.keys(OFF_SCREEN).toSorted());
});

test('no test names an id that the ledger does not know', () => {
  const known = new Set(ledger.map(({ id }) => id));
  expect([...named].filter((id) => !known.has(id))).toEqual([]);
});

test('a test that names a done requirement contains each string it quotes', () => {
  const missing = ledger
    .filter(({ state }) => state === 'done')
    .flatMap(({ id, text }) =>
      quotesOf(text)
        .filter(
          (quote) =>
            !suites.some((suite) => suite.named.has(id) && patternOf(quote).test(suite.code)),
        )
        .map((quote) => `${id}: ${quote}`),
    );
  expect(missing).toEqual([]);
});
