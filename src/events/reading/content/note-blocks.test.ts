import fc from 'fast-check';
import { expect, test } from 'vitest';
import { neventOf } from '../../nostr/nip19.ts';
import { type Block, blocksOf, isBlank } from './note-blocks.ts';
import { tokenize } from './content.ts';
import { runs } from '../../../../tests/support/runs.ts';

const KEY = '32e1827635450ebb3c5a7d12c1f8e7b2b514439ac10a67eef3d9fd9c5c68e245';
const QUOTE = `nostr:${neventOf({ id: KEY }) ?? ''}`;
const read = (content: string) => blocksOf(tokenize({ content, tags: [] }));

/** Return a block as one line: its type and its content. */
function line(block: Block): string {
  switch (block.type) {
    case 'paragraph':
      return `paragraph ${block.tokens.map((token) => token.text).join('')}`;
    case 'gallery':
      return `gallery ${block.images.map((image) => image.text).join(' ')}`;
    default:
      return `${block.type} ${block.token.text}`;
  }
}
const lines = (content: string) => read(content).map(line);

test('NOTE-02 pictures with only white space between them are one gallery, and a word between makes two', () => {
  expect(lines('Look\n\nhttps://a.b/1.jpg\n https://a.b/2.jpg\n\nand https://a.b/3.jpg')).toEqual([
    'paragraph Look',
    'gallery https://a.b/1.jpg https://a.b/2.jpg',
    'paragraph and',
    'gallery https://a.b/3.jpg',
  ]);
});

test('NOTE-02 white space around embedded content is removed, but inside a paragraph it stays', () => {
  expect(
    lines(
      `  a\n\nb \n ${QUOTE} \n\n c https://a.b/v.mp4\n https://youtu.be/abcdefghijk https://a.b/s.mp3`,
    ),
  ).toEqual([
    'paragraph a\n\nb',
    `quote ${QUOTE}`,
    'paragraph c',
    'video https://a.b/v.mp4',
    'embed https://youtu.be/abcdefghijk',
    'audio https://a.b/s.mp3',
  ]);
});

test('NOTE-08 the last link gets the card; alone on the last line it is replaced by it', () => {
  expect(read('see https://a.b/1 and https://a.b/2 too')).toMatchObject([
    { type: 'paragraph' },
    { type: 'preview', token: { url: 'https://a.b/2' }, inText: true },
  ]);
  expect(read('Good read\nhttps://a.b/1')).toEqual([
    { type: 'paragraph', tokens: [{ type: 'text', text: 'Good read' }] },
    {
      type: 'preview',
      token: { type: 'link', text: 'https://a.b/1', url: 'https://a.b/1' },
      inText: false,
    },
  ]);
  expect(lines('https://a.b/1')).toEqual(['preview https://a.b/1']);
  expect(lines('https://a.b/1\nafter')).toEqual([
    'paragraph https://a.b/1\nafter',
    'preview https://a.b/1',
  ]);
});

test('NOTE-08 no card beside media, embeds or quotes, none for mail or lightning, one beside an invoice', () => {
  for (const carried of [
    'https://a.b/1.jpg',
    'https://a.b/1.mp4',
    'https://youtu.be/abcdefghijk',
    QUOTE,
  ]) {
    expect(
      lines(`https://a.b/1 x\n${carried}`).filter((text) => text.startsWith('preview')),
    ).toEqual([]);
  }
  expect(lines('mailto:a@b.c')).toEqual(['paragraph mailto:a@b.c']);
  expect(lines(`https://a.b/1 lnbc1${'q'.repeat(120)}`)).toEqual([
    'paragraph https://a.b/1',
    `invoice lnbc1${'q'.repeat(120)}`,
    'preview https://a.b/1',
  ]);
});

test('NOTE-11 three quotes are rendered, and others are links in the text', () => {
  const blocks = read(`${QUOTE} ${QUOTE} ${QUOTE} ${QUOTE}`);
  expect(blocks.map((block) => block.type)).toEqual(['quote', 'quote', 'quote', 'paragraph']);
  expect(blocks[3]).toMatchObject({ tokens: [{ type: 'event', id: KEY }] });
});

test('NOTE-02 a flood of players becomes links, a flood of pictures one gallery', () => {
  const blocks = read('https://a.b/1.mp4 '.repeat(100));
  expect(blocks.filter((block) => block.type === 'video')).toHaveLength(24);
  expect(blocks.filter((block) => block.type === 'paragraph')).toHaveLength(1);
  expect(read('https://a.b/1.jpg '.repeat(100))).toHaveLength(1);
});

const parts = fc.array(
  fc.constantFrom(
    'a',
    ' ',
    '\n',
    '\r\n',
    '\u3000',
    'https://a.b/1.jpg',
    'https://a.b/1.mp4',
    'https://a.b/1',
    QUOTE,
    '#tag',
    'https://youtu.be/abcdefghijk',
  ),
  { maxLength: 30 },
);

test('NOTE-02 no block is lost or empty, and no paragraph begins or ends with white space', () => {
  fc.assert(
    fc.property(parts, (words) => {
      const content = words.join('');
      const blocks = read(content);
      // Embedded content is in blocks of its own, so all written letters are there, in order. The
      // card at the end may repeat a link.
      const shown = blocks.filter((block) => block.type !== 'preview' || !block.inText);
      expect(
        shown
          .map((block) => line(block).slice(block.type.length))
          .join('')
          .replaceAll(/\s/g, ''),
      ).toBe(content.replaceAll(/\s/g, ''));
      for (const block of blocks) {
        if (block.type !== 'paragraph') continue;
        const [first, last] = [block.tokens[0], block.tokens[block.tokens.length - 1]];
        expect(first && last && !isBlank(first) && !isBlank(last)).toBe(true);
        expect(line(block).slice('paragraph '.length)).toBe(
          line(block).slice('paragraph '.length).trim(),
        );
      }
      expect(blocks.filter((block) => block.type === 'preview').length).toBeLessThanOrEqual(1);
      expect(
        blocks.some((block, i) => block.type === 'gallery' && blocks[i + 1]?.type === 'gallery'),
      ).toBe(false);
    }),
    { numRuns: runs(1_000) },
  );
});
