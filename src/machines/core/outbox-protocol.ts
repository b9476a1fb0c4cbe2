import type { Message } from '../../events/account/user-message.ts';
import type { AnyActorRef } from 'xstate';
import type { ListName } from '../../events/account/lists/list-definitions.ts';
import type { ListIntent } from '../../events/account/lists/list-intents.ts';
import type { Draft, VerifiedEvent } from '../../events/nostr/event.ts';
import type { Writing } from '../../events/publish/writing/writing.ts';
import type { OutboxRecord, OutboxRecords } from '../../events/publish/outbox/outbox.ts';
import type { OutboxEntry, OutboxLine } from '../../events/publish/outbox/outbox-entry.ts';
import type { Template } from '../../events/publish/outbox/event-template.ts';
import type { Ours } from '../../events/nostr/ours.ts';
import type { Millis, Seconds } from '../../events/core/time.ts';
import type { Privileged } from '../../events/account/signing/signed-query.ts';

/**
 * What the keeper of the log is told. `append`: lines are written in one go, those that their job admits. `lead`: this tab is to send from
 * now on, as somebody acts in it; `resign`: another may; `stand`: it would, when the one that does goes.
 */
export type StoreCommand =
  | { type: 'store.append'; lines: readonly OutboxLine[] }
  | { type: 'store.prune'; jobs: readonly string[] }
  | { type: 'store.lead' }
  | { type: 'store.resign' }
  | { type: 'store.stand' };

/**
 * What it reports: the log so far, then each new line once and in the log's order, whichever tab wrote it; lines that were not admitted; who
 * sends; and why what is written will not outlive this page.
 */
export type StoreSignal =
  | { type: 'store.opened'; entries: readonly OutboxEntry[]; now: Seconds }
  | { type: 'store.appended'; entries: readonly OutboxEntry[] }
  | { type: 'store.refused'; lines: readonly OutboxLine[] }
  | { type: 'store.leading'; leading: boolean }
  | { type: 'store.unkept'; reason: 'full' | 'blocked' | 'newer' };

/**
 * Something to be published. `request`: by which whoever orders it knows the answer. `relays`: where to. `hold`: how long it can be
 * undone (BEYOND-09). `about`: ids of what it changes the counts of, beyond what its tags say. `plan`: it waits for its time.
 */
export interface PublishOrder {
  readonly request?: string;
  readonly draft: Ours<Draft>;
  readonly relays: ReadonlyArray<Ours<string>>;
  readonly now: Seconds;
  readonly from?: AnyActorRef;
  readonly origin?: string;
  readonly hold?: Millis;
  readonly about?: readonly string[];
  readonly plan?: { readonly due: Seconds; readonly writing: Writing };
}

/** A gift wrap, verified; whom it is for, and where it is sent. */
export interface WrapCopy {
  readonly event: Ours<VerifiedEvent>;
  readonly to: string;
  readonly relays: ReadonlyArray<Ours<string>>;
}

/**
 * What anybody may ask of the outbox. `wrap`: a private message and the own copy of it, both or none. A wish for a list is drafted later by the list's editor, who has it signed, too: `signed` is sent,
 * `refused` is not. `watch`: how what came from that origin stands, now and from now on. `attend`: how the log stands, now and from now on,
 * and which list versions were left behind; of several that have one id the last is told.
 */
export type OutboxOrder =
  | { type: 'outbox.publish'; order: PublishOrder }
  | { type: 'outbox.wrap'; origin: string; message: WrapCopy; own: WrapCopy; from: AnyActorRef }
  | {
      type: 'outbox.wish';
      request: string;
      list: ListName;
      intents: readonly ListIntent[];
      now: Seconds;
      from: AnyActorRef;
    }
  | { type: 'outbox.draft'; job: string; template: Ours<Template>; relays: ReadonlyArray<Ours<string>>; from: AnyActorRef }
  | { type: 'outbox.signed'; job: string; event: VerifiedEvent; from: AnyActorRef }
  | { type: 'outbox.refused'; job: string; reason: Message }
  /** Relays were found to hold what was signed, though their OK was not heard. */
  | { type: 'outbox.held'; job: string; relays: ReadonlyArray<Ours<string>> }
  | { type: 'outbox.retry'; job: string; now: Seconds; from?: AnyActorRef }
  | { type: 'outbox.watch'; origin: string; from: AnyActorRef }
  | { type: 'outbox.attend'; from: AnyActorRef }
  /** `unlessSending`: what another tab has on its way by now is left to it. */
  | { type: 'outbox.discard'; job: string; unlessSending?: true };

/**
 * Told to whoever ordered: the job's name first, with the request that began it, then how it stands, as often as that changes. `none`: nothing
 * came from that origin. `left`: a list version is signed, not taken, and nobody here sends it.
 */
export type OutboxNews =
  | { type: 'outbox.none' }
  | { type: 'outbox.changed'; records: OutboxRecords }
  | { type: 'outbox.left'; job: string }
  | { type: 'outbox.begun'; job: string; request?: string | undefined }
  | { type: 'outbox.news'; record: OutboxRecord };

/** News: the outbox has begun, and knows of nobody who attends it; somebody took an event for the first time. */
export type OutboxBegan = { type: 'outbox.began' };
export type OutboxAccepted = { type: 'outbox.accepted'; event: VerifiedEvent };

/**
 * What whoever is here wants to be signed and sent. `done`: what is said once somebody took it, `failed`: if nobody did, `doing`: as long as it
 * can be undone; `origin`, `hold` and `about`: see PublishOrder; `also`: further relays; `tell`: what the caching service is told beside it, once
 * somebody took it; `retracts`: the act that it takes back; `from`: who is told what becomes of it instead of a person. Times in seconds.
 */
export interface PublishIntent {
  readonly type: 'intents.publish';
  readonly draft: Ours<Draft>;
  readonly now: Seconds;
  readonly done?: Message;
  readonly failed?: Message;
  readonly doing?: Message;
  readonly origin?: string;
  readonly hold?: Millis;
  readonly also?: ReadonlyArray<Ours<string>>;
  readonly tell?: Privileged;
  readonly about?: readonly string[];
  readonly retracts?: string;
  readonly from?: AnyActorRef;
}
