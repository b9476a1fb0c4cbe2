import type { VerifiedEvent } from '../../../src/events/nostr/event.ts';
import { inSeconds, plus, seconds, type Seconds } from '../../../src/events/core/time.ts';
import type { Verify } from '../../../src/events/nostr/verify.ts';
import { isDiskFull } from '../../errors.ts';
import type { Query } from '../engine/statements.ts';
import type { Database } from '../engine/database.ts';
import { insertIndependent, sweepEvents } from './insert-events.ts';
import {
  finishNotifications,
  startNotificationBatch,
} from '../notifications/notifications-write.ts';
import { changedAccounts } from '../store-options.ts';
import { releaseNames } from '../accounts/members.ts';
import { sweepInvoices } from '../money/play-money.ts';
import { endMemberships } from '../money/purchases.ts';
import { dayAt, expireDailyRefs } from './refs.ts';
import { int } from '../engine/row.ts';
import type { Work } from './derived-rows.ts';
import { independentBatchesOf } from './independent-batches.ts';
import type { Inserted } from '../store.ts';
import { openCounterChanges } from './counters.ts';

const SWEEP_EVERY = seconds(60);

/** Return the state of one transaction attempt. */
function startWork(database: Database, verify: Verify, now: Seconds): Work {
  return {
    ...startNotificationBatch(database),
    verify,
    tally: openCounterChanges(database),
    now,
    day: dayAt(now),
  };
}

/** A batch, with the relay of its events. `write` stores its result in the same transaction. */
interface Batch {
  readonly events: readonly VerifiedEvent[];
  readonly relay: string | undefined;
  readonly write?: (inserted: Inserted) => Query<void>;
}

/** Store a batch in one transaction. `verify` checks the request inside a zap receipt. */
export function insertBatch(
  database: Database,
  verify: Verify,
  { events, relay, write }: Batch,
): Query<Inserted> {
  return database.transaction(function* () {
    const work = startWork(database, verify, database.now());
    const added: VerifiedEvent[] = [];
    const older: VerifiedEvent[] = [];
    const quarantined: VerifiedEvent[] = [];
    const duplicates: VerifiedEvent[] = [];
    const ephemeral: VerifiedEvent[] = [];
    const refused: { event: VerifiedEvent; reason: string }[] = [];
    for (const run of independentBatchesOf(events))
      for (const { event, outcome } of yield* insertIndependent(work, run, relay)) {
        if (outcome === 'added') added.push(event);
        else if (outcome === 'older') older.push(event);
        else if (outcome === 'quarantined') quarantined.push(event);
        else if (outcome === 'duplicate') duplicates.push(event);
        else if (outcome === 'ephemeral') ephemeral.push(event);
        else refused.push({ event, reason: outcome.reason });
      }
    yield* finishNotifications(work);
    yield* work.tally.flush();
    const inserted = {
      added,
      older,
      quarantined,
      duplicates,
      ephemeral,
      refused,
      concerned: work.concerned,
    };
    if (write) yield* write(inserted);
    return inserted;
  });
}

/**
 * Change stored events in one transaction. `write` stores the concerned accounts in the same
 * transaction.
 */
export function changeBatch<T>(
  database: Database,
  verify: Verify,
  {
    change,
    write,
  }: {
    readonly change: (work: Work) => Query<T>;
    readonly write?: (inserted: Inserted) => Query<void>;
  },
): Query<{ readonly result: T; readonly inserted: Inserted }> {
  return database.transaction(function* () {
    const work = startWork(database, verify, database.now());
    const result = yield* change(work);
    yield* finishNotifications(work);
    yield* work.tally.flush();
    const inserted = changedAccounts([...work.concerned]);
    if (write) yield* write(inserted);
    return { result, inserted };
  });
}

/** Return the sweep, which runs due work: expiry to the second, the day's scores once a minute. */
export function sweeper(database: Database, verify: Verify): () => Query<void> {
  let faded = seconds(0);
  return function* () {
    const now = database.now();
    const fades = now >= plus(faded, SWEEP_EVERY) || now < faded;
    const due = yield* database.one(
      'select exists (select 1 from events where expires_at <= ?1 and state < 2) or exists (select 1 from events where state = 3 and created_at <= ?1) as due',
      [inSeconds(now)],
      (row) => int(row, 'due') === 1,
    );
    if (!fades && due !== true) return;
    faded = now;
    try {
      yield* database.transaction(() => sweepAll(startWork(database, verify, database.now())));
    } catch (error) {
      // The sweep waits until there is room. Readers must not fail because of it.
      if (!isDiskFull(error)) throw error;
    }
  };
}

function* sweepAll(work: Work): Query<void> {
  const { database } = work;
  yield* sweepEvents(work);
  yield* finishNotifications(work);
  yield* expireDailyRefs(database, work.tally, work.day);
  yield* endMemberships(database);
  yield* releaseNames(database);
  yield* sweepInvoices(database);
  yield* work.tally.flush();
}
