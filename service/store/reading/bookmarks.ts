import type { Query } from '../engine/statements.ts';
import type { Database } from '../engine/database.ts';
import { int, text } from '../engine/row.ts';
import { REF } from '../schema.ts';

/** Characters of an id. */
const ID = 64;

export function* bookmarkCounts(
  database: Database,
  targets: ReadonlyMap<string, string>,
): Query<ReadonlyMap<string, number>> {
  // Each list item is an id followed by its target. With two lists, one would be read through for
  // every target.
  const sql = `select substr(j.value, 1, ${ID}) as id, count(distinct r.pubkey) as n from json_each(?) j
    cross join refs r on r.target = substr(j.value, ${ID + 1}) and r.type = ${REF.bookmark} group by 1`;
  const pairs = [...targets].map(([target, id]) => id + target);
  return new Map(
    yield* database.all(sql, [pairs], (row) => [text(row, 'id'), int(row, 'n')] as const),
  );
}
