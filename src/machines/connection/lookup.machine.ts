import { type ActorRefFrom, assign, setup } from 'xstate';
import type { CacheResponse, Bus, Outcome } from '../core/bus.ts';
import { requestMachine } from './request.machine.ts';
import type { CacheQuery } from '../../events/connection/cache-query.ts';
import { withOutcome } from '../core/event-guards.ts';

export interface LookupInput {
  readonly bus: Bus;
  /** The request. The screen reads its answer from the read model. */
  readonly query: CacheQuery;
}

export type LookupEvent = { type: 'lookup.retry' } | { type: 'screen.shown' };

/**
 * One request of a screen to the caching service. It is repeated when the screen is reopened or the
 * connection returns, if the answer is older than 5 s (ROUTE-21). If that fails, the last answer
 * stays.
 */
export const lookupMachine = setup({
  types: {
    context: {} as LookupInput & { answer: CacheResponse | undefined },
    events: {} as LookupEvent,
    input: {} as LookupInput,
    tags: {} as 'loading' | 'failed',
  },
  actors: { request: requestMachine },
  delays: { fresh: 5_000 },
  guards: { isOk: (_, params: { outcome: Outcome }) => params.outcome.ok },
  actions: {
    take: assign((_, { outcome }: { outcome: Outcome }) =>
      outcome.ok ? { answer: outcome.answer } : {},
    ),
  },
}).createMachine({
  id: 'lookup',
  context: ({ input }) => ({ ...input, answer: undefined }),
  initial: 'loading',
  states: {
    loading: {
      tags: 'loading',
      invoke: {
        id: 'request',
        src: 'request',
        input: ({ context: { bus, query } }) => ({ bus, query }),
        onDone: [
          {
            guard: { type: 'isOk', params: withOutcome },
            target: 'ready',
            actions: { type: 'take', params: withOutcome },
          },
          { target: 'failed' },
        ],
        onError: 'failed',
      },
    },
    ready: { after: { fresh: 'stale' } },
    stale: { on: { 'screen.shown': 'loading' } },
    failed: { tags: 'failed', on: { 'lookup.retry': 'loading', 'screen.shown': 'loading' } },
  },
});

export type LookupActor = ActorRefFrom<typeof lookupMachine>;
