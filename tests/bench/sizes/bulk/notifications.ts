import { asynchronousDatabase } from '../../../../service/store/engine/database.ts';
import { openReplyAncestors } from '../../../../service/store/notifications/reply-ancestors.ts';
import { startNotificationBatch } from '../../../../service/store/notifications/notifications-write.ts';
import {
  keyOf,
  type NotificationRow,
  insertNotifications,
} from '../../../../service/store/notifications/notification-rows.ts';
import { POSTGRES } from '../../../../service/store/postgres/postgres-dialect.ts';
import { openPool } from '../../../../service/store/postgres/connections.ts';
import { queryRunner } from '../../../../service/store/postgres/run-statements.ts';
import { type Query, inParallel } from '../../../../service/store/engine/statements.ts';
import { int, text } from '../../../../service/store/engine/row.ts';
import { parseStored } from '../../../../service/store/stored-event.ts';
import {
  LISTED,
  notificationsOfList,
  notificationsOf,
} from '../../../../service/store/notifications/notification-rules.ts';
import type { SignedEvent } from '../../../../src/events/nostr/event.ts';
import { inSeconds, seconds } from '../../../../src/events/core/time.ts';

const SOME = 2_000;
/** Milliseconds. There are no other clients. */
const LIMITS = { most: 2, connecting: 5_000, statement: 600_000 };
const NEXT = `select e.seq, e.state, e.raw from fill_told t join events e on e.seq = t.seq where t.seq > ? and e.state <= 1 order by t.seq limit ${SOME}`;

interface Teller {
  readonly seq: number;
  readonly isCurrent: boolean;
  readonly event: SignedEvent;
}

/**
 * Create notifications for receivers from stored events, with the service's own rules, some events
 * at a time in order.
 */
export async function tellReceivers(url: string, now: number): Promise<number> {
  const lines = openPool(url, LIMITS);
  const run = queryRunner(lines);
  const database = asynchronousDatabase(() => seconds(now), POSTGRES);
  let [last, count] = [0, 0];
  try {
    for (;;) {
      const from = last;
      const some = await run(
        database.transaction(function* () {
          const tellers = yield* database.all(NEXT, [from], (row) => ({
            seq: int(row, 'seq'),
            isCurrent: int(row, 'state') === 0,
            event: parseStored({ raw: text(row, 'raw') }),
          }));
          const noting = startNotificationBatch(database);
          const known = openReplyAncestors(database);
          const told = yield* inParallel(tellers.map((each) => relaysNotifiedBy(known, each)));
          yield* insertNotifications(noting, firstOfEach(told.flat()));
          return tellers;
        }),
      );
      count += some.length;
      last = some.at(-1)?.seq ?? last;
      if (some.length < SOME) return count;
    }
  } finally {
    await lines.close();
  }
}

function* relaysNotifiedBy(
  known: ReturnType<typeof openReplyAncestors>,
  { event, seq, isCurrent }: Teller,
): Query<NotificationRow[]> {
  const isListed = LISTED.includes(event.kind);
  if (!isListed && !isCurrent) return [];
  const notices = isListed
    ? yield* notificationsOfList(known, event)
    : yield* notificationsOf(known, event, seq);
  const list = isListed ? event : undefined;
  return notices.map((each) => ({
    ...each,
    at: inSeconds(event.created_at),
    seq: isListed ? 0 : seq,
    unread: true,
    list,
  }));
}

/** Versions of a list repeat a notification: keep only the first. */
function firstOfEach(noted: readonly NotificationRow[]): NotificationRow[] {
  const first = new Map<string, NotificationRow>();
  for (const each of noted) {
    const key = `${each.seq} ${keyOf(each)}`;
    if (!first.has(key)) first.set(key, each);
  }
  return [...first.values()];
}
