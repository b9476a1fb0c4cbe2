import { parseAddress } from '../../../src/events/nostr/address.ts';
import { replaces, type SignedEvent, tagValue } from '../../../src/events/nostr/event.ts';
import { isEphemeral, KIND } from '../../../src/events/nostr/kinds.ts';
import { readInvoiceHead } from '../../../src/events/nostr/bolt11-head.ts';
import { hasZapTags } from '../../../src/events/money/zaps/zap-request.ts';
import { readZap, zapRequestOf } from '../../../src/events/facts/zap.ts';
import { eventJson } from '../../../src/events/nostr/serialize.ts';
import { readEvent } from '../../../src/events/nostr/event-shape.ts';
import { inSeconds, isExpired, isFarFuture, plus, seconds } from '../../../src/events/core/time.ts';
import { type Query, inParallel } from '../engine/statements.ts';
import { redateArticle } from './articles.ts';
import { derive, isKey, isReply } from './derive-columns.ts';
import { addNotifications, removeNotifications } from '../notifications/notifications-write.ts';
import { PROVIDER_ROW } from '../money/play-money.ts';
import { readNote } from '../accounts/settings.ts';
import { repeatsBlocked } from './embedded-events.ts';
import { int, maybeInt, type Row, text, time } from '../engine/row.ts';
import { insertDerivedRows, deleteDerivedRows, type Work } from './derived-rows.ts';
import type { ParsedEvent } from './independent-batches.ts';
import { STATE } from '../schema.ts';
import { parseStored } from '../stored-event.ts';
import { insertInto } from '../engine/insert.ts';

/** The result of one event. */
type Outcome =
  | 'added'
  | 'older'
  | 'quarantined'
  | 'duplicate'
  | 'ephemeral'
  | { readonly reason: string };

// More than isFarFuture allows, which makes the final decision.
const AHEAD = seconds(3_600);
const DELETED: Outcome = { reason: 'blocked: deleted by its author' };
const REMOVED: Outcome = { reason: 'blocked: removed here' };
const REPEATS: Outcome = { reason: 'blocked: it repeats what is not given out here' };
const DENIED: Outcome = { reason: 'blocked: this account may not publish here' };
const UNNAMED: Outcome = { reason: 'invalid: the d tag is too long' };
const EXPIRED: Outcome = { reason: 'invalid: expired' };
/** Results of known events that are not current: the same as the first time. */
const KNOWN: ReadonlyMap<number, Outcome> = new Map<number, Outcome>([
  [STATE.gone, DELETED],
  [STATE.superseded, 'older'],
  [STATE.quarantined, 'quarantined'],
  [STATE.withheld, DENIED],
]);
export const VERSION = 'select seq, id, created_at, state, raw from events';

/** An event of a batch with its result. */
type InsertOutcome = Pick<Placed, 'event' | 'outcome'>;

/** A planned change. `state` is the state to store, or `undefined` if the event is not stored. */
interface Placed extends ParsedEvent {
  readonly outcome: Outcome;
  readonly state: number | undefined;
}

/** A stored event with its row. */
interface Kept extends Pick<ParsedEvent, 'derived' | 'zap'> {
  readonly event: SignedEvent;
  readonly state: number;
  readonly seq: number;
}

/**
 * Store independent events of a batch (`independent-batches.ts`) in its transaction. Each step runs
 * for all events before the next one. Returns the result of each.
 */
export function* insertIndependent(
  work: Work,
  run: readonly ParsedEvent[],
  relay: string | undefined,
): Query<readonly InsertOutcome[]> {
  const placed = yield* inParallel(run.map((each) => place(work, each)));
  const keeping = placed.flatMap((each) =>
    each.state === undefined ? [] : [{ ...each, state: each.state }],
  );
  const seqs = yield* work.database.insertEach(
    PUT,
    keeping.map((each) => eventRow(each, each.state, relay)),
  );
  const kept = keeping.map((each, n) => ({ ...each, seq: seqs[n] ?? 0 }));
  const living = kept.filter(({ state }) => state !== STATE.gone);
  yield* inParallel(living.map((each) => putBeside(work, each)));
  yield* addNotifications(
    work,
    living
      .filter(({ state }) => state !== STATE.quarantined)
      .map(({ event, seq, state }) => ({ event, seq, isCurrent: state === STATE.current })),
  );
  for (const { event } of living)
    if (event.kind === KIND.EventDeletion) yield* applyDeletion(work, event);
  return placed;
}

/**
 * Determine the state of an event among the known ones. An older version that it replaces loses its
 * rows.
 */
function* place(work: Work, read: ParsedEvent): Query<Placed> {
  const { event, address } = read;
  const as = (outcome: Outcome, state?: number): Placed => ({ ...read, outcome, state });
  if (address !== undefined && !isKey(address)) return as(UNNAMED);
  const before = yield* beforeOf(work, event, address);
  if (isEphemeral(event.kind)) return as(before.isOfDenied ? DENIED : 'ephemeral');
  if (before.state === STATE.gone && (yield* isRemoved(work, event.id))) return as(REMOVED);
  if (before.state !== undefined) return as(KNOWN.get(before.state) ?? 'duplicate');
  if (before.isOfDenied) return as(DENIED);
  if (yield* repeatsBlocked(work, event)) return as(REPEATS);
  if (isExpired(event, work.now)) return as(EXPIRED);
  if (before.isDeleted) {
    if (address === undefined) return as(DELETED);
    // An empty row preserves the address of a deleted list, so that older versions do not return.
    yield* settle(work, event, address, false);
    return as(DELETED, STATE.gone);
  }
  const state = yield* settle(work, event, address);
  if (state === STATE.quarantined) return as('quarantined', state);
  return as(state === STATE.current ? 'added' : 'older', state);
}

/** Write the rows of a stored event in other tables. */
function* putBeside(work: Work, { event, seq, derived, zap, state }: Kept): Query<void> {
  if (state === STATE.current)
    yield* insertDerivedRows(
      work,
      event,
      seq,
      derived,
      zap && (yield* doesCount(work, event)) ? zap : undefined,
    );
  work.tally.weigh(event.id, event.content.length);
  if (state === STATE.superseded && event.kind === KIND.LongForm) yield* redateArticle(work, event);
}

/**
 * Re-evaluate a stored event that is not current (quarantined or withheld). It becomes current if
 * no newer version exists.
 */
export function* makeCurrent(work: Work, { seq, event }: Version): Query<void> {
  const derived = derive(event);
  const state = yield* settle(work, event, derived.address);
  yield* setState(work, seq, state);
  const receipt = event.kind === KIND.Zap ? work.verify(event) : undefined;
  yield* putBeside(work, { event, derived, zap: receipt && readZap(receipt), seq, state });
  if (state !== STATE.quarantined)
    yield* addNotifications(work, [{ event, seq, isCurrent: state === STATE.current }]);
}

export function setState({ database }: Work, seq: number, state: number): Query<void> {
  return database.put('update events set state = ? where seq = ?', [state, seq]);
}

/**
 * True if a zap counts. The sender signed the request in its receipt (INV-VERIFIED, E-41), and a
 * service may accept that request (NIP-57 appendix D). A receipt in play money also needs the
 * signature of its only provider, which alone knows of the payment. For other addresses only their
 * own services know the signing key.
 */
function* doesCount(work: Work, event: SignedEvent): Query<boolean> {
  if (!(yield* isOfProvider(work, event))) return false;
  const request = readEvent(zapRequestOf(event));
  return (
    request !== undefined && hasZapTags(request, event.pubkey) && work.verify(request) !== undefined
  );
}

function* isOfProvider({ database }: Work, event: SignedEvent): Query<boolean> {
  if (readInvoiceHead(tagValue(event, 'bolt11') ?? '')?.network !== 'regtest') return true;
  const provider = yield* readNote(database, PROVIDER_ROW);
  return provider === undefined || provider === event.pubkey;
}

/** Delete expired events (NIP-40) and release quarantined lists. */
export function* sweepEvents(work: Work): Query<void> {
  const { now } = work;
  for (const row of yield* versions(work, `${VERSION} where expires_at <= ? and state < 2`, [
    inSeconds(now),
  ]))
    yield* eraseEvent(work, row);
  const due = yield* versions(
    work,
    `${VERSION} where state = 3 and created_at <= ? order by created_at`,
    [inSeconds(plus(now, AHEAD))],
  );
  for (const version of due)
    if (!isFarFuture(version.event.created_at, now)) yield* makeCurrent(work, version);
}

/** One stored version. */
export interface Version {
  readonly seq: number;
  readonly state: number;
  readonly event: SignedEvent;
}

/**
 * Determine the state of an event among the versions of its address. A version that is no longer
 * the newest loses its rows. `replaced`: rows of this event will follow.
 */
function* settle(
  work: Work,
  event: SignedEvent,
  address: string | undefined,
  replaced = true,
): Query<number> {
  if (address === undefined) return STATE.current;
  if (isFarFuture(event.created_at, work.now)) return STATE.quarantined;
  const newest = yield* work.database.one(
    `${VERSION} where address = ? and state < 3 order by created_at desc, id limit 1`,
    [address],
    (row) => ({ id: text(row, 'id'), created_at: time(row, 'created_at'), row }),
  );
  if (!newest) return STATE.current;
  if (!replaces(event, { ...event, id: newest.id, created_at: newest.created_at }))
    return STATE.superseded;
  const version = readVersion(newest.row);
  if (version?.state === STATE.current) {
    yield* setState(work, version.seq, STATE.superseded);
    yield* deleteDerivedRows(work, version.event, version.seq, derive(version.event), replaced);
  }
  return STATE.current;
}

const PUT = insertInto('events');

function eventRow(
  { event, derived, address }: ParsedEvent,
  state: number,
  relay: string | undefined,
): (string | number | null)[] {
  return [
    event.id,
    event.pubkey,
    event.kind,
    inSeconds(event.created_at),
    state,
    isReply(event, derived) ? 1 : 0,
    derived.media,
    event.content.length,
    derived.parent ?? null,
    derived.root ?? null,
    address ?? null,
    derived.expiresAt === undefined ? null : inSeconds(derived.expiresAt),
    relay ?? null,
    state === STATE.gone ? '' : eventJson(event),
  ];
}

/** Known facts about an event and its author before it is stored. */
interface Before {
  /** State of the event if it is stored. */
  readonly state: number | undefined;
  /** True if the author deleted it before it arrived (NIP-09, E-20). */
  readonly isDeleted: boolean;
  readonly isOfDenied: boolean;
}

const BEFORE = `select (select state from events where id = ?1) as state, exists (select 1 from deletions
  where pubkey = ?2 and (target = ?1 or (target = ?3 and created_at >= ?4))) as deleted,
  exists (select 1 from standings where pubkey = ?2 and standing = 'denied') as denied`;

function* beforeOf(
  { database }: Work,
  { id, pubkey, kind, created_at }: SignedEvent,
  address: string | undefined,
): Query<Before> {
  const before = yield* database.one(
    BEFORE,
    [id, pubkey, address ?? '', inSeconds(created_at)],
    (row) => ({
      state: maybeInt(row, 'state'),
      isDeleted: kind !== KIND.EventDeletion && int(row, 'deleted') === 1,
      isOfDenied: int(row, 'denied') === 1,
    }),
  );
  return before ?? { state: undefined, isDeleted: false, isOfDenied: false };
}

/** True if the operator removed it: its deletion has an empty author. */
function* isRemoved({ database }: Work, id: string): Query<boolean> {
  return (
    (yield* database.one(
      "select 1 from deletions where target = ? and pubkey = ''",
      [id],
      () => true,
    )) ?? false
  );
}

/**
 * Apply a deletion (NIP-09) to events of the same author only. An address means the versions up to
 * the request.
 */
function* applyDeletion(work: Work, request: SignedEvent): Query<void> {
  for (const [name, target = ''] of request.tags) {
    const byId = name === 'e';
    if (
      !isKey(target) ||
      (!byId && (name !== 'a' || parseAddress(target)?.pubkey !== request.pubkey))
    )
      continue;
    yield* work.database.put(
      `insert into deletions (target, pubkey, created_at) values (?, ?, ?)
        on conflict (target, pubkey) do update set created_at = excluded.created_at where excluded.created_at > deletions.created_at`,
      [target, request.pubkey, inSeconds(request.created_at)],
    );
    const where = byId
      ? 'where id = ? and pubkey = ? and kind <> 5 and state <> 2'
      : 'where address = ? and created_at <= ? and state <> 2';
    for (const version of yield* versions(work, `${VERSION} ${where}`, [
      target,
      byId ? request.pubkey : inSeconds(request.created_at),
    ]))
      yield* eraseEvent(work, version);
  }
}

/** Delete the content of a stored event. Its id stays known, so that it cannot return. */
export function* eraseEvent(work: Work, { seq, state, event }: Version): Query<void> {
  yield* work.database.put(
    `update events set state = ?, raw = '', parent = null, root = null, expires_at = null where seq = ?`,
    [STATE.gone, seq],
  );
  yield* removeFromIndexes(work, { seq, state, event });
}

/** Remove the rows of a version that will no longer be found and has no successor. */
export function* removeFromIndexes(work: Work, { seq, state, event }: Version): Query<void> {
  if (state === STATE.current) yield* deleteDerivedRows(work, event, seq, derive(event), false);
  else yield* removeNotifications(work, event, seq);
  if (state !== STATE.current && event.kind === KIND.LongForm) yield* redateArticle(work, event);
}

export function* versions(
  work: Work,
  sql: string,
  params: readonly (string | number)[],
): Query<Version[]> {
  return (yield* work.database.all(sql, params, readVersion)).filter(
    (version) => version !== undefined,
  );
}

function readVersion(row: Row): Version | undefined {
  const raw = text(row, 'raw');
  return raw === ''
    ? undefined
    : { seq: int(row, 'seq'), state: int(row, 'state'), event: parseStored({ raw }) };
}
