import type { UserMessage } from '../../account/user-message.ts';
import type { ListName } from '../../account/lists/list-definitions.ts';
import type { ListIntent } from '../../account/lists/list-intents.ts';
import type { Draft, VerifiedEvent } from '../../nostr/event.ts';
import type { Ours } from '../../nostr/ours.ts';
import type { Seconds } from '../../core/time.ts';
import type { Writing } from '../writing/writing.ts';
import type { Template } from './event-template.ts';

/**
 * A request: publish an event, send a gift wrap (NIP-59), or edit a list. `origin`: the draft that
 * it came from, for its composer. `due`: it waits for that time, and is then replaced by a job that
 * publishes it. `writing`: the text for editing it. A wrap is already signed by a throwaway key.
 * `id` identifies it, and `to` is its recipient. `after`: the job that a relay must have accepted
 * before this one is sent. `base`: the content of the profile that the draft changes, empty if
 * there is none.
 */
export type OutboxRequest =
  | {
      readonly type: 'event';
      readonly draft: Ours<Draft>;
      readonly origin?: string;
      readonly due?: Seconds;
      readonly writing?: Writing;
      readonly base?: string;
    }
  | {
      readonly type: 'wrap';
      readonly id: string;
      readonly to: string;
      readonly origin?: string;
      readonly after?: string;
    }
  | { readonly type: 'list'; readonly list: ListName; readonly intents: readonly ListIntent[] };

/**
 * One line of the outbox's log: an event of a job, with its time in seconds. `drafted`: sent to the
 * signer. A list may be drafted again on a newer base. `silent`: a relay did not answer, or could
 * not be reached. `broadcast`: the caching service's attempt, with the relays that told it OK.
 * `reason`: the relay's words, or why there is no answer. `retried`: it is sent again to the named
 * relay, or to all that have not accepted it. `held`: a list edit waits for the network. A later
 * page resumes it.
 */
export type OutboxEntry = { readonly job: string; readonly at: Seconds } & (
  | { readonly type: 'intended'; readonly account: string; readonly wish: OutboxRequest }
  | {
      readonly type: 'drafted';
      readonly template: Ours<Template>;
      readonly relays: ReadonlyArray<Ours<string>>;
    }
  | { readonly type: 'signed'; readonly event: VerifiedEvent }
  | { readonly type: 'refused'; readonly reason: UserMessage }
  | {
      readonly type: 'answered';
      readonly relay: Ours<string>;
      readonly accepted: boolean;
      readonly reason?: UserMessage | undefined;
    }
  | {
      readonly type: 'silent';
      readonly relay: Ours<string>;
      readonly reason?: UserMessage | undefined;
    }
  | {
      readonly type: 'broadcast';
      readonly accepted: readonly string[];
      readonly reason?: UserMessage | undefined;
    }
  | { readonly type: 'imported' }
  | { readonly type: 'held'; readonly on: boolean }
  | { readonly type: 'retried'; readonly relay?: Ours<string> }
  | { readonly type: 'discarded' }
);

type WithoutTime<T> = T extends OutboxEntry ? Omit<T, 'at'> : never;

/** A line to be written. The log adds the time. */
export type OutboxEntryDraft = WithoutTime<OutboxEntry>;
