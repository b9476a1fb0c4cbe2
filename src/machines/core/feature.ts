import type {
  ActorRef,
  AnyActorLogic,
  EventFromLogic,
  EventObject,
  InputFrom,
  Snapshot,
} from 'xstate';
import type { UserMessage } from '../../events/account/user-message.ts';
import { lazyLogic } from './lazy-logic.ts';
import type { Bus } from './bus.ts';
import type { SignerRef } from './signer-ref.ts';
import type { Ours } from '../../events/nostr/ours.ts';
import type { FailureReason } from '../../events/publish/outbox/publish-failure.ts';
import type { Millis } from '../../events/core/time.ts';
import { promiseAdapter } from './ports.ts';

/** Events that each feature takes, by its id. A feature adds its own beside its event types. */
export interface FeatureEvents {
  /** Not a feature: the account itself takes the notices of its features. */
  account: AccountNotice;
}

/** Id of a feature that takes events. */
export type FeatureId = keyof FeatureEvents;

/** The events of a feature that the scope routes to it by their prefix. */
export type CommandTo<Id extends FeatureId> = Extract<
  FeatureEvents[Id],
  { readonly type: `${Id}.${string}` }
>;

/** The event that opens a feature. */
export type OpeningOf<Id extends FeatureId> = {
  [One in Id]: Extract<CommandTo<One>, { readonly type: `${One}.open` }>;
}[Id];

/** Notifications to features, by their senders. A sender adds its own. */
export interface FeatureNews {
  account: AccountAwake | AccountUnlocked | AccountCreationChanged | AccountEnding;
}

/** Any event that the scope routes. */
export type ScopeEvent =
  | { [Id in FeatureId]: CommandTo<Id> }[FeatureId]
  | FeatureNews[keyof FeatureNews];

/**
 * Address for requests to other features. A feature adds its own reference if it expects a reply.
 */
export type ScopeRef = ActorRef<Snapshot<unknown>, ScopeEvent>;

/** Address for the answers to a request. The caller has to take all of them. */
export type ReplyTo<Answer extends EventObject> = ActorRef<Snapshot<unknown>, Answer>;

/** Notification: the page is awake or asleep (ACTIVITY-01). */
export type AccountAwake = { type: 'account.wakeChanged'; on: boolean };

/** Notification: the key was opened, so that silent requests need no prompt any more. */
export type AccountUnlocked = { type: 'account.unlocked' };

/** Notification: the account creation screen was opened or left. */
export type AccountCreationChanged = { type: 'account.creationChanged'; on: boolean };

/**
 * Notification: the account is about to leave this tab. `isErased`: its data on this device is
 * being removed.
 */
export type AccountEnding = { type: 'account.ending'; isErased: boolean };

/** Notification: ids of the lazily opened features that are open or opening. */
export type ScopeOpened = { type: 'scope.opened'; ids: readonly string[] };

/** Input that every feature receives. `account` is a public key in hex. */
export interface Scope {
  readonly account: string;
  /** True if this device stores the key. Other accounts sign elsewhere and may prompt the user. */
  readonly isLocal: boolean;
  /** True if the account was created here and no other copy of its key is known. */
  readonly isNew: boolean;
  readonly bus: Bus;
  readonly signer: SignerRef;
  /**
   * Origin of the page and its own relay. The relay may have a private address and is used if the
   * account names none.
   */
  readonly home: string;
  readonly homeRelay: Ours<string>;
  /** Seed of the jitter. */
  readonly seed: number;
  readonly scope: ScopeRef;
}

/**
 * A part that lives as long as the account. It receives the events prefixed with its id, and the
 * notifications that it names. Its actor is a child of the scope.
 */
export interface Feature {
  readonly id: string;
  readonly logic: AnyActorLogic;
  /** `event`: its opening event. Undefined if it starts with the account. */
  readonly input: (scope: Scope, event: ScopeEvent | undefined) => unknown;
  /**
   * State notifications of other features. The feature receives each of them, and on start the last
   * of each kind, in this order.
   */
  readonly replays: readonly string[];
  /** Notifications of other features that something happened. */
  readonly receives: readonly string[];
  /** Features that it depends on. It restarts together with them. */
  readonly restartsWith: readonly string[];
  /** The event that opens the feature each time. `undefined` if it starts with the account. */
  readonly opensOn: string | undefined;
  /** How the logic is loaded before the feature first opens. `undefined` if it is bundled. */
  readonly lazy: LazyCode | undefined;
}

/** Loads and registers the logic of a feature, so that only data is sent to it. */
interface LazyCode {
  readonly code: AnyActorLogic;
  /** Message to show if the code cannot be loaded. */
  readonly unavailable: UserMessage;
}

/** Notifications that a feature takes. */
type NewsFor<Id extends FeatureId> = Extract<
  FeatureNews[keyof FeatureNews],
  { readonly type: FeatureEvents[Id]['type'] }
>['type'];

interface FeatureWiring<Id extends FeatureId> {
  readonly replays?: ReadonlyArray<NewsFor<Id>>;
  readonly receives?: ReadonlyArray<NewsFor<Id>>;
  readonly restartsWith?: readonly FeatureId[];
}

/** A feature misses the events in `receives` until it has started. */
interface LazyWiring<Id extends FeatureId> extends FeatureWiring<Id> {
  readonly unavailable: UserMessage;
}

/** `never` if the logic does not take all events of the feature. */
type Taking<L extends AnyActorLogic, Id extends FeatureId> = [FeatureEvents[Id]] extends [
  EventFromLogic<L>,
]
  ? L
  : never;

/** Build one entry of the registry, with the input and event types of its logic. */
export function feature<Id extends FeatureId, L extends AnyActorLogic>(
  id: Id,
  logic: Taking<L, Id>,
  input: (scope: Scope) => InputFrom<L>,
  { replays = [], receives = [], restartsWith = [] }: FeatureWiring<Id> = {},
): Feature {
  return { id, logic, input, replays, receives, restartsWith, opensOn: undefined, lazy: undefined };
}

/**
 * Build a registry entry whose logic is fetched by `load` on its opening event, `open` after its
 * id. A failed `load` is retried.
 */
export function lazyFeature<Id extends FeatureId, L extends AnyActorLogic>(
  id: Id,
  load: () => Promise<Taking<L, Id>>,
  input: (scope: Scope, event: OpeningOf<Id>) => InputFrom<L>,
  { replays = [], receives = [], restartsWith = [], unavailable }: LazyWiring<Id>,
): Feature {
  const opensOn = `${id}.open`;
  const isOpening = (event: { readonly type: string } | undefined): event is OpeningOf<Id> =>
    event?.type === opensOn;
  const { logic, register } = lazyLogic<AnyActorLogic>(id);
  const code = promiseAdapter(async () => register(await load()));
  const lazy = { code, unavailable };
  return {
    id,
    logic,
    input: (scope, event) => {
      if (!isOpening(event)) throw new Error(`${id} is opened by ${opensOn}`);
      return input(scope, event);
    },
    replays,
    receives,
    restartsWith,
    opensOn,
    lazy,
  };
}

/**
 * Results for the account: a failed action with its reason (PUBLISH-02), or a finished one. `note`:
 * id of the event to open. `account.held`: the job can be undone for that long. `account.settled`:
 * it cannot be undone any more.
 */
export type AccountNotice =
  /** `stays`: until the user dismisses it. */
  | {
      type: 'account.failed';
      message: UserMessage;
      kind?: 'warning' | 'info';
      why?: FailureReason;
      stays?: true;
    }
  | { type: 'account.done'; message: UserMessage; note?: string }
  | { type: 'account.held'; job: string; message: UserMessage; lasts: Millis }
  | { type: 'account.settled'; job: string };
