import type { UserMessage } from '../../events/account/user-message.ts';
import type { ReplyTo } from './feature.ts';
import type { ListName } from '../../events/account/lists/list-definitions.ts';
import type { ListIntent } from '../../events/account/lists/list-intents.ts';
import type { Draft, VerifiedEvent } from '../../events/nostr/event.ts';
import type { Writing } from '../../events/publish/writing/writing.ts';
import type { OutboxRecord, OutboxRecords } from '../../events/publish/outbox/outbox.ts';
import type { OutboxEntry, OutboxEntryDraft } from '../../events/publish/outbox/outbox-entry.ts';
import type { Template } from '../../events/publish/outbox/event-template.ts';
import type { Ours } from '../../events/nostr/ours.ts';
import type { Millis, Seconds } from '../../events/core/time.ts';
import type { SignedQuery } from '../../events/account/signing/signed-query.ts';

/**
 * Commands to the outbox store. `append`: write lines in one transaction, if their job permits.
 * `lead`: become the sending tab now, because the user acted here. `resign`: give up the role.
 * `standBy`: become the sender when the current one closes.
 */
export type OutboxLogCommand =
  | { type: 'store.append'; lines: readonly OutboxEntryDraft[] }
  | { type: 'store.prune'; jobs: readonly string[] }
  | { type: 'store.lead' }
  | { type: 'store.resign' }
  | { type: 'store.standBy' };

/**
 * Signals from the outbox store: the log so far, then each new line once, in order, from any tab.
 * Also rejected lines, the sending tab, and why writes will not survive this page.
 */
export type OutboxLogSignal =
  | { type: 'store.opened'; entries: readonly OutboxEntry[]; now: Seconds }
  | { type: 'store.appended'; entries: readonly OutboxEntry[] }
  | { type: 'store.refused'; lines: readonly OutboxEntryDraft[] }
  | { type: 'store.leadershipChanged'; leading: boolean }
  | { type: 'store.writeFailed'; reason: 'full' | 'blocked' | 'newer' }
  /** All lines are on disk again. */
  | { type: 'store.written' };

/**
 * Something to publish. `request`: correlates the reply. `relays`: targets. `hold`: how long it can
 * be undone (BEYOND-09). `about`: further event ids whose counts change. `plan`: scheduled
 * publication. `base`: the content of the profile that the draft changes. `isUnattended`: no press
 * of the user leads to it now, so it must not ask for a PIN.
 */
export interface PublishCommand {
  readonly request?: string;
  readonly draft: Ours<Draft>;
  readonly relays: ReadonlyArray<Ours<string>>;
  readonly now: Seconds;
  readonly from?: ReplyTo<JobUpdate>;
  readonly origin?: string;
  readonly hold?: Millis;
  readonly about?: readonly string[];
  readonly plan?: { readonly due: Seconds; readonly writing: Writing };
  readonly base?: string;
  readonly isUnattended?: boolean;
}

/** A verified gift wrap, its recipient and its relays. */
export interface WrapCopy {
  readonly event: Ours<VerifiedEvent>;
  readonly to: string;
  readonly relays: ReadonlyArray<Ours<string>>;
}

/**
 * Commands to the outbox. `wrap`: publish a private message and our own copy, both or neither.
 * `planListEdit`: create a job for a list edit, which the list editor drafts and signs. `signed` is
 * sent, `refused` is not. `subscribeToOrigin`: send the state of the job with this origin, then
 * every change; `request` correlates the reply. `subscribe`: send the log and orphaned list
 * versions, then every change. If several have the same id, the last wins.
 */
export type OutboxCommand =
  | { type: 'outbox.publish'; order: PublishCommand }
  | {
      type: 'outbox.wrap';
      origin: string;
      message: WrapCopy;
      own: WrapCopy;
      from: ReplyTo<JobUpdate>;
    }
  | {
      type: 'outbox.planListEdit';
      request: string;
      list: ListName;
      intents: readonly ListIntent[];
      now: Seconds;
      from: ReplyTo<JobUpdate>;
    }
  | {
      type: 'outbox.sendListEdit';
      job: string;
      template: Ours<Template>;
      relays: ReadonlyArray<Ours<string>>;
      from: ReplyTo<JobUpdate>;
    }
  | { type: 'outbox.signed'; job: string; event: VerifiedEvent; from: ReplyTo<JobUpdate> }
  | { type: 'outbox.refused'; job: string; reason: UserMessage }
  /** A list edit waits for the network, or no more. */
  | { type: 'outbox.hold'; job: string; on: boolean; from: ReplyTo<JobUpdate> }
  /** The relays store the signed event, although their OK did not arrive. */
  | { type: 'outbox.versionStored'; job: string; relays: ReadonlyArray<Ours<string>> }
  | {
      type: 'outbox.retry';
      job: string;
      now: Seconds;
      from?: ReplyTo<JobUpdate>;
      isUnattended?: boolean;
    }
  | { type: 'outbox.subscribeToOrigin'; origin: string; from: ReplyTo<JobUpdate>; request?: string }
  /** Schedule a discarded note again, as it was. */
  | { type: 'outbox.reschedule'; job: string; from?: ReplyTo<JobUpdate> }
  | { type: 'outbox.subscribe'; from: ReplyTo<LogUpdate> }
  /**
   * `unlessSending`: leave the job alone if another tab is sending it. `withText`: the user also
   * discards the stored text that the job came from.
   */
  | { type: 'outbox.discard'; job: string; unlessSending?: true; withText?: true };

/**
 * Replies to the caller: first the job's name and its request, then the job's record after every
 * change. `jobMissing`: no job has that origin. `jobAbandoned`: a list version is signed but not
 * accepted, and this tab does not send it; or a list edit of an earlier page waits for the network.
 */
export type OutboxUpdate = JobUpdate | LogUpdate;
export type JobUpdate =
  | { type: 'outbox.jobMissing'; request?: string | undefined }
  | { type: 'outbox.jobCreated'; job: string; request?: string | undefined }
  | { type: 'outbox.jobChanged'; record: OutboxRecord };
/** To those who subscribe to the whole log. */
export type LogUpdate =
  | { type: 'outbox.changed'; records: OutboxRecords }
  | { type: 'outbox.jobAbandoned'; job: string };

/**
 * Notifications: the outbox has started with no attendant yet, and an event was accepted for the
 * first time.
 */
export type OutboxStarted = { type: 'outbox.started' };
export type OutboxAccepted = { type: 'outbox.accepted'; event: VerifiedEvent };

declare module './feature.ts' {
  interface FeatureNews {
    outbox: OutboxStarted | OutboxAccepted;
  }
}

/**
 * An event that the current user wants to sign and send. Messages: `done` after acceptance,
 * `failed` without it, `doing` while it can be undone. `origin`, `hold` and `about`: see
 * PublishCommand. `also`: further relays. `tell`: request to the caching service after acceptance.
 * `retracts`: the action that it undoes. `from`: actor that receives the result instead of the
 * user. `isUnattended`: see PublishCommand. Times in seconds.
 */
export interface PublishIntent {
  readonly type: 'intents.publish';
  readonly draft: Ours<Draft>;
  readonly now: Seconds;
  readonly done?: UserMessage;
  readonly failed?: UserMessage;
  readonly doing?: UserMessage;
  readonly origin?: string;
  readonly hold?: Millis;
  readonly also?: ReadonlyArray<Ours<string>>;
  readonly tell?: SignedQuery;
  readonly about?: readonly string[];
  readonly retracts?: string;
  readonly from?: ReplyTo<JobUpdate>;
  readonly isUnattended?: boolean;
}
