import fc from 'fast-check';
import { expect, test } from 'vitest';
import { neventOf, npubOf } from '../../nostr/nip19.ts';
import { nameOf } from './block-name.ts';
import { normalBlocks } from './normal-form.ts';
import type { Block, Cell, Inline, Item, Mark } from './node.ts';
import { readText, writeText } from './article-markdown.ts';
import { runs } from '../../../../tests/support/runs.ts';

const KEY = '32e1827635450ebb3c5a7d12c1f8e7b2b514439ac10a67eef3d9fd9c5c68e245';
const NPUB = `nostr:${npubOf(KEY)}`;
const NEVENT = `nostr:${neventOf({ id: KEY })}`;

const blocksOf = (text: string) => readText(text).pieces.map(({ block }) => block);
const meant = (blocks: readonly Block[]) => normalBlocks(blocks).map(nameOf);
const anew = (blocks: readonly Block[]) => writeText(readText(''), blocks).text;

const SIGNS = [
  '*',
  '_',
  '**',
  '`',
  '``',
  '~~',
  '[',
  ']',
  '(',
  ')',
  '](',
  '!',
  '<',
  '>',
  '> ',
  '- ',
  '+ ',
  '1. ',
  '2) ',
  '#',
  '# ',
  '|',
  '|-|',
  '---',
  '===',
  '```',
  '~~~',
  '\n',
  '\n\n',
  '\r\n',
  '\r',
  '    ',
  '\t',
  '  ',
  ' ',
  '[^a]',
  '[^a]: ',
  '[a]: /u',
  '[a]',
  '\\',
  '&amp;',
  '&',
  ';',
  ':',
  ':::',
  '<div>',
  '<!--',
  '<img src="https://a.b/c.png">',
  '$$',
  'https://a.b/c_d_e.jpg',
  NPUB,
  NEVENT,
  '#tag',
  '\ud83d',
  '\0',
  '\u00a0',
  '。',
  '文',
  '[ ] ',
  '[x] ',
  'a',
  'b c',
  '1',
];
const word = fc.constantFrom(...SIGNS);
const articles = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: word },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

test('COMPOSE-06 INV-NO-LOSS any text that is only viewed in rich text stays byte for byte', () => {
  fc.assert(
    fc.property(fc.oneof(articles, fc.string({ unit: 'binary' })), (text) => {
      const base = readText(text);
      expect(
        writeText(
          base,
          base.pieces.map(({ block }) => block),
        ).text,
      ).toBe(text);
    }),
    { numRuns: 300 },
  );
});

test('COMPOSE-06 every visible character belongs to exactly one block', () => {
  fc.assert(
    fc.property(articles, (text) => {
      let end = 0;
      for (const { from, to } of readText(text).pieces) {
        expect(text.slice(end, from).replace(/[ \t\r\n]/g, '')).toBe('');
        expect(to).toBeGreaterThan(from);
        end = to;
      }
      expect(text.slice(end).replace(/[ \t\r\n]/g, '')).toBe('');
    }),
    { numRuns: 300 },
  );
});

test('COMPOSE-06 any rewritten text reads as the same article', () => {
  fc.assert(
    fc.property(articles, (text) => {
      const blocks = blocksOf(text);
      const again = anew(blocks);
      if (again !== '' && !/\[a\]:/.test(text) && !/\[\^a\]/.test(text))
        expect(meant(blocksOf(again))).toEqual(meant(blocks));
    }),
    { numRuns: runs(300) },
  );
});

const letters = fc.oneof(
  { weight: 3, arbitrary: fc.stringMatching(/^[a-z]{1,6}$/) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ...SIGNS.filter((sign) => !/[\n\r\0]|nostr:|\[\^|\ud83d/.test(sign)),
      ' ',
      ' ',
      '. ',
      'é',
      '“x”',
      '"',
    ),
  },
);
const texts = fc.array(letters, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''));
const marks = fc.uniqueArray(
  fc.oneof(
    fc.constantFrom<Mark>({ type: 'em' }, { type: 'strong' }, { type: 'strike' }, { type: 'code' }),
    fc.record({
      type: fc.constant('link' as const),
      attrs: fc.record({
        href: fc.oneof(fc.webUrl(), fc.constantFrom('a b', '(x)', 'x&amp;y', '<y>', '\\*', '')),
        title: fc.oneof(fc.constant(''), texts),
      }),
    }),
  ),
  { maxLength: 3, selector: ({ type }) => type },
);
const inline: fc.Arbitrary<Inline> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ type: fc.constant('text' as const), text: texts, marks }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('image' as const),
      attrs: fc.record({ src: fc.webUrl(), alt: texts, title: fc.constantFrom('', 'a "b"') }),
      marks: fc.constant([]),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Inline>(
      { type: 'reference', attrs: { uri: NPUB }, marks: [] },
      { type: 'reference', attrs: { uri: NEVENT }, marks: [{ type: 'strong' }] },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Inline>(
      { type: 'hard_break', marks: [] },
      { type: 'soft_break', marks: [{ type: 'em' }] },
      { type: 'footnote_ref', attrs: { label: 'n' }, marks: [] },
    ),
  },
);
const inlines = fc.array(inline, { maxLength: 6 });
const code = fc.record({
  type: fc.constant('code_block' as const),
  attrs: fc.record({ info: fc.constantFrom('', 'js', 'a `b', 'ts title="x"') }),
  content: fc
    .array(texts, { maxLength: 4 })
    .map((lines): Inline[] => [{ type: 'text', text: lines.join('\n') }]),
});
const cell: fc.Arbitrary<Cell> = fc.record({
  type: fc.constant('table_cell' as const),
  attrs: fc.record({
    align: fc.constantFrom('left' as const, 'right' as const, 'center' as const, null),
  }),
  content: inlines,
});
const table = fc
  .integer({ min: 1, max: 3 })
  .chain((width) =>
    fc.array(
      fc
        .array(cell, { minLength: width, maxLength: width })
        .map((content) => ({ type: 'table_row' as const, content })),
      { minLength: 1, maxLength: 3 },
    ),
  )
  .map((content) => ({ type: 'table' as const, content }));
const { block } = fc.letrec<{ block: Block; item: Item }>((tie) => ({
  item: fc.record({
    type: fc.constant('list_item' as const),
    attrs: fc.record({ checked: fc.constantFrom(null, null, true, false) }),
    content: fc.array(tie('block'), { maxLength: 3 }),
  }),
  block: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'block' },
    {
      weight: 5,
      arbitrary: fc.record({ type: fc.constant('paragraph' as const), content: inlines }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constant('heading' as const),
        attrs: fc.record({ level: fc.integer({ min: 1, max: 6 }) }),
        content: inlines,
      }),
    },
    { weight: 1, arbitrary: code },
    { weight: 1, arbitrary: table },
    { weight: 1, arbitrary: fc.constant<Block>({ type: 'rule' }) },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constant('blockquote' as const),
        content: fc.array(tie('block'), { maxLength: 3 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        type: fc.constant('bullet_list' as const),
        attrs: fc.record({ tight: fc.boolean() }),
        content: fc.array(tie('item'), { minLength: 1, maxLength: 3 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constant('ordered_list' as const),
        attrs: fc.record({ tight: fc.boolean(), start: fc.constantFrom(1, 1, 0, 7, 999_999_999) }),
        content: fc.array(tie('item'), { minLength: 1, maxLength: 3 }),
      }),
    },
  ),
}));
const footnote = fc.record({
  type: fc.constant('footnote' as const),
  attrs: fc.constant({ label: 'n' }),
  content: fc.array(block, { minLength: 1, maxLength: 3 }),
});

test('COMPOSE-06 an article written in the editor reads back as the same article', () => {
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 4 }), footnote, (blocks, note) => {
      const all = [...blocks, note];
      expect(meant(blocksOf(anew(all)))).toEqual(meant(all));
    }),
    { numRuns: runs(150) },
  );
});

test('COMPOSE-06 INV-NO-LOSS an edit changes only the edited block; the rest keeps its source and meaning', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(block, fc.constantFrom('\n\n', '\n\n\n', '\n \n'))),
      block,
      fc.nat(),
      fc.constantFrom('put', 'drop', 'replace', 'swap'),
      (parts, edit, place, act) => {
        const text = `${parts.map(([one, gap]) => `${anew([one])}${gap}`).join('')}[^n]: A note.`;
        const base = readText(text);
        const blocks: Block[] = base.pieces.map((piece) => piece.block);
        const at = place % blocks.length;
        const old = blocks.length > 1 && at < blocks.length - 1 ? blocks[at] : undefined;
        if (act === 'put' || !old) blocks.splice(at, 0, edit);
        else if (act === 'drop') blocks.splice(at, 1);
        else if (act === 'replace') blocks.splice(at, 1, edit);
        else {
          blocks.splice(at, 1);
          blocks.push(old);
        }
        const written = writeText(base, blocks);
        expect(meant(blocksOf(written.text))).toEqual(meant(blocks));
        const paragraphs = base.pieces.filter(
          (piece) => blocks.includes(piece.block) && piece.block.type === 'paragraph',
        );
        for (const { source } of paragraphs) expect(written.text).toContain(source);
      },
    ),
    { numRuns: runs(150) },
  );
});

test('COMPOSE-06 INV-NO-LOSS a paragraph inserted anywhere in any text changes no other block', () => {
  fc.assert(
    fc.property(articles, fc.nat(), (text, place) => {
      if (/\[a\]:|\[\^a\]/.test(text)) return;
      const base = readText(text);
      const blocks: Block[] = base.pieces.map((piece) => piece.block);
      blocks.splice(place % (blocks.length + 1), 0, {
        type: 'paragraph',
        content: [{ type: 'text', text: 'put' }],
      });
      expect(meant(blocksOf(writeText(base, blocks).text))).toEqual(meant(blocks));
    }),
    { numRuns: 150 },
  );
});
