import type { ActorRef, AnyActorLogic, AnyEventObject, InputFrom, Snapshot } from 'xstate';
import type { UserMessage } from '../../events/account/user-message.ts';
import { lazyLogic } from './lazy-logic.ts';
import type { Bus } from './bus.ts';
import type { SignerRef } from './signer-ref.ts';
import type { Ours } from '../../events/nostr/ours.ts';
import type { FailureReason } from '../../events/publish/outbox/publish-failure.ts';
import type { Millis } from '../../events/core/time.ts';
import { promiseAdapter } from './ports.ts';

/**
 * Address for requests to other features. A feature adds its own reference if it expects a reply.
 */
export type ScopeRef = ActorRef<Snapshot<unknown>, AnyEventObject>;

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
  /** `event`: the event that opens the feature. */
  readonly input: (scope: Scope, event: AnyEventObject) => unknown;
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

type FeatureWiring = Partial<Pick<Feature, 'replays' | 'receives' | 'restartsWith' | 'opensOn'>>;

/** A feature misses the events in `receives` until it has started. */
interface LazyWiring extends FeatureWiring {
  readonly opensOn: string;
  readonly unavailable: UserMessage;
}

/** Build one entry of the registry, with the input type of its logic. */
export function feature<L extends AnyActorLogic>(
  id: string,
  logic: L,
  input: (scope: Scope, event: AnyEventObject) => InputFrom<L>,
  { replays = [], receives = [], restartsWith = [], opensOn }: FeatureWiring = {},
): Feature {
  return { id, logic, input, replays, receives, restartsWith, opensOn, lazy: undefined };
}

/**
 * Build a registry entry whose logic is fetched by `load` on its opening event. A failed `load` is
 * retried.
 */
export function lazyFeature<L extends AnyActorLogic>(
  id: string,
  load: () => Promise<L>,
  input: (scope: Scope, event: AnyEventObject) => InputFrom<L>,
  { unavailable, ...wiring }: LazyWiring,
): Feature {
  const { logic, register } = lazyLogic<AnyActorLogic>(id);
  const code = promiseAdapter(async () => register(await load()));
  return { ...feature<AnyActorLogic>(id, logic, input, wiring), lazy: { code, unavailable } };
}

/**
 * Results for the account: a failed action with its reason (PUBLISH-02), or a finished one. `note`:
 * id of the event to open. `account.held`: the job can be undone for that long. `account.settled`:
 * it cannot be undone any more.
 */
export type AccountNotice =
  | { type: 'account.failed'; message: UserMessage; kind?: 'warning'; why?: FailureReason }
  | { type: 'account.done'; message: UserMessage; note?: string }
  | { type: 'account.held'; job: string; message: UserMessage; lasts: Millis }
  | { type: 'account.settled'; job: string };
