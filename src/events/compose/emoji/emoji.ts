/**
 * An emoji that can be completed: its name between colons, the emoji itself, and additional search
 * words.
 */
export interface Emoji {
  readonly name: string;
  readonly sign: string;
  readonly words: readonly string[];
}

/** Maximum length of the history (COMPOSE-05). */
const MOST_KEPT = 40;
const LONGEST_SIGN = 32;

/** Add an emoji to the history, newest first, without repetitions (COMPOSE-05). */
export function withUsed(history: readonly string[], sign: string): readonly string[] {
  return [sign, ...history.filter((one) => one !== sign)].slice(0, MOST_KEPT);
}

/** Read a stored history; empty if it is invalid (E-47). */
export function readHistory(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  const signs = value.filter(
    (one): one is string => typeof one === 'string' && one !== '' && one.length <= LONGEST_SIGN,
  );
  return [...new Set(signs)].slice(0, MOST_KEPT);
}

/**
 * Return the emojis whose name or words match the query, best first. Among equals, recently used
 * ones come first.
 */
export function findEmojis(
  query: string,
  table: readonly Emoji[],
  history: readonly string[],
  most: number,
): readonly Emoji[] {
  const wanted = query.toLowerCase();
  const found = table.flatMap((emoji) => {
    const fit = fitOf(emoji, wanted);
    return fit === undefined ? [] : [{ emoji, fit, picked: history.indexOf(emoji.sign) }];
  });
  const age = (picked: number) => (picked < 0 ? MOST_KEPT : picked);
  return found
    .toSorted((one, other) => one.fit - other.fit || age(one.picked) - age(other.picked))
    .slice(0, most)
    .map(({ emoji }) => emoji);
}

/** Return how well an emoji fits; 0 is best, `undefined` if it does not fit. */
function fitOf({ name, words }: Emoji, wanted: string): number | undefined {
  if (name === wanted || words.includes(wanted)) return 0;
  if (name.startsWith(wanted)) return 1;
  if (words.some((word) => word.startsWith(wanted))) return 2;
  return name.split('_').some((part) => part.startsWith(wanted)) ? 3 : undefined;
}
