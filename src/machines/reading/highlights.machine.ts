import { type ActorRefFrom, assign, setup } from 'xstate';
import { KIND } from '../../events/kinds.ts';
import type { Hub, Outcome } from '../connection/hub.ts';
import { requestMachine } from '../connection/request.machine.ts';

export interface HighlightsInput {
  readonly hub: Hub;
  /** Whose eyes: the account's key, or the visitors' default. */
  readonly viewer: string;
  /** Of the article. */
  readonly address: { readonly kind: number; readonly pubkey: string; readonly identifier: string };
}

export type HighlightsEvent = { type: 'screen.shown' };

/** What readers marked in an article, by id in the order the service names it (THREAD-04). Asked again whenever the article is opened again. */
export const highlightsMachine = setup({
  types: {
    context: {} as HighlightsInput & { ids: readonly string[] },
    events: {} as HighlightsEvent,
    input: {} as HighlightsInput,
  },
  actors: { request: requestMachine },
  guards: { isOk: (_, params: { outcome: Outcome }) => params.outcome.ok },
  actions: { take: assign((_, params: { outcome: Outcome }) => ({ ids: idsIn(params.outcome) })) },
}).createMachine({
  id: 'highlights',
  context: ({ input }) => ({ ...input, ids: [] }),
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        id: 'request',
        src: 'request',
        input: ({ context: { hub, viewer, address } }) => ({
          hub,
          query: { verb: 'get_highlights', payload: { ...address, user_pubkey: viewer } },
        }),
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
    failed: { on: { 'screen.shown': 'loading' } },
  },
});

export type HighlightsActor = ActorRefFrom<typeof highlightsMachine>;

function idsIn(outcome: Outcome): readonly string[] {
  return outcome.ok ? outcome.answer.events.filter(({ kind }) => kind === KIND.Highlight).map(({ id }) => id) : [];
}
