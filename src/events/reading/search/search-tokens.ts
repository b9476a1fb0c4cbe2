/**
 * A token of an advanced search: a bracket, OR, a quoted phrase, or any text up to the next space.
 */
export type SearchToken =
  | { readonly type: 'open' | 'close' | 'or' }
  | { readonly type: 'phrase'; readonly text: string; readonly negated: boolean }
  | { readonly type: 'term'; readonly text: string };

/** Limit of the text that is read. The rest is left out. */
const MAX_LENGTH = 10_000;
const SMILEYS: readonly string[] = [':)', ':(', ':|'];

/** Split an advanced search in one pass. An unclosed phrase goes to the end. */
export function tokenizeSearch(whole: string): readonly SearchToken[] {
  const text = whole.slice(0, MAX_LENGTH);
  const tokens: SearchToken[] = [];
  for (let at = 0; at < text.length; ) {
    const char = text[at] ?? '';
    const smiley = SMILEYS.find((face) => text.startsWith(face, at) && isEnd(text[at + 2]));
    if (isBlank(char)) at++;
    else if (smiley) {
      tokens.push({ type: 'term', text: smiley });
      at += 2;
    } else if (char === '(' || char === ')') {
      tokens.push({ type: char === '(' ? 'open' : 'close' });
      at++;
    } else if (char === '"' || (char === '-' && text[at + 1] === '"')) {
      const from = at + (char === '-' ? 2 : 1);
      const closing = text.indexOf('"', from);
      const to = closing < 0 ? text.length : closing;
      const phrase = text.slice(from, to).trim();
      if (phrase !== '') tokens.push({ type: 'phrase', text: phrase, negated: char === '-' });
      at = to + 1;
    } else {
      const from = at;
      while (
        at < text.length &&
        !isBlank(text[at] ?? '') &&
        text[at] !== '"' &&
        text[at] !== '(' &&
        text[at] !== ')'
      )
        at++;
      const term = text.slice(from, at);
      tokens.push(term === 'OR' ? { type: 'or' } : { type: 'term', text: term });
    }
  }
  return tokens;
}

function isEnd(char: string | undefined): boolean {
  return char === undefined || isBlank(char) || char === ')';
}

function isBlank(char: string): boolean {
  return char.trim() === '';
}
