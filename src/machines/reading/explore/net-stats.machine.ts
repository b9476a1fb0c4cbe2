import { type ActorRefFrom, assign, setup } from 'xstate';
import type { NetStatsClaim } from '../../../events/connection/claims.ts';
import { query } from '../../../events/connection/verbs.ts';
import type { Bus } from '../../core/bus.ts';
import { type StreamPart, streamMachine } from '../../connection/stream.machine.ts';

export interface NetStatsInput {
  readonly bus: Bus;
}

export type NetStatsEvent = StreamPart | { type: 'screen.shown' } | { type: 'screen.hidden' };

/** Totals of the network, subscribed only while they are shown (EXPLORE-02, CACHE-07). */
export const netStatsMachine = setup({
  types: {
    context: {} as NetStatsInput & { stats: NetStatsClaim | undefined },
    events: {} as NetStatsEvent,
    input: {} as NetStatsInput,
  },
  actors: { stream: streamMachine },
}).createMachine({
  id: 'stats',
  context: ({ input }) => ({ ...input, stats: undefined }),
  initial: 'watching',
  states: {
    watching: {
      invoke: {
        id: 'stream',
        src: 'stream',
        input: ({ context }) => ({ bus: context.bus, query: query('net_stats', {}) }),
        onError: 'off',
      },
      on: {
        'stream.partReceived': {
          actions: assign(({ context, event }) => ({
            stats:
              event.answer.claims.findLast(
                (claim): claim is NetStatsClaim => claim.claim === 'netStats',
              ) ?? context.stats,
          })),
        },
        'screen.hidden': 'off',
      },
    },
    off: { on: { 'screen.shown': 'watching' } },
  },
});

export type NetStatsActor = ActorRefFrom<typeof netStatsMachine>;
