import { decodeUri } from '../../nostr/nip19.ts';
import { type HtmlElement, type HtmlNode, readHtml } from './html-tree.ts';
import { withReferences } from './inline-read.ts';
import type { Align, Block, Cell, Inline, Item, Mark, Row } from './node.ts';

/** Elements whose content is not shown as text. */
const UNSEEN: ReadonlySet<string> = new Set([
  'script',
  'style',
  'head',
  'title',
  'template',
  'noscript',
  'iframe',
  'object',
  'svg',
  'math',
  'select',
  'textarea',
]);
const PARTS: ReadonlySet<string> = new Set([
  'address',
  'article',
  'aside',
  'body',
  'center',
  'dd',
  'details',
  'dialog',
  'div',
  'dl',
  'dt',
  'fieldset',
  'figcaption',
  'figure',
  'footer',
  'form',
  'header',
  'html',
  'li',
  'main',
  'nav',
  'p',
  'section',
  'summary',
  'tr',
]);
const MARKS: Readonly<Record<string, Exclude<Mark['type'], 'link'>>> = {
  b: 'strong',
  strong: 'strong',
  i: 'em',
  em: 'em',
  cite: 'em',
  dfn: 'em',
  s: 'strike',
  del: 'strike',
  strike: 'strike',
  code: 'code',
  kbd: 'code',
  samp: 'code',
  tt: 'code',
};
/** Schemes that a link or a picture may have. */
const SAFE = /^(?:https?:|mailto:|nostr:)/i;
const DEEPEST = 12;

/**
 * Convert pasted HTML to blocks that an article can contain (COMPOSE-06): paragraphs, headings,
 * lists, quotes, tables, code, links, pictures and emphasis. It is only parsed: nothing is loaded
 * and no script runs. The result has no styles, no scripts and no other schemes.
 */
export function blocksOfHtml(html: string): readonly Block[] {
  return blocksIn(readHtml(html), 0);
}

interface Gathered {
  readonly blocks: Block[];
  run: Inline[];
}

function blocksIn(nodes: readonly HtmlNode[], depth: number): readonly Block[] {
  const gathered: Gathered = { blocks: [], run: [] };
  gather(nodes, [], gathered, depth);
  endRun(gathered);
  return gathered.blocks;
}

function endRun(gathered: Gathered): void {
  const isWords = gathered.run.some((part) => part.type !== 'text' || part.text.trim() !== '');
  if (isWords) gathered.blocks.push({ type: 'paragraph', content: gathered.run });
  gathered.run = [];
}

function gather(
  nodes: readonly HtmlNode[],
  marks: readonly Mark[],
  into: Gathered,
  depth: number,
): void {
  for (const node of nodes) {
    if (typeof node === 'string') into.run.push(...wordsOf(node, marks));
    else gatherElement(node, marks, into, depth);
  }
}

function gatherElement(
  element: HtmlElement,
  marks: readonly Mark[],
  into: Gathered,
  depth: number,
): void {
  const { name, children } = element;
  if (UNSEEN.has(name)) return;
  const block = depth < DEEPEST ? blockOf(element, depth + 1) : undefined;
  if (block) {
    endRun(into);
    into.blocks.push(block);
    return;
  }
  if (PARTS.has(name)) {
    endRun(into);
    gather(children, marks, into, depth);
    endRun(into);
    return;
  }
  const inlines = inlineOf(element, marks);
  if (inlines) into.run.push(...inlines);
  else gather(children, withMark(element, marks), into, depth);
}

/**
 * Return the inline node of an element that is not text; `undefined` if its children must be read.
 */
function inlineOf(
  { name, attrs }: HtmlElement,
  marks: readonly Mark[],
): readonly Inline[] | undefined {
  if (name === 'br') return [{ type: 'hard_break', marks }];
  if (name === 'input') return [];
  if (name === 'img') {
    const src = attrs['src'] ?? '';
    const alt = attrs['alt'] ?? '';
    return /^https?:/i.test(src)
      ? [{ type: 'image', attrs: { src, alt, title: attrs['title'] ?? '' }, marks }]
      : wordsOf(alt, marks);
  }
  const uri = attrs['data-uri'];
  return uri !== undefined && decodeUri(uri)
    ? [{ type: 'reference', attrs: { uri }, marks }]
    : undefined;
}

function withMark({ name, attrs }: HtmlElement, marks: readonly Mark[]): readonly Mark[] {
  const type = MARKS[name];
  const style = attrs['style'] ?? '';
  // office programs wrap everything in `b` elements with normal weight
  const isPlain = type === 'strong' && /font-weight:\s*(?:normal|400)/.test(style);
  if (type && !isPlain)
    return marks.some((mark) => mark.type === type) ? marks : [...marks, { type }];
  const href = attrs['href'] ?? '';
  if (name === 'a' && SAFE.test(href) && !marks.some((mark) => mark.type === 'link')) {
    return [...marks, { type: 'link', attrs: { href, title: attrs['title'] ?? '' } }];
  }
  const isBold = name === 'span' && /font-weight:\s*(?:bold|[6-9]00)/.test(style);
  const isItalic = name === 'span' && /font-style:\s*italic/.test(style);
  return [
    ...marks,
    ...(isBold ? [{ type: 'strong' } as const] : []),
    ...(isItalic ? [{ type: 'em' } as const] : []),
  ];
}

function wordsOf(text: string, marks: readonly Mark[]): readonly Inline[] {
  const words = text.replace(/[ \t\r\n\f]+/g, ' ');
  if (words === '') return [];
  return marks.some(({ type }) => type === 'link' || type === 'code')
    ? [{ type: 'text', text: words, marks }]
    : withReferences(words, marks);
}

function blockOf(element: HtmlElement, depth: number): Block | undefined {
  const { name, children } = element;
  switch (name) {
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return { type: 'heading', attrs: { level: Number(name.slice(1)) }, content: runIn(children) };
    case 'blockquote':
      return { type: 'blockquote', content: blocksIn(children, depth) };
    case 'pre':
      return {
        type: 'code_block',
        attrs: { info: languageOf(element) },
        content: [{ type: 'text', text: rawText(children).replace(/\n$/, '') }],
      };
    case 'hr':
      return { type: 'rule' };
    case 'ul':
      return { type: 'bullet_list', attrs: { tight: true }, content: itemsIn(children, depth) };
    case 'ol':
      return {
        type: 'ordered_list',
        attrs: { tight: true, start: startOf(element) },
        content: itemsIn(children, depth),
      };
    case 'table': {
      const content = rowsIn(children);
      return content.length > 0 ? { type: 'table', content } : undefined;
    }
    default:
      return undefined;
  }
}

function startOf({ attrs }: HtmlElement): number {
  const start = Number(attrs['start'] ?? 1);
  return Number.isSafeInteger(start) && start >= 0 && start < 1_000_000_000 ? start : 1;
}

function languageOf(pre: HtmlElement): string {
  const code = pre.children.find((child) => typeof child !== 'string' && child.name === 'code');
  const classes = `${pre.attrs['class'] ?? ''} ${typeof code === 'object' ? (code.attrs['class'] ?? '') : ''}`;
  return pre.attrs['data-info'] ?? /\blang(?:uage)?-([\w+#-]+)/.exec(classes)?.[1] ?? '';
}

/** Return the items of a list. Any other child becomes an item, too. */
function itemsIn(nodes: readonly HtmlNode[], depth: number): readonly Item[] {
  return nodes.flatMap((node): Item[] => {
    if (typeof node === 'string') return node.trim() === '' ? [] : [itemOf([node], depth)];
    return UNSEEN.has(node.name)
      ? []
      : [itemOf(node.name === 'li' ? node.children : [node], depth)];
  });
}

function itemOf(children: readonly HtmlNode[], depth: number): Item {
  const box = boxIn(children);
  const content = blocksIn(children, depth);
  return { type: 'list_item', attrs: { checked: box ? 'checked' in box.attrs : null }, content };
}

function boxIn(nodes: readonly HtmlNode[]): HtmlElement | undefined {
  for (const node of nodes) {
    if (typeof node === 'string') continue;
    if (node.name === 'input' && node.attrs['type'] === 'checkbox') return node;
    const inner = node.name === 'label' || node.name === 'p' ? boxIn(node.children) : undefined;
    if (inner) return inner;
  }
  return undefined;
}

function rowsIn(nodes: readonly HtmlNode[]): readonly Row[] {
  return nodes.flatMap((node): readonly Row[] => {
    if (typeof node === 'string') return [];
    if (node.name !== 'tr') return rowsIn(node.children);
    const content = node.children.flatMap((cell): Cell[] => {
      if (typeof cell === 'string' || (cell.name !== 'td' && cell.name !== 'th')) return [];
      return [
        {
          type: cell.name === 'th' ? 'table_header' : 'table_cell',
          attrs: { align: alignOf(cell) },
          content: runIn(cell.children),
        },
      ];
    });
    return content.length > 0 ? [{ type: 'table_row', content }] : [];
  });
}

function alignOf({ attrs }: HtmlElement): Align {
  const align = attrs['align'] ?? /text-align:\s*(\w+)/.exec(attrs['style'] ?? '')?.[1];
  return align === 'left' || align === 'center' || align === 'right' ? align : null;
}

/** Return all inline content, in one line. */
function runIn(nodes: readonly HtmlNode[]): readonly Inline[] {
  const gathered: Gathered = { blocks: [], run: [] };
  // the maximum depth prevents that blocks are found
  gather(nodes, [], gathered, DEEPEST);
  endRun(gathered);
  return gathered.blocks
    .flatMap((block, at): readonly Inline[] =>
      block.type === 'paragraph'
        ? [...(at > 0 ? [{ type: 'text' as const, text: ' ' }] : []), ...(block.content ?? [])]
        : [],
    )
    .map((part) => (part.type === 'hard_break' ? { type: 'text', text: ' ' } : part));
}

function rawText(nodes: readonly HtmlNode[]): string {
  return nodes
    .map((node) =>
      typeof node === 'string' ? node : node.name === 'br' ? '\n' : rawText(node.children),
    )
    .join('');
}
