import { isSameMessage, type UserMessage } from '../../account/user-message.ts';
import { LIST_DEFINITIONS } from '../../account/lists/list-definitions.ts';
import type { Draft, VerifiedEvent } from '../../nostr/event.ts';
import { KIND } from '../../nostr/kinds.ts';
import type { Ours } from '../../nostr/ours.ts';
import { eventId } from '../../nostr/serialize.ts';
import { inSeconds, minus, type Seconds, seconds } from '../../core/time.ts';
import type { OutboxEntry, OutboxRequest } from './outbox-entry.ts';
import { matchesTemplate, type Template } from './event-template.ts';
import { isForOwnRelays } from './targets.ts';

/** A relay's answer about a signed event. `waiting`: no answer yet. */
export interface RelayOutcome {
  readonly outcome: 'waiting' | 'accepted' | 'rejected' | 'silent';
  readonly reason?: UserMessage | undefined;
}

/** The state of one job: a fold over its log (BEYOND-05). `isHeld`: it waits for the network. */
export interface OutboxRecord {
  readonly job: string;
  readonly account: string;
  readonly wish: OutboxRequest;
  readonly at: Seconds;
  readonly template: Ours<Template> | undefined;
  /** The signed event. It never changes, and every retry sends it. */
  readonly event: VerifiedEvent | undefined;
  /** Why the last signing failed. `undefined`: no refusal since the last draft. */
  readonly refusal: UserMessage | undefined;
  readonly relays: ReadonlyMap<Ours<string>, RelayOutcome>;
  readonly broadcast: RelayOutcome;
  /** Relays that told the caching service OK. */
  readonly broadcastTo: readonly string[];
  /** When the first OK was recorded. */
  readonly acceptedAt?: Seconds;
  readonly imported: boolean;
  readonly discarded: boolean;
  readonly isHeld?: boolean;
}

export type OutboxRecords = ReadonlyMap<string, OutboxRecord>;

/**
 * The state of a job. `scheduled`: it waits for its time, and the signer is not asked before.
 * `intended`: not sent to a signer yet. `drafted`: sent to one. `unsigned`: the signer refused.
 * `sending`: signed, and some relays have not answered. `accepted`: a relay said OK (INV-OUTCOME).
 * `failed`: all were asked, and none said OK.
 */
export type OutboxState =
  | 'scheduled'
  | 'intended'
  | 'drafted'
  | 'unsigned'
  | 'sending'
  | 'accepted'
  | 'failed'
  | 'discarded';

export const WEEK = seconds(7 * 24 * 60 * 60);
const MAX_SETTLED = 500;

export const WAITING: RelayOutcome = { outcome: 'waiting' };

/**
 * Derived, never stored. An event that a relay accepted is public, even if its job was discarded.
 */
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
 * True if it is sent only to the relays of its draft. A gift wrap is never given to the caching
 * service, neither for broadcast nor as a copy. Otherwise the service would learn which connection
 * writes to whom and when, which the wrap is meant to hide.
 */
export function isDirect({ wish }: Pick<OutboxRecord, 'wish'>): boolean {
  return wish.type === 'wrap';
}

/**
 * True if it may be sent now. The own copy of a message waits until a relay has accepted the
 * message. Otherwise a copy of an unsent message could exist.
 */
export function isDue({ wish }: OutboxRecord, records: OutboxRecords): boolean {
  const first =
    wish.type === 'wrap' && wish.after !== undefined ? records.get(wish.after) : undefined;
  return !first || stateOf(first) === 'accepted';
}

/** Return a job, and the jobs that wait for it to be accepted. */
export function withWaiting(records: OutboxRecords, job: string): readonly string[] {
  return [
    job,
    ...[...records.values()].flatMap((one) =>
      one.wish.type === 'wrap' && one.wish.after === job ? [one.job] : [],
    ),
  ];
}

/**
 * Return the relays that said OK, to us or to the caching service. They are the evidence for a
 * success.
 */
export function acceptedBy(record: OutboxRecord): readonly string[] {
  return [...new Set([...takenBy(record), ...record.broadcastTo])];
}

/**
 * Return the relays that accepted it here, without those reported by the caching service. These may
 * be connected to again.
 */
export function takenBy({ relays }: OutboxRecord): ReadonlyArray<Ours<string>> {
  return [...relays].flatMap(([url, { outcome }]) => (outcome === 'accepted' ? [url] : []));
}

/** True if it was sent to relays and all of them exceeded the timeout of 8 seconds (COMPOSE-03). */
export function areSilent({ relays }: OutboxRecord): boolean {
  return relays.size > 0 && [...relays.values()].every(({ outcome }) => outcome === 'silent');
}

/** True if nothing more will happen without the user. A late OK still counts. */
export function isSettled(record: OutboxRecord): boolean {
  const state = stateOf(record);
  if (state === 'accepted')
    return ![...record.relays.values()].some(({ outcome }) => outcome === 'waiting');
  return state === 'failed' || state === 'discarded';
}

/** True if it may be signed again, or sent again to the relays that have not accepted it. */
export function canRetry(record: OutboxRecord): boolean {
  const state = stateOf(record);
  if (state === 'failed' || state === 'unsigned') return true;
  return (
    state === 'accepted' &&
    [...record.relays.values()].some(
      ({ outcome }) => outcome === 'rejected' || outcome === 'silent',
    )
  );
}

/** True if this relay did not respond or joined the relay list later, and none accepted it. */
export function canResend(record: OutboxRecord, relay: Ours<string>): boolean {
  if (record.event === undefined || !isUnfinished(record)) return false;
  const known = record.relays.get(relay);
  return known ? known.outcome === 'silent' : isForOwnRelays(record.wish);
}

/**
 * True if no relay has accepted it yet: it is pending or failed. A scheduled or discarded job is
 * neither.
 */
export function isUnfinished(record: OutboxRecord): boolean {
  const state = stateOf(record);
  return state !== 'accepted' && state !== 'discarded' && state !== 'scheduled';
}

/** The message to the user about a failed job. */
export type PublishFailure = 'publish.unsigned' | 'publish.unconfirmed' | 'publish.failed';

/** PUBLISH-02. `undefined` if the job has not failed. */
export function failureOf(record: OutboxRecord): PublishFailure | undefined {
  const state = stateOf(record);
  if (state === 'unsigned') return 'publish.unsigned';
  if (state !== 'failed') return undefined;
  const isRefused = [...record.relays.values()].some(({ outcome }) => outcome === 'rejected');
  const last = isDirect(record) ? [...record.relays.values()] : [record.broadcast];
  const isUnclear = last.some(({ reason }) => reason?.code === 'publish.unconfirmed');
  return isRefused || !isUnclear ? 'publish.failed' : 'publish.unconfirmed';
}

/**
 * Return the jobs to drop: settled, and older than a week or beyond the last 500. Plans stay as
 * long as the jobs that came from them.
 */
export function outdated(records: OutboxRecords, now: Seconds): readonly string[] {
  const settled = [...records.values()]
    .filter(isSettled)
    .toSorted((a, b) => inSeconds(b.at) - inSeconds(a.at));
  const old = settled.filter(({ at }, place) => at < minus(now, WEEK) || place >= MAX_SETTLED);
  // a job that waits for an unaccepted one will never be sent
  const gone = new Set(
    old.flatMap((one) => (stateOf(one) === 'accepted' ? [one.job] : withWaiting(records, one.job))),
  );
  // only the plan has the text for editing a note that was refused at its time
  const left = new Set(
    [...records.values()].map(({ job, wish }) =>
      gone.has(job) || wish.type !== 'event' || wish.due !== undefined ? undefined : wish.origin,
    ),
  );
  return [...gone].filter((job) => {
    const wish = records.get(job)?.wish;
    return (
      wish?.type !== 'event' ||
      wish.due === undefined ||
      wish.origin === undefined ||
      !left.has(wish.origin)
    );
  });
}

/**
 * Return the name of a job: the same request of the same account at the same time, `nth` in its
 * tab, is the same job.
 */
export function jobOf(account: string, wish: object, now: Seconds, nth: number): string {
  return eventId({
    pubkey: account,
    created_at: now,
    kind: nth,
    tags: [],
    content: JSON.stringify(wish),
  });
}

/**
 * Return the name of a text's job, derived from the text and its origin. Published in two tabs at
 * once it is one job, and so one note (PUBLISH-04). A job that was discarded or not signed is
 * replaced by the next.
 */
export function textJobOf(records: OutboxRecords, account: string, wish: OutboxRequest): string {
  const givesWay = (known: OutboxRecord | undefined): boolean =>
    known !== undefined && ['discarded', 'unsigned'].includes(stateOf(known));
  let nth = 0;
  while (givesWay(records.get(jobOf(account, wish, seconds(0), nth)))) nth++;
  return jobOf(account, wish, seconds(0), nth);
}

/** Kinds that an account publishes once per target. */
const ONCE: ReadonlySet<number> = new Set([KIND.Reaction, KIND.Repost, KIND.GenericRepost]);
/** After this time, the user may have deleted the event in another app without this log knowing. */
const RECENT = seconds(10 * 60);

/**
 * Return the name of a job for a like or a repost, derived from its content alone. Every page,
 * before or after a crash, uses the same job, so it is signed once (PUBLISH-04). A job that was
 * deleted, or ended long ago, is replaced by the next. `undefined` for other kinds.
 */
export function onceOf(
  records: OutboxRecords,
  account: string,
  draft: Draft,
  now: Seconds,
): string | undefined {
  for (let nth = 0; ; nth++) {
    const job = onceJobOf(account, draft, nth);
    const known = records.get(job ?? '');
    if (!known || !isOver(known, records, now)) return job;
  }
}

/** Return the name of the `nth` such job of an account. */
export function onceJobOf(account: string, { kind, tags, content }: Draft, nth: number) {
  const id = tags.find(([name]) => name === 'e')?.[1];
  if (id === undefined || !ONCE.has(kind)) return undefined;
  const act = JSON.stringify([id, kind === KIND.Reaction ? content : '']);
  return eventId({ pubkey: account, created_at: seconds(nth), kind, tags: [], content: act });
}

function isOver(record: OutboxRecord, records: OutboxRecords, now: Seconds): boolean {
  const state = stateOf(record);
  if (state !== 'accepted') return state === 'discarded';
  return record.at < minus(now, RECENT) || takenBackIn(records).has(record.event?.id ?? '');
}

/** Return the ids in accepted deletion requests (NIP-09). */
export function takenBackIn(records: OutboxRecords): ReadonlySet<string> {
  const requests = [...records.values()].flatMap((one) =>
    one.event?.kind === KIND.EventDeletion && stateOf(one) === 'accepted' ? one.event : [],
  );
  return new Set(
    requests.flatMap(({ tags }) =>
      tags.flatMap(([name, id]) => (name === 'e' && id !== undefined ? [id] : [])),
    ),
  );
}

/** Return the last job with that origin that was not discarded. */
export function jobFrom(records: OutboxRecords, origin: string): OutboxRecord | undefined {
  return [...records.values()].findLast(
    (record) =>
      record.wish.type !== 'list' &&
      record.wish.origin === origin &&
      stateOf(record) !== 'discarded',
  );
}

/**
 * Return the job that sends the same encrypted text. Encrypted again it looks different, so its
 * origin identifies it. A failed job is replaced by the next.
 */
export function encryptedJobOf(
  records: OutboxRecords,
  wish: OutboxRequest,
): OutboxRecord | undefined {
  const isEncrypted =
    wish.type === 'wrap' ||
    (wish.type === 'event' && wish.draft.kind === KIND.EncryptedDirectMessage);
  if (!isEncrypted || wish.origin === undefined) return undefined;
  const known = jobFrom(records, wish.origin);
  return known && failureOf(known) === undefined ? known : undefined;
}

/**
 * True if a line may be appended to the log. A message that another tab has begun to send is not
 * begun again, nor is its own copy (PUBLISH-04, DM-05).
 */
export function admitsLine(records: OutboxRecords, entry: OutboxEntry): boolean {
  if (!admits(records.get(entry.job), entry)) return false;
  if (entry.type !== 'intended') return true;
  const { wish } = entry;
  const isOrphan = wish.type === 'wrap' && wish.after !== undefined && !records.has(wish.after);
  return !isOrphan && encryptedJobOf(records, wish) === undefined;
}

/**
 * True if a line may be appended to the log of its job. The caller checks this in the transaction
 * that appends it. A job is therefore signed once, by its own account and as drafted, even with two
 * tabs.
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
      return (
        isOpen && record.template !== undefined && matchesTemplate(record.template, entry.event)
      );
    case 'refused':
      return isOpen && !isSameMessage(record.refusal, entry.reason);
    case 'answered':
    case 'silent':
      return (
        record.event !== undefined &&
        brings(record.relays.get(entry.relay) ?? WAITING, outcomeOf(entry))
      );
    case 'broadcast':
      return (
        record.event !== undefined &&
        !isDirect(record) &&
        (record.broadcast.outcome === 'waiting' ||
          entry.accepted.some((url) => !record.broadcastTo.includes(url)))
      );
    case 'imported':
      return record.event !== undefined && !isDirect(record) && !record.imported;
    case 'held':
      return isUnfinished(record) && (record.isHeld === true) !== entry.on;
    case 'retried':
      return entry.relay === undefined ? canRetry(record) : canResend(record, entry.relay);
    case 'discarded':
      return !record.discarded && stateOf(record) !== 'accepted';
  }
}

/** E-19: silence is replaced by an answer, a no by a yes, and a yes by nothing. */
const WORTH = { waiting: 0, silent: 1, rejected: 2, accepted: 3 } as const;

function brings(known: RelayOutcome, told: RelayOutcome): boolean {
  return WORTH[told.outcome] > WORTH[known.outcome];
}

/** Return a relay's answer or silence from a line of the log. */
export function outcomeOf(
  entry: Extract<OutboxEntry, { type: 'answered' | 'silent' }>,
): RelayOutcome {
  const outcome = entry.type === 'silent' ? 'silent' : entry.accepted ? 'accepted' : 'rejected';
  return { outcome, reason: entry.reason };
}

/**
 * The list editor checks the draft of a list. Every other event has to equal the request, and is by
 * the account. Only a gift wrap is not by the account: it has the requested id, and names only its
 * recipient.
 */
function isAsWished({ account, wish }: OutboxRecord, template: Template): boolean {
  const { pubkey, kind, tags, content } = template;
  if (wish.type === 'wrap') {
    return (
      kind === KIND.GiftWrap &&
      JSON.stringify(tags) === JSON.stringify([['p', wish.to]]) &&
      eventId(template) === wish.id
    );
  }
  if (pubkey !== account) return false;
  if (wish.type === 'list') return kind === LIST_DEFINITIONS[wish.list].kind;
  const { draft } = wish;
  return (
    JSON.stringify([kind, tags, content]) ===
    JSON.stringify([draft.kind, draft.tags, draft.content])
  );
}
