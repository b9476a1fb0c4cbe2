import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const STORE = resolve(import.meta.dirname, '../service/store');
const sources = readdirSync(STORE, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: readFileSync(join(STORE, file), 'utf8') }));

/** Functions that return `Query<...>`: a generator, a function, a method, or such a parameter. */
const GIVING = [
  /function\*\s+(\w+)/g,
  /(?:^|\n)\s*\*(\w+)\(/g,
  /\b(\w+)(?:<[^()]*>)?\([^()]*\): Query</g,
  /\b(\w+)\??: (?:<\w+>)?\([^()]*\) => Query</g,
];
const namesIn = (text: string): string[] =>
  GIVING.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name));
const names = [...new Set(sources.flatMap(({ text }) => namesIn(text)))];
const METHODS = String.raw`(?:\w+\.)*(?:database|tally|known|[A-Z_]+)\.(?:all|one|run|put|putEach|insertEach|transaction|${names.join('|')})`;
/** A method of an interface. */
const TYPED = /\): [^()]*;$/;
/** The end of a line after which a statement begins. Otherwise the statement continues. */
const BEFORE = /(?:^|[;{}]|\)|\belse)$/;

/**
 * Return the lines with a query whose result is not awaited. A generator does nothing until
 * `yield*` runs it.
 */
function forgotten(text: string): string[] {
  const own = new Set(namesIn(text));
  const imported = new Set(
    [...text.matchAll(/import \{([^}]*)\}/g)].flatMap(([, list = '']) => list.split(/[\s,]+/)),
  );
  const known = names.filter((name) => own.has(name) || imported.has(name));
  const asking = String.raw`(?:${[METHODS, ...known].join('|')})(?:<\w+>)?\(`;
  const alone = new RegExp(
    String.raw`^(?:\} )?(?:(?:else|if \(.*?\)|for \(.*?\)|while \(.*?\)) )*${asking}`,
  );
  const dropped = new RegExp(String.raw`(?:\.forEach\([^\n]*=> |\bvoid )${asking}`);
  let before = '';
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => {
      if (line === '' || /^(?:\/\/|\/\*|\*(?!\w))/.test(line)) return false;
      const begins = BEFORE.test(before);
      before = line;
      return !TYPED.test(line) && (dropped.test(line) || (begins && alone.test(line)));
    });
}

test('each query of the store is run', () => {
  expect(sources.length).toBeGreaterThan(60);
  expect(names.length).toBeGreaterThan(100);
  expect(
    sources.flatMap(({ file, text }) => forgotten(text).map((line) => `${file}: ${line}`)),
  ).toEqual([]);
});

test('the test above detects a missing `yield*` that no type detects', () => {
  const planted = sources.flatMap(({ file, text }) =>
    [
      ...text.matchAll(
        /(?<=[^(]\n)^( *(?:\} )?(?:(?:else|if \(.*\)|for \(.*\)) )*)yield\* (?!await )(?=.*[;({[]$)/gm,
      ),
    ].map((found) => ({
      text:
        text.slice(0, found.index) + (found[1] ?? '') + text.slice(found.index + found[0].length),
      line: `${file}: ${text.slice(found.index).split('\n')[0] ?? ''}`,
    })),
  );
  expect(planted.length).toBeGreaterThan(80);
  expect(planted.filter((one) => forgotten(one.text).length === 0).map(({ line }) => line)).toEqual(
    [],
  );
  const insertIndependent = 'function* insertIndependent() {}\n';
  expect(
    forgotten(
      `${insertIndependent}  events.forEach((event) => insertIndependent(work, event, relay));`,
    ),
  ).toHaveLength(1);
  expect(forgotten(`${insertIndependent}  void insertIndependent(work, event);`)).toHaveLength(1);
});
