import { sendParent, sendTo, setup } from 'xstate';
import type { CacheResponse, ResponseEvent, Bus } from '../core/bus.ts';
import type { CacheQuery } from '../../events/connection/cache-query.ts';

/** Sent to the parent for every burst of the stream. */
export type StreamPart = { type: 'stream.partReceived'; answer: CacheResponse };

/**
 * A request that stays open until its owner stops it. The cache resends it after every reconnect
 * (CACHE-07, INV-SUBS).
 */
export const streamMachine = setup({
  types: {
    context: {} as { bus: Bus; query: CacheQuery },
    events: {} as ResponseEvent,
    input: {} as { bus: Bus; query: CacheQuery },
    tags: {} as 'open' | 'refused',
  },
  actions: {
    ask: sendTo(
      ({ context }) => context.bus,
      ({ context, self }) => ({
        type: 'cache.ask',
        from: self,
        query: context.query,
        stream: true,
      }),
    ),
    notifyPart: sendParent(
      (_, { answer }: { answer: CacheResponse }): StreamPart => ({
        type: 'stream.partReceived',
        answer,
      }),
    ),
  },
  delays: { timeout: 30_000 },
}).createMachine({
  id: 'stream',
  context: ({ input }) => input,
  initial: 'open',
  states: {
    open: {
      tags: 'open',
      entry: 'ask',
      on: {
        'answer.partReceived': {
          actions: {
            type: 'notifyPart',
            params: ({ event: { events, referenced, claims } }) => ({
              answer: { events, referenced, claims },
            }),
          },
        },
        'answer.failed': 'refused',
      },
    },
    // after the next fail-over, another service may accept it
    refused: { tags: 'refused', after: { timeout: 'open' } },
  },
});
