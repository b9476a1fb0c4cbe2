import type { Message } from '../../account/user-message.ts';
import type { ListName } from '../../account/lists/list-definitions.ts';
import type { ListIntent } from '../../account/lists/list-intents.ts';
import type { Draft, VerifiedEvent } from '../../nostr/event.ts';
import type { Ours } from '../../nostr/ours.ts';
import type { Seconds } from '../../core/time.ts';
import type { Writing } from '../writing/writing.ts';
import type { Template } from './event-template.ts';

/**
 * What somebody wanted: that something is published, that a gift wrap is sent (NIP-59), or that a list is edited. `origin` is the draft it came
 * from, for whoever wrote it. `due`: it waits for that time, and then gives way to a job that is published; `writing`: the text that it can be edited
 * as. A wrap is signed already, by a key that nobody keeps: `id` names it, `to` is whom it is for. `after`: the job that
 * somebody must have taken before this one is sent.
 */
export type Wish =
  | { readonly type: 'event'; readonly draft: Ours<Draft>; readonly origin?: string; readonly due?: Seconds; readonly writing?: Writing }
  | { readonly type: 'wrap'; readonly id: string; readonly to: string; readonly origin?: string; readonly after?: string }
  | { readonly type: 'list'; readonly list: ListName; readonly intents: readonly ListIntent[] };

/**
 * One line of the outbox's log: what happened to a job, and when (seconds). `drafted`: put before the signer; a list may be drafted
 * again on a newer base. `silent`: a relay that was asked did not answer, or could not be reached. `broadcast`: what the caching service
 * tried, and which relays told it OK. `reason`: what was said to it, or why nothing was. `retried`: it is sent again to all that did not
 * take it, or to the one relay that is named.
 */
export type OutboxEntry = { readonly job: string; readonly at: Seconds } & (
  | { readonly type: 'intended'; readonly account: string; readonly wish: Wish }
  | { readonly type: 'drafted'; readonly template: Ours<Template>; readonly relays: ReadonlyArray<Ours<string>> }
  | { readonly type: 'signed'; readonly event: VerifiedEvent }
  | { readonly type: 'refused'; readonly reason: Message }
  | { readonly type: 'answered'; readonly relay: Ours<string>; readonly accepted: boolean; readonly reason?: Message | undefined }
  | { readonly type: 'silent'; readonly relay: Ours<string>; readonly reason?: Message | undefined }
  | { readonly type: 'broadcast'; readonly accepted: readonly string[]; readonly reason?: Message | undefined }
  | { readonly type: 'imported' }
  | { readonly type: 'retried'; readonly relay?: Ours<string> }
  | { readonly type: 'discarded' }
);

type WithoutTime<T> = T extends OutboxEntry ? Omit<T, 'at'> : never;

/** A line that is to be written; whoever keeps the log puts the time to it. */
export type OutboxLine = WithoutTime<OutboxEntry>;
