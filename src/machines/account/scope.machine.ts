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
import type { Feature, Scope } from './feature.ts';

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
  guards: { isWithin: ({ event }) => event.type.startsWith('xstate.') },
  actions: {
    start: enqueueActions(({ context, enqueue, self }, { ids, event }: Start) => {
      const begun = context.features.filter(({ id }) => ids.includes(id) && !context.running.has(id));
      const isTaken = ({ type }: AnyEventObject) => begun.some((one) => takes(one, type));
      enqueue.assign({
        running: ({ spawn }) => {
          for (const { id, logic, input } of begun) spawn(logic, { id, input: input({ ...context, scope: self }, event) });
          return new Set([...context.running, ...begun.map(({ id }) => id)]);
        },
        waiting: context.waiting.filter((one) => !isTaken(one)),
      });
      for (const { id, knows } of begun)
        for (const news of knows.flatMap((type) => context.known.get(type) ?? [])) enqueue.sendTo(id, news);
      for (const one of context.waiting.filter(isTaken)) enqueue.raise(one);
    }),
    /** News go to all that are told them, anything else to the feature whose name it begins with. */
    route: enqueueActions(({ context: { features, running, known, waiting }, event, enqueue }) => {
      const { type } = event;
      const told = features.filter(({ knows, hears }) => knows.includes(type) || hears.includes(type));
      for (const { id } of told) if (running.has(id)) enqueue.sendTo(id, event);
      if (told.some(({ knows }) => knows.includes(type))) enqueue.assign({ known: new Map(known).set(type, event) });
      if (told.length > 0) return;
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
      enqueue.assign({ restarts, running: without(running, ended) });
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
      enqueue.stopChild(actor);
      enqueue.assign({
        running: without(
          running,
          features.filter(({ id }) => id === actor),
        ),
      });
    }),
  },
}).createMachine({
  id: 'scope',
  context: ({ input }) => ({ ...input, restarts: {}, running: new Set(), known: new Map(), waiting: [] }),
  entry: { type: 'start', params: ({ context: { features }, event }) => ({ ids: lasting(features), event }) },
  on: {
    'scope.start': { actions: { type: 'start', params: ({ event }) => ({ ids: event['ids'], event: event['event'] }) } },
    'scope.forgive': { actions: 'forgive' },
    'xstate.done.actor.*': { actions: 'end' },
    'xstate.error.actor.*': { actions: 'supervise' },
    '*': [{ guard: 'isWithin' }, { actions: 'route' }],
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

/** Ids of those that live as long as the account. */
function lasting(features: readonly Feature[]): readonly string[] {
  return features.flatMap(({ id, opensOn }) => (opensOn === undefined ? [id] : []));
}

function without(running: ReadonlySet<string>, ended: readonly Feature[]): ReadonlySet<string> {
  return new Set([...running].filter((id) => !ended.some((one) => one.id === id)));
}
