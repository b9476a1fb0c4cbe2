import { assign, type DoneActorEvent, setup } from 'xstate';
import { rateQuery } from '../../../events/account/signing/signed-query.ts';
import { rateIn } from '../../../events/money/payments/rate.ts';
import {
  signedRequestMachine,
  type SignedRequestOutcome,
} from '../../account/signing/signed-request.machine.ts';
import type { SignerRef } from '../../core/signer-ref.ts';
import type { Bus } from '../../core/bus.ts';
import { whenEvent, withOutcome } from '../../core/event-guards.ts';

export interface RateInput {
  readonly account: string;
  readonly bus: Bus;
  readonly signer: SignerRef;
}

/** An amount is shown in that currency. */
export type RateEvent =
  | { type: 'rate.want'; currency: string }
  | DoneActorEvent<SignedRequestOutcome, 'ask'>;

interface Context extends RateInput {
  readonly currency: string;
  /** Price of one bitcoin in the currency, as last reported. `undefined` if unknown. */
  readonly rate: number | undefined;
}

/**
 * Value of sats in a currency (WALLET-02). It is requested by a signed wallet operation when an
 * amount is shown, and only without a prompt (BEYOND-03). Without an open key there is no request.
 */
export const rateMachine = setup({
  types: { context: {} as Context, events: {} as RateEvent, input: {} as RateInput },
  actors: { signedRequest: signedRequestMachine },
  guards: {
    isTold: ({ context }) => context.rate !== undefined,
    isOther: ({ context, event }) =>
      event.type === 'rate.want' && event.currency !== context.currency,
  },
  delays: { fresh: 10 * 60_000, again: 60_000 },
  actions: {
    keepCurrency: assign(
      whenEvent('rate.want', ({ context, event: { currency } }) => ({
        currency,
        rate: currency === context.currency ? context.rate : undefined,
      })),
    ),
    record: assign((_, { outcome }: { outcome: SignedRequestOutcome }) => ({
      rate: outcome.ok ? rateIn(outcome.answer.claims) : undefined,
    })),
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
        src: 'signedRequest',
        input: ({ context: { account, bus, signer, currency } }) => ({
          account,
          bus,
          signer,
          asked: rateQuery(currency),
          quiet: true,
        }),
        onDone: { target: 'asked', actions: { type: 'record', params: withOutcome } },
        onError: { target: 'asked', actions: 'forget' },
      },
      on: {
        'rate.want': { guard: 'isOther', target: 'asking', reenter: true, actions: 'keepCurrency' },
      },
    },
    asked: {
      always: [{ guard: 'isTold', target: 'known' }, { target: 'unknown' }],
    },
    known: {
      on: { 'rate.want': { guard: 'isOther', target: 'asking', actions: 'keepCurrency' } },
      after: { fresh: 'idle' },
    },
    /** Not requested again each time an amount is shown. */
    unknown: {
      on: { 'rate.want': { guard: 'isOther', target: 'asking', actions: 'keepCurrency' } },
      after: { again: 'idle' },
    },
  },
});
