import { type ActorRefFrom, assign, setup } from 'xstate';
import { type PeopleGroup, type PeopleOrder, peopleQuery, readPeople } from '../../events/account/people.ts';
import type { Hub, Outcome } from '../connection/hub.ts';
import { requestMachine } from '../connection/request.machine.ts';

export interface PeopleInput {
  readonly hub: Hub;
  /** Whose eyes: the account's key, or the visitors' default. */
  readonly viewer: string;
  /** Which people are asked for. */
  readonly order: PeopleOrder;
}

export type PeopleEvent = { type: 'people.retry' } | { type: 'screen.shown' };

/** People that the caching service names: whom an account follows, who follows it, or whom to begin with. Asked anew whenever it is opened again. */
export const peopleMachine = setup({
  types: {
    context: {} as PeopleInput & { groups: readonly PeopleGroup[] },
    events: {} as PeopleEvent,
    input: {} as PeopleInput,
    tags: {} as 'loading' | 'failed',
  },
  actors: { request: requestMachine },
  guards: { isOk: (_, params: { outcome: Outcome }) => params.outcome.ok },
  actions: {
    take: assign(({ context }, { outcome }: { outcome: Outcome }) =>
      outcome.ok ? { groups: readPeople(context.order, outcome.answer) } : {},
    ),
  },
}).createMachine({
  id: 'people',
  context: ({ input }) => ({ ...input, groups: [] }),
  initial: 'loading',
  states: {
    loading: {
      tags: 'loading',
      invoke: {
        id: 'request',
        src: 'request',
        input: ({ context: { hub, viewer, order } }) => ({ hub, query: peopleQuery(order, viewer) }),
        onDone: [
          {
            guard: { type: 'isOk', params: ({ event }) => ({ outcome: event.output }) },
            target: 'ready',
            actions: { type: 'take', params: ({ event }) => ({ outcome: event.output }) },
          },
          { target: 'failed' },
        ],
        onError: 'failed',
      },
    },
    ready: { on: { 'screen.shown': 'loading' } },
    failed: { tags: 'failed', on: { 'people.retry': 'loading', 'screen.shown': 'loading' } },
  },
});

export type PeopleActor = ActorRefFrom<typeof peopleMachine>;
