import { type ActorRefFrom, assign, setup } from 'xstate';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { quickQuestions } from '../../../events/reading/search/search-term.ts';
import type { Bus, Outcome } from '../../core/bus.ts';
import { requestMachine } from '../../connection/request.machine.ts';
import { whenEvent } from '../../core/event-guards.ts';

export interface SearchInput {
  readonly bus: Bus;
  /** Public key of the viewer, in hex. */
  readonly viewer: string;
}

/** `search.type`: the cleaned text of the field. '' searches nothing. */
export type SearchEvent = { type: 'search.type'; text: string } | { type: 'screen.hidden' };

/**
 * People and notes found for the current text, or for the previous text until new results arrive.
 * This avoids flicker.
 */
interface Found {
  readonly people: readonly string[];
  readonly notes: readonly VerifiedEvent[];
}

interface Context extends SearchInput, Found {
  readonly text: string;
}

const TIMEOUT_MS = 5_000;
/** Kinds in search results that are not readable content. */
const PASSED_OVER: ReadonlySet<number> = new Set([
  KIND.Metadata,
  KIND.BlossomServers,
  KIND.LiveEvent,
  KIND.Zap,
  KIND.Repost,
]);

function peopleIn(outcome: Outcome): Found['people'] {
  return outcome.ok
    ? outcome.answer.events.flatMap(({ kind, pubkey }) => (kind === KIND.Metadata ? [pubkey] : []))
    : [];
}

function notesIn(outcome: Outcome): Found['notes'] {
  return outcome.ok ? outcome.answer.events.filter(({ kind }) => !PASSED_OVER.has(kind)) : [];
}

/**
 * Live search at the caching service (SEARCH-01): people and notes, each shown as soon as it
 * arrives. It waits for a pause of 150 ms, and only results for the last text count (INV-TAGGED). A
 * silent service adds nothing.
 */
export const searchMachine = setup({
  types: {
    context: {} as Context,
    events: {} as SearchEvent,
    input: {} as SearchInput,
    tags: {} as 'loading',
  },
  actors: { request: requestMachine },
  guards: {
    isEmpty: ({ event }) => event.type === 'search.type' && event.text === '',
    isNew: ({ context, event }) => event.type === 'search.type' && event.text !== context.text,
  },
  delays: { pause: 150 },
  actions: {
    keepText: assign(whenEvent('search.type', ({ event }) => ({ text: event.text }))),
    showFound: assign((_, found: Partial<Found>) => found),
    clear: assign({ text: '', people: [], notes: [] }),
  },
}).createMachine({
  id: 'search',
  context: ({ input }) => ({ ...input, text: '', people: [], notes: [] }),
  initial: 'idle',
  on: {
    'search.type': [
      { guard: 'isEmpty', target: '.idle', actions: 'clear' },
      { guard: 'isNew', target: '.pausing', reenter: true, actions: 'keepText' },
    ],
    'screen.hidden': { target: '.idle', actions: 'clear' },
  },
  states: {
    idle: {},
    pausing: { tags: 'loading', after: { pause: 'asking' } },
    asking: {
      tags: 'loading',
      type: 'parallel',
      onDone: 'idle',
      states: {
        askingPeople: {
          initial: 'waiting',
          states: {
            waiting: {
              invoke: {
                id: 'people',
                src: 'request',
                input: ({ context: { bus, text, viewer } }) => ({
                  bus,
                  query: quickQuestions(text, viewer).people,
                  deadline: TIMEOUT_MS,
                }),
                onDone: {
                  target: 'answered',
                  actions: {
                    type: 'showFound',
                    params: ({ event }) => ({ people: peopleIn(event.output) }),
                  },
                },
                onError: {
                  target: 'answered',
                  actions: { type: 'showFound', params: { people: [] } },
                },
              },
            },
            answered: { type: 'final' },
          },
        },
        askingNotes: {
          initial: 'waiting',
          states: {
            waiting: {
              invoke: {
                id: 'notes',
                src: 'request',
                input: ({ context: { bus, text, viewer } }) => ({
                  bus,
                  query: quickQuestions(text, viewer).notes,
                  deadline: TIMEOUT_MS,
                }),
                onDone: {
                  target: 'answered',
                  actions: {
                    type: 'showFound',
                    params: ({ event }) => ({ notes: notesIn(event.output) }),
                  },
                },
                onError: {
                  target: 'answered',
                  actions: { type: 'showFound', params: { notes: [] } },
                },
              },
            },
            answered: { type: 'final' },
          },
        },
      },
    },
  },
});

export type SearchActor = ActorRefFrom<typeof searchMachine>;
