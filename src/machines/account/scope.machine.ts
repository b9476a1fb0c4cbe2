import {
  type ActorLogic,
  type ActorRefFrom,
  type AnyActorLogic,
  type AnyEventObject,
  enqueueActions,
  setup,
  type SnapshotFrom,
} from 'xstate';
import { type Crash, crashOf } from '../app/failure.ts';
import { endingOf, judgeCrash, MINUTE, pathed, type Restarts } from '../app/supervision.ts';
import type { Feature, Scope, ScopeOpened } from './feature.ts';

/** What a scope is started with: data, and addresses of actors. */
export type ScopeStart = Omit<Scope, 'scope'>;

export interface ScopeInput extends ScopeStart {
  readonly features: readonly Feature[];
}

/** Told to the parent: something of the account failed. Whatever no feature takes is passed on to it as well. */
export type ScopeNews = { type: 'scope.crashed'; crash: Crash };

interface Context extends ScopeInput {
  readonly restarts: Restarts;
  readonly running: ReadonlySet<string>;
  /** The last of each kind of news that some feature knows how things are by. */
  readonly known: ReadonlyMap<string, AnyEventObject>;
  /** What was sent to features that stay down for a minute. */
  readonly waiting: readonly AnyEventObject[];
}

/** Features to begin. `event`: the one that they open on. */
interface Start {
  readonly ids: readonly string[];
  readonly event: AnyEventObject;
}

/** Of what the registry brings. */
const NONE: Readonly<Record<string, AnyActorLogic>> = {};

/**
 * What belongs to one account, as long as that is here (INV-SCOPE): starts its features, passes on what they want of each other and tell each
 * other, and contains their failures. It knows none of them by name.
 */
export const scopeMachine = setup({
  types: {
    context: {} as Context,
    events: {} as AnyEventObject,
    input: {} as ScopeInput,
  },
  actors: NONE,
  guards: {
    isWithin: ({ event }) => event.type.startsWith('xstate.'),
    isNews: ({ context: { features }, event }) => toldOf(features, event.type).length > 0,
  },
  actions: {
    start: enqueueActions(({ context, enqueue, self }, { ids, event }: Start) => {
      const begun = context.features.filter(({ id }) => ids.includes(id) && !context.running.has(id));
      const isTaken = ({ type }: AnyEventObject) => begun.some((one) => takes(one, type));
      const running = new Set([...context.running, ...begun.map(({ id }) => id)]);
      enqueue.assign({
        running: ({ spawn }) => {
          for (const { id, logic, input } of begun) spawn(logic, { id, input: input({ ...context, scope: self }, event) });
          return running;
        },
        waiting: context.waiting.filter((one) => !isTaken(one)),
      });
      for (const { id, knows } of begun)
        for (const news of knows.flatMap((type) => context.known.get(type) ?? [])) enqueue.sendTo(id, news);
      if (begun.some(isOpened)) enqueue.raise(openedNews(context.features, running));
      for (const one of context.waiting.filter(isTaken)) enqueue.raise(one);
    }),
    tell: enqueueActions(({ context: { features, running, known }, event, enqueue }) => {
      const told = toldOf(features, event.type);
      for (const { id } of told) if (running.has(id)) enqueue.sendTo(id, event);
      if (told.some(({ knows }) => knows.includes(event.type))) enqueue.assign({ known: new Map(known).set(event.type, event) });
    }),
    route: enqueueActions(({ context: { features, running, waiting }, event, enqueue }) => {
      const { type } = event;
      const taker = features.find((one) => takes(one, type));
      if (!taker) enqueue.sendParent(event);
      else if (running.has(taker.id)) enqueue.sendTo(taker.id, event);
      else if (taker.opensOn === undefined) enqueue.assign({ waiting: [...waiting, event] });
      else if (taker.opensOn === type) enqueue.raise({ type: 'scope.start', ids: [taker.id], event });
    }),
    /** One that fails is started again, with those that wait for its answers. Failing too often it stays down, and the others live on. */
    supervise: enqueueActions(({ context: { features, running, restarts: before }, event, enqueue, self }) => {
      const { crash, isRestarted, restarts } = judgeCrash(before, event);
      enqueue.sendParent({ type: 'scope.crashed', crash: pathed('scope', crash) } satisfies ScopeNews);
      enqueue(endingOf(self, event));
      const ended = features.filter(({ id, needs }) => running.has(id) && [id, ...needs].includes(crash.actor));
      for (const { id } of ended) enqueue.stopChild(id);
      const left = without(running, ended);
      enqueue.assign({ restarts, running: left });
      if (ended.some(isOpened)) enqueue.raise(openedNews(features, left));
      enqueue.cancel('forgive');
      enqueue.raise({ type: 'scope.forgive' }, { id: 'forgive', delay: MINUTE });
      if (isRestarted) enqueue.raise({ type: 'scope.start', ids: lasting(ended), event });
    }),
    /** What stayed down is tried once more. */
    forgive: enqueueActions(({ context: { features }, event, enqueue }) => {
      enqueue.assign({ restarts: {} });
      enqueue.raise({ type: 'scope.start', ids: lasting(features), event });
    }),
    end: enqueueActions(({ context: { features, running }, event, enqueue }) => {
      const { actor } = crashOf(event);
      const ended = features.filter(({ id }) => id === actor);
      const left = without(running, ended);
      enqueue.stopChild(actor);
      enqueue.assign({ running: left });
      if (ended.some(isOpened)) enqueue.raise(openedNews(features, left));
    }),
  },
}).createMachine({
  id: 'scope',
  context: ({ input }) => ({ ...input, restarts: {}, running: new Set(), known: new Map(), waiting: [] }),
  entry: { type: 'start', params: ({ context: { features }, event }) => ({ ids: lasting(features), event }) },
  on: {
    'scope.start': { actions: { type: 'start', params: ({ event }) => ({ ids: event['ids'], event: event['event'] }) } },
    'scope.forgive': { actions: 'forgive' },
    'scope.opened': { actions: 'tell' },
    'xstate.done.actor.*': { actions: 'end' },
    'xstate.error.actor.*': { actions: 'supervise' },
    /** News go to all that are told them, anything else to the feature whose name it begins with. */
    '*': [{ guard: 'isWithin' }, { guard: 'isNews', actions: 'tell' }, { actions: 'route' }],
  },
});

export type ScopeActor = ActorRefFrom<typeof scopeMachine>;

/** The scope with its registry, which is code, and therefore no part of what it is started with. */
export type ScopeLogic = ActorLogic<SnapshotFrom<typeof scopeMachine>, AnyEventObject, ScopeStart>;

/** The scope that starts these features. */
export function scopeOf(features: readonly Feature[], machine = scopeMachine): ScopeLogic {
  return {
    getInitialSnapshot: (actor, start) => machine.getInitialSnapshot(actor, { ...start, features }),
    transition: (snapshot, event, actor) => machine.transition(snapshot, event, actor),
    start: (snapshot) => machine.start(snapshot),
    getPersistedSnapshot: (snapshot, options) => machine.getPersistedSnapshot(snapshot, options),
  };
}

function takes({ id }: Feature, type: string): boolean {
  return type.startsWith(`${id}.`);
}

/** Those that are told such news. */
function toldOf(features: readonly Feature[], type: string): readonly Feature[] {
  return features.filter(({ knows, hears }) => knows.includes(type) || hears.includes(type));
}

/** Whether it opens on an event, and ends before the account does. */
function isOpened({ opensOn }: Feature): boolean {
  return opensOn !== undefined;
}

function openedNews(features: readonly Feature[], running: ReadonlySet<string>): ScopeOpened {
  return { type: 'scope.opened', ids: features.filter((one) => isOpened(one) && running.has(one.id)).map(({ id }) => id) };
}

/** Ids of those that live as long as the account. */
function lasting(features: readonly Feature[]): readonly string[] {
  return features.flatMap((one) => (isOpened(one) ? [] : [one.id]));
}

function without(running: ReadonlySet<string>, ended: readonly Feature[]): ReadonlySet<string> {
  return new Set([...running].filter((id) => !ended.some((one) => one.id === id)));
}
