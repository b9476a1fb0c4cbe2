import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { TextQuery } from '../engine/dialect.ts';

/** Significant characters of a word. PostgreSQL accepts words of up to 2,046 bytes. */
const LONGEST = 500;
/** Limit for the words of one text with their positions, in bytes. PostgreSQL accepts 1 MiB. */
const MOST_BYTES = 900_000;
/** Last position that PostgreSQL distinguishes. Later words are found, but not in phrases. */
const LAST_PLACE = 16_383;
/** Positions of one word that PostgreSQL stores. */
const MOST_PLACES = 255;

interface Tokenizer {
  readonly begin: StatementSync;
  readonly put: StatementSync;
  readonly words: StatementSync;
  readonly end: StatementSync;
}

let opened: Tokenizer | undefined;

/**
 * Return the words of a text in order, split by SQLite's full-text tokenizer, so that both engines
 * find the same.
 */
export function tokensOf(text: string): string[] {
  const { begin, put, words, end } = (opened ??= openTokenizer());
  begin.run();
  try {
    put.run(text);
    return words.all().map(({ term }) => String(term).slice(0, LONGEST));
  } finally {
    end.run();
  }
}

function openTokenizer(): Tokenizer {
  const db = new DatabaseSync(':memory:');
  db.exec(`create virtual table texts using fts5 (text, tokenize = 'unicode61 remove_diacritics 2');
    create virtual table words using fts5vocab (texts, instance)`);
  return {
    begin: db.prepare('begin'),
    put: db.prepare('insert into texts (rowid, text) values (1, ?)'),
    words: db.prepare('select term from words order by offset'),
    end: db.prepare('rollback'),
  };
}

/**
 * Return a text as a tsvector: its words with their positions. Only the beginning of a long text
 * counts.
 */
export function toTsvector(text: string): string {
  const places = new Map<string, number[]>();
  let bytes = 0;
  for (const [index, word] of tokensOf(text).entries()) {
    const known = places.get(word) ?? [];
    bytes += (known.length === 0 ? Buffer.byteLength(word) + 4 : 0) + 2;
    if (bytes > MOST_BYTES) break;
    if (known.length < MOST_PLACES) known.push(Math.min(index + 1, LAST_PLACE));
    places.set(word, known);
  }
  return [...places].map(([word, at]) => `${quote(word)}:${at.join(',')}`).join(' ');
}

/**
 * Return a query as a tsquery. Terms without a word are ignored, and a query without terms finds
 * nothing.
 */
export function toTsquery({ all, none = [], isPrefix = false, column }: TextQuery): string {
  const suffix = `${isPrefix ? '*' : ''}${column === undefined ? '' : 'A'}`;
  const wanted = all.flatMap((words) => phrase(words, suffix));
  if (wanted.length === 0) return '';
  return [...wanted, ...none.flatMap((words) => phrase(words, '').map((each) => `!${each}`))].join(
    ' & ',
  );
}

/** Return a phrase. Its last word may be a prefix. */
function phrase(text: string, suffix: string): string[] {
  const words = tokensOf(text).map(quote);
  const weight = suffix.replace('*', '');
  const marked = words.map((word, place) => {
    const mark = place === words.length - 1 ? suffix : weight;
    return mark === '' ? word : `${word}:${mark}`;
  });
  return marked.length === 0 ? [] : [`(${marked.join(' <-> ')})`];
}

function quote(word: string): string {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
