import { type ActorRefFrom, assign, type DoneActorEvent, setup } from 'xstate';
import { query } from '../../../events/connection/verbs.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import type { Bus, Outcome } from '../../core/bus.ts';
import { requestMachine } from '../../connection/request.machine.ts';
import { withOutcome } from '../../core/event-guards.ts';

/** Public keys in hex. */
export type MutualsEvent =
  | { type: 'mutuals.ask'; pubkeys: readonly string[] }
  | DoneActorEvent<Outcome>;

declare module '../../core/feature.ts' {
  interface FeatureEvents {
    mutuals: MutualsEvent;
  }
}

interface MutualsInput {
  readonly bus: Bus;
  readonly account: string;
}

interface Context extends MutualsInput {
  /** By public key: the account's follows who follow that person, as far as requested. */
  readonly known: ReadonlyMap<string, readonly string[]>;
  readonly queue: readonly string[];
}

/** Maximum followers to request for one person in a list (LIMIT-02, PROFILE-01). */
const MOST = 5;
const MOST_WAITING = 100;
const KEPT = 1_000;

/**
 * Finds the account's follows who also follow another person, to tell people with equal names
 * apart. Each person is requested once, one at a time. A missing answer counts as none.
 */
export const mutualsMachine = setup({
  types: { context: {} as Context, events: {} as MutualsEvent, input: {} as MutualsInput },
  actors: { request: requestMachine },
  guards: { hasMore: ({ context }) => context.queue.length > 0 },
  actions: {
    add: assign(({ context: { queue, known }, event }) => {
      if (event.type !== 'mutuals.ask') return {};
      const fresh = event.pubkeys.filter((pubkey) => !known.has(pubkey) && !queue.includes(pubkey));
      return { queue: [...queue, ...new Set(fresh)].slice(0, MOST_WAITING) };
    }),
    keep: assign(({ context }, { outcome }: { outcome: Outcome | undefined }) => {
      const [pubkey, ...queue] = context.queue;
      if (pubkey === undefined) return {};
      const found = outcome?.ok
        ? outcome.answer.events.filter(({ kind }) => kind === KIND.Metadata)
        : [];
      const kept = [...context.known].slice(-(KEPT - 1));
      return { queue, known: new Map([...kept, [pubkey, found.map((event) => event.pubkey)]]) };
    }),
  },
}).createMachine({
  id: 'mutuals',
  context: ({ input }) => ({ ...input, known: new Map(), queue: [] }),
  initial: 'idle',
  on: { 'mutuals.ask': { actions: 'add' } },
  states: {
    idle: { always: { guard: 'hasMore', target: 'asking' } },
    asking: {
      invoke: {
        id: 'followers',
        src: 'request',
        input: ({ context: { bus, account, queue } }) => ({
          bus,
          query: query('user_profile_followed_by', {
            pubkey: queue[0] ?? '',
            user_pubkey: account,
            limit: MOST,
          }),
        }),
        onDone: { target: 'idle', actions: { type: 'keep', params: withOutcome } },
        onError: { target: 'idle', actions: { type: 'keep', params: { outcome: undefined } } },
      },
    },
  },
});

export type MutualsActor = ActorRefFrom<typeof mutualsMachine>;
