import { type Hand, writeInlines } from './inline-write.ts';
import type { Block, Cell, Item, List, Row } from './node.ts';
import { canBeTight } from './normal-form.ts';

/**
 * Position of a block. `nested`: inside another block. `avoid`: the sign of the list just before,
 * which would merge both lists.
 */
export interface Place {
  readonly nested: boolean;
  readonly avoid: string | undefined;
}

/** The highest number of a list item. */
const MOST = 999_999_999;
/** Indentation of the further lines of a footnote, in columns. */
const INDENT = 4;

/** Write a block in its normal form as Markdown, without a line end after it. */
export function writeBlock(block: Block, hand: Hand, place: Place): string {
  switch (block.type) {
    case 'paragraph':
      return writeInlines(block.content ?? [], hand, false);
    case 'heading':
      return headingSource(block.attrs.level, writeInlines(block.content ?? [], hand, false));
    case 'code_block':
      return codeSource(
        block.attrs.info,
        block.content?.map((part) => (part.type === 'text' ? part.text : '')).join('') ?? '',
      );
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

/**
 * Return the sign that would continue a list. `source`: source of the list. `undefined` for other
 * blocks.
 */
export function listSign(block: Block, source: string): string | undefined {
  if (block.type === 'bullet_list') return /^\s*([-+*])/.exec(source)?.[1];
  return block.type === 'ordered_list' ? /^\s*\d+([.)])/.exec(source)?.[1] : undefined;
}

/** `before`: the sign of the surrounding list item, because `- - -` would be a rule. */
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

/**
 * Write code in a fence that is longer than any fence inside. If its language contains a backtick,
 * the fence uses tildes.
 */
function codeSource(info: string, text: string): string {
  const sign = info.includes('`') ? '~' : '`';
  const longest = Math.max(
    2,
    ...[...text.matchAll(sign === '~' ? /~+/g : /`+/g)].map(([run]) => run.length),
  );
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
      const sign =
        list.type === 'bullet_list' ? bullet : `${Math.min(MOST, list.attrs.start + at)}${stop}`;
      return itemSource(item, `${sign} `, hand, gap);
    })
    .join(gap);
}

function itemSource({ attrs, content = [] }: Item, sign: string, hand: Hand, gap: string): string {
  const box = attrs.checked === null ? '' : attrs.checked ? '[x] ' : '[ ] ';
  const [first] = content;
  // a task box needs text after it; without a first paragraph it stands alone
  const alone = box !== '' && first !== undefined && first.type !== 'paragraph';
  const inner = gap === '\n' && !canBeTight({ type: 'list_item', attrs, content }) ? '\n\n' : gap;
  const body = writeBlocks(content, hand, inner, sign.trim());
  const isBox = box === '' && first?.type === 'paragraph' && /^\[[ xX]\](?:\s|$)/.test(body);
  return prefixed(
    alone ? `${box.trim()}${inner}${body}` : `${box}${isBox ? '\\' : ''}${body}`,
    sign,
    ' '.repeat(sign.length),
  );
}

function tableSource(rows: readonly Row[], hand: Hand): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const [head, ...body] = rows.map(({ content = [] }) =>
    line(content.map((cell) => writeInlines(cell.content ?? [], hand, true))),
  );
  return [head, line((rows[0]?.content ?? []).map(ruleOf)), ...body].join('\n');
}

function ruleOf({ attrs }: Cell): string {
  return attrs.align === 'left'
    ? ':---'
    : attrs.align === 'right'
      ? '---:'
      : attrs.align === 'center'
        ? ':---:'
        : '---';
}

/** Prefix the first line and all further lines of a text. */
function prefixed(text: string, first: string, further: string): string {
  return text
    .split('\n')
    .map((line, at) => {
      const start = at === 0 ? first : further;
      return line === '' ? start.trimEnd() : start + line;
    })
    .join('\n');
}
