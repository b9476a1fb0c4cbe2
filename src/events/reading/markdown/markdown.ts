import type { Token as Source } from 'markdown-it';
import type { SignedEvent } from '../../nostr/event.ts';
import { contentReader } from '../content/content.ts';
import { inlinesOf, numberOf, type Piece, piecesOf, type Reading } from './markdown-inline.ts';
import type {
  Markdown,
  MarkdownBlock,
  MarkdownCell,
  MarkdownInline,
  MarkdownList,
  MarkdownTable,
} from './markdown-node.ts';
import { markdownParser } from './markdown-parser.ts';

/** Longer articles are cut here, at about 35,000 words (E-28). */
const LONGEST = 200_000;

/** Markup is the main cost of reading. A long plain text is read at once, a dense table is not. */
const MARKS = '\n*_`~[]()<>|#!-';

/** The blocks of a run of sources, and where it ends. */
interface Cursor extends Reading {
  readonly sources: readonly Source[];
  at: number;
  readonly notes: Map<string, readonly MarkdownBlock[]>;
}

/**
 * Read an article (NIP-23, THREAD-04): CommonMark, tables, strikethrough and footnotes, and the
 * tokens of notes (mentions, hashtags, links, emojis) in running text. HTML is text. Total. `home`
 * as in `tokenize`. Reads up to `marks` characters of markup (E-44). Import it lazily, because
 * markdown-it is large.
 */
export function readMarkdown(
  event: Pick<SignedEvent, 'content' | 'tags'>,
  home?: string,
  marks = Infinity,
): Markdown {
  const end = markedEnd(event.content, marks);
  const sources = markdownParser.parse(event.content.slice(0, end), {});
  const notes = new Map<string, readonly MarkdownBlock[]>();
  const numbers = new Map<string, number>();
  const blocks = blocksUntil(
    { sources, at: 0, notes, numbers, home, read: contentReader(event.tags, home) },
    '',
  );
  for (const label of notes.keys()) numberOf(label, numbers);
  const inOrder = [...numbers].sort(([, a], [, b]) => a - b);
  return {
    blocks,
    footnotes: inOrder.map(([label]) => notes.get(label) ?? []),
    cut: event.content.length > LONGEST,
    more: end < Math.min(event.content.length, LONGEST),
  };
}

/** Return the end of the line after that many markup characters, or the end of the text. */
function markedEnd(content: string, marks: number): number {
  const length = Math.min(content.length, LONGEST);
  let left = marks;
  let at = 0;
  while (at < length && left > 0) if (MARKS.includes(content.charAt(at++))) left--;
  const line = content.indexOf('\n', at);
  return left > 0 || line < 0 ? length : Math.min(length, line + 1);
}

/** Read blocks up to the closing source of that type, and step over it. */
function blocksUntil(cursor: Cursor, close: string): readonly MarkdownBlock[] {
  const blocks: MarkdownBlock[] = [];
  while (cursor.at < cursor.sources.length) {
    const source = cursor.sources[cursor.at++]!;
    if (source.type === close) break;
    blocks.push(...blockAt(source, cursor));
  }
  return blocks;
}

function blockAt(source: Source, cursor: Cursor): readonly MarkdownBlock[] {
  switch (source.type) {
    case 'inline':
      return paragraphs(piecesOf(source.children ?? [], cursor));
    case 'heading_open':
      return [
        { type: 'heading', level: Number(source.tag.slice(1)), children: nextInlines(cursor) },
      ];
    case 'bullet_list_open':
    case 'ordered_list_open':
      return [listAt(source, cursor)];
    case 'table_open':
      return [tableAt(cursor)];
    case 'fence':
      return [
        {
          type: 'code',
          language: languageOf(source.info),
          text: withoutLastLineEnd(source.content),
        },
      ];
    case 'code_block':
      return [{ type: 'code', language: '', text: withoutLastLineEnd(source.content) }];
    case 'blockquote_open':
      return [{ type: 'quote', children: blocksUntil(cursor, 'blockquote_close') }];
    case 'footnote_open':
      cursor.notes.set(source.content, blocksUntil(cursor, 'footnote_close'));
      return [];
    case 'hr':
      return [{ type: 'rule' }];
    default:
      return [];
  }
}

/** Split a paragraph at pictures and embedded content that are alone on a line. */
function paragraphs(pieces: readonly Piece[]): readonly MarkdownBlock[] {
  const blocks: MarkdownBlock[] = [];
  let running: Piece[] = [];
  let line: Piece[] = [];
  const endLine = (end: Piece | undefined) => {
    const alone = line.filter((piece) => !isBlank(piece));
    if (
      alone.length > 0 &&
      alone.every((piece) => piece.type === 'image' || piece.type === 'carried')
    ) {
      blocks.push(...paragraphOf(running), ...alone);
      running = [];
    } else {
      running.push(...line, ...(end ? [end] : []));
    }
    line = [];
  };
  for (const piece of pieces) {
    if (piece.type === 'break') endLine(piece);
    else line.push(piece);
  }
  endLine(undefined);
  return [...blocks, ...paragraphOf(running)];
}

function paragraphOf(pieces: readonly Piece[]): MarkdownBlock[] {
  const isEnd = (piece: Piece) => piece.type === 'break' || isBlank(piece);
  const start = pieces.findIndex((piece) => !isEnd(piece));
  const end = pieces.findLastIndex((piece) => !isEnd(piece));
  return start < 0
    ? []
    : [{ type: 'paragraph', children: inlinesOf(pieces.slice(start, end + 1)) }];
}

function isBlank(piece: Piece): boolean {
  return piece.type === 'token' && piece.token.type === 'text' && piece.token.text.trim() === '';
}

/** Return the inline parts of the next source, which is always the text of a heading or cell. */
function nextInlines(cursor: Cursor): readonly MarkdownInline[] {
  const source = cursor.sources[cursor.at++];
  return inlinesOf(piecesOf(source?.children ?? [], cursor));
}

function listAt(open: Source, cursor: Cursor): MarkdownList {
  const ordered = open.type === 'ordered_list_open';
  const close = ordered ? 'ordered_list_close' : 'bullet_list_close';
  const start = Number(open.attrGet('start') ?? 1);
  const items: (readonly MarkdownBlock[])[] = [];
  let tight = true;
  while (cursor.at < cursor.sources.length) {
    const source = cursor.sources[cursor.at++]!;
    if (source.type === close) break;
    if (source.type !== 'list_item_open') continue;
    const first = cursor.sources[cursor.at];
    if (first?.type === 'paragraph_open' && !first.hidden) tight = false;
    const box = /^\[([ xX])\](?=\s|$)/.exec(cursor.sources[cursor.at + 1]?.content ?? '')?.[1];
    const item = blocksUntil(cursor, 'list_item_close');
    items.push(box === undefined ? item : withBox(item, box === ' ' ? '☐' : '☑'));
  }
  return { type: 'list', ordered, start, tight, items };
}

/** Replace the letters of a task's box by a character. */
function withBox(item: readonly MarkdownBlock[], sign: string): readonly MarkdownBlock[] {
  const [words, ...more] = item;
  const [first, ...rest] = words?.type === 'paragraph' ? words.children : [];
  if (words?.type !== 'paragraph' || first?.type !== 'token' || first.token.type !== 'text')
    return item;
  const text = first.token.text.replace(/^\[[ xX]\]/, sign);
  return [
    { ...words, children: [{ type: 'token', token: { type: 'text', text } }, ...rest] },
    ...more,
  ];
}

function tableAt(cursor: Cursor): MarkdownTable {
  const align: MarkdownTable['align'][number][] = [];
  const rows: MarkdownCell[][] = [];
  while (cursor.at < cursor.sources.length) {
    const source = cursor.sources[cursor.at++]!;
    if (source.type === 'table_close') break;
    if (source.type === 'tr_open') rows.push([]);
    if (source.type === 'th_open') align.push(alignOf(source));
    if (source.type === 'th_open' || source.type === 'td_open')
      rows[rows.length - 1]?.push(nextInlines(cursor));
  }
  const [head = [], ...body] = rows;
  return { type: 'table', align, head, rows: body };
}

function alignOf(source: Source): MarkdownTable['align'][number] {
  const style = source.attrGet('style');
  if (style === 'text-align:left') return 'left';
  if (style === 'text-align:center') return 'center';
  return style === 'text-align:right' ? 'right' : undefined;
}

function languageOf(info: string): string {
  const word = info.trim().slice(0, 40).split(' ', 1)[0] ?? '';
  return word.toLowerCase();
}

function withoutLastLineEnd(text: string): string {
  return text.endsWith('\n') ? text.slice(0, -1) : text;
}
