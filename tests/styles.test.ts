import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const SRC = resolve(import.meta.dirname, '../src');
const TOKENS = 'views/ui/styles/tokens.css';
const sheets = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.css') && file !== TOKENS,
);
const tokens = [...read(TOKENS).matchAll(/(--[\w-]+): (\d+px);/g)];

const SPACE = scaleOf(/^--s\d/);
const RADII = scaleOf(/^--radius-/);
const SPACED =
  /^(?:(?:scroll-)?(?:margin|padding)(?:-[\w-]+)?|(?:row-|column-)?gap|inset(?:-[\w-]+)?|top|right|bottom|left)$/;
const ROUNDED = /^border-(?:[\w-]+-)?radius$/;

/** The widths at which the layout changes, in pixels. */
const BREAKPOINTS = ['720', '900', '1200', '1240'];

function read(file: string): string {
  return readFileSync(join(SRC, file), 'utf8').replaceAll(/\/\*[^]*?\*\//g, '');
}

/** Return a map from length to token. */
function scaleOf(names: RegExp): ReadonlyMap<string, string> {
  return new Map(
    tokens.flatMap(([, name = '', length = '']) => (names.test(name) ? [[length, name]] : [])),
  );
}

/** Return the declarations with a length for which a token exists, each with that token. */
function rawLengths(css: string): readonly string[] {
  return [...css.matchAll(/(?<=[{;]\s*)([\w-]+):([^;{}]+)(?=[;}])/g)].flatMap(
    ([, property = '', value = '']) => {
      const scale = SPACED.test(property) ? SPACE : ROUNDED.test(property) ? RADII : undefined;
      const lengths = value.match(/(?<![\w.-])\d+px\b|(?<=(?:^|[\s(,*/])-)\d+px\b/g) ?? [];
      return lengths.flatMap((length) => {
        const token = scale?.get(length);
        return token ? [`${property}:${value} -> var(${token})`] : [];
      });
    },
  );
}

/** Return the conditions on the size of the window that have another form or another breakpoint. */
function oddConditions(css: string): readonly string[] {
  return [...css.matchAll(/@media([^{]+)\{/g)].flatMap(([, query = '']) => {
    const conditions = query.match(/\([^()]+\)/g) ?? [];
    const sized = conditions.filter((one) => /\bwidth\b/.test(one));
    const isFirst = sized.every((one, at) => one === conditions[at]);
    return sized.every(isKnown) && isFirst && !/\bor\b/.test(query) ? [] : [query.trim()];
  });
}

function isKnown(condition: string): boolean {
  const width = /^\(width (?:<|>=) (\d+)px\)$/.exec(condition)?.[1];
  return width !== undefined && BREAKPOINTS.includes(width);
}

/**
 * Return the selectors of scrolling grids whose rows may shrink. A row with a `min-height` would
 * shrink to it, and the text of higher rows would overlap.
 */
function shrinkingRows(css: string): readonly string[] {
  return [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(([, selector = '', body = '']) => {
    const isGrid = /display:\s*(?:inline-)?grid/.test(body);
    const isScrolling = /overflow(?:-y|-block)?:\s*(?:hidden\s+)?(?:auto|scroll)/.test(body);
    const hasRows = /grid-(?:auto|template)-rows:/.test(body);
    return isGrid && isScrolling && !hasRows ? [selector.trim()] : [];
  });
}

/** Return the classes that a component reads from a CSS module and that the module lacks. */
function missingClasses(code: string, cssOf: (path: string) => string): readonly string[] {
  const modules = [...code.matchAll(/^import (\w+) from '([^']+\.module\.css)';/gm)];
  return modules.flatMap(([, name = '', path = '']) => {
    const known = new Set(cssOf(path).match(/(?<=\.)[a-zA-Z_][\w-]*/g));
    const read = code.matchAll(
      new RegExp(`(?<![\\w./-])${name}(?:\\??\\.([\\w$]+)|\\['([^']+)'\\])`, 'g'),
    );
    return [...read].flatMap(([, plain, quoted]) => {
      const one = plain ?? quoted ?? '';
      return known.has(one) ? [] : [`${name}.${one}`];
    });
  });
}

function inAll(find: (css: string) => readonly string[]): readonly string[] {
  return sheets.flatMap((file) => find(read(file)).map((one) => `${file}: ${one}`));
}

test('style sheets take spacing and corners from tokens where a token has that length', () => {
  expect(sheets.length).toBeGreaterThan(150);
  expect([SPACE.get('16px'), RADII.get('8px')]).toEqual(['--s4', '--radius-s']);
  expect(inAll(rawLengths)).toEqual([]);
});

test('a raw length of the scale is detected in any declaration of spacing (planted)', () => {
  const planted = [
    'padding: 3px 16px',
    'margin-inline: -8px',
    'gap: 12px',
    'inset: auto 0 calc(100% + 4px)',
    'scroll-margin-top: 40px',
    'border-end-start-radius: 12px',
    'left: max(64px, var(--x))',
  ];
  for (const one of planted) {
    expect(rawLengths(`.a { color: red; ${one}; }`)).toHaveLength(1);
    expect(rawLengths(`@media print {\n  .a {\n    ${one}\n  }\n}`)).toHaveLength(1);
  }
  for (const one of [
    'padding: 3px var(--s4)',
    'margin: 0 116px 1.8px',
    'width: 16px',
    'border: 2px solid',
    'border-radius: 4px',
  ])
    expect(rawLengths(`.a { ${one}; }`)).toEqual([]);
});

test('style sheets know four breakpoints in one spelling', () => {
  expect(inAll(oddConditions)).toEqual([]);
});

test('another breakpoint, spelling or order is detected (planted)', () => {
  const planted = [
    '(max-width: 719px)',
    '(width <= 720px)',
    '(width < 721px)',
    '(720px <= width < 1200px)',
    '(width < 720px) or (width >= 1240px)',
    '(pointer: coarse), (width < 720px)',
    'screen and (min-width: 900px)',
  ];
  for (const one of planted) expect(oddConditions(`@media ${one} { .a {} }`)).toEqual([one]);
  for (const one of [
    '(width < 720px), (pointer: coarse)',
    '(width >= 720px) and (width < 1200px)',
    '(forced-colors: active)',
  ])
    expect(oddConditions(`@media ${one} { .a {} }`)).toEqual([]);
});

test('rows of a scrolling grid are as high as their content', () => {
  expect(inAll(shrinkingRows)).toEqual([]);
});

test('a scrolling grid whose rows may shrink is detected (planted)', () => {
  const grid = (more: string) => shrinkingRows(`.a { display: grid; ${more} }`);
  expect(grid('overflow: auto; max-height: 40dvh;')).toEqual(['.a']);
  expect(grid('overflow-y: scroll;')).toEqual(['.a']);
  expect(grid('overflow: hidden auto;')).toEqual(['.a']);
  expect(grid('overflow: auto; grid-auto-rows: max-content;')).toEqual([]);
  expect(grid('overflow: hidden;')).toEqual([]);
  expect(shrinkingRows('.a { display: flex; overflow: auto; }')).toEqual([]);
});

test('every class that a component reads from a CSS module exists in it', () => {
  const components = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  const missing = components.flatMap((file) => {
    const code = readFileSync(join(SRC, file), 'utf8');
    const cssOf = (path: string) => read(join(dirname(file), path));
    return missingClasses(code, cssOf).map((one) => `${file}: ${one}`);
  });
  expect(missing).toEqual([]);
});

test('a class that its CSS module lacks is detected (planted)', () => {
  const head = "import styles from './A.module.css';\n";
  const missing = (code: string) => missingClasses(head + code, () => '.row .last-one { top: 0; }');
  expect(missing("cx(styles.row, styles['last-one'], other.styles.gone)")).toEqual([]);
  expect(missing("cx(styles.value, styles['sign'])")).toEqual(['styles.value', 'styles.sign']);
});

test('BEYOND-11 the line of the reading position has a row of its own, with a touch target', () => {
  const css = read('views/reading/feed/ReadingPlaceMarker.module.css');
  expect(css).toMatch(/\[data-note\]:has\(> \.line\) \{\s*padding-top: calc\(var\(--here-height\)/);
  expect(css).toMatch(/\.line \{[^}]*height: var\(--here-height\);/);
  expect(css).toMatch(/\(pointer: coarse\) \{\s*:root \{\s*--here-height: var\(--control-touch\);/);
});

test('panels that end at the bar of a phone leave room for the offline line above it', () => {
  const ends = [
    'views/messages/MessagesScreen.module.css',
    'views/reading/article/SelectionBar.module.css',
    'views/account/signing/SignerQueue.module.css',
    'views/app/frame/Shell.module.css',
  ];
  const covered = ends.filter((file) => !/--bar-height\)[^;]*var\(--lift, 0px\)/.test(read(file)));
  expect(covered).toEqual([]);
});
