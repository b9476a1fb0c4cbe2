import { type ActorRef, type AnyActorLogic, type AnyEventObject, fromPromise, type InputFrom, type Snapshot } from 'xstate';
import type { Message } from '../../events/account/user-message.ts';
import { fetchedLogic } from './lazy-logic.ts';
import type { Bus } from './bus.ts';
import type { SignerRef } from './signer-ref.ts';
import type { Ours } from '../../events/nostr/ours.ts';
import type { FailureReason } from '../../events/publish/outbox/publish-failure.ts';
import type { Millis } from '../../events/core/time.ts';

/** Where a feature sends what it wants of others, with its own address where it waits for an answer. */
export type ScopeRef = ActorRef<Snapshot<unknown>, AnyEventObject>;

/** News of the account: the page is awake, or sleeps (ACTIVITY-01). */
export type AccountAwake = { type: 'account.awake'; on: boolean };

/** News of the account: the screen where accounts are made is open, or was left. */
export type AccountMaking = { type: 'account.making'; on: boolean };

/** News of the scope: which features are open, or about to be, of those that open on an event. */
export type ScopeOpened = { type: 'scope.opened'; ids: readonly string[] };

/** What features begin with. Public key in hex. */
export interface Scope {
  readonly account: string;
  /** Its key is kept here; others sign elsewhere, and may ask a person. */
  readonly isLocal: boolean;
  /** It is kept here without a PIN: it opens by itself for whatever somebody does. */
  readonly opensItself: boolean;
  /** It was made here, and its key is not known to be kept elsewhere. */
  readonly isNew: boolean;
  readonly bus: Bus;
  readonly signer: SignerRef;
  /** Origin of the page, whose own relay may have a private address, and that relay: used by who has named none. */
  readonly home: string;
  readonly homeRelay: Ours<string>;
  /** Start of the jitter's sequence. */
  readonly seed: number;
  readonly scope: ScopeRef;
}

/**
 * What lives as long as an account (design 8.1). It takes the events that begin with its id and a dot, and is told the news it names. Its actor
 * is a child of the scope under its id.
 */
export interface Feature {
  readonly id: string;
  readonly logic: AnyActorLogic;
  /** `event`: the one that it opens on. */
  readonly input: (scope: Scope, event: AnyEventObject) => unknown;
  /** News of others that say how things are: it is told each, and when it begins the last of each kind, in this order. */
  readonly knows: readonly string[];
  /** News of others that something happened. */
  readonly hears: readonly string[];
  /** Features whose answers it waits for: it begins anew with them. */
  readonly needs: readonly string[];
  /** The event that it begins with, each time anew; undefined: it begins with the account. */
  readonly opensOn: string | undefined;
  /** How its logic is fetched before it first opens; undefined: it is here. */
  readonly fetched: FetchedCode | undefined;
}

/** Brings the logic of a feature and registers it: data alone is told. */
interface FetchedCode {
  readonly code: AnyActorLogic;
  /** What is said where it cannot be had. */
  readonly unavailable: Message;
}

type Wiring = Partial<Pick<Feature, 'knows' | 'hears' | 'needs' | 'opensOn'>>;

/** What happens before it is fetched it cannot hear. */
interface FetchedWiring extends Omit<Wiring, 'hears'> {
  readonly opensOn: string;
  readonly unavailable: Message;
}

/** One line of the registry; its input is what its logic asks for. */
export function feature<L extends AnyActorLogic>(
  id: string,
  logic: L,
  input: (scope: Scope, event: AnyEventObject) => InputFrom<L>,
  { knows = [], hears = [], needs = [], opensOn }: Wiring = {},
): Feature {
  return { id, logic, input, knows, hears, needs, opensOn, fetched: undefined };
}

/** The same for one whose logic is fetched by `load` when the event comes that it opens on. `load` is called again where it failed. */
export function fetchedFeature<L extends AnyActorLogic>(
  id: string,
  load: () => Promise<L>,
  input: (scope: Scope, event: AnyEventObject) => InputFrom<L>,
  { unavailable, ...wiring }: FetchedWiring,
): Feature {
  const { logic, register } = fetchedLogic<AnyActorLogic>(id);
  const code = fromPromise(async () => register(await load()));
  return { ...feature<AnyActorLogic>(id, logic, input, wiring), fetched: { code, unavailable } };
}

/**
 * Told to the account: what was wanted came to nothing (PUBLISH-02), and why; or it is done. `note`: id of what can be looked at.
 * `account.held`: a job can be undone for that long; `account.settled`: it cannot any more.
 */
export type AccountNotice =
  | { type: 'account.failed'; message: Message; kind?: 'warning'; why?: FailureReason }
  | { type: 'account.done'; message: Message; note?: string }
  | { type: 'account.held'; job: string; message: Message; lasts: Millis }
  | { type: 'account.settled'; job: string };
