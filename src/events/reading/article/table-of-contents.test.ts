import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentsOf } from './table-of-contents.ts';
import { readMarkdown } from '../markdown/markdown.ts';

const read = (content: string) =>
  readMarkdown({ content, tags: [] }, 'https://home.example').blocks;
const LONG = 1_000;

test('THREAD-04 a long article has a table of contents: the two highest levels of its headings, as text', () => {
  const blocks = read(
    '# One\n\na\n\n## *Two* of `it`\n\nb\n\n### Three\n\nc\n\n# Four [here](https://a.example)\n\n# \n\nd',
  );
  expect(contentsOf(blocks, LONG).map(({ text, level }) => [text, level])).toEqual([
    ['One', 0],
    ['Two of it', 1],
    ['Four here', 0],
  ]);
  expect(contentsOf(blocks, 499)).toEqual([]);
  expect(contentsOf(read('## One\n\n## Two'), LONG)).toEqual([]);
});

test('E-08 E-44 for any text it has at most 100 entries, each on one line of at most 200 letters', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 150 }), (texts) => {
      const lines = contentsOf(
        read(texts.map((text) => `## ${text.repeat(20)}`).join('\n\n')),
        LONG,
      );
      expect(lines.length).toBeLessThanOrEqual(100);
      for (const { text } of lines)
        expect(text.length <= 200 && text.isWellFormed() && !/[\n\r]/.test(text)).toBe(true);
    }),
    { numRuns: 30 },
  );
});
