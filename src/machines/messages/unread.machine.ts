import { type ActorRefFrom, enqueueActions, sendTo, setup } from 'xstate';
import { query } from '../../events/connection/verbs.ts';
import { readUnread } from '../../events/messages/contacts.ts';
import type { AccountAwake, ScopeRef } from '../core/feature.ts';
import type { Bus } from '../core/bus.ts';
import { type StreamPart, streamMachine } from '../connection/stream.machine.ts';

/**
 * News: number of unread messages. An unchanged number is reported too, because one message may
 * have been read while another arrived.
 */
export type UnreadChanged = { type: 'unread.changed'; count: number };

type UnreadEvent = StreamPart | AccountAwake;

declare module '../core/feature.ts' {
  interface FeatureEvents {
    unread: UnreadEvent;
  }
  interface FeatureNews {
    unread: UnreadChanged;
  }
}

interface UnreadInput {
  readonly account: string;
  readonly bus: Bus;
  readonly scope: ScopeRef;
}

/**
 * Number of unread messages, as counted by the caching service (DM-04, ROUTE-19). Subscribed while
 * the user is active, and again after each reconnect and sleep (INV-SUBS).
 */
export const unreadMachine = setup({
  types: {
    /** `count`: `undefined` until the service has sent it. */
    context: {} as UnreadInput & { readonly count: number | undefined },
    events: {} as UnreadEvent,
    input: {} as UnreadInput,
    children: {} as { count: 'stream' },
  },
  actors: { stream: streamMachine },
  guards: { isAwake: ({ event }) => event.type === 'account.wakeChanged' && event.on },
  delays: { startDelay: 1_000, again: 15_000 },
  actions: {
    /**
     * Private messages are counted by the account itself. Load their code once there is a
     * connection.
     */
    openWraps: sendTo(({ context }) => context.scope, { type: 'giftWraps.open' }),
    learn: enqueueActions(({ context, event, enqueue }) => {
      const count =
        event.type === 'stream.partReceived' ? readUnread(event.answer.claims) : undefined;
      if (count === undefined) return;
      enqueue.assign({ count });
      enqueue.sendTo(context.scope, { type: 'unread.changed', count });
    }),
  },
}).createMachine({
  id: 'unread',
  context: ({ input }) => ({ ...input, count: undefined }),
  initial: 'arriving',
  on: { 'account.wakeChanged': [{ guard: 'isAwake', target: '.arriving' }, { target: '.asleep' }] },
  states: {
    /** Let visible content load first. */
    arriving: { after: { startDelay: 'watching' } },
    watching: {
      invoke: {
        id: 'count',
        src: 'stream',
        input: ({ context: { bus, account } }) => ({
          bus,
          query: query('directmsg_count', { pubkey: account }),
        }),
        onError: 'resting',
      },
      on: { 'stream.partReceived': { actions: ['learn', 'openWraps'] } },
    },
    resting: { after: { again: 'watching' } },
    asleep: {},
  },
});

export type UnreadActor = ActorRefFrom<typeof unreadMachine>;
