import { type ActorRefFrom, assign, setup } from 'xstate';
import { query } from '../../events/connection/verbs.ts';
import { KIND } from '../../events/kinds.ts';
import type { Bus, Outcome } from '../connection/bus.ts';
import { type RequestPart, requestMachine } from '../connection/request.machine.ts';
import { when, withOutcome } from '../narrow.ts';

export type MentionEvent = RequestPart | { type: 'mention.ask'; text: string } | { type: 'mention.stop' };

const MOST = 8;

interface Context {
  readonly bus: Bus;
  readonly text: string;
  /** Accounts that may be meant, best first. They stand while the next answer is awaited, so that the list does not flicker. */
  readonly people: readonly string[];
}

/**
 * Whom a name that is being written may mean (user_search). Asks after a pause of 150 ms; only the answer to the last question is shown
 * (INV-TAGGED).
 */
export const mentionMachine = setup({
  types: { context: {} as Context, events: {} as MentionEvent, input: {} as { bus: Bus } },
  actors: { request: requestMachine },
  guards: { isNew: ({ context, event }) => event.type === 'mention.ask' && event.text !== context.text },
  delays: { pause: 150 },
  actions: {
    note: assign(when('mention.ask', ({ event }) => ({ text: event.text }))),
    take: assign((_, { outcome }: { outcome: Outcome }) => ({ people: outcome.ok ? peopleIn(outcome) : [] })),
    forget: assign({ text: '', people: [] }),
  },
}).createMachine({
  id: 'mention',
  context: ({ input }) => ({ bus: input.bus, text: '', people: [] }),
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
        input: ({ context: { bus, text } }) => ({ bus, query: query('user_search', { query: text, limit: MOST }), deadline: 5_000 }),
        onDone: { target: 'idle', actions: { type: 'take', params: withOutcome } },
        onError: { target: 'idle', actions: 'forget' },
      },
    },
  },
});

export type MentionActor = ActorRefFrom<typeof mentionMachine>;

function peopleIn(outcome: Outcome & { ok: true }): readonly string[] {
  const found = outcome.answer.events.flatMap(({ kind, pubkey }) => (kind === KIND.Metadata ? [pubkey] : []));
  return [...new Set(found)].slice(0, MOST);
}
