import { type ActorRefFrom, assign, setup } from 'xstate';
import type { FeedEntry } from '../../../events/connection/claims.ts';
import { query } from '../../../events/connection/verbs.ts';
import type { Bus, Outcome } from '../../core/bus.ts';
import { requestMachine } from '../../connection/request.machine.ts';
import { withOutcome } from '../../core/event-guards.ts';

export interface FeedListInput {
  readonly bus: Bus;
  /** Shown until the service answers, or if it does not answer (FEED-08, SETTINGS-01). */
  readonly defaults: readonly FeedEntry[];
}

export type FeedListEvent = { type: 'screen.shown' };

/**
 * Home feeds for users without a list of their own (FEED-01): those of the service, or the
 * defaults. Includes disabled feeds.
 */
export const feedListMachine = setup({
  types: {
    context: {} as FeedListInput & { feeds: readonly FeedEntry[] },
    events: {} as FeedListEvent,
    input: {} as FeedListInput,
  },
  actors: { request: requestMachine },
  guards: {
    hasFeeds: (_, { outcome }: { outcome: Outcome }) =>
      feedsIn(outcome).some(({ enabled }) => enabled),
  },
  actions: {
    take: assign((_, { outcome }: { outcome: Outcome }) => ({ feeds: feedsIn(outcome) })),
  },
}).createMachine({
  id: 'feedList',
  context: ({ input }) => ({ ...input, feeds: input.defaults }),
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        id: 'request',
        src: 'request',
        input: ({ context }) => ({ bus: context.bus, query: query('get_home_feeds', {}) }),
        onDone: [
          {
            guard: { type: 'hasFeeds', params: withOutcome },
            target: 'listed',
            actions: { type: 'take', params: withOutcome },
          },
          { target: 'defaults' },
        ],
        onError: 'defaults',
      },
    },
    listed: {},
    defaults: { on: { 'screen.shown': 'loading' } },
  },
});

export type FeedListActor = ActorRefFrom<typeof feedListMachine>;

function feedsIn(outcome: Outcome): readonly FeedEntry[] {
  if (!outcome.ok) return [];
  return outcome.answer.claims.flatMap((claim) =>
    claim.claim === 'feeds' && claim.list === 'home' ? claim.feeds : [],
  );
}
