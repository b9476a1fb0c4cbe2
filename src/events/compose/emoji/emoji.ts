/** One emoji that can be completed: its name as written between colons, itself, and other words it is known by. */
export interface Emoji {
  readonly name: string;
  readonly sign: string;
  readonly words: readonly string[];
}

/** COMPOSE-05. */
const MOST_KEPT = 40;
const LONGEST_SIGN = 32;

/** What was picked, newest first, none twice, at most 40 (COMPOSE-05). */
export function withUsed(history: readonly string[], sign: string): readonly string[] {
  return [sign, ...history.filter((one) => one !== sign)].slice(0, MOST_KEPT);
}

/** Reads a kept history; what is no history is an empty one (E-47). */
export function readHistory(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  const signs = value.filter((one): one is string => typeof one === 'string' && one !== '' && one.length <= LONGEST_SIGN);
  return [...new Set(signs)].slice(0, MOST_KEPT);
}

/** Emojis whose name or words fit what is written, best first; among equals those that were picked lately. */
export function findEmojis(query: string, table: readonly Emoji[], history: readonly string[], most: number): readonly Emoji[] {
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

/** 0 fits best. */
function fitOf({ name, words }: Emoji, wanted: string): number | undefined {
  if (name === wanted || words.includes(wanted)) return 0;
  if (name.startsWith(wanted)) return 1;
  if (words.some((word) => word.startsWith(wanted))) return 2;
  return name.split('_').some((part) => part.startsWith(wanted)) ? 3 : undefined;
}
