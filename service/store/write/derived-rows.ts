import type { SignedEvent } from '../../../src/events/nostr/event.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import type { Zap } from '../../../src/events/facts/zap.ts';
import { inSeconds, type Seconds } from '../../../src/events/core/time.ts';
import type { Verify } from '../../../src/events/nostr/verify.ts';
import { type Query, inParallel } from '../engine/statements.ts';
import { insertArticle, deleteArticle } from './articles.ts';
import { type Derived, hasVisuals, isReply } from './derive-columns.ts';
import { replaceFollows } from './follows.ts';
import { putLinks } from '../reading/media-links.ts';
import { putMessage, takeMessage } from '../accounts/messages.ts';
import { insertProfileNames } from './profile-names.ts';
import {
  type NotificationBatch,
  removeNotifications,
} from '../notifications/notifications-write.ts';
import { type Day, insertCountedRef, refRow, deleteRef } from './refs.ts';
import { int, maybeText, text } from '../engine/row.ts';
import { REF } from '../schema.ts';
import { type AccountChange, JOINING, type CounterChanges } from './counters.ts';
import { putZapInvoice } from '../reading/zaps.ts';
import { insertInto } from '../engine/insert.ts';

const PUT_TAG = insertInto('tags', 'on conflict do nothing');
const PUT_ZAP = insertInto('zaps');

/** State of one batch. */
export interface Work extends NotificationBatch {
  readonly verify: Verify;
  readonly tally: CounterChanges;
  readonly day: Day;
  readonly now: Seconds;
}

// the public service's limit for one zap
const MOST_SATS = 1_100_000;

/** Fills the tables beside `events` for an event that is now current. */
export function* insertDerivedRows(
  work: Work,
  event: SignedEvent,
  seq: number,
  derived: Derived,
  zap: Zap | undefined,
): Query<void> {
  const { database, tally } = work;
  const tags = tagRows(event, seq, derived);
  yield* database.putEach(PUT_TAG, tags);
  yield* inParallel(
    derived.refs.map((ref) => insertCountedRef(database, tally, refRow(event, seq, ref), work.day)),
  );
  yield* putLinks(database, event, seq, derived.links);
  if (derived.text)
    yield* database.put(database.dialect.notes.put, [seq, database.dialect.text(derived.text)]);
  if (zap) yield* putZap(work, event, seq, zap);
  if (event.kind === KIND.Metadata) yield* insertProfileNames(database, event, seq);
  if (event.kind === KIND.Contacts)
    yield* replaceFollows(database, tally, event.pubkey, event.tags);
  if (event.kind === KIND.LongForm) yield* insertArticle(work, event, seq);
  if (event.kind === KIND.EncryptedDirectMessage) yield* putMessage(work, event, seq);
  countEvent(tally, event, derived, 1);
}

function tagRows(event: SignedEvent, seq: number, { tags }: Derived): (string | number)[][] {
  return tags.map(([name, value]) => [name, value, inSeconds(event.created_at), seq]);
}

/**
 * Remove the rows that `insertDerivedRows` added. `replaced`: a newer version follows at once and
 * needs the old follows for comparison.
 */
export function* deleteDerivedRows(
  work: Work,
  event: SignedEvent,
  seq: number,
  derived: Derived,
  replaced: boolean,
): Query<void> {
  const { database, tally } = work;
  const tags = tagRows(event, seq, derived);
  yield* database.putEach(
    'delete from tags where name = ? and value = ? and created_at = ? and seq = ?',
    tags,
  );
  if (!replaced) yield* removeNotifications(work, event, seq);
  if (event.kind === KIND.EncryptedDirectMessage) yield* takeMessage(work, seq);
  for (const ref of derived.refs)
    yield* deleteRef(database, tally, refRow(event, seq, ref), work.day);
  yield* database.put('delete from links where seq = ?', [seq]);
  if (derived.text) yield* database.put(database.dialect.notes.take, [seq]);
  if (event.kind === KIND.Zap) yield* takeZap(work, event, seq);
  if (event.kind === KIND.Metadata) yield* database.put(database.dialect.names.take, [seq]);
  if (event.kind === KIND.Contacts && !replaced)
    yield* replaceFollows(database, tally, event.pubkey, []);
  if (event.kind === KIND.LongForm) yield* deleteArticle(work, event, seq);
  countEvent(tally, event, derived, -1);
}

function countEvent(tally: CounterChanges, event: SignedEvent, derived: Derived, by: 1 | -1): void {
  const change: Partial<AccountChange> = { events: by };
  if (event.kind === KIND.Text) {
    if (!isReply(event, derived)) change.notes = by;
    if (hasVisuals(derived.media)) change.media = by;
  }
  if (isReply(event, derived)) change.replies = by;
  if (JOINING.has(event.kind)) {
    if (by > 0) change.first_at = inSeconds(event.created_at);
    else tally.rejoin(event.pubkey);
  }
  tally.account(event.pubkey, change);
  tally.kind(event.kind, by);
}

function* putZap(work: Work, event: SignedEvent, seq: number, zap: Zap): Query<void> {
  const sats = Math.floor(zap.amountMsats / 1000);
  if (sats > MOST_SATS) return;
  yield* work.database.put(PUT_ZAP, [
    seq,
    event.id,
    zap.sender,
    zap.receiver,
    zap.target ?? null,
    sats,
    inSeconds(event.created_at),
  ]);
  yield* putZapInvoice(work.database, event, seq);
  countZap(work, { sats, receiver: zap.receiver, target: zap.target }, 1);
  if (zap.target !== undefined)
    yield* insertCountedRef(
      work.database,
      work.tally,
      refRow(event, seq, { type: REF.zap, target: zap.target }, zap.sender),
      work.day,
    );
}

function* takeZap(work: Work, event: SignedEvent, seq: number): Query<void> {
  const zap = yield* work.database.one(
    'select sender, receiver, target, sats from zaps where seq = ?',
    [seq],
    (row) => ({
      sender: text(row, 'sender'),
      receiver: text(row, 'receiver'),
      target: maybeText(row, 'target'),
      sats: int(row, 'sats'),
    }),
  );
  if (!zap) return;
  yield* work.database.put('delete from zaps where seq = ?', [seq]);
  yield* work.database.put('delete from zap_invoices where seq = ?', [seq]);
  countZap(work, zap, -1);
  if (zap.target !== undefined)
    yield* deleteRef(
      work.database,
      work.tally,
      refRow(event, seq, { type: REF.zap, target: zap.target }, zap.sender),
      work.day,
    );
}

function countZap(
  work: Work,
  zap: { sats: number; receiver: string; target: string | undefined },
  by: 1 | -1,
): void {
  const change = { zaps: by, satszapped: by * zap.sats };
  work.tally.account(zap.receiver, change);
  if (zap.target !== undefined) work.tally.stat(zap.target, change);
}
