import type { Dialect } from '../dialect.ts';
import { queryOf, vectorOf } from './words.ts';

/** Between names and addresses of a profile: a word that nobody can look for, so that no phrase reaches from the one to the other. */
const GAP = `''' '':1'::tsvector`;

/** Full text by tsvector; the words of addresses have the weight A. */
export const POSTGRES: Dialect = {
  notes: {
    put: 'insert into note_text (seq, words) values (?, ?::tsvector)',
    take: 'delete from note_text where seq = ?',
    hits: 'select seq from note_text where words @@ ?::tsquery',
  },
  names: {
    put: `insert into name_text (seq, words) values (?, ?::tsvector || ${GAP} || setweight(?::tsvector, 'A'))`,
    take: 'delete from name_text where seq = ?',
    hits: 'select seq from name_text where words @@ ?::tsquery',
  },
  text: vectorOf,
  query: queryOf,
};
