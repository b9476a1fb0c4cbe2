import { type ActorRefFrom, assign, setup } from 'xstate';
import { readSuggestions, recommendedPeople } from '../../../events/account/profile/suggestions.ts';
import { query } from '../../../events/connection/verbs.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import type { CacheResponse, Bus, Outcome } from '../../core/bus.ts';
import { requestMachine } from '../../connection/request.machine.ts';
import { whenEvent, withOutcome } from '../../core/event-guards.ts';

export type MentionEvent =
  | { type: 'mention.ask'; text: string; beside?: string | undefined }
  | { type: 'mention.stop' };

const MOST = 8;

interface Context {
  readonly bus: Bus;
  /** The beginning of a name. `undefined` if no mention is being typed. */
  readonly text: string | undefined;
  /** The most likely person: the author of the answered note. */
  readonly beside: string | undefined;
  /**
   * Suggested accounts, best first. They stay while the next answer is pending, so that the list
   * does not flicker.
   */
  readonly people: readonly string[];
}

/**
 * Suggests accounts for a name that is being typed (user_search), or recommended ones if there is
 * none (LIMIT-02). Sends a request after a pause of 150 ms. Only the last answer is shown
 * (INV-TAGGED).
 */
export const mentionMachine = setup({
  types: { context: {} as Context, events: {} as MentionEvent, input: {} as { bus: Bus } },
  actors: { request: requestMachine },
  guards: {
    isNew: ({ context, event }) => event.type === 'mention.ask' && event.text !== context.text,
  },
  delays: { pause: 150 },
  actions: {
    note: assign(
      whenEvent('mention.ask', ({ event }) => ({ text: event.text, beside: event.beside })),
    ),
    take: assign(({ context }, { outcome }: { outcome: Outcome }) => ({
      people: outcome.ok ? peopleIn(outcome.answer, context) : [],
    })),
    forget: assign({ text: undefined, people: [] }),
  },
}).createMachine({
  id: 'mention',
  context: ({ input }) => ({ bus: input.bus, text: undefined, beside: undefined, people: [] }),
  initial: 'idle',
  on: {
    'mention.ask': { guard: 'isNew', target: '.pausing', reenter: true, actions: 'note' },
    'mention.stop': { target: '.idle', actions: 'forget' },
  },
  states: {
    idle: {},
    pausing: { after: { pause: 'asking' } },
    asking: {
      invoke: {
        id: 'request',
        src: 'request',
        input: ({ context: { bus, text } }) => ({ bus, query: questionOf(text), deadline: 5_000 }),
        onDone: { target: 'idle', actions: { type: 'take', params: withOutcome } },
        onError: { target: 'idle', actions: 'forget' },
      },
    },
  },
});

export type MentionActor = ActorRefFrom<typeof mentionMachine>;

function questionOf(text: string | undefined) {
  return text
    ? query('user_search', { query: text, limit: MOST })
    : query('get_suggested_users', {});
}

function peopleIn({ events, claims }: CacheResponse, { text, beside }: Context): readonly string[] {
  if (!text) return recommendedPeople(readSuggestions(claims), beside);
  const found = events.flatMap(({ kind, pubkey }) => (kind === KIND.Metadata ? [pubkey] : []));
  return [...new Set(found)].slice(0, MOST);
}
