import { clipLine } from '../../core/text.ts';
import type { MarkdownBlock, MarkdownInline } from '../markdown/markdown-node.ts';

/** An entry of the table of contents. `block`: its heading. `level`: 0 for the highest level. */
export interface ContentsLine {
  readonly block: MarkdownBlock;
  readonly text: string;
  readonly level: 0 | 1;
}

/** Articles with fewer headings or words need no table. */
const LEAST_HEADINGS = 3;
const LEAST_WORDS = 500;
const MOST_LINES = 100;
const LONGEST = 200;

/**
 * Return the table of contents of a long article (THREAD-05): headings of the two highest levels in
 * use. Empty for a short one.
 */
export function contentsOf(
  blocks: readonly MarkdownBlock[],
  words: number,
): readonly ContentsLine[] {
  if (words < LEAST_WORDS) return [];
  const headings = blocks.flatMap((block) => {
    if (block.type !== 'heading') return [];
    const text = clipLine(plainText(block.children), LONGEST);
    return text === '' ? [] : [{ block, text, depth: block.level }];
  });
  const [highest = 0, second = highest] = [...new Set(headings.map(({ depth }) => depth))].toSorted(
    (a, b) => a - b,
  );
  const lines = headings.filter(({ depth }) => depth <= second).slice(0, MOST_LINES);
  if (lines.length < LEAST_HEADINGS) return [];
  return lines.map(({ block, text, depth }) => ({ block, text, level: depth === highest ? 0 : 1 }));
}

/** Return the author's words in running text. */
function plainText(parts: readonly MarkdownInline[]): string {
  let text = '';
  for (const part of parts) {
    if (part.type === 'token') text += 'text' in part.token ? part.token.text : ' ';
    else if (part.type === 'code') text += part.text;
    else if ('children' in part) text += plainText(part.children);
    else if (part.type === 'break') text += ' ';
    if (text.length > LONGEST) break;
  }
  return text;
}
