import type { Asked } from './asked.ts';
import type { Database } from './database.ts';
import { int, text } from './row.ts';
import { REF } from './schema.ts';

export function* bookmarkCounts(database: Database, targets: ReadonlyMap<string, string>): Asked<ReadonlyMap<string, number>> {
  const sql = `select i.value as id, count(distinct r.pubkey) as n from json_each(?) j cross join json_each(?) i on i.key = j.key
    cross join refs r on r.target = j.value and r.type = ${REF.bookmark} group by i.value`;
  const params = [[...targets.keys()], [...targets.values()]];
  return new Map(yield* database.all(sql, params, (row) => [text(row, 'id'), int(row, 'n')] as const));
}
