import { schnorr } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { addressOf } from '../../src/events/address.ts';
import { type SignedEvent, type Tag, tagValue } from '../../src/events/event.ts';
import { isHex } from '../../src/events/hex.ts';
import { KIND } from '../../src/events/kinds.ts';
import { quotesOf, replyTarget, repostTarget } from '../../src/events/reading/references.ts';
import { inSeconds } from '../../src/events/time.ts';
import { type Asked, together } from './asked.ts';
import type { Database } from './database.ts';
import { bookmarkRefs, lastTarget } from './derive.ts';
import { answersBelow, isPost, type Known, knownIn } from './known.ts';
import { int, maybeText, type Row, text } from './row.ts';
import { STATE } from './schema.ts';
import { parseStored } from './stored.ts';
import { namedIn, NOTICE } from './told.ts';

/** What notes go into: the tables, and the accounts that something changed for. */
export interface Noting {
  readonly database: Database;
  readonly concerned: Set<string>;
  /** What is looked at once when the batch ends, however many of its events ask for it. */
  readonly later: Later;
}

interface Later {
  /** Ids and addresses of posts that are gone. */
  readonly gone: Set<string>;
  /** Events whose notices may be others by now, by row, each with the receivers that have seen what they were told by it. */
  readonly again: Map<number, Set<string>>;
  /** Lists that lost a version or what they name came, by address; any version. */
  readonly lists: Map<string, SignedEvent>;
}

export function startNoting(database: Database): Noting {
  return { database, concerned: new Set(), later: { gone: new Set(), again: new Map(), lists: new Map() } };
}

/** One thing that an account is to be told. */
interface Notice {
  readonly receiver: string;
  readonly type: number;
  readonly actor: string;
  readonly subject: string;
}

/** What is told once, whichever of its versions says so first. */
const LISTED: readonly number[] = [KIND.Contacts, KIND.Bookmarks, KIND.LiveEvent];
/** What changes what an account sees of its notifications and messages. */
const VIEWS: readonly number[] = [KIND.Contacts, KIND.MuteList, KIND.CategorizedPeople];
const TALK: readonly number[] = [KIND.Text, KIND.Image, KIND.Comment, KIND.Poll, KIND.ZapPoll];
const MOST_LATE = 1_000;
const MOST_BELOW = 20_000;
const MOST_VERSIONS = 100;
/** Of JSON that is read of the versions of one list. */
const MOST_BYTES = 4_000_000;
const MOST_PAST = 500;

/**
 * Notes what a new event tells accounts that are here (8.4), and what events that came before it tell its author by it. Which of that
 * somebody sees is decided as it is read, so that neither order nor repetition of events makes a difference.
 */
export function* noteEvent(noting: Noting, event: SignedEvent, seq: number, address: string | undefined): Asked<void> {
  if (VIEWS.includes(event.kind)) noting.concerned.add(event.pubkey);
  if (!(yield* hasReceivers(noting))) return;
  if (LISTED.includes(event.kind)) yield* noteVersion(noting, event);
  else
    for (const each of yield* noticesOf(knownIn(noting.database), event, seq))
      yield* put(noting, { ...each, at: inSeconds(event.created_at) }, seq, true);
  yield* noteEarlier(
    noting,
    event,
    address !== undefined && (yield* isFirst(noting.database, event.id, address)) ? [event.id, address] : [event.id],
  );
}

/** A version, be it the newest or not: what a list names is told as of the earliest version that names it. */
export function* noteVersion(noting: Noting, event: SignedEvent): Asked<void> {
  if (!(yield* hasReceivers(noting))) return;
  if (!LISTED.includes(event.kind)) return yield* noteEarlier(noting, event, [event.id]);
  let isNews = false;
  for (const each of yield* listedIn(knownIn(noting.database), event))
    isNews = (yield* putFirst(noting, { ...each, at: inSeconds(event.created_at) })) || isNews;
  // an earlier version may have named a post that was not here yet
  if (isNews && event.kind === KIND.Bookmarks) noting.later.lists.set(addressOf(event) ?? '', event);
}

/** Takes out what an event told that is gone and what was told about it; `noteRest` does so for what answers told by way of it. */
export function* unnoteEvent(noting: Noting, event: SignedEvent, seq: number): Asked<void> {
  if (!(yield* hasReceivers(noting))) return;
  const { database, concerned, later } = noting;
  const sql = 'delete from notifications where seq > 0 and seq = ?1 returning receiver';
  const about = "delete from notifications where subject <> '' and subject = ?1 returning *";
  for (const receiver of yield* database.all(sql, [seq], readReceiver)) concerned.add(receiver);
  for (const { cause, ...old } of yield* database.all(about, [event.id], (row) => ({ ...readTold(row), cause: int(row, 'seq') }))) {
    concerned.add(old.receiver);
    if (cause > 0) noteLater(noting, cause, seenOf([old]));
  }
  const address = addressOf(event);
  if (LISTED.includes(event.kind)) later.lists.set(address ?? '', event);
  if (isPost(event.kind)) for (const key of address === undefined ? [event.id] : [event.id, address]) later.gone.add(key);
}

/** What the events of a batch leave to its end: each answer and list once. */
export function* noteRest(noting: Noting): Asked<void> {
  const { gone, again, lists } = noting.later;
  if (gone.size > 0) for (const seq of yield* toldBelow(noting.database, [...gone])) noteLater(noting, seq);
  const known = knownIn(noting.database);
  for (const [seq, seen] of again) yield* noteAgain(noting, known, seq, seen);
  for (const list of lists.values()) yield* noteList(noting, known, list);
  for (const each of [gone, again, lists]) each.clear();
}

function noteLater({ later }: Noting, seq: number, seen: Iterable<string> = []): void {
  later.again.set(seq, new Set([...(later.again.get(seq) ?? []), ...seen]));
}

function seenOf(told: readonly Told[]): string[] {
  return told.flatMap(({ receiver, unread }) => (unread === false ? [receiver] : []));
}

/** Lets an account hear from now on, beginning with what was said to it lately, which does not count as unread. */
export function* noteReceiver(noting: Noting, pubkey: string): Asked<void> {
  const { database } = noting;
  if ((yield* database.run('insert into receivers (pubkey) values (?) on conflict do nothing', [pubkey])) === 0) return;
  const sql = `select e.seq, e.raw from tags t join events e on e.seq = t.seq where t.name = 'p' and t.value = ? and e.state = ?
    order by t.created_at desc limit ${MOST_PAST}`;
  const past = yield* database.all(sql, [pubkey, STATE.current], readEvent);
  const followed = `insert into notifications (receiver, type, actor, subject, seq, created_at, unread)
    select f.followed, ${NOTICE.followed}, f.follower, '', 0, e.created_at, 0 from follows f
    join events e on e.address = '${KIND.Contacts}:' || f.follower || ':' and e.state = ${STATE.current}
    where f.followed = ?1 and f.follower <> ?1 order by e.created_at desc limit ${MOST_PAST} on conflict do nothing`;
  yield* database.put(followed, [pubkey]);
  const known = knownIn(database);
  for (const { seq, event } of past) {
    const listed = LISTED.includes(event.kind);
    for (const each of listed ? yield* listedIn(known, event) : yield* noticesOf(known, event, seq))
      if (each.receiver === pubkey) yield* put(noting, { ...each, at: inSeconds(event.created_at) }, listed ? 0 : seq, false);
  }
  noting.concerned.add(pubkey);
}

function* hasReceivers({ database }: Noting): Asked<boolean> {
  return (yield* database.one('select 1 from receivers limit 1', [], () => true)) === true;
}

/** What an event tells by itself. An account is told one thing by one event: that it was answered, else quoted, named, answered further down. */
function* noticesOf(known: Known, event: SignedEvent, seq: number): Asked<readonly Notice[]> {
  if (event.kind === KIND.Zap) return yield* zapped(known, seq);
  const about = (type: number, target: string | undefined) => to(event.pubkey, type, known, target);
  if (event.kind === KIND.EncryptedDirectMessage) return yield* messaged(known.database, event);
  if (event.kind === KIND.Reaction) return yield* about(NOTICE.liked, lastTarget(event));
  if (event.kind === KIND.Repost || event.kind === KIND.GenericRepost) return yield* about(NOTICE.reposted, repostTarget(event)?.key);
  if (event.kind === KIND.Highlight) return yield* about(NOTICE.highlighted, lastTarget(event));
  if (!TALK.includes(event.kind)) return [];
  const parent = replyTarget(event)?.key;
  const above = yield* known.above(parent);
  const told = yield* together([
    about(NOTICE.replied, parent),
    ...quotesOf(event).map(({ key }) => about(NOTICE.quoted, key)),
    mentioned(known.database, event),
    ...above.map((key) => about(NOTICE.deepReply, key)),
  ]);
  const first = new Map<string, Notice>();
  for (const each of told.flat()) if (!first.has(each.receiver) && each.receiver !== event.pubkey) first.set(each.receiver, each);
  return [...first.values()];
}

function notice(receiver: string, type: number, actor: string, subject = ''): Notice {
  return { receiver, type, actor, subject };
}

/** To the author of a target, where that is a receiver and somebody else. */
function* to(actor: string, type: number, known: Known, target: string | undefined): Asked<Notice[]> {
  const receiver = target === undefined ? undefined : yield* known.ownerOf(target);
  return receiver === undefined || receiver === actor ? [] : [notice(receiver, type, actor, target)];
}

function* zapped(known: Known, seq: number): Asked<Notice[]> {
  const zap = yield* known.database.one('select sender, target from zaps where seq = ?', [seq], (row) => ({
    sender: text(row, 'sender'),
    target: maybeText(row, 'target'),
  }));
  return zap ? yield* to(zap.sender, NOTICE.zapped, known, zap.target) : [];
}

function* messaged(database: Database, event: SignedEvent): Asked<Notice[]> {
  const to = tagValue(event, 'p') ?? '';
  return (yield* receiversAmong(database, to === event.pubkey ? [] : [to])).map((receiver) =>
    notice(receiver, NOTICE.message, event.pubkey),
  );
}

function* mentioned(database: Database, event: SignedEvent): Asked<Notice[]> {
  const receivers = yield* receiversAmong(database, [...namedIn(event)]);
  return receivers.map((receiver) => notice(receiver, NOTICE.mentioned, event.pubkey));
}

/** What a list names: accounts that are followed, posts that are kept, a live event for those who follow its host. */
function* listedIn(known: Known, event: SignedEvent): Asked<readonly Notice[]> {
  const { database } = known;
  const { pubkey, kind } = event;
  if (kind === KIND.Bookmarks) {
    return (yield* together(bookmarkRefs(event).map(({ target }) => to(pubkey, NOTICE.bookmarked, known, target)))).flat();
  }
  if (kind === KIND.Contacts) {
    const followed = event.tags.flatMap(([name, value = '']) => (name === 'p' && value !== pubkey && isHex(value, 64) ? [value] : []));
    return (yield* receiversAmong(database, followed)).map((receiver) => notice(receiver, NOTICE.followed, pubkey));
  }
  if (tagValue(event, 'status') !== 'live') return [];
  const address = `${kind}:${pubkey}:${tagValue(event, 'd') ?? ''}`;
  const host = event.tags.find((tag) => isHost(tag) && (tag[1] === pubkey || isProved(tag, address)))?.[1] ?? pubkey;
  const sql =
    'select r.pubkey as receiver from follows f join receivers r on r.pubkey = f.follower where f.followed = ?1 and f.follower <> ?1';
  return (yield* database.all(sql, [host], readReceiver)).map((receiver) => notice(receiver, NOTICE.live, host, address));
}

function isHost([name, pubkey = '', , role = '']: Tag): boolean {
  return name === 'p' && isHex(pubkey, 64) && role.toLowerCase() === 'host';
}

/** Whether that account agreed to take part (NIP-53): the fifth element is its signature of the hash of the address. */
function isProved([, pubkey = '', , , proof = '']: Tag, address: string): boolean {
  if (!isHex(proof, 128)) return false;
  try {
    return schnorr.verify(hexToBytes(proof), sha256(utf8ToBytes(address)), hexToBytes(pubkey));
  } catch {
    return false;
  }
}

function* receiversAmong(database: Database, pubkeys: readonly string[]): Asked<string[]> {
  if (pubkeys.length === 0) return [];
  const sql = 'select r.pubkey as receiver from json_each(?) j cross join receivers r on r.pubkey = j.value';
  return [...new Set(yield* database.all(sql, [pubkeys], readReceiver))];
}

/** What was here before the post it speaks of, by the post's names. */
function* noteEarlier(noting: Noting, event: SignedEvent, keys: readonly string[]): Asked<void> {
  if (!isPost(event.kind)) return;
  const { database } = noting;
  const below = yield* answersBelow(database, keys, MOST_LATE);
  const isOfReceiver = (yield* receiversAmong(database, [event.pubkey])).length > 0;
  const late = new Set(isOfReceiver || (below.length > 0 && (yield* isBelowReceiver(database, event))) ? below : []);
  if (isOfReceiver) {
    const sql = `select seq from refs where target = ?1 union select seq from tags where name in ('a', 'e', 'q') and value = ?1 limit ${MOST_LATE}`;
    for (const key of keys) for (const seq of yield* database.all(sql, [key], (row) => int(row, 'seq'))) late.add(seq);
  }
  for (const seq of [...late].slice(0, MOST_LATE)) noteLater(noting, seq);
}

function* isBelowReceiver(database: Database, event: SignedEvent): Asked<boolean> {
  const known = knownIn(database);
  const parent = replyTarget(event)?.key;
  if (parent === undefined) return false;
  for (const key of [parent, ...(yield* known.above(parent))]) if ((yield* known.ownerOf(key)) !== undefined) return true;
  return false;
}

function* isFirst(database: Database, id: string, address: string): Asked<boolean> {
  const sql = `select 1 from events where address = ? and id <> ? and state <= ${STATE.superseded} limit 1`;
  return (yield* database.one(sql, [address, id], () => true)) === undefined;
}

/** Of what is below those that somebody further up was told of. */
function* toldBelow(database: Database, keys: readonly string[]): Asked<number[]> {
  const sql = `select distinct n.seq from json_each(?) j cross join notifications n indexed by notifications_cause
    on n.seq = cast(j.value as bigint) and n.seq > 0 and n.type = ${NOTICE.deepReply}`;
  return yield* database.all(sql, [yield* answersBelow(database, keys, MOST_BELOW)], (row) => int(row, 'seq'));
}

/** Brings what an event tells up to what is known by now; `seen`: who has seen what was told by it. */
function* noteAgain(noting: Noting, known: Known, seq: number, seen: ReadonlySet<string>): Asked<void> {
  const { database } = noting;
  const event = (yield* database.one(`select seq, raw from events where seq = ? and state = ${STATE.current}`, [seq], readEvent))?.event;
  if (!event) return;
  if (LISTED.includes(event.kind)) {
    noting.later.lists.set(addressOf(event) ?? '', event);
    return;
  }
  const wanted = yield* noticesOf(known, event, seq);
  const told = yield* database.all('select * from notifications where seq > 0 and seq = ?', [seq], readTold);
  yield* settle(
    noting,
    told,
    wanted.map((each) => ({ ...each, at: inSeconds(event.created_at) })),
    seq,
    new Set([...seen, ...seenOf(told)]),
  );
}

/** Brings what a list tells up to what its versions say that are here: each as of the first that says it. */
function* noteList(noting: Noting, known: Known, event: SignedEvent): Asked<void> {
  const { database } = noting;
  const { kind, pubkey } = event;
  const address = addressOf(event) ?? '';
  const wanted = new Map<string, Told>();
  const { versions, areAll } = yield* versionsOf(database, address);
  for (const version of versions)
    for (const each of yield* listedIn(known, version)) {
      if (!wanted.has(keyOf(each))) wanted.set(keyOf(each), { ...each, at: inSeconds(version.created_at) });
    }
  if (!areAll) {
    for (const each of wanted.values()) yield* putFirst(noting, each);
    return;
  }
  const type = kind === KIND.Contacts ? NOTICE.followed : NOTICE.bookmarked;
  const told =
    kind === KIND.LiveEvent
      ? yield* database.all("select * from notifications where subject <> '' and subject = ? and seq = 0", [address], readTold)
      : yield* database.all('select * from notifications where actor = ? and type = ? and seq = 0', [pubkey, type], readTold);
  yield* settle(noting, told, [...wanted.values()], 0);
}

/** What was told, or is to be told, and as of when (seconds). */
type Told = Notice & { readonly at: number; readonly unread?: boolean };

function* settle(
  noting: Noting,
  told: readonly Told[],
  wanted: readonly Told[],
  seq: number,
  seen: ReadonlySet<string> = new Set(),
): Asked<void> {
  const kept = new Set(wanted.map(keyOf));
  for (const old of told) {
    if (kept.has(keyOf(old))) continue;
    const sql = 'delete from notifications where receiver = ? and type = ? and actor = ? and subject = ? and seq = ?';
    yield* noting.database.put(sql, [old.receiver, old.type, old.actor, old.subject, seq]);
    noting.concerned.add(old.receiver);
  }
  for (const each of wanted) yield* put(noting, each, seq, !seen.has(each.receiver));
}

function keyOf({ receiver, type, actor, subject }: Notice): string {
  return JSON.stringify([receiver, type, actor, subject]);
}

/** The oldest versions and the current one, oldest first; and whether there are no others. */
function* versionsOf(database: Database, address: string): Asked<{ readonly versions: readonly SignedEvent[]; readonly areAll: boolean }> {
  const sql = `select seq, state, sum(octet_length(raw)) over (order by created_at, seq) as bytes, row_number() over (order by created_at, seq) as place
    from events where address = ? and state <= ${STATE.superseded} order by created_at, seq`;
  const stored = yield* database.all(sql, [address], (row) => ({
    seq: int(row, 'seq'),
    isRead: int(row, 'state') === STATE.current || (int(row, 'bytes') <= MOST_BYTES && int(row, 'place') <= MOST_VERSIONS),
  }));
  const read = stored.filter(({ isRead }) => isRead);
  const found = yield* together(read.map(({ seq }) => database.one('select seq, raw from events where seq = ?', [seq], readEvent)));
  const versions = found.flatMap((version) => version?.event ?? []);
  return { versions, areAll: read.length === stored.length };
}

const INSERT = `insert into notifications (receiver, type, actor, subject, seq, created_at, unread) values (?, ?, ?, ?, ?, ?, ?)
  on conflict (receiver, type, actor, subject, seq) do update set created_at = excluded.created_at where excluded.created_at`;
const PUT = `${INSERT} <> notifications.created_at`;
const PUT_FIRST = `${INSERT} < notifications.created_at`;

function* put(noting: Noting, { receiver, type, actor, subject, at }: Told, seq: number, unread: boolean): Asked<void> {
  if ((yield* noting.database.run(PUT, [receiver, type, actor, subject, seq, at, unread ? 1 : 0])) > 0) noting.concerned.add(receiver);
}

/** What one version of a list says, unless an earlier one said so; whether it is news. */
function* putFirst({ database, concerned }: Noting, { receiver, type, actor, subject, at }: Told): Asked<boolean> {
  const isNews = (yield* database.run(PUT_FIRST, [receiver, type, actor, subject, 0, at, 1])) > 0;
  if (isNews) concerned.add(receiver);
  return isNews;
}

function readTold(row: Row): Told {
  return {
    receiver: readReceiver(row),
    type: int(row, 'type'),
    actor: text(row, 'actor'),
    subject: text(row, 'subject'),
    at: int(row, 'created_at'),
    unread: int(row, 'unread') === 1,
  };
}

function readReceiver(row: Row): string {
  return text(row, 'receiver');
}

function readEvent(row: Row): { seq: number; event: SignedEvent } {
  return { seq: int(row, 'seq'), event: parseStored({ raw: text(row, 'raw') }) };
}
