import { expect, test } from 'vitest';
import { toPostgresSql } from './translate-sql.ts';

test.each([
  ['select 1 from a where b = ? and c = ?', 'select 1 from a where b = $1 and c = $2'],
  [
    'select 1 from a where b = ?2 and c = ?1 and d = ?2',
    'select 1 from a where b = $2 and c = $1 and d = $2',
  ],
  ['select ?3, ?', 'select $3, $4'],
  [
    "select '?', ' it''s ? ' || b from a where c = ?",
    "select '?', ' it''s ? ' || b from a where c = $1",
  ],
  [
    'select 1 from a where b in (select value from json_each(?))',
    'select 1 from a where b = any ($1)',
  ],
  [
    'select 1 from a where b not in (select value from json_each(?1))',
    'select 1 from a where b <> all ($1)',
  ],
  [
    'select 1 from events e indexed by events_kind where e.state = 0',
    'select 1 from events e where e.state = 0',
  ],
  [
    "select instr(a, 'instr(') from b where c = ?",
    "select strpos(a, 'instr(') from b where c = $1",
  ],
  [
    "select ' in (select value from json_each(?))', 'json_each(?) j' from a where b = ?",
    "select ' in (select value from json_each(?))', 'json_each(?) j' from a where b = $1",
  ],
  [
    'select 1 from events e not indexed where +e.seq < 0',
    'select 1 from events e where +e.seq < 0',
  ],
  [
    'select 1 from json_each(?) j cross join events e on e.id = j.value where e.kind = ? order by j.key',
    'select 1 from unnest($1::text[]) with ordinality as j (value, key) join events e on e.id = j.value where e.kind = $2 order by j.key',
  ],
  [
    'select 1 from json_each(?) j cross join events e on e.seq = cast(j.value as bigint)',
    'select 1 from unnest($1::text[]) with ordinality as j (value, key) join events e on e.seq = cast(j.value as bigint)',
  ],
])('%s', (sql, expected) => {
  expect(toPostgresSql(sql)).toBe(expected);
});
