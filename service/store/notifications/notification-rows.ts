import type { SignedEvent } from '../../../src/events/nostr/event.ts';
import type { Asked } from '../engine/statements.ts';
import type { Database } from '../engine/database.ts';
import { int, type Row, text } from '../engine/row.ts';

/** One thing that an account is to be told. */
export interface Notice {
  readonly receiver: string;
  readonly type: number;
  readonly actor: string;
  readonly subject: string;
}

/** What was told, or is to be told, and as of when (seconds). */
export type Told = Notice & { readonly at: number; readonly unread?: boolean };

/** What is to be told, by which row: 0 where it is by a list. */
export type Noted = Told & {
  readonly seq: number;
  readonly unread: boolean;
  /** One version of the list, which tells what no earlier one told. */
  readonly list: SignedEvent | undefined;
};

const INSERT = `insert into notifications (receiver, type, actor, subject, seq, created_at, unread) values (?, ?, ?, ?, ?, ?, ?)
  on conflict (receiver, type, actor, subject, seq) do update set created_at = excluded.created_at where excluded.created_at`;
const CHANGED = 'returning receiver, type, actor, subject';
const PUT = `${INSERT} <> notifications.created_at ${CHANGED}`;
const PUT_FIRST = `${INSERT} < notifications.created_at ${CHANGED}`;

/** What rows are changed in, and the accounts that something changed for. */
interface Changing {
  readonly database: Database;
  readonly concerned: Set<string>;
}

/** Writes what is to be told, each row once; gives the lists that told something new. */
export function* putNotices({ database, concerned }: Changing, noted: readonly Noted[]): Asked<Set<SignedEvent>> {
  const lists = new Map(noted.flatMap((each) => (each.list ? [[keyOf(each), each.list]] : [])));
  const changed = new Set<SignedEvent>();
  for (const [sql, some] of [
    [PUT, noted.filter(({ list }) => !list)],
    [PUT_FIRST, noted.filter(({ list }) => list)],
  ] as const) {
    const rows = some.map(({ receiver, type, actor, subject, seq, at, unread }) => [
      receiver,
      type,
      actor,
      subject,
      seq,
      at,
      unread ? 1 : 0,
    ]);
    for (const told of yield* database.allEach(sql, rows, readNotice)) {
      concerned.add(told.receiver);
      const list = lists.get(keyOf(told));
      if (list) changed.add(list);
    }
  }
  return changed;
}

function readNotice(row: Row): Notice {
  return { receiver: readReceiver(row), type: int(row, 'type'), actor: text(row, 'actor'), subject: text(row, 'subject') };
}

export function readTold(row: Row): Told {
  return { ...readNotice(row), at: int(row, 'created_at'), unread: int(row, 'unread') === 1 };
}

const TAKE = 'delete from notifications where receiver = ? and type = ? and actor = ? and subject = ? and seq = ?';

/** Takes out what was told by one event, or one list (0). */
export function* takeNotices({ database, concerned }: Changing, told: readonly Notice[], seq: number): Asked<void> {
  yield* database.putEach(
    TAKE,
    told.map(({ receiver, type, actor, subject }) => [receiver, type, actor, subject, seq]),
  );
  for (const { receiver } of told) concerned.add(receiver);
}

/** What tells rows apart that come from one event. */
export function keyOf({ receiver, type, actor, subject }: Notice): string {
  return JSON.stringify([receiver, type, actor, subject]);
}

export function readReceiver(row: Row): string {
  return text(row, 'receiver');
}
