import { type ActorRefFrom, assign, setup } from 'xstate';
import type { VerifiedEvent } from '../../events/event.ts';
import { KIND } from '../../events/kinds.ts';
import { quickQuestions } from '../../events/reading/search-term.ts';
import type { Bus, Outcome } from '../connection/bus.ts';
import { requestMachine } from '../connection/request.machine.ts';
import { when, withOutcome } from '../narrow.ts';

export interface SearchInput {
  readonly bus: Bus;
  /** Whose eyes; a public key in hex. */
  readonly viewer: string;
}

/** `search.type`: what stands in the field now, cleaned; '' asks nothing. */
export type SearchEvent = { type: 'search.type'; text: string } | { type: 'screen.hidden' };

interface Context extends SearchInput {
  readonly text: string;
  /** Accounts and notes that the service found for `text`, or for what was typed just before, so that nothing flickers. */
  readonly people: readonly string[];
  readonly notes: readonly VerifiedEvent[];
}

const PATIENCE = 5_000;
/** Found by a search, but nothing to read. */
const PASSED_OVER: ReadonlySet<number> = new Set([KIND.Metadata, KIND.BlossomServers, KIND.LiveEvent, KIND.Zap, KIND.Repost]);

/**
 * What the caching service knows of a text while it is typed (SEARCH-01): people and notes, each shown as soon as it is there. Asks after a
 * pause of 150 ms, and only the answer to what was typed last counts (INV-TAGGED). A service that does not answer adds nothing.
 */
export const searchMachine = setup({
  types: { context: {} as Context, events: {} as SearchEvent, input: {} as SearchInput, tags: {} as 'loading' },
  actors: { request: requestMachine },
  guards: {
    isEmpty: ({ event }) => event.type === 'search.type' && event.text === '',
    isNew: ({ context, event }) => event.type === 'search.type' && event.text !== context.text,
  },
  delays: { pause: 150 },
  actions: {
    note: assign(when('search.type', ({ event }) => ({ text: event.text }))),
    takePeople: assign((_, { outcome }: { outcome: Outcome }) => ({
      people: outcome.ok ? outcome.answer.events.flatMap(({ kind, pubkey }) => (kind === KIND.Metadata ? [pubkey] : [])) : [],
    })),
    takeNotes: assign((_, { outcome }: { outcome: Outcome }) => ({
      notes: outcome.ok ? outcome.answer.events.filter(({ kind }) => !PASSED_OVER.has(kind)) : [],
    })),
    forgetPeople: assign({ people: [] }),
    forgetNotes: assign({ notes: [] }),
    forget: assign({ text: '', people: [], notes: [] }),
  },
}).createMachine({
  id: 'search',
  context: ({ input }) => ({ ...input, text: '', people: [], notes: [] }),
  initial: 'idle',
  on: {
    'search.type': [
      { guard: 'isEmpty', target: '.idle', actions: 'forget' },
      { guard: 'isNew', target: '.pausing', reenter: true, actions: 'note' },
    ],
    'screen.hidden': { target: '.idle', actions: 'forget' },
  },
  states: {
    idle: {},
    pausing: { tags: 'loading', after: { pause: 'asking' } },
    asking: {
      tags: 'loading',
      type: 'parallel',
      onDone: 'idle',
      states: {
        people: {
          initial: 'asked',
          states: {
            asked: {
              invoke: {
                id: 'people',
                src: 'request',
                input: ({ context: { bus, text, viewer } }) => ({ bus, query: quickQuestions(text, viewer).people, deadline: PATIENCE }),
                onDone: { target: 'done', actions: { type: 'takePeople', params: withOutcome } },
                onError: { target: 'done', actions: 'forgetPeople' },
              },
            },
            done: { type: 'final' },
          },
        },
        notes: {
          initial: 'asked',
          states: {
            asked: {
              invoke: {
                id: 'notes',
                src: 'request',
                input: ({ context: { bus, text, viewer } }) => ({ bus, query: quickQuestions(text, viewer).notes, deadline: PATIENCE }),
                onDone: { target: 'done', actions: { type: 'takeNotes', params: withOutcome } },
                onError: { target: 'done', actions: 'forgetNotes' },
              },
            },
            done: { type: 'final' },
          },
        },
      },
    },
  },
});

export type SearchActor = ActorRefFrom<typeof searchMachine>;
