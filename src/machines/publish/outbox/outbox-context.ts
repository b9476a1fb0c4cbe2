import type { AnyActorRef } from 'xstate';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import {
  isDirect,
  isDue,
  isSettled,
  isUnfinished,
  jobOf,
  type OutboxRecord,
  type OutboxRecords,
  type OutboxState,
  stateOf,
} from '../../../events/publish/outbox/outbox.ts';
import type { OutboxEntry, OutboxRequest } from '../../../events/publish/outbox/outbox-entry.ts';
import {
  missedBy,
  type MissedEvents,
  unansweredBy,
  unaskedBy,
} from '../../../events/publish/outbox/resend.ts';
import { isFromPlan } from '../../../events/publish/outbox/schedule.ts';
import { millis, type Seconds } from '../../../events/core/time.ts';
import type { Ours } from '../../../events/nostr/ours.ts';
import type { SignerRef } from '../../core/signer-ref.ts';
import type { Bus } from '../../core/bus.ts';
import type { RelayListChanged, RelayNews } from '../../connection/relay-protocol.ts';
import type { AccountAwake, ScopeRef } from '../../core/feature.ts';
import type { OutboxCommand, PublishCommand, OutboxLogSignal } from '../../core/outbox-protocol.ts';
import type { PublishNews } from './publish.machine.ts';

export type OutboxEvent =
  | OutboxCommand
  | OutboxLogSignal
  | PublishNews
  | RelayNews
  | RelayListChanged
  | AccountAwake
  /** The pause of a relay after a resend is over. */
  | { type: 'outbox.restEnded'; key: string }
  /** A job without an answer may be sent again. */
  | { type: 'outbox.pauseEnded'; job: string }
  /** Check which jobs need an actor. */
  | { type: 'outbox.sync' };

declare module '../../core/feature.ts' {
  interface FeatureEvents {
    outbox: OutboxEvent;
  }
}

type Child = `publish ${string}`;
type Forgetter = `forget.${string}`;
export const OUTBOX_CHILDREN: {
  store: 'store';
  [publish: Child]: 'publish';
  [forget: Forgetter]: 'forgetText';
} = { store: 'store' };
export const childOf = (job: string): Child => `publish ${job}`;

/** Return how to remove the stored text of a finished job. `undefined` if it has none. */
export function forgetterFor({ job, account, wish }: OutboxRecord) {
  if (wish.type !== 'event' || wish.origin === undefined) return undefined;
  const { origin, draft } = wish;
  const id: Forgetter = `forget.${job}`;
  return { id, input: { account, origin, content: draft.content } };
}

export interface OutboxInput {
  readonly account: string;
  readonly bus: Bus;
  readonly scope: ScopeRef;
  readonly signer: SignerRef;
}

type Extras = Required<Pick<PublishCommand, 'hold' | 'about'>>;

export interface OutboxContext extends OutboxInput {
  readonly records: OutboxRecords;
  /** The account's write relays. Empty until they are known. */
  readonly relays: ReadonlyArray<Ours<string>>;
  /** Number of jobs that no relay has accepted yet, for views that show only that. */
  readonly unfinished: number;
  readonly leading: boolean;
  /** Jobs started or resumed in this tab, and the date of the draft whose signature it requests. */
  readonly mine: ReadonlyMap<string, Seconds | undefined>;
  /** Jobs that the user resumed in this tab, until they are sent. */
  readonly wanted: ReadonlySet<string>;
  /** Jobs of an earlier page that are signed only if that needs no prompt. */
  readonly quiet: ReadonlySet<string>;
  /** Jobs that no press of the user leads to now. Their signatures must not ask for a PIN. */
  readonly unattended: ReadonlySet<string>;
  /** Parts of the orders that are not in the log, by job. */
  readonly extras: ReadonlyMap<string, Extras>;
  /**
   * `working`: jobs with an actor, and the date of its draft. `done`: jobs whose actor has
   * finished.
   */
  readonly working: ReadonlyMap<string, Seconds | undefined>;
  readonly done: ReadonlySet<string>;
  readonly watchers: ReadonlyMap<string, AnyActorRef>;
  /** Actors that receive every change of the log, by their ids. */
  readonly attending: ReadonlyMap<string, AnyActorRef>;
  /**
   * `owed`: events to send again, because a relay has reconnected, did not answer or joined the
   * relay list. `resting`: keys of relays with a resend in the last minute.
   */
  readonly owed: readonly MissedEvents[];
  readonly resting: ReadonlySet<string>;
  /** How often jobs were left without an answer, for the length of the next pause. */
  readonly unanswered: ReadonlyMap<string, number>;
  /** Newest known time. */
  readonly latest: Seconds;
  /** Orders from before the log was read. */
  readonly waiting: readonly (OutboxCommand | RelayNews)[];
  readonly count: number;
  /** Reason why new data will not survive this page. `undefined` if it will. */
  readonly unkept: 'full' | 'blocked' | 'newer' | undefined;
}

const ORDERS: ReadonlySet<string> = new Set([
  'outbox.publish',
  'outbox.wrap',
  'outbox.planListEdit',
  'outbox.sendListEdit',
  'outbox.signed',
  'outbox.refused',
  'outbox.versionStored',
  'outbox.hold',
  'outbox.retry',
  'outbox.discard',
  'outbox.reschedule',
  'outbox.subscribeToOrigin',
  'outbox.subscribe',
  'relay.opened',
]);

export function isOrder(event: OutboxEvent): event is OutboxCommand | RelayNews {
  return ORDERS.has(event.type);
}

/** Return the entries of this account and ignore all others in the store (INV-SCOPE). */
export function ofAccount(
  entries: readonly OutboxEntry[],
  records: OutboxRecords,
  account: string,
): readonly OutboxEntry[] {
  const own = new Set(records.keys());
  return entries.filter((entry) => {
    if (entry.type === 'intended' && entry.account === account) own.add(entry.job);
    return own.has(entry.job);
  });
}

/**
 * Return the job's event for the read model, if it is signed and not discarded. A deletion hides
 * content, so it counts only after a relay accepted it (INV-OUTCOME). A gift wrap is never shown.
 */
export function factIn(record: OutboxRecord): VerifiedEvent | undefined {
  const state = stateOf(record);
  if (
    isDirect(record) ||
    state === 'discarded' ||
    (record.event?.kind === KIND.EventDeletion && state !== 'accepted')
  )
    return undefined;
  return record.event;
}

/**
 * True if only the tab of its editor may send the job. The editor has just read the current version
 * of the list (INV-BASE).
 */
export const isEditors = ({ wish }: OutboxRecord): boolean => wish.type === 'list';

/**
 * Return the jobs of signed list versions that are not accepted and were not started in this tab,
 * and of list edits that wait for the network.
 */
export const leftIn = ({
  records,
  mine,
}: Pick<OutboxContext, 'records' | 'mine'>): readonly string[] =>
  [...records.values()].flatMap((record) =>
    isEditors(record) && isLeft(record) && !mine.has(record.job) ? [record.job] : [],
  );

function isLeft(record: OutboxRecord): boolean {
  const state = stateOf(record);
  return state === 'sending' || (record.isHeld === true && HELD.has(state));
}

const HELD: ReadonlySet<OutboxState> = new Set<OutboxState>(['intended', 'drafted', 'failed']);

/** Pauses before an event without an answer is sent again, in milliseconds. */
const PAUSES = [30, 60, 120, 300, 900, 3_600].map((length) => length * 1_000);

/**
 * Count the jobs that were newly left without an answer, and return their next pauses in
 * milliseconds. Jobs that have ended are not counted any more.
 */
export function unansweredAfter(
  { records, unanswered: before }: Pick<OutboxContext, 'records' | 'unanswered'>,
  changed: readonly OutboxRecord[],
) {
  const unanswered = new Map(before);
  const pauses: { readonly job: string; readonly delay: number }[] = [];
  for (const record of changed) {
    const { job } = record;
    if (!isUnfinished(record)) unanswered.delete(job);
    if (unansweredBy(records.get(job)).length > 0 || unansweredBy(record).length === 0) continue;
    const nth = unanswered.get(job) ?? 0;
    const delay = PAUSES[nth];
    if (delay !== undefined) pauses.push({ job, delay });
    unanswered.set(job, nth + 1);
  }
  return { unanswered, pauses };
}

/**
 * True if this tab needs an actor for the job. The tab that started a job requests its signature
 * and watches it. The leading tab sends, except for lists.
 */
export function needsActor(
  record: OutboxRecord,
  { mine, leading, done, records }: OutboxContext,
): boolean {
  const { job, event, template } = record;
  if (!isDue(record, records) || (isDirect(record) && !event)) return false;
  if (event)
    return (
      (mine.has(job) || (leading && !isEditors(record))) && !done.has(job) && !isSettled(record)
    );
  return stateOf(record) === 'drafted' && mine.has(job) && mine.get(job) === template?.created_at;
}

/** Kinds of the acts that can be undone for some seconds (BEYOND-09). */
const UNDOABLE: ReadonlySet<number> = new Set([
  KIND.Reaction,
  KIND.Repost,
  KIND.GenericRepost,
  KIND.PollVote,
  KIND.Highlight,
]);

/**
 * Return the acts that an earlier page left unsigned, because it was closed while they could be
 * undone. Texts wait for the user.
 */
export const heldIn = ({
  records,
  mine,
}: Pick<OutboxContext, 'records' | 'mine'>): readonly OutboxRecord[] =>
  [...records.values()].filter(
    (record) =>
      record.wish.type === 'event' &&
      UNDOABLE.has(record.wish.draft.kind) &&
      stateOf(record) === 'drafted' &&
      !mine.has(record.job),
  );

/** True if a job has stopped before a relay accepted it, so only a retry continues it. */
export function isDormant(record: OutboxRecord, { working }: OutboxContext): boolean {
  const state = stateOf(record);
  return (
    state === 'unsigned' ||
    state === 'failed' ||
    (!record.event && state !== 'discarded' && !working.has(record.job))
  );
}

export function begun(
  { mine, watchers }: OutboxContext,
  job: string,
  now: Seconds | undefined,
  from: AnyActorRef | undefined,
) {
  return {
    mine: new Map(mine).set(job, now),
    watchers: from ? new Map(watchers).set(job, from) : watchers,
  };
}

/**
 * Return a new job id. The same request may exist from the same second, in this tab or before a
 * crash, and is another job.
 */
export function newJob(
  { account, records, count }: OutboxContext,
  wish: OutboxRequest,
  now: Seconds,
): string {
  let nth = count;
  while (records.has(jobOf(account, wish, now, nth))) nth++;
  return jobOf(account, wish, now, nth);
}

/** Return the input of a job's actor that its record does not have. */
export function ownInput(context: OutboxContext, job: string) {
  const { extras, wanted, quiet, unattended, records } = context;
  return {
    ...(extras.get(job) ?? { hold: millis(0), about: [] }),
    wanted: wanted.has(job),
    quiet: quiet.has(job),
    isUnattended: unattended.has(job),
    planned: isFromPlan(records, job),
  };
}

/** Add a job to the set, or remove it. */
export function withJob(
  jobs: ReadonlySet<string>,
  job: string,
  isIn: boolean | undefined,
): ReadonlySet<string> {
  return isIn === true ? new Set(jobs).add(job) : withoutJob(jobs, job);
}

export function withoutJob(jobs: ReadonlySet<string>, job: string): ReadonlySet<string> {
  return new Set([...jobs].filter((one) => one !== job));
}

/** Return the order that schedules a note again, as it was. `undefined` if it was no such note. */
export function planOrder(
  record: OutboxRecord | undefined,
  from: PublishCommand['from'],
): PublishCommand | undefined {
  const wish = record?.wish;
  if (!record || wish?.type !== 'event' || wish.due === undefined || !wish.writing)
    return undefined;
  const { draft, origin, due, writing } = wish;
  return {
    draft,
    relays: [],
    now: record.at,
    plan: { due, writing },
    ...(from && { from }),
    ...(origin !== undefined && { origin }),
  };
}

/** Actions that plan resends: to a relay that is back, and after a pause without an answer. */
export const OWE_MISSED = {
  type: 'owe',
  params: ({ context, event }: { context: OutboxContext; event: RelayNews }) => ({
    missed: missedBy(context.records, event.url, context.latest),
  }),
} as const;
export const OWE_UNANSWERED = {
  type: 'owe',
  params: ({ context, event }: { context: OutboxContext; event: { readonly job: string } }) => ({
    missed: unansweredBy(context.records.get(event.job)),
  }),
} as const;
/** For jobs that wait at relays which have left the relay list: all, or those that changed. */
export const OWE_UNASKED = {
  type: 'owe',
  params: ({ context: { records, relays, latest } }: { context: OutboxContext }) => ({
    missed: unaskedBy(records.values(), relays, latest),
  }),
} as const;
export const OWE_UNASKED_OF_CHANGED = {
  type: 'owe',
  params: ({ context, event }: { context: OutboxContext; event: OutboxAppended }) => ({
    missed: unaskedBy(changedIn(context, event), context.relays, context.latest),
  }),
} as const;

type OutboxAppended = Extract<OutboxLogSignal, { type: 'store.appended' }>;

function changedIn(
  { records }: OutboxContext,
  { entries }: OutboxAppended,
): readonly OutboxRecord[] {
  return [...new Set(entries.map(({ job }) => job))].flatMap((job) => records.get(job) ?? []);
}
