import { Fragment, type Node } from 'prosemirror-model';
import type { Block } from '../../../events/compose/editor/node.ts';
import { richSchema } from './rich-schema.ts';

/** What a block of the editor was made from, or was made into: what did not change is not made again. */
const BLOCKS = new WeakMap<Node, Block>();

/** A document of the editor; of no blocks: an empty paragraph. */
export function docOf(blocks: readonly Block[]): Node {
  const nodes = blocks.map(nodeOf);
  return richSchema.node('doc', null, nodes.length > 0 ? nodes : [richSchema.node('paragraph')]);
}

/** Blocks from elsewhere, as they fit into a document. */
export function fragmentOf(blocks: readonly Block[]): Fragment {
  return Fragment.fromArray(blocks.map(nodeOf));
}

/** The blocks of a document. */
export function blocksOf(doc: Node): readonly Block[] {
  return doc.children.map((node) => {
    const known = BLOCKS.get(node);
    if (known) return known;
    // the schema knows no other blocks than those
    const block: Block = node.toJSON();
    BLOCKS.set(node, block);
    return block;
  });
}

function nodeOf(block: Block): Node {
  const node = filled(richSchema.nodeFromJSON(block));
  BLOCKS.set(node, block);
  return node;
}

/** With an empty paragraph where something must stand. */
function filled(node: Node): Node {
  if (node.isLeaf || node.inlineContent) return node;
  const children = node.children.map(filled);
  const content = Fragment.fromArray(children);
  const whole = node.type.validContent(content) ? content : (node.type.contentMatch.fillBefore(content, true)?.append(content) ?? content);
  return node.copy(whole);
}
