import { type ActorRefFrom, enqueueActions, sendTo, setup } from 'xstate';
import { query } from '../../events/connection/verbs.ts';
import { readUnread } from '../../events/messages/contacts.ts';
import type { AccountAwake, ScopeRef } from '../core/feature.ts';
import type { Bus } from '../core/bus.ts';
import { type StreamPart, streamMachine } from '../connection/stream.machine.ts';

/** News: so many messages of the account are unread by now. The same number is told as well: one may have been read while another came. */
export type UnreadChanged = { type: 'unread.changed'; count: number };

interface UnreadInput {
  readonly account: string;
  readonly bus: Bus;
  readonly scope: ScopeRef;
}

/**
 * How many messages wait for the account, as the caching service counts them (DM-04, ROUTE-19): asked for as long as somebody is at the page, and
 * anew after every reconnect and every sleep (INV-SUBS).
 */
export const unreadMachine = setup({
  types: {
    /** `count`: undefined until the service has said it. */
    context: {} as UnreadInput & { readonly count: number | undefined },
    events: {} as StreamPart | AccountAwake,
    input: {} as UnreadInput,
    children: {} as { count: 'stream' },
  },
  actors: { stream: streamMachine },
  guards: { isAwake: ({ event }) => event.type === 'account.awake' && event.on },
  delays: { calm: 1_000, again: 15_000 },
  actions: {
    /** Private messages nobody counts but the account itself: once there is a connection their code is fetched. */
    openWraps: sendTo(({ context }) => context.scope, { type: 'wraps.open' }),
    learn: enqueueActions(({ context, event, enqueue }) => {
      const count = event.type === 'stream.part' ? readUnread(event.answer.claims) : undefined;
      if (count === undefined) return;
      enqueue.assign({ count });
      enqueue.sendTo(context.scope, { type: 'unread.changed', count } satisfies UnreadChanged);
    }),
  },
}).createMachine({
  id: 'unread',
  context: ({ input }) => ({ ...input, count: undefined }),
  initial: 'arriving',
  on: { 'account.awake': [{ guard: 'isAwake', target: '.arriving' }, { target: '.asleep' }] },
  states: {
    /** What is read comes first. */
    arriving: { after: { calm: 'watching' } },
    watching: {
      invoke: {
        id: 'count',
        src: 'stream',
        input: ({ context: { bus, account } }) => ({ bus, query: query('directmsg_count', { pubkey: account }) }),
        onError: 'resting',
      },
      on: { 'stream.part': { actions: ['learn', 'openWraps'] } },
    },
    resting: { after: { again: 'watching' } },
    asleep: {},
  },
});

export type UnreadActor = ActorRefFrom<typeof unreadMachine>;
