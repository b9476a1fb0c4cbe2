/**
 * Longest run of characters without a place where a line may end, in UTF-16 units. Browsers lay
 * longer ones out in quadratic time.
 */
const LONGEST = 160;
/**
 * Such runs: no white space, and no script (Thai, Chinese, Japanese, Korean ...) whose lines may
 * end between letters.
 */
const RUN = new RegExp(
  `[^\\s\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u2e80-\\u9fff\\uac00-\\ud7af\\uf900-\\ufaff\\uff00-\\uffef]{${LONGEST + 1},}`,
  'g',
);
const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Split a text into stretches between which a line may end, without a visible separator. Joined
 * they are the text (E-08, E-44). Ordinary text is one stretch. A grapheme is kept whole, unless it
 * is itself longer than a stretch (endless combining marks).
 */
export function stretchesOf(text: string): readonly string[] {
  if (text.length <= LONGEST) return [text];
  const cuts: number[] = [];
  for (const { index, 0: run } of text.matchAll(RUN)) {
    const end = index + run.length;
    for (let from = index; end - from > LONGEST; ) {
      const view = GRAPHEMES.segment(text.slice(from, from + LONGEST * 2));
      from += view.containing(LONGEST)?.index || LONGEST;
      cuts.push(from);
    }
  }
  return [0, ...cuts].map((from, at) => text.slice(from, cuts[at]));
}
