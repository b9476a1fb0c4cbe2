import type { Insert } from './insert.ts';

/** Terms that a text must contain, each a word or a phrase. Case and accents are ignored. */
export interface TextQuery {
  readonly all: readonly string[];
  readonly none?: readonly string[];
  /** True if a term also matches the beginning of a word. */
  readonly isPrefix?: boolean;
  /** The only column that is searched. */
  readonly column?: 'address';
}

/** A full-text index, keyed by the `seq` of the event. */
export interface TextIndex {
  /** Adds the texts of an event: `seq`, then each text. */
  readonly put: Insert;
  /** SQL that deletes the entry of a `seq`. */
  readonly take: string;
  /** SQL that selects the `seq` of each match. */
  readonly hits: string;
  /**
   * The same for events between two numbers (`seq`), both inclusive. The bounds follow the query's
   * parameter.
   */
  readonly hitsBetween: string;
  /** SQL that is true if the query matches `e`, for scans of many events in order of an index. */
  readonly holds: string;
  /** The same for at most some thousand events, each of which is looked up. */
  readonly holdsEach: string;
}

/** SQL that differs between engines. */
export interface Dialect {
  /**
   * True if an account (`?`) follows the author of `e`. It is looked up while `events` is scanned
   * in index order.
   */
  readonly followed: string;
  /** Full text of notes, articles and the like: one text each. */
  readonly notes: TextIndex;
  /** Full text of profiles: names, then addresses. */
  readonly names: TextIndex;
  /** Convert a text to its parameter of `put`. */
  readonly text: (text: string) => string;
  /** The parameter of `hits` and `holds`. */
  readonly query: (query: TextQuery) => string;
  /** A parameter that matches if any of `queries` matches. */
  readonly either: (queries: readonly string[]) => string;
}
