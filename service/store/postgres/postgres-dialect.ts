import type { Dialect } from '../engine/dialect.ts';
import { insertOf } from '../engine/insert.ts';
import { toTsquery, toTsvector } from './tokenizer.ts';

/**
 * Separates names and addresses of a profile with a word that cannot be searched for, so that no
 * phrase spans both.
 */
const GAP = `''' '':1'::tsvector`;

/**
 * A scalar subquery instead of `in`, for which all matches would be read: perhaps every tenth text.
 */
function holdsIn(table: string): string {
  return `coalesce((select t.words @@ ?::tsquery from ${table} t where t.seq = e.seq), false)`;
}

/** Full text by tsvector; the words of addresses have the weight A. */
export const POSTGRES: Dialect = {
  // `is true` makes PostgreSQL probe a list that it reads once. Otherwise it would join the two and
  // sort ordered rows again.
  followed: '(e.pubkey in (select followed from follows where follower = ?)) is true',
  notes: {
    put: insertOf('note_text (seq, words)', (param) => `${param(1)}, ${param(2)}::tsvector`),
    take: 'delete from note_text where seq = ?',
    hits: 'select seq from note_text where words @@ ?::tsquery',
    hitsBetween: 'select seq from note_text where words @@ ?::tsquery and seq between ? and ?',
    holds: holdsIn('note_text'),
    holdsEach: holdsIn('note_text'),
  },
  names: {
    put: insertOf(
      'name_text (seq, words)',
      (param) =>
        `${param(1)}, ${param(2)}::tsvector || ${GAP} || setweight(${param(3)}::tsvector, 'A')`,
    ),
    take: 'delete from name_text where seq = ?',
    hits: 'select seq from name_text where words @@ ?::tsquery',
    hitsBetween: 'select seq from name_text where words @@ ?::tsquery and seq between ? and ?',
    holds: holdsIn('name_text'),
    holdsEach: holdsIn('name_text'),
  },
  text: toTsvector,
  query: toTsquery,
  either: (queries) => queries.flatMap((query) => (query === '' ? [] : [`(${query})`])).join(' | '),
};
