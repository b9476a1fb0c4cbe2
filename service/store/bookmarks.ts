import type { Database } from './database.ts';
import { int, text } from './row.ts';
import { REF } from './schema.ts';

export function bookmarkCounts(database: Database, targets: ReadonlyMap<string, string>): ReadonlyMap<string, number> {
  const sql = `select target.value ->> 1 as id, count(distinct r.pubkey) as n from json_each(?) target
    cross join refs r on r.target = target.value ->> 0 and r.type = ${REF.bookmark} group by 1`;
  return new Map(database.all(sql, [JSON.stringify([...targets])], (row) => [text(row, 'id'), int(row, 'n')] as const));
}
