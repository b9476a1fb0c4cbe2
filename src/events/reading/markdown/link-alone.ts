import type { LinkToken } from '../content/content-token.ts';
import type { MarkdownBlock } from './markdown-node.ts';

/** Return the web link that is the whole paragraph, without words of its author. */
export function linkAlone(block: MarkdownBlock): LinkToken | undefined {
  if (block.type !== 'paragraph' || block.children.length !== 1) return undefined;
  const [part] = block.children;
  return part?.type === 'token' && part.token.type === 'link' && /^https?:/.test(part.token.url)
    ? part.token
    : undefined;
}
