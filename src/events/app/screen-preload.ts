/** Name of the page's meta tag that lists the files of a screen, by the first word of its path: below the root, a space between them. */
export const codeMeta = (word: string): string => `starling-code-${word}`;

/** The first word of a path below the root; empty where it has none. */
export const firstWord = (path: string): string => path.split('/')[1] ?? '';
