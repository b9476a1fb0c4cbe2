import type { AnyActorRef } from 'xstate';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import {
  isDirect,
  isDue,
  isSettled,
  jobOf,
  type OutboxRecord,
  type OutboxRecords,
  stateOf,
} from '../../../events/publish/outbox/outbox.ts';
import type { OutboxEntry, Wish } from '../../../events/publish/outbox/outbox-entry.ts';
import type { Owed } from '../../../events/publish/outbox/resend.ts';
import type { Seconds } from '../../../events/core/time.ts';
import type { SignerRef } from '../../core/signer-ref.ts';
import type { Bus } from '../../core/bus.ts';
import type { RelayNews } from '../../connection/relay-protocol.ts';
import type { AccountAwake, ScopeRef } from '../../core/feature.ts';
import type { OutboxOrder, PublishOrder, StoreSignal } from '../../core/outbox-protocol.ts';
import type { PublishNews } from './publish.machine.ts';

export type OutboxEvent =
  | OutboxOrder
  | StoreSignal
  | PublishNews
  | RelayNews
  | AccountAwake
  /** A relay that was sent something again has had its rest. */
  | { type: 'outbox.rested'; key: string }
  /** Looks again which jobs need an actor. */
  | { type: 'outbox.sync' };

export interface OutboxInput {
  readonly account: string;
  readonly bus: Bus;
  readonly scope: ScopeRef;
  readonly signer: SignerRef;
}

type Extras = Required<Pick<PublishOrder, 'hold' | 'about'>>;

export interface OutboxContext extends OutboxInput {
  readonly records: OutboxRecords;
  /** How many of them nobody has taken yet, for whoever shows no more than that. */
  readonly unfinished: number;
  readonly leading: boolean;
  /** Jobs that were begun or taken up in this tab, and the time of the draft for which it asks for a signature. */
  readonly mine: ReadonlyMap<string, Seconds | undefined>;
  /** Jobs that a person took up again in this tab, until they are sent. */
  readonly wanted: ReadonlySet<string>;
  /** Those parts of the order for a job that are not in the log. */
  readonly extras: ReadonlyMap<string, Extras>;
  /** Jobs that have an actor, and the time of the draft it was started with; and those whose actor has done what it can. */
  readonly working: ReadonlyMap<string, Seconds | undefined>;
  readonly done: ReadonlySet<string>;
  readonly watchers: ReadonlyMap<string, AnyActorRef>;
  /** Actors that are told of every change of the log, by their ids. */
  readonly attending: ReadonlyMap<string, AnyActorRef>;
  /** Events that relays which came back have not heard yet; and the keys of relays that were sent something within the last minute. */
  readonly owed: readonly Owed[];
  readonly resting: ReadonlySet<string>;
  /** The newest time that is known of. */
  readonly latest: Seconds;
  /** Orders that came before the log was read. */
  readonly waiting: readonly (OutboxOrder | RelayNews)[];
  readonly count: number;
  /** Why what is written now will not outlive this page; undefined: it will. */
  readonly unkept: 'full' | 'blocked' | 'newer' | undefined;
}

const ORDERS: ReadonlySet<string> = new Set([
  'outbox.publish',
  'outbox.wrap',
  'outbox.wish',
  'outbox.draft',
  'outbox.signed',
  'outbox.refused',
  'outbox.held',
  'outbox.retry',
  'outbox.discard',
  'outbox.watch',
  'outbox.attend',
  'relay.opened',
]);

export function isOrder(event: OutboxEvent): event is OutboxOrder | RelayNews {
  return ORDERS.has(event.type);
}

/** Lines of other accounts are none of ours, whatever the store gives (INV-SCOPE). */
export function ofAccount(entries: readonly OutboxEntry[], records: OutboxRecords, account: string): readonly OutboxEntry[] {
  const own = new Set(records.keys());
  return entries.filter((entry) => {
    if (entry.type === 'intended' && entry.account === account) own.add(entry.job);
    return own.has(entry.job);
  });
}

/**
 * The event of a job that the read model may show: it is signed, and was not discarded. A deletion hides something, so it counts only once a
 * relay took it (INV-OUTCOME). A gift wrap is nothing to be shown.
 */
export function factIn(record: OutboxRecord): VerifiedEvent | undefined {
  const state = stateOf(record);
  if (isDirect(record) || state === 'discarded' || (record.event?.kind === KIND.EventDeletion && state !== 'accepted')) return undefined;
  return record.event;
}

/** A version of a list is sent by the tab whose editor has just looked at what is there, and by no other (INV-BASE). */
export const isEditors = ({ wish }: OutboxRecord): boolean => wish.type === 'list';

/** Versions of lists that are signed and not taken, and that this tab did not begin. */
export const leftIn = ({ records, mine }: Pick<OutboxContext, 'records' | 'mine'>): readonly string[] =>
  [...records.values()].flatMap((record) =>
    isEditors(record) && record.event && stateOf(record) === 'sending' && !mine.has(record.job) ? [record.job] : [],
  );

/** A signature is asked for where it was wanted; sending is the leader's work but for lists, and to watch it everybody's who began it. */
export function needsActor(record: OutboxRecord, { mine, leading, done, records }: OutboxContext): boolean {
  const { job, event, template } = record;
  if (!isDue(record, records) || (isDirect(record) && !event)) return false;
  if (event) return (mine.has(job) || (leading && !isEditors(record))) && !done.has(job) && !isSettled(record);
  return stateOf(record) === 'drafted' && mine.has(job) && mine.get(job) === template?.created_at;
}

/** Whether a job has come to a halt although nobody took it: it goes on only if somebody retries it. */
export function isDormant(record: OutboxRecord, { working }: OutboxContext): boolean {
  const state = stateOf(record);
  return state === 'unsigned' || state === 'failed' || (!record.event && state !== 'discarded' && !working.has(record.job));
}

export function begun({ mine, watchers }: OutboxContext, job: string, now: Seconds | undefined, from: AnyActorRef | undefined) {
  return { mine: new Map(mine).set(job, now), watchers: from ? new Map(watchers).set(job, from) : watchers };
}

/** A name for a new job. The same wish may have been made before in the same second, in this tab or before a crash: that was another job. */
export function newJob({ account, records, count }: OutboxContext, wish: Wish, now: Seconds): string {
  let nth = count;
  while (records.has(jobOf(account, wish, now, nth))) nth++;
  return jobOf(account, wish, now, nth);
}

export function withoutJob(jobs: ReadonlySet<string>, job: string): ReadonlySet<string> {
  return new Set([...jobs].filter((one) => one !== job));
}
