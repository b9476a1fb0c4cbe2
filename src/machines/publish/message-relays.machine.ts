import { assign, setup } from 'xstate';
import { listQuery } from '../../events/account/list-query.ts';
import { readMessageRelays } from '../../events/account/relay-list.ts';
import { newestVersion } from '../../events/event.ts';
import { KIND } from '../../events/kinds.ts';
import type { MessageRelays } from '../../events/messages/letter.ts';
import type { Bus, Outcome } from '../connection/bus.ts';
import { requestMachine } from '../connection/request.machine.ts';
import { withOutcome } from '../narrow.ts';

interface MessageRelaysInput {
  readonly bus: Bus;
  readonly account: string;
  readonly peer: string;
  /** Origin of the page, whose own relay may have a private address. */
  readonly home: string;
}

/** What the lists of both name; undefined: one of them could not be had. */
export interface MessageRelaysFound {
  readonly found: MessageRelays | undefined;
}

interface Context extends MessageRelaysInput {
  readonly urls: Partial<MessageRelays>;
}

type Whose = keyof MessageRelays;
const PATIENCE = 4_000;

/** Which relays a peer and the account name for private messages (kind 10050). A list that was refused is no answer, and not the same as none. */
export const messageRelaysMachine = setup({
  types: { context: {} as Context, input: {} as MessageRelaysInput, output: {} as MessageRelaysFound },
  actors: { request: requestMachine },
  guards: { isOk: (_, { outcome }: { outcome: Outcome }) => outcome.ok && !outcome.answer.rejected },
  actions: {
    receive: assign(({ context }, { outcome, whose }: { outcome: Outcome; whose: Whose }) => {
      if (!outcome.ok) return {};
      const author = whose === 'own' ? context.account : context.peer;
      const all = [...outcome.answer.events, ...outcome.answer.referenced];
      const list = newestVersion(all.filter(({ kind, pubkey }) => kind === KIND.DirectMessageRelays && pubkey === author));
      return { urls: { ...context.urls, [whose]: readMessageRelays(list, context.home) } };
    }),
  },
}).createMachine({
  id: 'messageRelays',
  context: ({ input }) => ({ ...input, urls: {} }),
  initial: 'peer',
  states: {
    peer: {
      invoke: {
        id: 'peer',
        src: 'request',
        input: ({ context: { bus, peer } }) => ({ bus, query: listQuery('messageRelays', peer), deadline: PATIENCE }),
        onDone: [
          {
            guard: { type: 'isOk', params: withOutcome },
            target: 'own',
            actions: { type: 'receive', params: ({ event }) => ({ outcome: event.output, whose: 'peer' as const }) },
          },
          { target: 'ended' },
        ],
        onError: 'ended',
      },
    },
    own: {
      invoke: {
        id: 'own',
        src: 'request',
        input: ({ context: { bus, account } }) => ({ bus, query: listQuery('messageRelays', account), deadline: PATIENCE }),
        onDone: [
          {
            guard: { type: 'isOk', params: withOutcome },
            target: 'ended',
            actions: { type: 'receive', params: ({ event }) => ({ outcome: event.output, whose: 'own' as const }) },
          },
          { target: 'ended' },
        ],
        onError: 'ended',
      },
    },
    ended: { type: 'final' },
  },
  output: ({ context: { urls } }) => ({ found: urls.peer && urls.own ? { peer: urls.peer, own: urls.own } : undefined }),
});
