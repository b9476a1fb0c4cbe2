import type { Token as Source } from 'markdown-it';
import { DEEPEST, markdownParser } from '../../reading/markdown/markdown-parser.ts';
import { hasUnseen, inlinesOf } from './inline-read.ts';
import { normalOf } from './normal-form.ts';
import type { Align, Block, Cell, Inline, Item, Row } from './node.ts';

/** A block with its range in the text, in UTF-16 units, without the blank lines around it. */
export interface Placed {
  readonly block: Block;
  readonly from: number;
  readonly to: number;
}

export interface Reading {
  readonly placed: readonly Placed[];
  /** Link definitions in the format of the parser: labels and targets. */
  readonly references: References;
}

export type References = NonNullable<Parameters<typeof markdownParser.parse>[1]['references']>;

const LINE_END = '\r\n';
const BLANK = ` \t${LINE_END}`;

/** Beginnings of HTML, directives and formulas, which readers see as source. */
const FOREIGN = /^ {0,3}(?:<(?:[a-z][a-z0-9-]*[\s/>]|\/[a-z]|!--|\?|![a-z[])|:::|\$\$|%%)/i;
const PICTURE = /^ {0,3}<img\s/i;
/** A link definition inside another block. */
const INNER_DEFINITION = /^[\s>*+\d.)-]*\[[^\]]+\]:/m;
/**
 * Deeper nesting can only be edited in Markdown mode. The reader drops content that is a little
 * deeper still.
 */
const DEEPEST_EDITED = DEEPEST - 12;

/**
 * Parse any Markdown with the grammar of the reader. Every character except white space belongs to
 * exactly one block. A block without an equivalent here is opaque. `references`: link definitions
 * from other parts of the text.
 */
export function readBlocks(text: string, references: References = {}): Reading {
  const starts = lineStarts(text);
  const env = { references: { ...references } };
  const cursor: Cursor = { sources: markdownParser.parse(text, env), at: 0 };
  const placed: Placed[] = [];
  let end = 0;
  const fill = (to: number) => {
    const between = trimmed(text, end, to);
    if (between) placed.push({ ...between, block: opaque(text.slice(between.from, between.to)) });
  };
  while (cursor.at < cursor.sources.length) {
    const first = cursor.at;
    const blocks = blockAt(cursor);
    const [line, last] = cursor.sources[first]?.map ?? [0, 0];
    const place = trimmed(text, starts[line] ?? text.length, starts[last] ?? text.length);
    const [block] = blocks;
    if (!place || !block || place.from < end) continue;
    fill(place.from);
    const source = text.slice(place.from, place.to);
    const isKept = isForeign(
      source,
      cursor.sources.slice(first, cursor.at),
      Object.keys(env.references).length > 0,
    );
    placed.push({ ...place, block: isKept || !normalOf(block) ? opaque(source) : block });
    end = place.to;
  }
  fill(text.length);
  return { placed, references: env.references };
}

interface Cursor {
  readonly sources: readonly Source[];
  at: number;
}

function opaque(source: string): Block {
  return { type: 'opaque', attrs: { source } };
}

/** True if a block must keep its source, because writing it again would lose something. */
function isForeign(source: string, sources: readonly Source[], hasDefinitions: boolean): boolean {
  const isWords = sources[0]?.type === 'paragraph_open';
  return (
    (isWords && FOREIGN.test(source) && !PICTURE.test(source)) ||
    (hasDefinitions && INNER_DEFINITION.test(source)) ||
    depthOf(sources) > DEEPEST_EDITED ||
    sources.slice(1).some(({ type }) => type === 'footnote_open') ||
    sources.some(({ children }) => children !== null && hasUnseen(children))
  );
}

function depthOf(sources: readonly Source[]): number {
  let depth = 0;
  let deepest = 0;
  for (const { nesting } of sources) deepest = Math.max(deepest, (depth += nesting));
  return deepest;
}

function blocksUntil(cursor: Cursor, close: string): readonly Block[] {
  const blocks: Block[] = [];
  while (cursor.at < cursor.sources.length) {
    if (cursor.sources[cursor.at]?.type === close) {
      cursor.at++;
      break;
    }
    blocks.push(...blockAt(cursor));
  }
  return blocks;
}

/** Return the block at the cursor, and move the cursor behind it. */
function blockAt(cursor: Cursor): readonly Block[] {
  const source = cursor.sources[cursor.at++]!;
  switch (source.type) {
    case 'paragraph_open':
      return [{ type: 'paragraph', content: runUntil(cursor, 'paragraph_close', true) }];
    case 'heading_open':
      return [
        {
          type: 'heading',
          attrs: { level: Number(source.tag.slice(1)) },
          content: runUntil(cursor, 'heading_close', false),
        },
      ];
    case 'bullet_list_open': {
      const { items, tight } = itemsUntil(cursor, 'bullet_list_close');
      return [{ type: 'bullet_list', attrs: { tight }, content: items }];
    }
    case 'ordered_list_open': {
      const { items, tight } = itemsUntil(cursor, 'ordered_list_close');
      return [
        {
          type: 'ordered_list',
          attrs: { tight, start: Number(source.attrGet('start') ?? 1) },
          content: items,
        },
      ];
    }
    case 'table_open':
      return [{ type: 'table', content: rowsUntil(cursor) }];
    case 'fence':
      return [codeOf(source.info.trim(), source.content)];
    case 'code_block':
      return [codeOf('', source.content)];
    case 'blockquote_open':
      return [{ type: 'blockquote', content: blocksUntil(cursor, 'blockquote_close') }];
    case 'footnote_open':
      return [
        {
          type: 'footnote',
          attrs: { label: source.content },
          content: blocksUntil(cursor, 'footnote_close'),
        },
      ];
    case 'hr':
      return [{ type: 'rule' }];
    default:
      return [];
  }
}

function codeOf(info: string, content: string): Block {
  const text = content.endsWith('\n') ? content.slice(0, -1) : content;
  return {
    type: 'code_block',
    attrs: { info },
    ...(text !== '' && { content: [{ type: 'text', text }] }),
  };
}

/** Return the inline content up to the closing token, and move behind that token. */
function runUntil(cursor: Cursor, close: string, lines: boolean): readonly Inline[] {
  const found: Inline[] = [];
  while (cursor.at < cursor.sources.length) {
    const source = cursor.sources[cursor.at++]!;
    if (source.type === close) break;
    found.push(...inlinesOf(source.children ?? [], lines));
  }
  return found;
}

function itemsUntil(
  cursor: Cursor,
  close: string,
): { readonly items: readonly Item[]; readonly tight: boolean } {
  const items: Item[] = [];
  let tight = true;
  while (cursor.at < cursor.sources.length) {
    const source = cursor.sources[cursor.at++]!;
    if (source.type === close) break;
    if (source.type !== 'list_item_open') continue;
    const first = cursor.at;
    const content = blocksUntil(cursor, 'list_item_close');
    if (isLoose(cursor.sources.slice(first, cursor.at - 1))) tight = false;
    items.push(itemOf(content, cursor.sources[first + 1]?.content ?? ''));
  }
  return { items, tight };
}

/** True if one of the item's own paragraphs is not hidden, so that the list is loose. */
function isLoose(sources: readonly Source[]): boolean {
  let depth = 0;
  return sources.some((source) => {
    const found = depth === 0 && source.type === 'paragraph_open' && !source.hidden;
    depth += source.nesting;
    return found;
  });
}

/**
 * Return a list item. It is a task if its first paragraph begins with a box. `source`: the source
 * of that paragraph, which shows whether the box is escaped.
 */
function itemOf(content: readonly Block[], source: string): Item {
  const box = /^\[([ xX])\](?:\s|$)/.exec(source);
  const [first, ...more] = content;
  const [words, ...rest] = first?.type === 'paragraph' ? (first.content ?? []) : [];
  if (!box || words?.type !== 'text' || !words.text.startsWith(box[0].slice(0, 3)))
    return { type: 'list_item', attrs: { checked: null }, content };
  const left = words.text.slice(3).trimStart();
  const inner: readonly Inline[] = left === '' ? rest : [{ ...words, text: left }, ...rest];
  return {
    type: 'list_item',
    attrs: { checked: box[1] !== ' ' },
    content: [{ type: 'paragraph', content: inner }, ...more],
  };
}

function rowsUntil(cursor: Cursor): readonly Row[] {
  const rows: Cell[][] = [];
  while (cursor.at < cursor.sources.length) {
    const source = cursor.sources[cursor.at++]!;
    if (source.type === 'table_close') break;
    if (source.type === 'tr_open') rows.push([]);
    if (source.type !== 'th_open' && source.type !== 'td_open') continue;
    const content = runUntil(cursor, source.type.replace('open', 'close'), false);
    rows.at(-1)?.push({
      type: source.type === 'th_open' ? 'table_header' : 'table_cell',
      attrs: { align: alignOf(source) },
      content,
    });
  }
  return rows.map((content) => ({ type: 'table_row', content }));
}

function alignOf(source: Source): Align {
  const [, align] =
    /^text-align:(left|center|right)$/.exec(String(source.attrGet('style') ?? '')) ?? [];
  return align === 'left' || align === 'center' || align === 'right' ? align : null;
}

/** Return the start of each line, as the parser counts lines. */
function lineStarts(text: string): readonly number[] {
  return [0, ...[...text.matchAll(/\r\n?|\n/g)].map((match) => match.index + match[0].length)];
}

/** Return a range without the blank lines at its ends; `undefined` if it is blank. */
function trimmed(
  text: string,
  from: number,
  to: number,
): { readonly from: number; readonly to: number } | undefined {
  let start = from;
  for (let at = from; at < to && BLANK.includes(text.charAt(at)); at++)
    if (LINE_END.includes(text.charAt(at))) start = at + 1;
  let end = to;
  while (end > start && BLANK.includes(text.charAt(end - 1))) end--;
  if (end === start) return undefined;
  // keep spaces at the end of a line, which may belong to code or a hard line break
  while (end < to && !LINE_END.includes(text.charAt(end))) end++;
  return { from: start, to: end };
}
