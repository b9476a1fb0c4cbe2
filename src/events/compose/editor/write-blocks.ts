import { type Hand, writeInlines } from './inline-write.ts';
import type { Block, Cell, Item, List, Row } from './node.ts';
import { canBeTight } from './normal-form.ts';

/** Where a block is written. `nested`: in something else. `avoid`: the sign that a list just before it has, which would make both one. */
export interface Place {
  readonly nested: boolean;
  readonly avoid: string | undefined;
}

/** The highest number that an item can have. */
const MOST = 999_999_999;
/** Columns by which further lines of a footnote are moved in. */
const INDENT = 4;

/** A block in its normal form, as Markdown without an end of line after it. */
export function writeBlock(block: Block, hand: Hand, place: Place): string {
  switch (block.type) {
    case 'paragraph':
      return writeInlines(block.content ?? [], hand, false);
    case 'heading':
      return headingSource(block.attrs.level, writeInlines(block.content ?? [], hand, false));
    case 'code_block':
      return codeSource(block.attrs.info, block.content?.map((part) => (part.type === 'text' ? part.text : '')).join('') ?? '');
    case 'blockquote':
      return prefixed(writeBlocks(block.content ?? [], hand, '\n\n'), '> ', '> ');
    case 'bullet_list':
    case 'ordered_list':
      return listSource(block, hand, place.avoid);
    case 'table':
      return tableSource(block.content ?? [], hand);
    case 'footnote': {
      const body = writeBlocks(block.content ?? [], hand, '\n\n');
      return prefixed(body, `[^${block.attrs.label}]: `, ' '.repeat(INDENT));
    }
    case 'rule':
      return place.nested ? '___' : '---';
    case 'opaque':
      return block.attrs.source;
  }
}

/** The sign by which a list goes on. `source`: as it is written. Undefined: it is none. */
export function listSign(block: Block, source: string): string | undefined {
  if (block.type === 'bullet_list') return /^\s*([-+*])/.exec(source)?.[1];
  return block.type === 'ordered_list' ? /^\s*\d+([.)])/.exec(source)?.[1] : undefined;
}

/** `before`: the sign of the list item that they stand in. `- - -` would be a rule. */
function writeBlocks(blocks: readonly Block[], hand: Hand, gap: string, before?: string): string {
  let avoid = before;
  return blocks
    .map((block) => {
      const source = writeBlock(block, hand, { nested: true, avoid });
      avoid = listSign(block, source);
      return source;
    })
    .join(gap);
}

function headingSource(level: number, words: string): string {
  const sign = '#'.repeat(Math.min(6, Math.max(1, level)));
  return words === '' ? sign : `${sign} ${words.replace(/(^|\s)(#+)$/, '$1\\$2')}`;
}

/** Code within a fence that is longer than any in it; where its language has a backtick, one of tildes. */
function codeSource(info: string, text: string): string {
  const sign = info.includes('`') ? '~' : '`';
  const longest = Math.max(2, ...[...text.matchAll(sign === '~' ? /~+/g : /`+/g)].map(([run]) => run.length));
  const fence = sign.repeat(longest + 1);
  return `${fence}${info}\n${text === '' ? '' : `${text}\n`}${fence}`;
}

function listSource(list: List, hand: Hand, avoid: string | undefined): string {
  const bullet = avoid === '-' ? '*' : '-';
  const stop = avoid === '.' ? ')' : '.';
  const gap = list.attrs.tight ? '\n' : '\n\n';
  const items = list.content ?? [];
  return items
    .map((item, at) => {
      const sign = list.type === 'bullet_list' ? bullet : `${Math.min(MOST, list.attrs.start + at)}${stop}`;
      return itemSource(item, `${sign} `, hand, gap);
    })
    .join(gap);
}

function itemSource({ attrs, content = [] }: Item, sign: string, hand: Hand, gap: string): string {
  const box = attrs.checked === null ? '' : attrs.checked ? '[x] ' : '[ ] ';
  const [first] = content;
  // a box belongs to words: where none come first, it stands alone
  const alone = box !== '' && first !== undefined && first.type !== 'paragraph';
  const inner = gap === '\n' && !canBeTight({ type: 'list_item', attrs, content }) ? '\n\n' : gap;
  const body = writeBlocks(content, hand, inner, sign.trim());
  const isBox = box === '' && first?.type === 'paragraph' && /^\[[ xX]\](?:\s|$)/.test(body);
  return prefixed(alone ? `${box.trim()}${inner}${body}` : `${box}${isBox ? '\\' : ''}${body}`, sign, ' '.repeat(sign.length));
}

function tableSource(rows: readonly Row[], hand: Hand): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const [head, ...body] = rows.map(({ content = [] }) => line(content.map((cell) => writeInlines(cell.content ?? [], hand, true))));
  return [head, line((rows[0]?.content ?? []).map(ruleOf)), ...body].join('\n');
}

function ruleOf({ attrs }: Cell): string {
  return attrs.align === 'left' ? ':---' : attrs.align === 'right' ? '---:' : attrs.align === 'center' ? ':---:' : '---';
}

/** A text with something before its first line, and before every other. */
function prefixed(text: string, first: string, further: string): string {
  return text
    .split('\n')
    .map((line, at) => {
      const start = at === 0 ? first : further;
      return line === '' ? start.trimEnd() : start + line;
    })
    .join('\n');
}
