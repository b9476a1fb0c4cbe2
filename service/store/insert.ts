import { parseAddress } from '../../src/events/address.ts';
import { replaces, type SignedEvent, tagValue, type VerifiedEvent } from '../../src/events/event.ts';
import { isEphemeral, KIND } from '../../src/events/kinds.ts';
import { readInvoiceHead } from '../../src/events/money/invoice-head.ts';
import { readZap, type Zap, zapRequestOf } from '../../src/events/money/zap.ts';
import { readEvent } from '../../src/events/shape.ts';
import { inSeconds, isExpired, isFarFuture, plus, seconds } from '../../src/events/time.ts';
import type { Asked } from './asked.ts';
import { redateArticle } from './articles.ts';
import { type Derived, derive } from './derive.ts';
import { noteVersion, unnoteEvent } from './notices.ts';
import { PROVIDER_ROW } from './play-money.ts';
import { int, type Row, text, time } from './row.ts';
import { putRows, takeRows, type Work } from './rows.ts';
import { STATE } from './schema.ts';
import { parseStored } from './stored.ts';
import { replyWeight, SHORT } from './tally.ts';

/** What became of one event. */
export type Outcome = 'added' | 'older' | 'quarantined' | 'duplicate' | 'ephemeral' | { readonly reason: string };

// a little more than isFarFuture allows, which decides
const AHEAD = seconds(3_600);
const DELETED: Outcome = { reason: 'blocked: deleted by its author' };
const EXPIRED: Outcome = { reason: 'invalid: expired' };
/** What is known already and does not stand is answered as it was the first time. */
const KNOWN: ReadonlyMap<number, Outcome> = new Map<number, Outcome>([
  [STATE.gone, DELETED],
  [STATE.superseded, 'older'],
  [STATE.quarantined, 'quarantined'],
]);
const VERSION = 'select seq, id, created_at, state, raw from events';

/** Stores one event inside the batch's transaction. */
export function* insertEvent(work: Work, event: VerifiedEvent, relay: string | undefined): Asked<Outcome> {
  if (isEphemeral(event.kind)) return 'ephemeral';
  const known = yield* work.database.one('select state from events where id = ?', [event.id], (row) => int(row, 'state'));
  if (known !== undefined) return KNOWN.get(known) ?? 'duplicate';
  if (isExpired(event, work.now)) return EXPIRED;
  const derived = derive(event);
  if (yield* isDeleted(work, event, derived.address)) {
    // an empty row keeps the place of a deleted list, so that older versions do not come back in its stead
    if (derived.address !== undefined) {
      yield* settle(work, event, derived.address, false);
      yield* putEvent(work, event, derived, STATE.gone, relay);
    }
    return DELETED;
  }
  const state = yield* settle(work, event, derived.address);
  const seq = yield* putEvent(work, event, derived, state, relay);
  if (state === STATE.current) yield* putRows(work, event, seq, derived, yield* zapOf(work, event));
  if (event.content.length <= SHORT) yield* weighReplies(work, event);
  if (state === STATE.superseded && event.kind === KIND.LongForm) yield* redateArticle(work, event);
  if (state === STATE.superseded) yield* noteVersion(work, event);
  if (event.kind === KIND.EventDeletion) yield* applyDeletion(work, event);
  if (state === STATE.quarantined) return 'quarantined';
  return state === STATE.current ? 'added' : 'older';
}

/** Replies that came before what they answer were weighed without knowing its length. */
function* weighReplies({ database }: Work, { id, content }: SignedEvent): Asked<void> {
  yield* database.put('update stats set reply_weight = ? where target = ?', [replyWeight(content.length), id]);
}

/**
 * A zap counts when the request in its receipt is its sender's word (INV-VERIFIED, E-41), and, where it is in play money, when the one provider of
 * it signed the receipt: nobody else can know that it was paid. Whose key signs for other addresses only their services can tell.
 */
function* zapOf(work: Work, event: VerifiedEvent): Asked<Zap | undefined> {
  if (event.kind !== KIND.Zap || !(yield* isOfProvider(work, event))) return undefined;
  const request = readEvent(zapRequestOf(event));
  return request && work.verify(request) ? readZap(event) : undefined;
}

function* isOfProvider({ database }: Work, event: VerifiedEvent): Asked<boolean> {
  if (readInvoiceHead(tagValue(event, 'bolt11') ?? '')?.network !== 'regtest') return true;
  const provider = yield* database.one('select value from meta where name = ?', [PROVIDER_ROW], (row) => text(row, 'value'));
  return provider === undefined || provider === event.pubkey;
}

/** Empties expired events (NIP-40) and lets quarantined lists take their place. */
export function* sweepEvents(work: Work): Asked<void> {
  const { database, now } = work;
  for (const row of yield* versions(work, `${VERSION} where expires_at <= ? and state < 2`, [inSeconds(now)])) yield* forget(work, row);
  const due = yield* versions(work, `${VERSION} where state = 3 and created_at <= ? order by created_at`, [inSeconds(plus(now, AHEAD))]);
  for (const { seq, event } of due) {
    if (isFarFuture(event.created_at, now)) continue;
    const derived = derive(event);
    const state = yield* settle(work, event, derived.address);
    yield* database.put('update events set state = ? where seq = ?', [state, seq]);
    if (state === STATE.current) yield* putRows(work, event, seq, derived, undefined);
  }
}

/** One stored version. */
interface Version {
  readonly seq: number;
  readonly state: number;
  readonly event: SignedEvent;
}

/**
 * The place of an event among the versions of its address; a version that is no longer the newest loses its rows. `replaced` unless
 * no rows of this one will follow.
 */
function* settle(work: Work, event: SignedEvent, address: string | undefined, replaced = true): Asked<number> {
  if (address === undefined) return STATE.current;
  if (isFarFuture(event.created_at, work.now)) return STATE.quarantined;
  const newest = yield* work.database.one(
    `${VERSION} where address = ? and state <> 3 order by created_at desc, id limit 1`,
    [address],
    (row) => ({ id: text(row, 'id'), created_at: time(row, 'created_at'), row }),
  );
  if (!newest) return STATE.current;
  if (!replaces(event, { ...event, id: newest.id, created_at: newest.created_at })) return STATE.superseded;
  const version = readVersion(newest.row);
  if (version?.state === STATE.current) {
    yield* work.database.put('update events set state = ? where seq = ?', [STATE.superseded, version.seq]);
    yield* takeRows(work, version.event, version.seq, derive(version.event), replaced);
  }
  return STATE.current;
}

function putEvent(work: Work, event: SignedEvent, derived: Derived, state: number, relay: string | undefined): Asked<number> {
  return work.database.insert(
    `insert into events (id, pubkey, kind, created_at, state, reply, media, chars, parent, root, address, expires_at, hint, raw)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      event.id,
      event.pubkey,
      event.kind,
      inSeconds(event.created_at),
      state,
      derived.parent === undefined ? 0 : 1,
      derived.media,
      event.content.length,
      derived.parent ?? null,
      derived.root ?? null,
      derived.address ?? null,
      derived.expiresAt === undefined ? null : inSeconds(derived.expiresAt),
      relay ?? null,
      state === STATE.gone ? '' : rawOf(event),
    ],
  );
}

/** The seven fields of NIP-01 and nothing that came with them. */
function rawOf({ id, pubkey, created_at, kind, tags, content, sig }: SignedEvent): string {
  return JSON.stringify({ id, pubkey, created_at, kind, tags, content, sig });
}

/** Whether the author asked to forget it before it came (NIP-09, E-20). */
function* isDeleted(work: Work, event: SignedEvent, address: string | undefined): Asked<boolean> {
  if (event.kind === KIND.EventDeletion) return false;
  const asked = yield* work.database.one(
    'select 1 from deletions where pubkey = ?1 and (target = ?2 or (target = ?3 and created_at >= ?4)) limit 1',
    [event.pubkey, event.id, address ?? '', inSeconds(event.created_at)],
    () => true,
  );
  return asked === true;
}

/** NIP-09: only what the same author wrote; an address means the versions up to the request. */
function* applyDeletion(work: Work, request: SignedEvent): Asked<void> {
  for (const [name, target = ''] of request.tags) {
    const byId = name === 'e';
    if (!byId && (name !== 'a' || parseAddress(target)?.pubkey !== request.pubkey)) continue;
    yield* work.database.put(
      `insert into deletions (target, pubkey, created_at) values (?, ?, ?)
        on conflict (target, pubkey) do update set created_at = excluded.created_at where excluded.created_at > deletions.created_at`,
      [target, request.pubkey, inSeconds(request.created_at)],
    );
    const where = byId
      ? 'where id = ? and pubkey = ? and kind <> 5 and state <> 2'
      : 'where address = ? and created_at <= ? and state <> 2';
    for (const version of yield* versions(work, `${VERSION} ${where}`, [target, byId ? request.pubkey : inSeconds(request.created_at)]))
      yield* forget(work, version);
  }
}

/** Empties a stored event; its id stays known, so that it does not come back. */
function* forget(work: Work, { seq, state, event }: Version): Asked<void> {
  yield* work.database.put(`update events set state = ?, raw = '', parent = null, root = null, expires_at = null where seq = ?`, [
    STATE.gone,
    seq,
  ]);
  if (state === STATE.current) yield* takeRows(work, event, seq, derive(event), false);
  else yield* unnoteEvent(work, event, seq);
  if (state !== STATE.current && event.kind === KIND.LongForm) yield* redateArticle(work, event);
}

function* versions(work: Work, sql: string, params: readonly (string | number)[]): Asked<Version[]> {
  return (yield* work.database.all(sql, params, readVersion)).filter((version) => version !== undefined);
}

function readVersion(row: Row): Version | undefined {
  const raw = text(row, 'raw');
  return raw === '' ? undefined : { seq: int(row, 'seq'), state: int(row, 'state'), event: parseStored({ raw }) };
}
