import type { Markdown, MarkdownBlock, MarkdownInline } from './markdown-node.ts';

/** Running text without nested running text. */
export type Leaf = Exclude<
  MarkdownInline,
  { type: 'em' | 'strong' | 'strike' | 'link' | 'mark' | 'passage' }
>;

export interface Visitor {
  /** Returns the replacement of a leaf. */
  readonly leaf: (part: Leaf) => readonly MarkdownInline[];
  /** Called between two runs of text. */
  readonly gap: () => void;
}

/** Replace every leaf of an article's running text, from top to bottom, footnotes last. */
export function mapInlines(markdown: Markdown, visitor: Visitor): Markdown {
  const blocks = markdown.blocks.map((block) => mapBlock(block, visitor));
  return {
    ...markdown,
    blocks,
    footnotes: markdown.footnotes.map((note) => note.map((block) => mapBlock(block, visitor))),
  };
}

/** Return the words of a leaf. Empty for pictures and footnote marks. */
export function textOfLeaf(part: Leaf): string {
  switch (part.type) {
    case 'token':
      return part.token.text;
    case 'code':
      return part.text;
    case 'mention':
      return part.children
        .map((child) => (child.type === 'token' ? child.token.text : ''))
        .join('');
    case 'break':
      return '\n';
    case 'image':
    case 'footnote':
      return '';
  }
}

function mapBlock(block: MarkdownBlock, visitor: Visitor): MarkdownBlock {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
      return { ...block, children: mapRun(block.children, visitor) };
    case 'list':
      return {
        ...block,
        items: block.items.map((item) => item.map((one) => mapBlock(one, visitor))),
      };
    case 'table': {
      const head = block.head.map((cell) => mapRun(cell, visitor));
      return {
        ...block,
        head,
        rows: block.rows.map((row) => row.map((cell) => mapRun(cell, visitor))),
      };
    }
    case 'quote':
      return { ...block, children: block.children.map((one) => mapBlock(one, visitor)) };
    case 'code':
    case 'image':
    case 'carried':
    case 'rule':
      visitor.gap();
      return block;
  }
}

function mapRun(parts: readonly MarkdownInline[], visitor: Visitor): readonly MarkdownInline[] {
  const mapped = parts.flatMap((part) => mapInline(part, visitor));
  visitor.gap();
  return mapped;
}

function mapInline(part: MarkdownInline, visitor: Visitor): readonly MarkdownInline[] {
  if (part.type === 'mark' || part.type === 'passage') return [part];
  if (part.type === 'mention' || !('children' in part)) return visitor.leaf(part);
  const children = part.children.flatMap((child) => mapInline(child, visitor));
  // the link to a passage cannot be nested in a link, so it goes behind it
  const isSign = (child: MarkdownInline) => child.type === 'passage';
  return [
    { ...part, children: children.filter((child) => !isSign(child)) },
    ...children.filter(isSign),
  ];
}
