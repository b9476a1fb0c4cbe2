import type { Query } from '../engine/statements.ts';
import type { Database } from '../engine/database.ts';
import { derive, TIPS } from './derive-columns.ts';
import { insertRef, refRow } from './refs.ts';
import { int, text } from '../engine/row.ts';
import { REF, STATE } from '../schema.ts';
import { parseStored } from '../stored-event.ts';

/** Backfill the targets of tips and nutzaps that an earlier version stored. */
export function* backfillTips(database: Database): Query<void> {
  const tips = yield* database.all(
    'select seq, raw from events where state = ? and kind in (select value from json_each(?))',
    [STATE.current, [...TIPS]],
    (row) => [int(row, 'seq'), parseStored({ raw: text(row, 'raw') })] as const,
  );
  for (const [seq, tip] of tips)
    for (const ref of derive(tip).refs.filter(({ type }) => type === REF.tip))
      yield* insertRef(database, refRow(tip, seq, ref), { first: false, counted: false });
}
