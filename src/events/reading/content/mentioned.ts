import type { Token } from './content-token.ts';

/** Maximum number of mentioned people whose names one text loads. */
const MOST_MENTIONED = 20;

/** Return the people that a text mentions, each once, in the order of the text. */
export function mentionedIn(tokens: readonly Token[]): readonly string[] {
  const people = tokens.flatMap((token) => (token.type === 'profile' ? [token.pubkey] : []));
  return [...new Set(people)].slice(0, MOST_MENTIONED);
}
