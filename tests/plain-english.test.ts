import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');

const LONGEST_TITLE = 100;
const LONGEST_SENTENCE = 30;
const RETIRED =
  /\b(whoever|whatever|whichever|nobody|anew|what|he|his|him|himself|deeds?|hears?|lies in|stands there|in one go|who is here|gives way|came of|comes to|(?:are|is|was|were) told)\b/i;
const DIRECTIVE = /^(oxlint|@ts|biome|@vitest|#__)/;
/** References to texts that are not in the repository. Sections of NIP, BOLT, NUT, RFC are none. */
const DEAD =
  /\blook\.md\b|\bdesign \d|(?<!(?:NIP|BOLT|NUT|RFC)[- ]?\d+,? )\bsections? \d|(?:\(|\((?!NIP|BOLT|NUT|RFC)[^()]*, )\d{1,2}\.\d{1,2}(?=[,:)]|\sof\b)/i;

interface Fault {
  readonly line: number;
  readonly text: string;
}

/** Comments of a source file. Lines of `//` that follow each other are one comment. */
function commentsIn(name: string, text: string): readonly Fault[] {
  const found: { line: number; end: number; stop: number; isLine: boolean; text: string }[] = [];
  for (const { start, end } of parseSync(name, text).comments) {
    const line = text.slice(0, start).split('\n').length;
    const isLine = text.startsWith('//', start);
    const body = text
      .slice(start, end)
      .replaceAll(/^\/\*\*?|\*\/$|^\/\/ ?/g, '')
      .replaceAll(/\n\s*\* ?/g, ' ');
    const last = found.at(-1);
    if (
      isLine &&
      last?.isLine &&
      last.end === line - 1 &&
      /^\s*$/.test(text.slice(last.stop, start))
    )
      Object.assign(last, { text: `${last.text} ${body}`, end: line, stop: end });
    else found.push({ line, end: line, stop: end, isLine, text: body });
  }
  return found.map(({ line, text: body }) => ({ line, text: body.replaceAll(/\s+/g, ' ').trim() }));
}

/** A text without code, quotes and addresses. */
const proseOf = (text: string) => text.replaceAll(/`[^`]*`|'[^']{1,60}'|https?:\S+/g, 'x');

/** Titles of tests and groups in a file. */
function titlesIn(text: string): readonly Fault[] {
  const calls = text.matchAll(
    /(?:^|\n)\s*(?:test|it|describe)(?:\.(?:each|for|skipIf|runIf|only|skip|concurrent)(?:\([^)]*\))?)*\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1/g,
  );
  return [...calls].map(({ index, 2: title = '' }) => ({
    line: text.slice(0, index + 1).split('\n').length,
    text: title,
  }));
}

/** Comments and titles of a file that break a rule of docs/contributing.md. */
function faultsIn(name: string, text: string): readonly Fault[] {
  const comments = commentsIn(name, text).filter(
    (one) =>
      !DIRECTIVE.test(one.text) &&
      (/^(What|Whether|Who|Whose|Whom)\b/.test(one.text) ||
        RETIRED.test(proseOf(one.text)) ||
        DEAD.test(one.text)),
  );
  const titles = titlesIn(text).filter(
    ({ text: title }) =>
      title.length > LONGEST_TITLE || RETIRED.test(proseOf(title)) || DEAD.test(title),
  );
  return [...comments, ...titles];
}

const files = ['src', 'service', 'town', 'tests', 'scripts'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(
    (file) => `${folder}/${file}`,
  ),
);

test('comments and test titles use no retired word, and no title has more than 100 characters', () => {
  const read = files.filter((file) => /\.tsx?$/.test(file));
  expect(read.length).toBeGreaterThan(20);
  const faults = read.flatMap((file) =>
    faultsIn(file, readFileSync(join(ROOT, file), 'utf8')).map(
      ({ line, text }) => `${file}:${line} ${text}`,
    ),
  );
  expect(faults).toEqual([]);
});

/** Sentences of a document with more than 30 words. Code, tables and headings are left out. */
function longSentencesIn(text: string): readonly string[] {
  const prose = text
    .replaceAll(/```[\s\S]*?```/g, '')
    .split('\n')
    .filter((line) => !/^\s*(\||#|<)/.test(line))
    .join('\n')
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )/);
  const sentences = prose.flatMap((part) =>
    proseOf(part.replaceAll(/\s+/g, ' ')).split(/(?<=[.!?:;])\s+/),
  );
  return sentences.filter(
    (sentence) => sentence.split(' ').filter((word) => /\w/.test(word)).length > LONGEST_SENTENCE,
  );
}

const documents = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).map(
    (name) => `docs/${name}`,
  ),
].filter((name) => name.endsWith('.md'));

test('sentences of the documents have at most 30 words', () => {
  expect(documents.length).toBeGreaterThan(60);
  expect(
    documents.flatMap((name) =>
      longSentencesIn(readFileSync(join(ROOT, name), 'utf8')).map(
        (sentence) => `${name}: ${sentence}`,
      ),
    ),
  ).toEqual([]);
});

test('the README has at most 150 lines and 1,500 words', () => {
  const text = readFileSync(join(ROOT, 'README.md'), 'utf8');
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(150);
  expect(text.split(/\s+/).filter((word) => /\w/.test(word)).length).toBeLessThanOrEqual(1500);
});

/**
 * Paths in backticks that begin with a folder of the repository, and targets of links, from the
 * root.
 */
function pathsIn(name: string, text: string): readonly string[] {
  const named = [...text.matchAll(/`((?:src|service|town|tests|scripts|docs)\/[^`\s*]*)`/g)].map(
    ([, path = '']) => path,
  );
  const linked = [...text.matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g)].map(([, path = '']) =>
    join(dirname(name), path),
  );
  return [...named, ...linked];
}

test('files and folders that a document names exist', () => {
  const paths = documents.flatMap((name) =>
    pathsIn(name, readFileSync(join(ROOT, name), 'utf8')).map((path) => ({ name, path })),
  );
  expect(paths.length).toBeGreaterThan(200);
  expect(paths.filter(({ path }) => !existsSync(join(ROOT, path)))).toEqual([]);
});

const slugOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9 _-]/g, '')
    .replaceAll(' ', '-');

test('sections that a document links to exist', () => {
  const sections = new Map(
    documents.map((name) => [
      name,
      [...readFileSync(join(ROOT, name), 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
        slugOf(heading),
      ),
    ]),
  );
  const links = documents.flatMap((name) =>
    [...readFileSync(join(ROOT, name), 'utf8').matchAll(/\]\((?!\w+:)([^)#\s]*)#([^)\s]*)\)/g)].map(
      ([, path, section = '']) => ({
        name,
        target: path ? join(dirname(name), path) : name,
        section,
      }),
    ),
  );
  expect(links.length).toBeGreaterThan(20);
  expect(links.filter(({ target, section }) => !sections.get(target)?.includes(section))).toEqual(
    [],
  );
});

test('a reference to a text outside of the repository is found (planted)', () => {
  const planted = [
    '/** Any feed by its spec (4.1). */',
    '/** Kept (8.1, 18.4), and sent. */',
    '/** A price (kind 7001, 4.10 of the description). */',
    '// as section 13 says',
    '/** Forward them as facts (design 2.5). */',
    '/** One line (NOTE-01, look.md). */',
    "test('counts follow section 3.2', () => {});",
  ];
  for (const text of planted) expect(faultsIn('planted.ts', `${text}\n`)).toHaveLength(1);
  const plain = [
    '// keys without Ctrl (WCAG 2.1.4), an address (NIP-19), version 0.1.0 (1.5 MB)',
    '/** Valid for one connection (RFC 9113, 8.2.2), as RFC 9110 section 15 says. */',
    'export const a = call(4.1); // seldom',
  ];
  for (const text of plain) expect(faultsIn('plain.ts', `${text}\n`)).toEqual([]);
});

test('a retired word, a comment that begins with a stand-in and a long title are found (planted)', () => {
  const planted = [
    '/** What a device keeps. */\nexport const a = 1;\n',
    '// nobody reads this\nexport const a = 1;\n',
    '/** Read by whoever asks. */\nexport const a = 1;\n',
    `test('${'x '.repeat(60)}', () => {});\n`,
    "test('ID-01 the key is told to the page', () => {});\n",
  ];
  for (const text of planted) expect(faultsIn('planted.ts', text)).toHaveLength(1);
  expect(
    faultsIn(
      'plain.ts',
      "// `what` is a key of the log\nconst a = '// what';\ntest('ID-01 a note is sent', () => {});\n",
    ),
  ).toEqual([]);
  expect(longSentencesIn(`${'word '.repeat(31)}end.`)).toHaveLength(1);
  expect(longSentencesIn('A short one. | another; and a third.')).toEqual([]);
  expect(
    pathsIn(
      'docs/page.md',
      'in `src/gone.ts`, [there](gone.md#part), [here](#part), `a/b`, [out](https://a.example/b)',
    ),
  ).toEqual(['src/gone.ts', 'docs/gone.md']);
});
