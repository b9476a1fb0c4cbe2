import { assign, type DoneActorEvent, setup } from 'xstate';
import { rateQuestion } from '../../../events/account/signing/signed-query.ts';
import { rateIn } from '../../../events/money/payments/rate.ts';
import { privilegedMachine, type PrivilegedOutcome } from '../../account/signing/signed-request.machine.ts';
import type { SignerRef } from '../../core/signer-ref.ts';
import type { Bus } from '../../core/bus.ts';
import { when, withOutcome } from '../../core/event-guards.ts';

export interface RateInput {
  readonly account: string;
  readonly bus: Bus;
  readonly signer: SignerRef;
}

/** Somebody looks at an amount, and has that currency. */
export type RateEvent = { type: 'rate.want'; currency: string } | DoneActorEvent<PrivilegedOutcome, 'ask'>;

interface Context extends RateInput {
  readonly currency: string;
  /** What one bitcoin costs in it, as the service last said; undefined: it did not. */
  readonly rate: number | undefined;
}

/**
 * What sats are worth (WALLET-02): asked by a signed operation of the wallet, when somebody looks at an amount, and only where that troubles nobody
 * (BEYOND-03): where no key is open here nothing is asked, and nothing is known.
 */
export const rateMachine = setup({
  types: { context: {} as Context, events: {} as RateEvent, input: {} as RateInput },
  actors: { privileged: privilegedMachine },
  guards: {
    isTold: ({ context }) => context.rate !== undefined,
    isOther: ({ context, event }) => event.type === 'rate.want' && event.currency !== context.currency,
  },
  delays: { fresh: 10 * 60_000, again: 60_000 },
  actions: {
    keepCurrency: assign(
      when('rate.want', ({ context, event: { currency } }) => ({
        currency,
        rate: currency === context.currency ? context.rate : undefined,
      })),
    ),
    record: assign((_, { outcome }: { outcome: PrivilegedOutcome }) => ({ rate: outcome.ok ? rateIn(outcome.answer.claims) : undefined })),
    forget: assign({ rate: undefined }),
  },
}).createMachine({
  id: 'rate',
  context: ({ input }) => ({ ...input, currency: '', rate: undefined }),
  initial: 'idle',
  states: {
    idle: { on: { 'rate.want': { target: 'asking', actions: 'keepCurrency' } } },
    asking: {
      invoke: {
        id: 'ask',
        src: 'privileged',
        input: ({ context: { account, bus, signer, currency } }) => ({ account, bus, signer, asked: rateQuestion(currency), quiet: true }),
        onDone: { target: 'asked', actions: { type: 'record', params: withOutcome } },
        onError: { target: 'asked', actions: 'forget' },
      },
      on: { 'rate.want': { guard: 'isOther', target: 'asking', reenter: true, actions: 'keepCurrency' } },
    },
    asked: {
      always: [{ guard: 'isTold', target: 'known' }, { target: 'unknown' }],
    },
    known: {
      on: { 'rate.want': { guard: 'isOther', target: 'asking', actions: 'keepCurrency' } },
      after: { fresh: 'idle' },
    },
    /** It is not asked at every look. */
    unknown: {
      on: { 'rate.want': { guard: 'isOther', target: 'asking', actions: 'keepCurrency' } },
      after: { again: 'idle' },
    },
  },
});
