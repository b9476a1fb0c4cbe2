import { isSameMessage, type Message } from '../../account/user-message.ts';
import { LIST_FORMS } from '../../account/lists/list-definitions.ts';
import type { Draft, VerifiedEvent } from '../../nostr/event.ts';
import { KIND } from '../../nostr/kinds.ts';
import type { Ours } from '../../nostr/ours.ts';
import { eventId } from '../../nostr/serialize.ts';
import { inSeconds, minus, type Seconds, seconds } from '../../core/time.ts';
import type { OutboxEntry, Wish } from './outbox-entry.ts';
import { isAsAsked, type Template } from './event-template.ts';

/** What one relay said of a signed event. `waiting`: nothing yet. */
export interface RelayOutcome {
  readonly outcome: 'waiting' | 'accepted' | 'rejected' | 'silent';
  readonly reason?: Message | undefined;
}

/** All that is known of one job: a fold over its log (BEYOND-05). */
export interface OutboxRecord {
  readonly job: string;
  readonly account: string;
  readonly wish: Wish;
  readonly at: Seconds;
  readonly template: Ours<Template> | undefined;
  /** The signed event. Once it is there it never changes, and it is what is sent, however often. */
  readonly event: VerifiedEvent | undefined;
  /** Why it was not signed the last time; undefined: nothing was refused since. */
  readonly refusal: Message | undefined;
  readonly relays: ReadonlyMap<Ours<string>, RelayOutcome>;
  /** What the caching service's broadcast came to. */
  readonly broadcast: RelayOutcome;
  /** Relays that told the caching service OK. */
  readonly broadcastTo: readonly string[];
  readonly imported: boolean;
  readonly discarded: boolean;
}

export type OutboxRecords = ReadonlyMap<string, OutboxRecord>;

/**
 * Where a job stands. `scheduled`: it waits for its time, and nothing is asked of a signer before; `intended`: not before a signer yet; `drafted`: before one; `unsigned`: refused; `sending`: signed, and not everybody
 * was heard; `accepted`: somebody said OK (INV-OUTCOME); `failed`: all were asked and nobody did.
 */
export type OutboxState = 'scheduled' | 'intended' | 'drafted' | 'unsigned' | 'sending' | 'accepted' | 'failed' | 'discarded';

export const WEEK = seconds(7 * 24 * 60 * 60);
const MAX_SETTLED = 500;

/** A relay that has not said anything. */
export const WAITING: RelayOutcome = { outcome: 'waiting' };

/** Derived, never stored. An event that somebody took is out in the world, also if its job was discarded. */
export function stateOf(record: OutboxRecord): OutboxState {
  const { template, event, refusal, discarded } = record;
  if (acceptedBy(record).length > 0) return 'accepted';
  if (discarded) return 'discarded';
  if (record.wish.type === 'event' && record.wish.due !== undefined) return 'scheduled';
  if (!event) return refusal !== undefined ? 'unsigned' : template ? 'drafted' : 'intended';
  const asked = [...record.relays.values(), ...(isDirect(record) ? [] : [record.broadcast])];
  return asked.some(({ outcome }) => outcome === 'waiting') ? 'sending' : 'failed';
}

/**
 * Whether it goes to the relays alone that it was drafted for. A gift wrap is never handed to the caching service, neither to be broadcast nor as a
 * copy: it would learn which connection writes to whom, and when, which is what the wrap is there to hide.
 */
export function isDirect({ wish }: Pick<OutboxRecord, 'wish'>): boolean {
  return wish.type === 'wrap';
}

/** Whether it may be sent by now: the own copy of a message waits until somebody took the message, so that it never tells of one that did not go. */
export function isDue({ wish }: OutboxRecord, records: OutboxRecords): boolean {
  const first = wish.type === 'wrap' && wish.after !== undefined ? records.get(wish.after) : undefined;
  return !first || stateOf(first) === 'accepted';
}

/** A job, and those that wait for it to be taken. */
export function withWaiting(records: OutboxRecords, job: string): readonly string[] {
  return [job, ...[...records.values()].flatMap((one) => (one.wish.type === 'wrap' && one.wish.after === job ? [one.job] : []))];
}

/** Relays that said OK, to us or to the caching service; the evidence for a success. */
export function acceptedBy(record: OutboxRecord): readonly string[] {
  return [...new Set([...takenBy(record), ...record.broadcastTo])];
}

/** Relays that accepted it here, without those that the caching service names: these may be dialled again. */
export function takenBy({ relays }: OutboxRecord): ReadonlyArray<Ours<string>> {
  return [...relays].flatMap(([url, { outcome }]) => (outcome === 'accepted' ? [url] : []));
}

/** Whether it was sent to relays and all of them have let their 8 seconds pass (COMPOSE-03). */
export function areSilent({ relays }: OutboxRecord): boolean {
  return relays.size > 0 && [...relays.values()].every(({ outcome }) => outcome === 'silent');
}

/** Whether nothing more will happen by itself, though a late OK still counts. */
export function isSettled(record: OutboxRecord): boolean {
  const state = stateOf(record);
  if (state === 'accepted') return ![...record.relays.values()].some(({ outcome }) => outcome === 'waiting');
  return state === 'failed' || state === 'discarded';
}

/** Whether somebody may have it signed again, or sent again to those that did not take it. */
export function canRetry(record: OutboxRecord): boolean {
  const state = stateOf(record);
  if (state === 'failed' || state === 'unsigned') return true;
  return state === 'accepted' && [...record.relays.values()].some(({ outcome }) => outcome === 'rejected' || outcome === 'silent');
}

/** Whether that relay was not there to hear it, and nobody else took it. */
export function canResend(record: OutboxRecord, relay: Ours<string>): boolean {
  return record.event !== undefined && isUnfinished(record) && record.relays.get(relay)?.outcome === 'silent';
}

/** Whether nobody has taken it yet: it is on its way, or failed. What waits for its time is neither. */
export function isUnfinished(record: OutboxRecord): boolean {
  const state = stateOf(record);
  return state !== 'accepted' && state !== 'discarded' && state !== 'scheduled';
}

/** What a person is told of a job that came to nothing. */
export type PublishFailure = 'publish.unsigned' | 'publish.unconfirmed' | 'publish.failed';

/** PUBLISH-02; undefined for jobs that have not come to nothing. */
export function failureOf(record: OutboxRecord): PublishFailure | undefined {
  const state = stateOf(record);
  if (state === 'unsigned') return 'publish.unsigned';
  if (state !== 'failed') return undefined;
  const isRefused = [...record.relays.values()].some(({ outcome }) => outcome === 'rejected');
  const last = isDirect(record) ? [...record.relays.values()] : [record.broadcast];
  const isUnclear = last.some(({ reason }) => reason?.code === 'publish.unconfirmed');
  return isRefused || !isUnclear ? 'publish.failed' : 'publish.unconfirmed';
}

/** Jobs that nobody needs to see any more: settled, and older than a week or beyond the last 500. Plans stay as long as what came of them. */
export function outdated(records: OutboxRecords, now: Seconds): readonly string[] {
  const settled = [...records.values()].filter(isSettled).toSorted((a, b) => inSeconds(b.at) - inSeconds(a.at));
  const old = settled.filter(({ at }, place) => at < minus(now, WEEK) || place >= MAX_SETTLED);
  // what waits for one that nobody took will never be sent
  const gone = new Set(old.flatMap((one) => (stateOf(one) === 'accepted' ? [one.job] : withWaiting(records, one.job))));
  // a plan alone has the text that a note which was refused at its time can be edited with
  const left = new Set(
    [...records.values()].map(({ job, wish }) =>
      gone.has(job) || wish.type !== 'event' || wish.due !== undefined ? undefined : wish.origin,
    ),
  );
  return [...gone].filter((job) => {
    const wish = records.get(job)?.wish;
    return wish?.type !== 'event' || wish.due === undefined || wish.origin === undefined || !left.has(wish.origin);
  });
}

/** Names a job: the same wish of the same account at the same time, `nth` in its tab, is the same job. */
export function jobOf(account: string, wish: Wish, now: Seconds, nth: number): string {
  return eventId({ pubkey: account, created_at: now, kind: nth, tags: [], content: JSON.stringify(wish) });
}

/**
 * Names the job of a text after the text and where it comes from: published in two tabs that have not heard of each other it is one job, and so
 * one note (PUBLISH-04). One that was thrown away or not signed gives way to the next.
 */
export function textJobOf(records: OutboxRecords, account: string, wish: Wish): string {
  const givesWay = (known: OutboxRecord | undefined): boolean => known !== undefined && ['discarded', 'unsigned'].includes(stateOf(known));
  let nth = 0;
  while (givesWay(records.get(jobOf(account, wish, seconds(0), nth)))) nth++;
  return jobOf(account, wish, seconds(0), nth);
}

/** Kinds of which an account has one for each thing. */
const ONCE: ReadonlySet<number> = new Set([KIND.Reaction, KIND.Repost, KIND.GenericRepost]);
/** After that whoever does not see his own act may have taken it back elsewhere. */
const RECENT = seconds(10 * 60);

/**
 * Names the job of an act that is done once, a like or a repost, after the act alone: in whichever page, before or after a crash, it is the
 * same job, and so signed once (PUBLISH-04). One that was taken back, or done long ago, gives way to the next. Undefined for all else.
 */
export function onceOf(records: OutboxRecords, account: string, { kind, tags, content }: Draft, now: Seconds): string | undefined {
  const id = tags.find(([name]) => name === 'e')?.[1];
  if (id === undefined || !ONCE.has(kind)) return undefined;
  const act = JSON.stringify([id, kind === KIND.Reaction ? content : '']);
  const job = (nth: number): string => eventId({ pubkey: account, created_at: seconds(nth), kind, tags: [], content: act });
  let nth = 0;
  for (let known = records.get(job(nth)); known && isOver(known, records, now); known = records.get(job(nth))) nth++;
  return job(nth);
}

function isOver(record: OutboxRecord, records: OutboxRecords, now: Seconds): boolean {
  const state = stateOf(record);
  if (state !== 'accepted') return state === 'discarded';
  return record.at < minus(now, RECENT) || takenBackIn(records).has(record.event?.id ?? '');
}

/** Ids of what accepted deletion requests name (NIP-09). */
export function takenBackIn(records: OutboxRecords): ReadonlySet<string> {
  const requests = [...records.values()].flatMap((one) =>
    one.event?.kind === KIND.EventDeletion && stateOf(one) === 'accepted' ? one.event : [],
  );
  return new Set(requests.flatMap(({ tags }) => tags.flatMap(([name, id]) => (name === 'e' && id !== undefined ? [id] : []))));
}

/** The last job that came from there and was not discarded. */
export function jobFrom(records: OutboxRecords, origin: string): OutboxRecord | undefined {
  return [...records.values()].findLast(
    (record) => record.wish.type !== 'list' && record.wish.origin === origin && stateOf(record) !== 'discarded',
  );
}

/**
 * Whether a line may be written behind what is known of its job; whoever keeps the log asks this in the same transaction in which he
 * writes. So a job is signed once, by the account it belongs to and as drafted, whatever two tabs do.
 */
export function admits(record: OutboxRecord | undefined, entry: OutboxEntry): boolean {
  if (!record) return entry.type === 'intended';
  const isOpen = !record.event && !record.discarded;
  switch (entry.type) {
    case 'intended':
      return false;
    case 'drafted':
      return isOpen && stateOf(record) !== 'scheduled' && isAsWished(record, entry.template);
    case 'signed':
      return isOpen && record.template !== undefined && isAsAsked(record.template, entry.event);
    case 'refused':
      return isOpen && !isSameMessage(record.refusal, entry.reason);
    case 'answered':
    case 'silent':
      return record.event !== undefined && brings(record.relays.get(entry.relay) ?? WAITING, outcomeOf(entry));
    case 'broadcast':
      return (
        record.event !== undefined &&
        !isDirect(record) &&
        (record.broadcast.outcome === 'waiting' || entry.accepted.some((url) => !record.broadcastTo.includes(url)))
      );
    case 'imported':
      return record.event !== undefined && !isDirect(record) && !record.imported;
    case 'retried':
      return entry.relay === undefined ? canRetry(record) : canResend(record, entry.relay);
    case 'discarded':
      return !record.discarded && stateOf(record) !== 'accepted';
  }
}

/** E-19: silence gives way to an answer, no to yes, and yes to nothing. */
const WORTH = { waiting: 0, silent: 1, rejected: 2, accepted: 3 } as const;

function brings(known: RelayOutcome, told: RelayOutcome): boolean {
  return WORTH[told.outcome] > WORTH[known.outcome];
}

/** What a relay said, or did not say, as a line of the log has it. */
export function outcomeOf(entry: Extract<OutboxEntry, { type: 'answered' | 'silent' }>): RelayOutcome {
  const outcome = entry.type === 'silent' ? 'silent' : entry.accepted ? 'accepted' : 'rejected';
  return { outcome, reason: entry.reason };
}

/**
 * A draft for a list is the list editor's affair; anything else is drafted exactly as it was wished, and by the account. A gift wrap alone is not by
 * the account: it is the very one that was wished for, and names nobody but its receiver.
 */
function isAsWished({ account, wish }: OutboxRecord, template: Template): boolean {
  const { pubkey, kind, tags, content } = template;
  if (wish.type === 'wrap') {
    return kind === KIND.GiftWrap && JSON.stringify(tags) === JSON.stringify([['p', wish.to]]) && eventId(template) === wish.id;
  }
  if (pubkey !== account) return false;
  if (wish.type === 'list') return kind === LIST_FORMS[wish.list].kind;
  const { draft } = wish;
  return JSON.stringify([kind, tags, content]) === JSON.stringify([draft.kind, draft.tags, draft.content]);
}
