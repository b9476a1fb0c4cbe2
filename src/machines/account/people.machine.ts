import { type ActorRefFrom, assign, setup } from 'xstate';
import type { Answer, Hub, Outcome } from '../connection/hub.ts';
import { requestMachine } from '../connection/request.machine.ts';
import type { Query } from '../connection/wire.ts';

export interface PeopleInput {
  readonly hub: Hub;
  /** The question for them; its answer is read where it is shown. */
  readonly query: Query;
}

export type PeopleEvent = { type: 'people.retry' } | { type: 'screen.shown' };

/** People that the caching service names: whom an account follows, who follows it, or whom to begin with. Asked anew whenever it is opened again. */
export const peopleMachine = setup({
  types: {
    context: {} as PeopleInput & { answer: Answer | undefined },
    events: {} as PeopleEvent,
    input: {} as PeopleInput,
    tags: {} as 'loading' | 'failed',
  },
  actors: { request: requestMachine },
  guards: { isOk: (_, params: { outcome: Outcome }) => params.outcome.ok },
  actions: {
    take: assign((_, { outcome }: { outcome: Outcome }) => (outcome.ok ? { answer: outcome.answer } : {})),
  },
}).createMachine({
  id: 'people',
  context: ({ input }) => ({ ...input, answer: undefined }),
  initial: 'loading',
  states: {
    loading: {
      tags: 'loading',
      invoke: {
        id: 'request',
        src: 'request',
        input: ({ context: { hub, query } }) => ({ hub, query }),
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
