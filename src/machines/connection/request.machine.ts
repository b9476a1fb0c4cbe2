import { assign, enqueueActions, sendParent, sendTo, setup } from 'xstate';
import type { Answer, AnswerEvent, Bus, Outcome } from '../core/bus.ts';
import { when } from '../core/event-guards.ts';
import type { Query } from '../core/cache-protocol.ts';

/** What a caching service answers to a verb that it does not have (1.5 of the wire reference). */
const UNKNOWN_VERB = 'unknown api request';
/** So often a question that is asked on a new connection has its whole time again. */
const MOST_TIMES = 3;
const NOTHING: Answer = { events: [], referenced: [], claims: [] };

/** Told to a parent that wants it as soon as a part has arrived, so that it can be shown before the end of the answer. */
export type RequestPart = { type: 'request.part'; answer: Answer };

/** What follows from an answer: one more question, for what it refers to and did not bring. Undefined: nothing. */
export type Onward = (answer: Answer) => Query | undefined;
/** Whoever waits has an answer already; it is not held back for longer, in milliseconds. */
const ONWARD = 4_000;

/**
 * One question to the caching service, one outcome, one deadline (INV-PROGRESS), which begins anew when a connection that was waited for is
 * there, a few times at most. The answer is addressed to this very actor, so it can
 * not land elsewhere (INV-TAGGED); stopping the actor is cancelling the question.
 */
export const requestMachine = setup({
  types: {
    context: {} as {
      bus: Bus;
      query: Query;
      onward: Onward | undefined;
      /** What has ended, once it is asked for what follows from it. */
      first: Answer | undefined;
      answer: Answer;
      deadline: number;
      acted: boolean;
      parts: boolean;
      times: number;
      outcome: Outcome;
    },
    events: {} as AnswerEvent,
    /**
     * `acted`: somebody waits for just this answer, and is told when the service cannot give it at all (LIMIT-06). `parts`: the parent hears
     * each part as it comes.
     */
    input: {} as { bus: Bus; query: Query; deadline?: number; acted?: boolean; parts?: boolean; onward?: Onward },
    output: {} as Outcome,
  },
  delays: { deadline: ({ context }) => context.deadline },
  guards: {
    hasTime: ({ context }) => context.first === undefined && context.times < MOST_TIMES,
    leadsOn: ({ context }) => context.onward?.(context.answer) !== undefined,
    tellsParts: ({ context }) => context.parts,
  },
  actions: {
    goOn: assign(({ context: { query, answer, onward } }) => ({
      query: onward?.(answer) ?? query,
      onward: undefined,
      acted: false,
      first: answer,
      deadline: ONWARD,
    })),
    ask: sendTo(
      ({ context }) => context.bus,
      ({ context, self }) => ({ type: 'cache.ask', from: self, query: context.query, stream: false }),
    ),
    forget: sendTo(
      ({ context }) => context.bus,
      ({ self }) => ({ type: 'cache.forget', from: self }),
    ),
    notifyUnknown: enqueueActions(({ context, event, enqueue }) => {
      if (!context.acted || event.type !== 'answer.failed' || event.text !== UNKNOWN_VERB) return;
      enqueue.sendTo(context.bus, { type: 'toast.show', kind: 'unavailable', message: { code: 'act.unavailable' } });
    }),
    take: assign(
      when('answer.part', ({ context: { answer, first }, event }) => ({
        answer: first ? referring(answer, event) : joined(answer, event),
      })),
    ),
    notifyPart: sendParent(({ context }): RequestPart => ({ type: 'request.part', answer: context.answer })),
  },
}).createMachine({
  id: 'request',
  context: ({ input }) => ({
    bus: input.bus,
    query: input.query,
    onward: input.onward,
    first: undefined,
    answer: NOTHING,
    deadline: input.deadline ?? 10_000,
    acted: input.acted ?? false,
    parts: input.parts ?? false,
    times: 0,
    outcome: { ok: false, reason: 'timeout', text: '' },
  }),
  initial: 'asking',
  states: {
    asking: {
      entry: 'ask',
      on: {
        'answer.part': [{ guard: 'tellsParts', actions: ['take', 'notifyPart'] }, { actions: 'take' }],
        'answer.restart': { actions: assign({ answer: ({ context }) => context.first ?? NOTHING }) },
        'answer.ended': [
          { guard: 'leadsOn', target: 'asking', reenter: true, actions: 'goOn' },
          { target: 'answered', actions: assign({ outcome: ({ context }) => ({ ok: true, answer: context.answer }) }) },
        ],
        'answer.failed': {
          target: 'failed',
          actions: ['notifyUnknown', assign({ outcome: ({ event }) => ({ ok: false, reason: event.reason, text: event.text }) })],
        },
      },
      initial: 'timed',
      states: {
        timed: {
          on: {
            'answer.asked': {
              guard: 'hasTime',
              target: 'timed',
              reenter: true,
              actions: assign({ times: ({ context }) => context.times + 1 }),
            },
          },
          after: { deadline: { target: '#request.timedOut', actions: 'forget' } },
        },
      },
    },
    answered: { type: 'final' },
    failed: { type: 'final' },
    timedOut: { type: 'final' },
  },
  // an answer that is there is not lost by what was asked for beside it
  output: ({ context }) => (context.first ? { ok: true, answer: context.answer } : context.outcome),
});

function joined(answer: Answer, part: Answer): Answer {
  return {
    events: [...answer.events, ...part.events],
    referenced: [...answer.referenced, ...part.referenced],
    claims: [...answer.claims, ...part.claims],
    ...(answer.rejected || part.rejected ? { rejected: (answer.rejected ?? 0) + (part.rejected ?? 0) } : {}),
    ...(part.at === undefined ? {} : { at: part.at }),
  };
}

/** What was asked for because the first answer refers to it is no part of the list that it gives. */
function referring(answer: Answer, part: Answer): Answer {
  const claims = part.claims.filter(({ claim }) => claim !== 'range');
  return joined(answer, { ...part, events: [], referenced: [...part.events, ...part.referenced], claims });
}
