/** Start of a Markdown text that can fill a preview, in UTF-16 units. */
const OPENING = 600;

/**
 * Return a text without the marks of Markdown, for a preview in which it is not drawn (FEED-10).
 * A mark counts only where it may begin or end emphasis, so that `2 * 3` and `snake_case` stay.
 */
export function plainWords(text: string): string {
  return text
    .replaceAll(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replaceAll(/^ *(?:#{1,6} |> ?|[-*+] )/gm, '')
    .replaceAll(
      /(?<![\p{L}\p{N}\\*_`~])[*_`~]{1,3}(?=\S)|(?<=\S)[*_`~]{1,3}(?![\p{L}\p{N}*_`~])/gu,
      '',
    );
}

/** Return the start of a text without the marks of Markdown, as much as a preview may show. */
export function openingWords(text: string): string {
  return plainWords(text.slice(0, OPENING));
}
