import { assign, enqueueActions, sendParent, sendTo, setup } from 'xstate';
import type { CacheResponse, ResponseEvent, Bus, Outcome } from '../core/bus.ts';
import { whenEvent } from '../core/event-guards.ts';
import type { CacheQuery } from '../../events/connection/cache-query.ts';

/** The caching service's reply to an unknown verb. */
const UNKNOWN_VERB = 'unknown api request';
/** How often a request gets its full timeout again on a new connection. */
const MOST_TIMES = 3;
const NOTHING: CacheResponse = { events: [], referenced: [], claims: [] };

/** Sent to the parent for each part on request, so that it can be shown before the answer ends. */
export type RequestPart = { type: 'request.partReceived'; answer: CacheResponse };

/**
 * Return the follow-up request for referenced events that the answer did not include. `undefined`
 * if none is needed.
 */
export type Onward = (answer: CacheResponse) => CacheQuery | undefined;
/**
 * Timeout of the follow-up request in milliseconds. The first answer is delivered after it in any
 * case.
 */
const ONWARD = 4_000;

/**
 * One request to the caching service with one outcome and one deadline (INV-PROGRESS). The deadline
 * restarts on a new connection, a few times at most. Answers are addressed to this actor, so they
 * cannot reach another one (INV-TAGGED). Stopping the actor cancels the request.
 */
export const requestMachine = setup({
  types: {
    context: {} as {
      bus: Bus;
      query: CacheQuery;
      onward: Onward | undefined;
      /** The first answer, once its follow-up request is sent. */
      first: CacheResponse | undefined;
      answer: CacheResponse;
      deadline: number;
      acted: boolean;
      parts: boolean;
      times: number;
      outcome: Outcome;
    },
    events: {} as ResponseEvent,
    /**
     * `acted`: the user waits for this answer, so an unknown verb is reported (LIMIT-06). `parts`:
     * the parent receives each part as it arrives.
     */
    input: {} as {
      bus: Bus;
      query: CacheQuery;
      deadline?: number;
      acted?: boolean;
      parts?: boolean;
      onward?: Onward;
    },
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
      ({ context, self }) => ({
        type: 'cache.ask',
        from: self,
        query: context.query,
        stream: false,
      }),
    ),
    forget: sendTo(
      ({ context }) => context.bus,
      ({ self }) => ({ type: 'cache.forget', from: self }),
    ),
    notifyUnknown: enqueueActions(({ context, event, enqueue }) => {
      if (!context.acted || event.type !== 'answer.failed' || event.text !== UNKNOWN_VERB) return;
      enqueue.sendTo(context.bus, {
        type: 'toast.show',
        kind: 'unavailable',
        message: { code: 'act.unavailable' },
      });
    }),
    take: assign(
      whenEvent('answer.partReceived', ({ context: { answer, first }, event }) => ({
        answer: first ? referring(answer, event) : joined(answer, event),
      })),
    ),
    notifyPart: sendParent(
      ({ context }): RequestPart => ({ type: 'request.partReceived', answer: context.answer }),
    ),
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
        'answer.partReceived': [
          { guard: 'tellsParts', actions: ['take', 'notifyPart'] },
          { actions: 'take' },
        ],
        'answer.restarted': {
          actions: assign({ answer: ({ context }) => context.first ?? NOTHING }),
        },
        'answer.ended': [
          { guard: 'leadsOn', target: 'asking', reenter: true, actions: 'goOn' },
          {
            target: 'answered',
            actions: assign({ outcome: ({ context }) => ({ ok: true, answer: context.answer }) }),
          },
        ],
        'answer.failed': {
          target: 'failed',
          actions: [
            'notifyUnknown',
            assign({
              outcome: ({ event }) => ({ ok: false, reason: event.reason, text: event.text }),
            }),
          ],
        },
      },
      initial: 'timed',
      states: {
        timed: {
          on: {
            'answer.requestSent': {
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
  // a failed follow-up does not lose the first answer
  output: ({ context }) => (context.first ? { ok: true, answer: context.answer } : context.outcome),
});

function joined(answer: CacheResponse, part: CacheResponse): CacheResponse {
  return {
    events: [...answer.events, ...part.events],
    referenced: [...answer.referenced, ...part.referenced],
    claims: [...answer.claims, ...part.claims],
    ...(answer.rejected || part.rejected
      ? { rejected: (answer.rejected ?? 0) + (part.rejected ?? 0) }
      : {}),
    ...(part.at === undefined ? {} : { at: part.at }),
  };
}

/** Add the follow-up's events as referenced ones, because they are no part of the answer's list. */
function referring(answer: CacheResponse, part: CacheResponse): CacheResponse {
  const claims = part.claims.filter(({ claim }) => claim !== 'range');
  return joined(answer, {
    ...part,
    events: [],
    referenced: [...part.events, ...part.referenced],
    claims,
  });
}
