import { KIND } from '../../../src/events/nostr/kinds.ts';
import type { Query } from '../engine/statements.ts';
import type { Database } from '../engine/database.ts';
import { int, maybeText, text } from '../engine/row.ts';
import { REF, STATE } from '../schema.ts';
import { parseStored } from '../stored-event.ts';
import { openCounterChanges, type CounterChanges } from './counters.ts';
import { type Derived, derive, isReply } from './derive-columns.ts';
import { type Day, dayAt, insertCountedRef, refRow, deleteRef } from './refs.ts';

const CHANGED: readonly number[] = [REF.reply, REF.root, REF.quote];

/**
 * Correct the replies that an earlier version stored. It did not count comments. A note that the
 * text quotes by its position was stored as answered.
 */
export function* fillReplies(database: Database): Query<void> {
  const tally = openCounterChanges(database);
  yield* countComments(database, tally);
  yield* rereadQuotes(database, tally, dayAt(database.now()));
  yield* tally.flush();
}

/** Store the targets of channel messages and recordings. An earlier version did not read them. */
export function* fillAnswers(database: Database): Query<void> {
  const tally = openCounterChanges(database);
  const day = dayAt(database.now());
  const stored = yield* database.all(
    'select seq from events where state = ? and kind in (?, ?)',
    [STATE.current, KIND.ChannelMessage, KIND.VoiceReply],
    (row) => int(row, 'seq'),
  );
  for (const seq of stored) yield* storeAnswer(database, tally, day, seq);
  yield* tally.flush();
}

function* storeAnswer(
  database: Database,
  tally: CounterChanges,
  day: Day,
  seq: number,
): Query<void> {
  const event = yield* database.one('select raw from events where seq = ?', [seq], (row) =>
    parseStored({ raw: text(row, 'raw') }),
  );
  if (!event) return;
  const derived = derive(event);
  if (!isReply(event, derived)) return;
  for (const ref of derived.refs.filter(({ type }) => CHANGED.includes(type)))
    yield* putNew(database, tally, refRow(event, seq, ref), day);
  tally.account(event.pubkey, { replies: 1 });
  yield* database.put('update events set parent = ?, root = ?, reply = 1 where seq = ?', [
    derived.parent ?? null,
    derived.root ?? null,
    seq,
  ]);
}

function* countComments(database: Database, tally: CounterChanges): Query<void> {
  const comments = yield* database.all(
    'select pubkey, count(*) as n from events where state = ? and kind = ? group by pubkey',
    [STATE.current, KIND.Comment],
    (row) => [text(row, 'pubkey'), int(row, 'n')] as const,
  );
  for (const [pubkey, replies] of comments) tally.account(pubkey, { replies });
  yield* database.put('update events set reply = 1 where kind = ?', [KIND.Comment]);
}

function* rereadQuotes(database: Database, tally: CounterChanges, day: Day): Query<void> {
  const notes = yield* database.all(
    "select seq, parent, root, raw from events where state = ? and kind = ? and instr(raw, '#[') > 0",
    [STATE.current, KIND.Text],
    (row) => ({
      seq: int(row, 'seq'),
      stored: { parent: maybeText(row, 'parent'), root: maybeText(row, 'root') },
      event: parseStored({ raw: text(row, 'raw') }),
    }),
  );
  for (const { seq, stored, event } of notes) {
    const derived = derive(event);
    const wanted = derived.refs.filter(({ type }) => CHANGED.includes(type));
    for (const ref of refsStored(stored, wanted))
      yield* deleteRef(database, tally, refRow(event, seq, ref), day);
    for (const ref of wanted) yield* putNew(database, tally, refRow(event, seq, ref), day);
    if (stored.parent !== undefined && derived.parent === undefined)
      tally.account(event.pubkey, { replies: -1, notes: 1 });
    yield* database.put('update events set parent = ?, root = ?, reply = ? where seq = ?', [
      derived.parent ?? null,
      derived.root ?? null,
      derived.parent === undefined ? 0 : 1,
      seq,
    ]);
  }
}

/** Return the stored answers that the text does not give any more. */
function refsStored(
  { parent, root }: Pick<Derived, 'parent' | 'root'>,
  wanted: Derived['refs'],
): Derived['refs'] {
  const stored = [
    { type: REF.reply, target: parent },
    { type: REF.root, target: root },
  ];
  return stored.flatMap(({ type, target }) =>
    target === undefined || wanted.some((ref) => ref.type === type && ref.target === target)
      ? []
      : [{ type, target }],
  );
}

function* putNew(
  database: Database,
  tally: CounterChanges,
  ref: ReturnType<typeof refRow>,
  day: Day,
): Query<void> {
  const there = yield* database.one(
    'select 1 as n from refs where target = ? and type = ? and seq = ?',
    [ref.target, ref.type, ref.seq],
    () => true,
  );
  if (!there) yield* insertCountedRef(database, tally, ref, day);
}
