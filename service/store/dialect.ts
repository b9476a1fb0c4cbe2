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
}

/** What SQL of different engines has no common words for. */
export interface Dialect {
  /** Of notes, articles and the like: one text. */
  readonly notes: TextIndex;
  /** Of profiles: names, then addresses. */
  readonly names: TextIndex;
  /** The parameter of `hits`. */
  readonly query: (query: TextQuery) => string;
}
