import type { Dialect, TextIndex, TextQuery } from '../engine/dialect.ts';
import { insertOf } from '../engine/insert.ts';

/** Full text by FTS5. */
export const SQLITE: Dialect = {
  followed: 'exists (select 1 from follows f where f.follower = ? and f.followed = e.pubkey)',
  notes: fts5('note_text', ['text']),
  names: fts5('name_text', ['name', 'address']),
  text: (text) => text,
  query: matchQuery,
  either: (queries) => queries.map((query) => `(${query})`).join(' OR '),
};

function fts5(table: string, columns: readonly string[]): TextIndex {
  const hits = `select rowid as seq from ${table} where ${table} match ?`;
  return {
    put: insertOf(`${table} (rowid, ${columns.join(', ')})`, (param) =>
      [param(1), ...columns.map((_, n) => param(n + 2))].join(', '),
    ),
    take: `delete from ${table} where rowid = ?`,
    hits,
    hitsBetween: `${hits} and rowid between ? and ?`,
    holds: `e.seq in (${hits})`,
    holdsEach: `exists (select 1 from ${table} where ${table} match ? and rowid = e.seq)`,
  };
}

function matchQuery({ all, none = [], isPrefix = false, column }: TextQuery): string {
  const wanted = all.map((word) => `${quote(word)}${isPrefix ? '*' : ''}`).join(' AND ');
  return [`${column === undefined ? '' : `${column} : `}${wanted}`, ...none.map(quote)].join(
    ' NOT ',
  );
}

/** Quote a word, so that FTS5 sees no operator in it. */
function quote(word: string): string {
  return `"${word.replaceAll('"', '').replaceAll('\0', '')}"`;
}
