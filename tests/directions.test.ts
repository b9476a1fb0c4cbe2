import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const SRC = resolve(import.meta.dirname, '../src');
const sheets = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.css'),
);

/** Positions measured in the window, in pixels from its left, and centred positions. */
const PLACED = new Set([
  'left: var(--left, 0)',
  'left: clamp(var(--s2), calc(var(--x, 0px) - 190px), calc(100vw - 388px))',
  'left: var(--s2)',
  'right: var(--s2)',
  'left: 50%',
  'inset: var(--y) auto auto var(--x)',
  'padding-right: var(--scrollbar, 0)',
  // edges of the screen are the same in each direction of writing
  'padding-left: env(safe-area-inset-left)',
  'padding-right: env(safe-area-inset-right)',
]);

/**
 * Declarations of a physical side where a logical one is meant (ACCESS-05). Rules for one direction
 * do not count.
 */
function sidesIn(css: string): readonly string[] {
  const rules = css.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(/([^{}]+)\{([^{}]*)\}/g);
  return [...rules]
    .filter(([, selector = '']) => !selector.includes(':dir('))
    .flatMap(([, , body = '']) => body.split(';').map((one) => one.trim()))
    .filter((one) => isSided(one) && !PLACED.has(one));
}

function isSided(declaration: string): boolean {
  const [property = '', value = ''] = declaration.split(/:\s*/, 2);
  if (/^(left|right)$|-(left|right)(-|$)/.test(property)) return true;
  if (/^(text-align|float|clear)$/.test(property)) return /^(left|right)$/.test(value);
  if (!/^(margin|padding|inset)$/.test(property)) return false;
  const [, right, , left] = value.match(/(?:[^\s(]|\([^()]*(?:\([^()]*\)[^()]*)*\))+/g) ?? [];
  return left !== undefined && left !== right;
}

test('ACCESS-05 style sheets use the logical sides start and end', () => {
  const found = sheets.flatMap((file) =>
    sidesIn(readFileSync(join(SRC, file), 'utf8')).map((one) => `${file}: ${one}`),
  );
  expect(sheets.length).toBeGreaterThan(90);
  // the panel has a rule for each direction
  expect(found).toEqual([
    'views/account/signing/SignerQueue.module.css: inset: auto var(--s4) var(--s4) auto',
  ]);
});

/** Components that give their text a direction of its own. */
const ISOLATING = new Set(['bdi', 'IsolatedText', 'AccountName', 'AccountLink', 'Hits']);

/** Files whose line of one height is a sentence of the page, which has the page's direction. */
const SENTENCES = [
  'views/inspector/Deck.tsx',
  'views/inspector/Inspector.tsx',
  'views/money/payments/InvoiceView.tsx',
  'views/notifications/NoteNotification.tsx',
  'views/reading/article/ArticleCard.tsx',
  'views/reading/article/ReadsSide.tsx',
  'views/reading/note/NoteRow.tsx',
  'views/reading/note/ReplyLine.tsx',
  'views/reading/thread/ReplyButton.tsx',
  // its style sheet gives each text its own direction
  'views/ui/controls/Select.tsx',
];

/** Classes of a style sheet whose text is cut with an ellipsis. */
const cutIn = (css: string): readonly string[] =>
  [...css.matchAll(/\.([\w-]+)(?::[\w-]+)*\s*\{[^}]*text-overflow: ellipsis/g)].flatMap(
    ([, name]) => name ?? [],
  );

/** The opening tag around a position, and the code behind it. Attributes contain no `<`. */
function tagAround(code: string, at: number): readonly [tag: string, next: string] {
  const start = code.slice(0, at).search(/<[A-Za-z][^<]*$/);
  let depth = 0;
  for (let end = start; end < code.length; end++) {
    if (code[end] === '{') depth++;
    if (code[end] === '}') depth--;
    if (code[end] === '>' && depth === 0 && code[end - 1] !== '=')
      return [code.slice(start, end + 1), code.slice(end + 1).trimStart()];
  }
  return [code.slice(start), ''];
}

/** Return the tags whose text is cut by the direction of the page, and not by its own. */
function cutByPage(code: string, classes: readonly string[]): readonly string[] {
  return classes
    .flatMap((name) => [...code.matchAll(new RegExp(`\\b${name.replace('.', '\\.')}\\b`, 'g'))])
    .flatMap(({ index }) => {
      const [tag, next] = tagAround(code, index);
      const [, element = ''] = /^<([\w.]+)/.exec(tag) ?? [];
      // in a link that is a name, the name is cut
      const isName = element === 'AppLink' && next.startsWith('<IsolatedText');
      return isName || ISOLATING.has(element) || /\bdir=/.test(tag) ? [] : [tag];
    });
}

test('ACCESS-05 a text of one line is cut by its own direction', () => {
  const sheet = (path: string) => cutIn(readFileSync(path, 'utf8'));
  const views = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.tsx$/.test(file),
  );
  const cut = views.flatMap((file) => {
    const path = join(SRC, file);
    const code = readFileSync(path, 'utf8');
    const classes = [...code.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].flatMap(
      ([, name, from = '']) => sheet(resolve(path, '..', from)).map((one) => `${name}.${one}`),
    );
    return cutByPage(code, classes).map((tag) => ({ file, tag }));
  });
  expect(cut.filter(({ file }) => !SENTENCES.includes(file))).toEqual([]);
  // an exception that is not needed, or a check that finds nothing, fails
  expect([...new Set(cut.map(({ file }) => file))].toSorted()).toEqual(SENTENCES.toSorted());
});

test('a text that the page would cut at its beginning is detected (planted)', () => {
  const classes = ['text.cut'];
  for (const planted of [
    '<p className={text.cut}>{name}</p>',
    '<b className={cx(a.b, text.cut)} />',
  ])
    expect(cutByPage(planted, classes)).toHaveLength(1);
  for (const fine of [
    '<p className={text.cut} dir="auto">{name}</p>',
    '<IsolatedText className={text.cut}>{name}</IsolatedText>',
    '<AppLink to={a} className={text.cut}><IsolatedText>{b}</IsolatedText></AppLink>',
  ])
    expect(cutByPage(fine, classes)).toEqual([]);
});

test('ACCESS-05 no form shows the hints of the browser, which have its language', () => {
  const forms = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    // a search field has nothing to check, and is loaded first
    .filter((file) => file.endsWith('.tsx') && !file.endsWith('ui/layout/SearchField.tsx'))
    .flatMap((file) => {
      const code = readFileSync(join(SRC, file), 'utf8');
      return [...code.matchAll(/<form\b/g)].map(({ index }) => tagAround(code, index + 2)[0]);
    });
  expect(forms.length).toBeGreaterThan(20);
  expect(forms.filter((form) => !/\bnoValidate\b/.test(form))).toEqual([]);
});

test('a physical side is detected in any declaration (planted)', () => {
  const planted = [
    'margin-left: 4px',
    'border-top-right-radius: 2px',
    'right: 12px',
    'text-align: left',
    'padding: 0 8px 0 calc(2px * (1 + 1))',
    'inset: auto 0 0 auto',
  ];
  for (const one of planted) expect(sidesIn(`.a {\n  ${one};\n}`)).toEqual([one]);
  for (const one of [
    'margin-inline: 0 4px',
    'padding: 0 8px 2px 8px',
    'text-align: start',
    'left: 50%',
    'margin: 0 -4px',
  ])
    expect(sidesIn(`.a {\n  ${one};\n}`)).toEqual([]);
});
