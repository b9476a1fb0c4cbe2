import type { Block } from './node.ts';
import { meaningOfRun } from './normal-form.ts';

/** Return the key of a block in its normal form. Blocks with the same key have the same meaning. */
export function nameOf(block: Block): string {
  return JSON.stringify(meaningOf(block));
}

function meaningOf(block: Block): unknown {
  switch (block.type) {
    case 'paragraph':
      return ['paragraph', meaningOfRun(block.content)];
    case 'heading':
      return ['heading', block.attrs.level, meaningOfRun(block.content)];
    case 'blockquote':
      return ['blockquote', block.content?.map(meaningOf)];
    case 'footnote':
      return ['footnote', block.attrs.label, block.content?.map(meaningOf)];
    case 'bullet_list':
    case 'ordered_list':
      return [
        block.type,
        block.attrs,
        block.content?.map(({ attrs, content }) => [attrs, content?.map(meaningOf)]),
      ];
    case 'table':
      return [
        'table',
        block.content?.map((row) =>
          row.content?.map(({ attrs, content }) => [attrs.align, meaningOfRun(content)]),
        ),
      ];
    case 'code_block':
    case 'rule':
    case 'opaque':
      return block;
  }
}
