import { fromPromise, sendParent, setup } from 'xstate';
import type { EcashReason } from '../../events/money/ecash-reason.ts';
import type { Seconds } from '../../events/time.ts';
import { withOutcome } from '../narrow.ts';
import type { EcashOrder, InvoiceAnswer, InvoiceAsk } from './ecash-wire.ts';

export interface CashOutInput {
  readonly job: string;
  readonly mint: string;
  readonly address: string;
  readonly amount: number;
  readonly now: Seconds;
  readonly home: string;
}

/** Told to the parent: an invoice of that address is to be paid; or there is none, and why. */
export type CashOutNews = Extract<EcashOrder, { type: 'ecash.melt' }> | { type: 'ecash.noInvoice'; job: string; reason: EcashReason };

/** Has a lightning address make the invoice that ecash is then melted for (ECASH-01). Nothing moves here. */
export const ecashCashOutMachine = setup({
  types: { context: {} as CashOutInput, input: {} as CashOutInput },
  actors: { invoice: fromPromise<InvoiceAnswer, InvoiceAsk>(() => Promise.reject(new Error('no port'))) },
  delays: { patience: 30_000 },
  actions: {
    tell: sendParent(({ context: { job, mint, amount, now } }, { outcome }: { readonly outcome: InvoiceAnswer }): CashOutNews => {
      if ('reason' in outcome) return { type: 'ecash.noInvoice', job, reason: outcome.reason };
      return { type: 'ecash.melt', job, mint, invoice: outcome.invoice, amount, now };
    }),
    tellSilent: sendParent(({ context: { job } }): CashOutNews => ({ type: 'ecash.noInvoice', job, reason: { code: 'noAddress' } })),
  },
}).createMachine({
  id: 'ecashCashOut',
  context: ({ input }) => input,
  initial: 'asking',
  states: {
    asking: {
      invoke: {
        src: 'invoice',
        id: 'asking',
        input: ({ context: { address, amount, home } }) => ({ address, sats: amount, home }),
        onDone: { target: 'told', actions: { type: 'tell', params: withOutcome } },
        onError: { target: 'told', actions: 'tellSilent' },
      },
      after: { patience: { target: 'told', actions: 'tellSilent' } },
    },
    told: { type: 'final' },
  },
});
