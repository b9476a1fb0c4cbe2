import type { Markdown, MarkdownBlock, MarkdownInline } from './markdown-node.ts';

/** The remaining rendering budget, in UTF-16 units. */
interface Room {
  left: number;
}

/** An element of the page costs as much as a few words. */
const NODE = 20;
/** A picture, a player or a card (an invoice, a quote) costs as much as many words. */
const CARD = 600;

/**
 * Return the first part of an article, about `units` UTF-16 units. It consists of whole blocks. A
 * block that is itself too long (a list, a table, an endless text) is cut. This bounds the
 * rendering at once (E-28, E-44). Footnotes come last. `more`: the article continues.
 */
export function firstPartOf(
  markdown: Markdown,
  units: number,
): Pick<Markdown, 'blocks' | 'footnotes'> & { readonly more: boolean } {
  const room = { left: units };
  const blocks = most(markdown.blocks, room, blockIn);
  const footnotes = most(markdown.footnotes, room, (note) => most(note, room, blockIn));
  return { blocks, footnotes, more: room.left < 0 };
}

/** Return the parts that fit. The last one may be cut. */
function most<T>(parts: readonly T[], room: Room, fit: (part: T, room: Room) => T): readonly T[] {
  const kept: T[] = [];
  for (const part of parts) {
    if (room.left < 0) break;
    room.left -= NODE;
    kept.push(fit(part, room));
  }
  return kept;
}

function blockIn(block: MarkdownBlock, room: Room): MarkdownBlock {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
      return { ...block, children: most(block.children, room, inlineIn) };
    case 'quote':
      return { ...block, children: most(block.children, room, blockIn) };
    case 'list':
      return { ...block, items: most(block.items, room, (item) => most(item, room, blockIn)) };
    case 'table': {
      const cells = (row: readonly (readonly MarkdownInline[])[]) =>
        most(row, room, (cell) => most(cell, room, inlineIn));
      return { ...block, head: cells(block.head), rows: most(block.rows, room, cells) };
    }
    case 'code':
      return { ...block, text: textIn(block.text, room) };
    case 'image':
    case 'carried':
      room.left -= CARD;
      return block;
    case 'rule':
      return block;
  }
}

function inlineIn(part: MarkdownInline, room: Room): MarkdownInline {
  switch (part.type) {
    case 'token':
      return part.token.type === 'text'
        ? { ...part, token: { type: 'text', text: textIn(part.token.text, room) } }
        : part;
    case 'code':
      return { ...part, text: textIn(part.text, room) };
    case 'em':
    case 'strong':
    case 'strike':
    case 'link':
    case 'mark':
      return { ...part, children: most(part.children, room, inlineIn) };
    case 'image':
      room.left -= CARD;
      return part;
    default:
      return part;
  }
}

function textIn(text: string, room: Room): string {
  const end = Math.max(0, room.left);
  room.left -= text.length;
  return text.length <= end ? text : text.slice(0, end).toWellFormed();
}
