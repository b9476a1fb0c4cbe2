/**
 * Name of the page's meta tag that lists the files of a screen, separated by spaces. `word`: the
 * first word of the path below the root.
 */
export const codeMeta = (word: string): string => `starling-code-${word}`;

/** Return the first word of a path below the root; empty if there is none. */
export const firstWord = (path: string): string => path.split('/')[1] ?? '';
