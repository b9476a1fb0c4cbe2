import { createContext } from 'react';
import type { MarkdownInline } from '../../../events/reading/markdown/markdown-node.ts';

/** True inside a link of an article. A link cannot contain buttons or other links. */
export const InsideLink = createContext(false);

/** Return the signs of highlights that end among the words of a link. They are shown after it. */
export function signsWithin(parts: readonly MarkdownInline[]): readonly MarkdownInline[] {
  return parts.flatMap((part) =>
    part.type === 'passage' ? [part] : 'children' in part ? signsWithin(part.children) : [],
  );
}
