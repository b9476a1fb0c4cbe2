import { Fragment, type Node } from 'prosemirror-model';
import type { Block } from '../../../events/compose/editor/node.ts';
import { richSchema } from './rich-schema.ts';

/** Source block per editor node. Unchanged nodes reuse their block. */
const BLOCKS = new WeakMap<Node, Block>();

/** Return an editor document. Without blocks: an empty paragraph. */
export function docOf(blocks: readonly Block[]): Node {
  const nodes = blocks.map(nodeOf);
  return richSchema.node('doc', null, nodes.length > 0 ? nodes : [richSchema.node('paragraph')]);
}

/** Return blocks from elsewhere as a fragment that fits the document. */
export function fragmentOf(blocks: readonly Block[]): Fragment {
  return Fragment.fromArray(blocks.map(nodeOf));
}

/** Return the blocks of a document. */
export function blocksOf(doc: Node): readonly Block[] {
  return doc.children.map((node) => {
    const known = BLOCKS.get(node);
    if (known) return known;
    // The schema has exactly these blocks.
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

/** Add an empty paragraph to nodes that must not be empty. */
function filled(node: Node): Node {
  if (node.isLeaf || node.inlineContent) return node;
  const children = node.children.map(filled);
  const content = Fragment.fromArray(children);
  const whole = node.type.validContent(content)
    ? content
    : (node.type.contentMatch.fillBefore(content, true)?.append(content) ?? content);
  return node.copy(whole);
}
