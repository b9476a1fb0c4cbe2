import { assign, sendParent, sendTo, setup } from 'xstate';
import type { Answer, AnswerEvent, Hub, Outcome } from './hub.ts';
import type { Query } from './wire.ts';

const NOTHING: Answer = { events: [], referenced: [], claims: [] };

/** Told to the parent as soon as a part has arrived, so that it can be shown before the end of the answer. */
export type RequestPart = { type: 'request.part'; answer: Answer };

/**
 * One question to the caching service, one outcome, one deadline (INV-PROGRESS). The answer is addressed to this very actor, so it can
 * not land elsewhere (INV-TAGGED); stopping the actor is cancelling the question.
 */
export const requestMachine = setup({
  types: {
    context: {} as { hub: Hub; query: Query; answer: Answer; deadline: number; outcome: Outcome },
    events: {} as AnswerEvent,
    input: {} as { hub: Hub; query: Query; deadline?: number },
    output: {} as Outcome,
  },
  delays: { deadline: ({ context }) => context.deadline },
  actions: {
    ask: sendTo(
      ({ context }) => context.hub,
      ({ context, self }) => ({ type: 'cache.ask', from: self, query: context.query, stream: false }),
    ),
    forget: sendTo(
      ({ context }) => context.hub,
      ({ self }) => ({ type: 'cache.forget', from: self }),
    ),
    tellPart: sendParent(({ context }): RequestPart => ({ type: 'request.part', answer: context.answer })),
  },
}).createMachine({
  id: 'request',
  context: ({ input }) => ({
    hub: input.hub,
    query: input.query,
    answer: NOTHING,
    deadline: input.deadline ?? 10_000,
    outcome: { ok: false, reason: 'timeout', text: '' },
  }),
  initial: 'asking',
  states: {
    asking: {
      entry: 'ask',
      on: {
        'answer.part': {
          actions: [
            assign({
              answer: ({ context: { answer }, event }) => ({
                events: [...answer.events, ...event.events],
                referenced: [...answer.referenced, ...event.referenced],
                claims: [...answer.claims, ...event.claims],
                ...(answer.rejected || event.rejected ? { rejected: (answer.rejected ?? 0) + (event.rejected ?? 0) } : {}),
              }),
            }),
            'tellPart',
          ],
        },
        'answer.restart': { actions: assign({ answer: NOTHING }) },
        'answer.ended': { target: 'answered', actions: assign({ outcome: ({ context }) => ({ ok: true, answer: context.answer }) }) },
        'answer.failed': {
          target: 'failed',
          actions: assign({ outcome: ({ event }) => ({ ok: false, reason: event.reason, text: event.text }) }),
        },
      },
      after: { deadline: { target: 'timedOut', actions: 'forget' } },
    },
    answered: { type: 'final' },
    failed: { type: 'final' },
    timedOut: { type: 'final' },
  },
  output: ({ context }) => context.outcome,
});
