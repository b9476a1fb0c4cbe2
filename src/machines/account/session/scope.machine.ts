import {
  type ActorLogic,
  type ActorRefFrom,
  type AnyActorLogic,
  type DoneActorEvent,
  enqueueActions,
  type ErrorActorEvent,
  setup,
  type SnapshotFrom,
} from 'xstate';
import type { Account } from '../../../events/account/account.ts';
import { withoutKey } from '../../../events/core/without-key.ts';
import { type Crash, crashOf } from '../../core/crash.ts';
import { endingOf, judgeCrash, MINUTE, pathed, type Restarts } from '../../core/supervision.ts';
import type { AccountNotice, Feature, Scope, ScopeEvent, ScopeOpened } from '../../core/feature.ts';
import { OFFLINE } from '../../connection/relay-protocol.ts';

/** Input for starting a scope: data and actor addresses. */
export interface ScopeStart extends Omit<Scope, 'scope' | 'account' | 'isLocal' | 'isNew'> {
  readonly account: Account;
}

export interface ScopeInput extends Omit<Scope, 'scope'> {
  readonly features: readonly Feature[];
}

/**
 * Sent to the parent: a feature failed. Events that no feature accepts are also forwarded to it.
 */
export type ScopeNews = { type: 'scope.crashed'; crash: Crash };

declare module '../../core/feature.ts' {
  interface FeatureNews {
    scope: ScopeOpened | ScopeNews;
  }
}

interface Context extends ScopeInput {
  readonly restarts: Restarts;
  readonly running: ReadonlySet<string>;
  /** The last state notification of each type that a feature knows. */
  readonly known: ReadonlyMap<string, ScopeEvent>;
  /** Features whose code is loading, with their opening events, and those whose code has loaded. */
  readonly fetching: ReadonlyMap<string, ScopeEvent>;
  readonly fetched: ReadonlySet<string>;
  /** Features whose code did not load offline, with their opening events. */
  readonly missed: ReadonlyMap<string, ScopeEvent>;
  /** Events for features that are stopped for a minute, or whose code is loading. */
  readonly waiting: readonly ScopeEvent[];
}

/** Features to start. `event`: the one that opens them. */
interface Start {
  readonly ids: readonly string[];
  readonly event: ScopeEvent | undefined;
}

/** Events of the scope itself. */
type OwnEvent =
  | ({ readonly type: 'scope.start' } & Start)
  | { readonly type: 'scope.timedOut'; readonly feature: string }
  | { readonly type: 'scope.resetRestarts' }
  | DoneActorEvent
  | ErrorActorEvent;

const OWN: ReadonlySet<string> = new Set<OwnEvent['type']>([
  'scope.start',
  'scope.timedOut',
  'scope.resetRestarts',
]);

/** Placeholder for the logic of features, which the registry provides at run time. */
const NONE: Readonly<Record<string, AnyActorLogic>> = {};

/**
 * All features of one account while it is current (INV-SCOPE). Starts the features, forwards their
 * requests and notifications, and contains their failures. It knows none of them by name.
 */
export const scopeMachine = setup({
  types: {
    context: {} as Context,
    events: {} as ScopeEvent | OwnEvent,
    input: {} as ScopeInput,
  },
  actors: NONE,
  guards: {
    isWithin: ({ event }) => event.type.startsWith('xstate.'),
    isAbsent: ({ context: { features, fetched } }, { ids }: Start) =>
      features.some((one) => one.lazy && ids.includes(one.id) && !fetched.has(one.id)),
    isCode: ({ context: { features }, event }) => fetchedBy(features, event) !== undefined,
    isNews: ({ context: { features }, event }) => toldOf(features, event.type).length > 0,
    isBack: ({ event }) => event.type === OFFLINE && !event.on,
  },
  delays: { timeout: 30_000 },
  actions: {
    /** Store the opening event, and later events for the feature while its code loads. */
    fetch: enqueueActions(({ context, enqueue }, { ids, event }: Start) => {
      if (!event) return;
      const wanted = context.features.filter(
        ({ id }) => ids.includes(id) && !context.fetching.has(id),
      );
      const fetching = new Map([
        ...context.fetching,
        ...wanted.map(({ id }) => [id, event] as const),
      ]);
      enqueue.assign({
        fetching: ({ spawn }) => {
          for (const { id, lazy } of wanted) if (lazy) spawn(lazy.code, { id: codeOf(id) });
          return fetching;
        },
      });
      for (const { id } of wanted)
        enqueue.raise(
          { type: 'scope.timedOut', feature: id },
          { id: `late ${id}`, delay: 'timeout' },
        );
      enqueue.raise(openedNews({ ...context, fetching }));
    }),
    openFetched: enqueueActions(({ context, event, enqueue }) => {
      const { features, fetching, fetched, missed } = context;
      const { id = '' } = fetchedBy(features, event) ?? {};
      const opening = fetching.get(id);
      enqueue.cancel(`late ${id}`);
      enqueue.stopChild(codeOf(id));
      enqueue.assign({
        fetching: withoutKey(fetching, id),
        fetched: new Set(fetched).add(id),
        missed: withoutKey(missed, id),
      });
      if (opening) enqueue.raise({ type: 'scope.start', ids: [id], event: opening });
    }),
    /**
     * Report the failure and drop the waiting events. A new event loads the code again, and so does
     * the network's return.
     */
    giveUp: enqueueActions(({ context, event, enqueue }) => {
      const { features, waiting, known } = context;
      const one = fetchedBy(features, event);
      if (!one?.lazy) return;
      const fetching = withoutKey(context.fetching, one.id);
      enqueue.cancel(`late ${one.id}`);
      enqueue.stopChild(codeOf(one.id));
      const offline = known.get(OFFLINE);
      const isOffline = offline?.type === OFFLINE && offline.on;
      const opening = isOffline ? context.fetching.get(one.id) : undefined;
      const missed = opening ? new Map(context.missed).set(one.id, opening) : context.missed;
      enqueue.assign({
        fetching,
        missed,
        waiting: waiting.filter(({ type }) => !takes(one, type)),
      });
      enqueue.sendParent({
        type: 'account.failed',
        message: one.lazy.unavailable,
      } satisfies AccountNotice);
      enqueue.raise(openedNews({ ...context, fetching }));
    }),
    fetchMissed: enqueueActions(({ context: { missed }, enqueue }) => {
      for (const [id, event] of missed) enqueue.raise({ type: 'scope.start', ids: [id], event });
      enqueue.assign({ missed: new Map() });
    }),
    start: enqueueActions(({ context, enqueue, self }, { ids, event }: Start) => {
      const begun = context.features.filter(
        ({ id }) => ids.includes(id) && !context.running.has(id),
      );
      const isTaken = ({ type }: ScopeEvent) => begun.some((one) => takes(one, type));
      const running = new Set([...context.running, ...begun.map(({ id }) => id)]);
      enqueue.assign({
        running: ({ spawn }) => {
          for (const { id, logic, input } of begun)
            spawn(logic, { id, input: input({ ...context, scope: self }, event) });
          return running;
        },
        waiting: context.waiting.filter((one) => !isTaken(one)),
      });
      for (const { id, replays } of begun)
        for (const news of replays.flatMap((type) => context.known.get(type) ?? []))
          enqueue.sendTo(id, news);
      if (begun.some(isOpened)) enqueue.raise(openedNews({ ...context, running }));
      for (const one of context.waiting.filter(isTaken)) enqueue.raise(one);
    }),
    tell: enqueueActions(({ context: { features, running, known }, event, enqueue }) => {
      if (isOwn(event)) return;
      const told = toldOf(features, event.type);
      for (const { id } of told) if (running.has(id)) enqueue.sendTo(id, event);
      if (told.some(({ replays }) => replays.includes(event.type)))
        enqueue.assign({ known: new Map(known).set(event.type, event) });
    }),
    route: enqueueActions(
      ({ context: { features, running, fetching, waiting }, event, enqueue }) => {
        if (isOwn(event)) return;
        const { type } = event;
        const taker = features.find((one) => takes(one, type));
        if (!taker) enqueue.sendParent(event);
        else if (running.has(taker.id)) enqueue.sendTo(taker.id, event);
        else if (taker.opensOn === type && fetching.has(taker.id) && waiting.some(isClosing(taker)))
          // opened again after it was closed
          enqueue.assign({
            fetching: new Map(fetching).set(taker.id, event),
            waiting: waiting.filter((one) => !isClosing(taker)(one)),
          });
        else if (taker.opensOn === undefined || fetching.has(taker.id))
          enqueue.assign({ waiting: [...waiting, event] });
        else if (taker.opensOn === type)
          enqueue.raise({ type: 'scope.start', ids: [taker.id], event });
      },
    ),
    /**
     * Restart a failed feature, together with those that depend on it. After too many failures it
     * stays down, and the others live on.
     */
    supervise: enqueueActions(({ context, event, enqueue, self }) => {
      const { features, running, restarts: before } = context;
      const { crash, isRestarted, restarts } = judgeCrash(before, event);
      enqueue.sendParent({
        type: 'scope.crashed',
        crash: pathed('scope', crash),
      } satisfies ScopeNews);
      enqueue(endingOf(self, event));
      const ended = features.filter(
        ({ id, restartsWith }) => running.has(id) && [id, ...restartsWith].includes(crash.actor),
      );
      for (const { id } of ended) enqueue.stopChild(id);
      const left = without(running, ended);
      enqueue.assign({ restarts, running: left });
      if (ended.some(isOpened)) enqueue.raise(openedNews({ ...context, running: left }));
      enqueue.cancel('forgive');
      enqueue.raise({ type: 'scope.resetRestarts' }, { id: 'forgive', delay: MINUTE });
      if (isRestarted) enqueue.raise(startOf(lasting(ended)));
    }),
    /** Restart features that stayed down. */
    forgive: enqueueActions(({ context: { features }, enqueue }) => {
      enqueue.assign({ restarts: {} });
      enqueue.raise(startOf(lasting(features)));
    }),
    end: enqueueActions(({ context, event, enqueue }) => {
      const { features, running } = context;
      const { actor } = crashOf(event);
      const ended = features.filter(({ id }) => id === actor);
      const left = without(running, ended);
      enqueue.stopChild(actor);
      enqueue.assign({ running: left });
      if (ended.some(isOpened)) enqueue.raise(openedNews({ ...context, running: left }));
    }),
  },
}).createMachine({
  id: 'scope',
  context: ({ input }) => ({
    ...input,
    restarts: {},
    running: new Set(),
    fetching: new Map(),
    fetched: new Set(),
    missed: new Map(),
    known: new Map(),
    waiting: [],
  }),
  entry: {
    type: 'start',
    params: ({ context: { features } }) => startOf(lasting(features)),
  },
  on: {
    'scope.start': [
      {
        guard: { type: 'isAbsent', params: ({ event }) => event },
        actions: { type: 'fetch', params: ({ event }) => event },
      },
      { actions: { type: 'start', params: ({ event }) => event } },
    ],
    'scope.timedOut': { guard: 'isCode', actions: 'giveUp' },
    'scope.resetRestarts': { actions: 'forgive' },
    'scope.opened': { actions: 'tell' },
    [OFFLINE]: [{ guard: 'isBack', actions: ['tell', 'fetchMissed'] }, { actions: 'tell' }],
    'xstate.done.actor.*': [{ guard: 'isCode', actions: 'openFetched' }, { actions: 'end' }],
    'xstate.error.actor.*': [{ guard: 'isCode', actions: 'giveUp' }, { actions: 'supervise' }],
    /**
     * Notifications go to all features that receive them. Other events go to the feature named by
     * their prefix.
     */
    '*': [{ guard: 'isWithin' }, { guard: 'isNews', actions: 'tell' }, { actions: 'route' }],
  },
});

export type ScopeActor = ActorRefFrom<typeof scopeMachine>;

/** The scope with its registry. The registry is code, so it is not part of the input. */
export type ScopeLogic = ActorLogic<
  SnapshotFrom<typeof scopeMachine>,
  ScopeEvent | OwnEvent,
  ScopeStart
>;

/** Return a scope that starts these features. */
export function scopeOf(features: readonly Feature[]): ScopeLogic {
  return {
    getInitialSnapshot: (actor, { account, ...start }) =>
      scopeMachine.getInitialSnapshot(actor, {
        ...start,
        account: account.pubkey,
        isLocal: account.method === 'key',
        isNew: account.method === 'key' && account.unsaved === true,
        features,
      }),
    transition: (snapshot, event, actor) => scopeMachine.transition(snapshot, event, actor),
    start: (snapshot) => scopeMachine.start(snapshot),
    getPersistedSnapshot: (snapshot, options) =>
      scopeMachine.getPersistedSnapshot(snapshot, options),
  };
}

function takes({ id }: Feature, type: string): boolean {
  return type.startsWith(`${id}.`);
}

/** Return a test for the event that closes a feature, also while its code loads. */
function isClosing({ id }: Feature): (event: ScopeEvent) => boolean {
  return ({ type }) => type === `${id}.close`;
}

/** Return the features that receive this notification. */
function toldOf(features: readonly Feature[], type: string): readonly Feature[] {
  return features.filter(
    ({ replays, receives }) => replays.includes(type) || receives.includes(type),
  );
}

/** True if the feature opens on an event and may end before the account does. */
function isOpened({ opensOn }: Feature): boolean {
  return opensOn !== undefined;
}

function openedNews({
  features,
  running,
  fetching,
}: Pick<Context, 'features' | 'running' | 'fetching'>): ScopeOpened {
  const ids = features
    .filter((one) => isOpened(one) && (running.has(one.id) || fetching.has(one.id)))
    .map(({ id }) => id);
  return { type: 'scope.opened', ids };
}

/** Return the id of the actor that loads the feature's code. */
function codeOf(id: string): string {
  return `code ${id}`;
}

/** Return the feature whose code loaded, failed to load, or is late. */
function fetchedBy(
  features: readonly Feature[],
  event: ScopeEvent | OwnEvent,
): Feature | undefined {
  if ('feature' in event) return features.find(({ id }) => event.feature === id);
  return 'actorId' in event ? features.find(({ id }) => event.actorId === codeOf(id)) : undefined;
}

/** True for events of the scope itself, which it does not route. */
function isOwn(event: ScopeEvent | OwnEvent): event is OwnEvent {
  return event.type.startsWith('xstate.') || OWN.has(event.type);
}

/** Start features that live as long as the account. */
function startOf(ids: readonly string[]): Extract<OwnEvent, { type: 'scope.start' }> {
  return { type: 'scope.start', ids, event: undefined };
}

/** Return the ids of features that live as long as the account. */
function lasting(features: readonly Feature[]): readonly string[] {
  return features.flatMap((one) => (isOpened(one) ? [] : [one.id]));
}

function without(running: ReadonlySet<string>, ended: readonly Feature[]): ReadonlySet<string> {
  return new Set([...running].filter((id) => !ended.some((one) => one.id === id)));
}
