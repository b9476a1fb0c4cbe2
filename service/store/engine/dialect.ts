/** What a text has to hold. Each is a word or a phrase of several; case and accents make no difference. */
export interface TextQuery {
  readonly all: readonly string[];
  readonly none?: readonly string[];
  /** Whether the beginnings of words are enough. */
  readonly isPrefix?: boolean;
  /** The only column that is looked at. */
  readonly column?: 'address';
}

/** Texts that are searched for words, by the `seq` of their event. */
export interface TextIndex {
  /** Adds the texts of an event: `seq`, then each text. */
  readonly put: string;
  /** Takes out what stands there for a `seq`. */
  readonly take: string;
  /** Gives the column `seq` of what a query finds. */
  readonly hits: string;
  /** The same among the events of two numbers (`seq`), both included: the parameters follow that of the query. */
  readonly hitsBetween: string;
  /** Whether a query finds `e`, asked of one event after the other: for walks along an index that end soon. */
  readonly holds: string;
}

/** What SQL of different engines has no common words for. */
export interface Dialect {
  /** Whether an account (`?`) follows the author of `e`: how to look that up while `events` is walked in the order of an index. */
  readonly followed: string;
  /** Of notes, articles and the like: one text. */
  readonly notes: TextIndex;
  /** Of profiles: names, then addresses. */
  readonly names: TextIndex;
  /** A parameter of `put`: what is kept of a text. */
  readonly text: (text: string) => string;
  /** The parameter of `hits` and `holds`. */
  readonly query: (query: TextQuery) => string;
  /** Such a parameter that finds what any of some others finds. */
  readonly either: (queries: readonly string[]) => string;
}
