import { assign, enqueueActions, sendParent, setup } from 'xstate';
import type { Draft, VerifiedEvent } from '../../../events/nostr/event.ts';
import { buildDeletion } from '../../../events/compose/acts/build-acts.ts';
import type { PoolRef, RelayAnswer } from '../../connection/relay-protocol.ts';
import type { Ours } from '../../../events/nostr/ours.ts';

export interface RetractInput {
  readonly account: string;
  /** Id of the liked or reposted event, and the kind of the action. */
  readonly target: string;
  readonly kind: number;
  /** Actions on the target that were published from here. */
  readonly known: readonly VerifiedEvent[];
  readonly pool: PoolRef;
  readonly relays: ReadonlyArray<Ours<string>>;
}

/**
 * Sent to the parent: the deletion request for all found actions, or `undefined` if there are none.
 */
export interface RetractNews {
  readonly type: 'retract.found';
  readonly act: string;
  readonly draft: Ours<Draft> | undefined;
}

/**
 * Finds the own likes or reposts of one event for a deletion request, which names events by id
 * (NIP-09). Actions from here are known. Others are searched on all own relays, so that no
 * duplicate is left over.
 */
export const retractMachine = setup({
  types: {
    context: {} as RetractInput & {
      readonly open: ReadonlySet<Ours<string>>;
      readonly found: ReadonlyMap<string, VerifiedEvent>;
    },
    events: {} as RelayAnswer,
    input: {} as RetractInput,
  },
  guards: { isOver: ({ context }) => context.known.length > 0 || context.open.size === 0 },
  delays: { timeout: 5_000 },
  actions: {
    ask: enqueueActions(({ context: { account, target, kind, pool, open }, enqueue, self }) => {
      const ask = {
        kind: 'subscribe',
        filters: [{ kinds: [kind], authors: [account], '#e': [target] }],
      } as const;
      enqueue.sendTo(pool, { type: 'relays.ask', from: self, ask, urls: [...open] });
    }),
    note: assign(({ context: { found, account, kind, target }, event }) => {
      if (event.type !== 'relay.events') return {};
      const meant = event.events.filter(
        (one) =>
          one.pubkey === account &&
          one.kind === kind &&
          one.tags.some(([name, id]) => name === 'e' && id === target),
      );
      return { found: new Map([...found, ...meant.map((one) => [one.id, one] as const)]) };
    }),
    close: assign(({ context, event }) => ({
      open: new Set([...context.open].filter((url) => 'url' in event && url !== event.url)),
    })),
    notifyFound: sendParent(({ context: { account, kind, target, known, found } }): RetractNews => {
      return {
        type: 'retract.found',
        act: `${kind} ${target}`,
        draft: buildDeletion([...known, ...found.values()], account),
      };
    }),
  },
}).createMachine({
  id: 'retract',
  context: ({ input }) => ({ ...input, open: new Set(input.relays), found: new Map() }),
  initial: 'deciding',
  states: {
    deciding: { always: [{ guard: 'isOver', target: 'ended' }, { target: 'asking' }] },
    asking: {
      entry: 'ask',
      always: { guard: 'isOver', target: 'ended' },
      on: { 'relay.events': { actions: 'note' }, 'relay.ended': { actions: 'close' } },
      after: { timeout: 'ended' },
    },
    ended: { type: 'final', entry: 'notifyFound' },
  },
});
