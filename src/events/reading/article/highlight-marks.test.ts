import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cpuTimeOf } from '../../../../tests/support/cpu-time.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { readHighlight } from './highlight.ts';
import { flatten, markHighlights } from './highlight-marks.ts';
import { readMarkdown } from '../markdown/markdown.ts';
import type { Markdown, MarkdownInline } from '../markdown/markdown-node.ts';
import { runs } from '../../../../tests/support/runs.ts';

const read = (content: string): Markdown => readMarkdown({ content, tags: [] });
const highlight = (content: string, context = '') =>
  readHighlight(
    trusted({ kind: 9_802, content, tags: context === '' ? [] : [['context', context]] }),
  );
const mark = (article: string, ...texts: string[]) =>
  markHighlights(
    read(article),
    texts.map((one) => highlight(one)),
  );

/** Return the running text with [marks] and the numbers of passages at their ends. */
function drawn(markdown: Markdown): string {
  const inline = (part: MarkdownInline): string => {
    if (part.type === 'token') return part.token.text;
    if (part.type === 'passage') return `^${part.passage}`;
    if (part.type === 'mark') return `[${part.children.map(inline).join('')}]`;
    if (part.type === 'code') return part.text;
    return 'children' in part ? `${part.type}(${part.children.map(inline).join('')})` : '';
  };
  return markdown.blocks
    .map((block) =>
      'children' in block && block.type !== 'quote' ? block.children.map(inline).join('') : '',
    )
    .join('|');
}

describe('THREAD-04 highlights are marked in the text', () => {
  test.each([
    ['plain words', 'One two three.', 'two', 'One [two]^1 three.'],
    ['across emphasis', 'One **two** three.', 'One two th', '[One ]strong([two])[ th]^1ree.'],
    ['across paragraphs', 'One two.\n\nThree four.', 'two.\n\nThree', 'One [two.]|[Three]^1 four.'],
    [
      'white space and quotation marks',
      'She said “yes,  it’s so” twice.',
      `"yes, it's so"`,
      'She said [“yes,  it’s so”]^1 twice.',
    ],
    [
      'copied with its markup',
      'One **two** three.',
      'One **two** three',
      '[One ]strong([two])[ three]^1.',
    ],
    [
      'the sign stands behind a link',
      'See [the mill](https://x.example) now.',
      'See the mi',
      '[See ]link([the mi]ll)^1 now.',
    ],
    ['code is marked whole', 'Run `a b c` now.', 'a b', 'Run [a b c]^1 now.'],
  ])('%s', (_, article, text, due) => {
    const { markdown, passages } = mark(article, text);
    expect(drawn(markdown)).toBe(due);
    expect(passages).toMatchObject([{ text, found: true }]);
  });

  test('overlapping passages keep their own ends; highlights of the same text are one passage', () => {
    const { markdown, passages } = mark(
      'One two three four.',
      'two three',
      'three four',
      'two  three',
    );
    expect(drawn(markdown)).toBe('One [two ][three]^1[ four]^2.');
    expect(passages.map(({ highlights }) => highlights.length)).toEqual([2, 1]);
  });

  test('a repeated text is marked at the occurrence that its context gives', () => {
    const article = 'The lamp burns.\n\nAt night the lamp burns low.';
    const { markdown } = markHighlights(read(article), [
      highlight('lamp burns', 'At night the lamp burns low.'),
    ]);
    expect(drawn(markdown)).toBe('The lamp burns.|At night the [lamp burns]^1 low.');
  });

  test('a passage that is not in the text marks nothing and comes last', () => {
    const { markdown, passages } = mark('One two three.', 'elsewhere', 'three', 'a');
    expect(drawn(markdown)).toBe('One two [three]^1.');
    expect(passages.map(({ text, found }) => [text, found])).toEqual([
      ['three', true],
      ['elsewhere', false],
      ['a', false],
    ]);
  });

  test('for any article and any part of its text, the words stay and every found passage ends once', () => {
    const word = fc.constantFrom(
      'one',
      '**two**',
      '*three four*',
      '`five`',
      '[six](https://x.example)',
      '“seven”',
      '\n\n',
      '\n',
      '- eight',
      '~~nine~~',
    );
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 30 }),
        fc.array(fc.tuple(fc.nat(200), fc.nat(60)), { maxLength: 5 }),
        (words, cuts) => {
          const article = read(words.join(' '));
          const flat = flatten(article);
          const texts = cuts.map(([from, length]) => flat.slice(from, from + length));
          const { markdown, passages } = markHighlights(
            article,
            texts.map((text) => highlight(text)),
          );
          const ends = JSON.stringify(markdown).match(/"passage":\d+/g) ?? [];
          expect(flatten(unmark(markdown))).toBe(flat);
          expect(ends.length).toBe(passages.filter(({ found }) => found).length);
          expect(new Set(ends).size).toBe(ends.length);
          for (const { text, found } of passages)
            expect(found || text.replaceAll(/\s+/g, ' ').length < 3).toBe(true);
        },
      ),
      { seed: 4, numRuns: runs(300) },
    );
  });
});

describe('E-44 E-28 highlights of strangers cost little, with any content', () => {
  const prose = (length: number) =>
    'It was a quiet evening by the river, and nobody spoke of the mill. '.repeat(length / 67);
  const full = 16_384;
  const hostile: ReadonlyArray<
    readonly [name: string, article: string, text: (n: number) => string, context: string]
  > = [
    ['words that are not there', prose(100_000), (n) => prose(full - 10) + n, prose(full)],
    ['one letter', 'a'.repeat(100_000), (n) => `${n}b${'a'.repeat(full - 10)}`, 'a'.repeat(full)],
    [
      'one letter and another at the end',
      'a'.repeat(100_000),
      (n) => `${'a'.repeat(full - 10)}b${n}`,
      `${'a'.repeat(full)}b`,
    ],
    ['white space', ' .'.repeat(50_000), (n) => `${n}${' '.repeat(full)}`, ' .'.repeat(full / 2)],
    [
      'markup',
      `${'[`*_'.repeat(1_000)} ${prose(90_000)}`,
      (n) => `${n}${'[`*_'.repeat(400)}`,
      '['.repeat(full),
    ],
  ];

  test.each(hostile)('200 highlights of 16 kB: %s', (_, article, text, context) => {
    const markdown = read(article);
    const highlights = Array.from({ length: 200 }, (__, n) => highlight(text(n), context));
    expect(cpuTimeOf(() => markHighlights(markdown, highlights))).toBeLessThan(400);
  });

  test('one honest highlight in 200 kB of prose, and any number of readers of one passage', () => {
    const markdown = read(`${prose(190_000)} The last words.`);
    expect(cpuTimeOf(() => markHighlights(markdown, [highlight('The last words')]))).toBeLessThan(
      150,
    );
    const many = Array.from({ length: 3_000 }, () => highlight('The last words'));
    expect(markHighlights(markdown, many).passages).toMatchObject([
      { found: true, highlights: { length: 3_000 } },
    ]);
  });

  test('an honest highlight is found among 150 hostile ones', () => {
    const markdown = read(`${prose(100_000)} The last words.`);
    const others = Array.from({ length: 150 }, (_, n) =>
      highlight(`It was a quiet evening${'x'.repeat(full - 40)}${n}`, prose(full)),
    );
    const { passages } = markHighlights(markdown, [
      ...others,
      highlight('The **last** words'.replaceAll('*', '')),
    ]);
    expect(passages[0]).toMatchObject({ text: 'The last words', found: true });
  });
});

/** Remove marks and note numbers. */
function unmark(markdown: Markdown): Markdown {
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value))
      return value.flatMap((one) =>
        one?.type === 'passage' ? [] : one?.type === 'mark' ? strip(one.children) : [strip(one)],
      );
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, strip(one)]));
  };
  return Object.assign({}, markdown, strip(markdown));
}
