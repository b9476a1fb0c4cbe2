import type { Token } from '../content/content-token.ts';
import { hitsIn } from './search-hits.ts';

/** Characters that are shown before the first hit of a long text, and that need no cut. */
const BEFORE = 30;
const NEAR = 80;

/**
 * Return the tokens of a text from shortly before the first search word on, or all of them if it is
 * near the beginning.
 */
export function excerptOf(tokens: readonly Token[], search: string): readonly Token[] {
  let passed = 0;
  for (const [at, token] of tokens.entries()) {
    const pieces = token.type === 'text' ? hitsIn(token.text, search) : [];
    const hit = pieces.findIndex(({ isHit }) => isHit);
    if (hit < 0) {
      passed += token.text.length;
      continue;
    }
    const before = pieces.slice(0, hit).reduce((sum, { text }) => sum + text.length, 0);
    if (passed + before <= NEAR) return tokens;
    const from = token.text.lastIndexOf(' ', Math.max(0, before - BEFORE)) + 1;
    return [{ type: 'text', text: `…${token.text.slice(from)}` }, ...tokens.slice(at + 1)];
  }
  return tokens;
}
