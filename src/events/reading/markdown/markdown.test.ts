import fc from 'fast-check';
import { expect, test } from 'vitest';
import { growthOf } from '../../../../tests/support/cpu-time.ts';
import { needsCollection, realEvents } from '../../../../tests/support/events/real-events.ts';
import { naddrOf, npubOf } from '../../nostr/nip19.ts';
import { readMarkdown } from './markdown.ts';
import type { Markdown, MarkdownBlock, MarkdownInline } from './markdown-node.ts';
import { runs } from '../../../../tests/support/runs.ts';

const KEY = '32e1827635450ebb3c5a7d12c1f8e7b2b514439ac10a67eef3d9fd9c5c68e245';
const NPUB = npubOf(KEY) ?? '';
const NADDR = naddrOf({ kind: 30023, pubkey: KEY, identifier: 'x' }) ?? '';
const read = (content: string, tags: string[][] = []) => readMarkdown({ content, tags });

/** Return a short form of a tree: `heading1(text)`. */
function show(node: MarkdownBlock | MarkdownInline): string {
  switch (node.type) {
    case 'token':
      return node.token.type === 'text'
        ? node.token.text
        : `${node.token.type}<${node.token.text}>`;
    case 'carried':
      return `carried-${node.token.type}<${node.token.text}>`;
    case 'image':
      return `image<${node.url}|${node.alt}|${node.title}>`;
    case 'code':
      return `code${'language' in node ? `.${node.language}` : ''}<${node.text}>`;
    case 'break':
      return node.hard ? '//' : '/';
    case 'passage':
      return `*${node.passage}`;
    case 'footnote':
      return `^${node.number}`;
    case 'rule':
      return '---';
    case 'heading':
      return `heading${node.level}(${all(node.children)})`;
    case 'link':
      return `link<${node.url}|${node.title}>(${all(node.children)})`;
    case 'mention':
      return `mention-${node.token.type}(${all(node.children)})`;
    case 'list':
      return `list${node.ordered ? node.start : ''}${node.tight ? '' : '~'}(${node.items.map((item) => all(item)).join('; ')})`;
    case 'table':
      return `table(${[node.head, ...node.rows].map((row) => row.map((cell) => all(cell)).join(' | ')).join('; ')})`;
    default:
      return `${node.type}(${all(node.children)})`;
  }
}
const all = (nodes: readonly (MarkdownBlock | MarkdownInline)[]) => nodes.map(show).join('');
const blocks = (content: string) => read(content).blocks.map(show);

test.for([
  ['# A *b*', 'heading1(A em(b))'],
  ['A\n===', 'heading1(A)'],
  ['**a _b_** ~~c~~ `d`', 'paragraph(strong(a em(b)) strike(c) code<d>)'],
  ['a\nb  \nc', 'paragraph(a/b//c)'],
  ['- a\n- b\n  - c', 'list(paragraph(a); paragraph(b)list(paragraph(c)))'],
  ['3. a\n\n4. b', 'list3~(paragraph(a); paragraph(b))'],
  ['> a\n> > b', 'quote(paragraph(a)quote(paragraph(b)))'],
  ['```TypeScript twoslash\nlet a;\n```', 'code.typescript<let a;>'],
  ['    a\n    b', 'code.<a\nb>'],
  ['| a | b |\n|:-:|--|\n| `1` | 2 |', 'table(a | b; code<1> | 2)'],
  ['***', '---'],
  ['[a](https://a.b "t")', 'paragraph(link<https://a.b/|t>(a))'],
  ['<https://a.b/c>', 'paragraph(link<https://a.b/c|>(https://a.b/c))'],
  ['[a][r]\n\n[r]: https://a.b', 'paragraph(link<https://a.b/|>(a))'],
  ['see https://a.b/c_d_e. ok', 'paragraph(see link<https://a.b/c_d_e>. ok)'],
  ['#tag and nostr:x', 'paragraph(hashtag<#tag> and nostr:x)'],
  ['a &amp; b &lt;c&gt; \\*d\\*', 'paragraph(a & b <c> *d*)'],
] as const)('THREAD-04 %j is %j', ([content, tree]) => {
  expect(blocks(content)).toEqual([tree]);
});

test('THREAD-04 tables keep the alignment of their columns', () => {
  expect(read('|a|b|c|d|\n|:-|:-:|-:|-|\n|1|').blocks).toMatchObject([
    { type: 'table', align: ['left', 'center', 'right', undefined], rows: [[[{}], [], [], []]] },
  ]);
});

test('THREAD-04 mentions: in running text, as links with their own words, embedded if alone on a line', () => {
  expect(blocks(`By nostr:${NPUB}, [him](nostr:${NPUB}), [nobody](nostr:npub1x)`)).toEqual([
    `paragraph(By profile<nostr:${NPUB}>, mention-profile(him), nobody)`,
  ]);
  expect(blocks(`Read\nnostr:${NADDR}\nor nostr:${NADDR} too`)).toEqual([
    'paragraph(Read)',
    `carried-address<nostr:${NADDR}>`,
    `paragraph(or address<nostr:${NADDR}> too)`,
  ]);
});

test('THREAD-04 pictures alone on a line are blocks, others stay in the text; players are embedded', () => {
  expect(blocks('![a *b*](https://a.b/c.jpg "t")\n![](https://a.b/d.png)')).toEqual([
    'image<https://a.b/c.jpg|a b|t>',
    'image<https://a.b/d.png||>',
  ]);
  expect(blocks('a ![b](https://a.b/c) d')).toEqual(['paragraph(a image<https://a.b/c|b|> d)']);
  expect(blocks('[![b](https://a.b/c.jpg)](https://d.e)')).toEqual([
    'paragraph(link<https://d.e/|>(image<https://a.b/c.jpg|b|>))',
  ]);
  expect(
    blocks('https://a.b/c.jpg\n\n![](https://a.b/c.mp4)\n\nhttps://youtu.be/abcdefghijk'),
  ).toEqual([
    'image<https://a.b/c.jpg||>',
    'carried-video<https://a.b/c.mp4>',
    'carried-embed<https://youtu.be/abcdefghijk>',
  ]);
  expect(blocks('**https://a.b/c.mp4**')).toEqual(['paragraph(strong(link<https://a.b/c.mp4>))']);
});

test('THREAD-04 tasks of a list have boxes; escaped ones and other texts have none', () => {
  expect(blocks('- [ ] open\n- [x] done\n- \\[ ] text')).toEqual([
    'list(paragraph(☐ open); paragraph(☑ done); paragraph([ ] text))',
  ]);
  expect(blocks('[ ] text')).toEqual(['paragraph([ ] text)']);
});

test('THREAD-04 footnotes are numbered in the order of their references; unknown labels are text', () => {
  const { blocks: body, footnotes } = read(
    'a[^b] c[^1] d[^b] e[^x]\n\n[^1]: one\n\n    - two\n[^b]: see[^1]\n[^b]: again\n[^z]: unused\n\nend',
  );
  expect(body.map(show)).toEqual(['paragraph(a^1 c^2 d^1 e[^x])', 'paragraph(end)']);
  expect(footnotes.map(all)).toEqual([
    'paragraph(see^2)',
    'paragraph(one)list(paragraph(two))',
    'paragraph(unused)',
  ]);
});

test('E-02 footnotes in footnotes do not nest', () => {
  const { footnotes } = read('[^a]: '.repeat(10_000));
  expect(footnotes).toHaveLength(1);
});

test('E-24 pictures on private hosts become links, except on our own origin', () => {
  expect(blocks('![a](http://192.168.1.1/c.jpg)')).toEqual([
    'paragraph(link<http://192.168.1.1/c.jpg|>(a))',
  ]);
  const home = 'http://127.0.0.1:4870';
  expect(readMarkdown({ content: `![a](${home}/c.jpg)`, tags: [] }, home).blocks.map(show)).toEqual(
    [`image<${home}/c.jpg|a|>`],
  );
});

const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg><animate onbegin=alert(1)>',
  '<math><mi//xlink:href="data:x,<script>alert(4)</script>">',
  '[a](javascript:alert(1))',
  '[a](JaVaScRiPt&colon;alert(1))',
  '[a](java\tscript:alert(1))',
  '[a](<javascript:alert(1)>)',
  '[a](\u0001javascript:alert(1))',
  '[a](data:text/html;base64,PHNjcmlwdD4=)',
  '[a](vbscript:x)',
  '![a](javascript:alert(1))',
  '![a](data:image/svg+xml,<svg onload=alert(1)>)',
  '<javascript:alert(1)>',
  '[a]: javascript:alert(1)\n\n[a]',
  '[a](https://a.b "onmouseover=alert(1)")',
  '```"onload="alert(1)\nx\n```',
  '|<b>|\n|-|\n|[x](javascript:y)|',
  '[^"><script>]: x',
  '<!-- --> <![CDATA[x]]> <?php ?>',
  '&lt;script&gt;',
  '<a href="javascript:x">b</a>',
] as const;

const FIELDS = ['url', 'source', 'src'];

/** Return every address in a tree that a view could load or link to. */
function addresses(tree: unknown, found: string[] = []): string[] {
  if (Array.isArray(tree)) for (const item of tree) addresses(item, found);
  else if (typeof tree === 'object' && tree !== null) {
    for (const [name, value] of Object.entries(tree)) {
      if (typeof value === 'string' && FIELDS.includes(name)) found.push(value);
      else addresses(value, found);
    }
  }
  return found;
}

function depth(tree: unknown): number {
  if (typeof tree !== 'object' || tree === null) return 0;
  return 1 + Math.max(0, ...Object.values(tree).map(depth));
}

const unsafe = (tree: Markdown) =>
  addresses(tree).filter((address) => !/^(https?|mailto|lightning|bitcoin|magnet):/i.test(address));

test.for(HOSTILE)('E-02 E-04 nothing of %j becomes an address', (content) => {
  expect(unsafe(read(content))).toEqual([]);
  if (content.startsWith('<') && !content.startsWith('<javascript'))
    expect(all(read(content).blocks)).toBe(`paragraph(${content})`);
});

const word = fc.constantFrom(
  ...HOSTILE,
  '*',
  '_',
  '**',
  '`',
  '~~',
  '[',
  ']',
  '(',
  ')',
  '!',
  '<',
  '>',
  '> ',
  '- ',
  '1. ',
  '#',
  '|',
  '|-|',
  '\n',
  '\n\n',
  '    ',
  '[^a]',
  '[^a]: ',
  '\\',
  '&amp;',
  'https://a.b/c.jpg',
  `nostr:${NPUB}`,
  '\ud83d',
  'a',
);
const articles = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: word },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
  ),
  {
    maxLength: 60,
  },
);

test('E-02 INV-ISOLATE any article gives a tree of bounded depth with safe addresses only', () => {
  fc.assert(
    fc.property(
      articles,
      fc.array(fc.array(fc.string({ maxLength: 6 }), { maxLength: 3 }), { maxLength: 3 }),
      (parts, tags) => {
        const tree = read(parts.join(''), tags);
        expect(unsafe(tree)).toEqual([]);
        expect(depth(tree)).toBeLessThan(300);
      },
    ),
    { numRuns: runs(1_000) },
  );
});

test('E-02 endless nesting is cut off', () => {
  for (const opener of ['> ', '- ', '1. ', '> - ', '*a **b ', '![', '[^a]: > '])
    expect(depth(read(opener.repeat(5_000)))).toBeLessThan(300);
});

test('THREAD-04 no word of a plain article is lost', () => {
  const plain = fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 50 });
  fc.assert(
    fc.property(
      plain,
      fc.array(fc.constantFrom(' ', '\n', '\n\n', ' **', '** ', '\n- ', '\n> ', '\n# ')),
      (words, marks) => {
        const content = words
          .map((text, i) => `${text}${marks[i % Math.max(1, marks.length)] ?? ' '}`)
          .join('');
        const shown = all(read(content).blocks);
        for (const text of words) expect(shown).toContain(text);
      },
    ),
  );
});

test('THREAD-04 every real article is read', (context) => {
  needsCollection(context);
  const articlesFound = realEvents('events-articles.jsonl');
  expect(articlesFound.length).toBeGreaterThan(80);
  const types = new Set<string>();
  for (const article of articlesFound) {
    const tree = readMarkdown(article);
    expect(tree.blocks.length).toBeGreaterThan(0);
    expect(unsafe(tree)).toEqual([]);
    for (const block of tree.blocks) types.add(block.type);
  }
  expect([...types].sort()).toEqual([
    'carried',
    'code',
    'heading',
    'image',
    'list',
    'paragraph',
    'quote',
    'rule',
    'table',
  ]);
});

test.for([
  '![](http://',
  '[',
  '*a_',
  '> ',
  '|a|b|\n|-|-|\n',
  '[^a]: ',
  '[[[]()',
  'a\n=\n',
  '- a\n  - b\n',
  `nostr:${NPUB} `,
])('E-44 an article of: %j', (unit) => {
  // Small enough for the processor's cache. Beyond that, time grows faster than the text.
  const part = unit.repeat(Math.ceil(10_000 / unit.length));
  expect(growthOf((share) => read(part.repeat(share * 4)), Infinity).perDoubling).toBeLessThan(2.5);
});

test('E-28 an overlong article is read up to a limit and marked as cut', () => {
  expect(read('word '.repeat(100_000)).cut).toBe(true);
  expect(read('word '.repeat(1_000)).cut).toBe(false);
});

test('E-44 THREAD-04 an article of dense markup is read in parts, one of words at once', () => {
  const table = `|a|b|\n|---|---|\n${'|1|2|\n'.repeat(20_000)}`;
  const first = readMarkdown({ content: table, tags: [] }, undefined, 12_000);
  expect(first).toMatchObject({ more: true, cut: false });
  expect(first.blocks).toMatchObject([{ type: 'table', rows: { length: 2_997 } }]);
  expect(readMarkdown({ content: table, tags: [] }, undefined, 100_000)).toMatchObject({
    more: false,
    blocks: [{ rows: { length: 20_000 } }],
  });
  expect(
    readMarkdown({ content: `${'A word. '.repeat(20_000)}\n\nEnd.`, tags: [] }, undefined, 12_000),
  ).toMatchObject({ more: false });
});

test.each([
  ['[https://good.example](https://evil.example/)', 'https://good.example (evil.example)'],
  [
    '[see **https://good.example/a** now](https://evil.example/)',
    'see https://good.example/a now (evil.example)',
  ],
  ['[good.example](https://evil.example/)', 'good.example (evil.example)'],
  ['[www.good.example/path](https://evil.example/)', 'www.good.example/path (evil.example)'],
  [
    '[https://good.example@evil.example](https://good.example)',
    'https://good.example@evil.example (good.example)',
  ],
  ['[https://gооd.example](https://good.example/)', 'https://gооd.example (good.example)'],
  ['[good\u200b.example](https://evil.example/)', 'good\u200b.example (evil.example)'],
  ['[https://good.example](https://www.good.example/path)', 'https://good.example'],
  ['[https://good.example/other](https://good.example/path)', 'https://good.example/other'],
  ['[plain words](https://evil.example/)', 'plain words'],
])('E-07 the words of a link do not name another host: %j is drawn as %j', (content, words) => {
  const [block] = readMarkdown({ content, tags: [] }).blocks;
  const said = (parts: readonly MarkdownInline[]): string =>
    parts
      .map((part) =>
        part.type === 'token' ? part.token.text : 'children' in part ? said(part.children) : '',
      )
      .join('');
  expect(block?.type === 'paragraph' && said(block.children)).toBe(words);
});

test('THREAD-04 E-24 <img> with a web address is its picture; with any other it stays text', () => {
  const url = 'https://media.example/a.png';
  const image = { type: 'image', url, alt: 'A bird', title: '' };
  expect(
    readMarkdown({ content: `<img width="9" src="${url}" alt='A bird'/>`, tags: [] }).blocks,
  ).toMatchObject([image]);
  for (const tag of ['<img src=x onerror="1">', '<img src="javascript:1">', '<img alt="none">']) {
    const drawn = JSON.stringify(readMarkdown({ content: tag, tags: [] }).blocks);
    expect(drawn).not.toContain('"image"');
    expect(drawn).toContain(JSON.stringify(tag.slice(0, 8)).slice(1, -1));
  }
});

test.each([
  '今日は😀**強調**です',
  '**😀強調。**后面',
  '这是**“强调”**的文字',
  '**강조(English)**입니다',
  '前**😀**後',
])('THREAD-04 emphasis beside text without spaces: %j', (content) => {
  const [block] = readMarkdown({ content, tags: [] }).blocks;
  expect(block?.type === 'paragraph' && block.children.some(({ type }) => type === 'strong')).toBe(
    true,
  );
});

test('THREAD-04 emphasis between words of other scripts is as in CommonMark', () => {
  for (const content of ['a * b *', 'snake_case_name', 'a**"b"**c']) {
    expect(JSON.stringify(readMarkdown({ content, tags: [] }).blocks)).not.toMatch(/"(em|strong)"/);
  }
});
