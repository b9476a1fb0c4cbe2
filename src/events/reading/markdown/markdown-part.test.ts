import { expect, test } from 'vitest';
import { readMarkdown } from './markdown.ts';
import { firstPartOf } from './markdown-part.ts';

const read = (content: string) => readMarkdown({ content, tags: [] });
const size = (value: unknown) => JSON.stringify(value).length;

test('E-28 E-44 an article comes in parts, and enough of them are the whole', () => {
  const article = read(
    '# Title\n\nWords, **strong** and `code`.\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> quoted\n\n```\ncode\n```\n\nEnd[^1].\n\n[^1]: A note.',
  );
  let before = 0;
  for (let units = 10; ; units += 50) {
    const part = firstPartOf(article, units);
    expect(size([part.blocks, part.footnotes])).toBeGreaterThanOrEqual(before);
    before = size([part.blocks, part.footnotes]);
    if (!part.more) break;
  }
  expect(firstPartOf(article, 100_000)).toEqual({
    blocks: article.blocks,
    footnotes: article.footnotes,
    more: false,
  });
});

test.each([
  ['a table of 10,000 cells', `|a|b|\n|---|---|\n${'|1|2|\n'.repeat(5_000)}`],
  ['a list of 20,000 points', '- point\n'.repeat(8_000)],
  ['a word without end', 'x'.repeat(150_000)],
  ['emphasis without end', '**x** '.repeat(10_000)],
  ['code without end', `\`\`\`\n${'const a = 1;\n'.repeat(10_000)}\n\`\`\``],
  ['quotes within quotes', `${'> '.repeat(30)}${'x '.repeat(50_000)}`],
])('E-44 %s: the first part is bounded', (_, content) => {
  const { blocks, more } = firstPartOf(read(content), 40_000);
  expect(more).toBe(true);
  const nodes = JSON.stringify(blocks).match(/"type"/g)?.length ?? 0;
  expect(nodes).toBeLessThan(4_000);
});

test.each([
  ['videos', (nth: number) => `https://a.b/${nth}.mp4`],
  ['invoices', () => `lnbc10u1${'q'.repeat(200)}`],
  [
    'players of other sites',
    (nth: number) => `https://www.youtube.com/watch?v=${String(nth).padStart(11, 'x')}`,
  ],
  ['pictures', (nth: number) => `![](https://a.b/${nth}.jpg)`],
  ['pictures in one paragraph', (nth: number) => `![](https://a.b/${nth}.jpg) word`],
])('E-08 E-44 of 300 %s an article draws some, and the others part by part', (name, write) => {
  const article = read(
    Array.from({ length: 300 }, (_, nth) => write(nth)).join(
      name.endsWith('paragraph') ? ' ' : '\n\n',
    ),
  );
  const cards = (units: number) =>
    JSON.stringify(firstPartOf(article, units).blocks).match(/"type":"(?:carried|image)"/g)?.length;
  expect(cards(40_000)).toBeGreaterThan(30);
  expect(cards(40_000)).toBeLessThan(70);
  expect([cards(400_000), firstPartOf(article, 400_000).more]).toEqual([300, false]);
});

test('E-08 a cut never halves a character', () => {
  expect(JSON.stringify(firstPartOf(read('😀'.repeat(1_000)), 101).blocks).isWellFormed()).toBe(
    true,
  );
});
