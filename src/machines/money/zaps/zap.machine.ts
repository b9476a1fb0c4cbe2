import { assign, enqueueActions, sendParent, setup } from 'xstate';
import {
  isPaymentSettled,
  type Payer,
  type PaymentRecord,
  paymentStateOf,
  type PaymentWant,
} from '../../../events/money/payments/payment.ts';
import { sharesOf } from '../../../events/money/zaps/shares.ts';
import { derived, type Ours } from '../../../events/nostr/ours.ts';
import type { Seconds } from '../../../events/core/time.ts';
import { whenEvent } from '../../core/event-guards.ts';
import type { MoneyCommand, ZapWant } from '../payments/money-protocol.ts';

export interface ZapInput {
  readonly intent: string;
  readonly zap: Ours<ZapWant>;
  readonly now: Seconds;
  readonly payer: Payer | undefined;
  readonly again?: boolean | undefined;
}

/** Sent by the account's money: the state of one of its payments. */
export type ZapTold = { type: 'zap.recorded'; record: PaymentRecord };

/** Sent to it: a share is still being paid, or its outcome is not known. */
export type ZapNews = { type: 'zap.unconfirmed' | 'zap.outcomeUnknown'; intent: string };

/** Outcome of a zap. `failed`: no recipient was paid. `declined`: because the user closed it. */
export type ZapOutcome = {
  readonly intent: string;
  readonly outcome: 'paid' | 'partly' | 'failed' | 'declined';
};

interface Context extends ZapInput {
  /** Payments of the shares, by intent. */
  readonly shares: ReadonlyMap<string, PaymentRecord | undefined>;
  /** Number of recipients who cannot be zapped. */
  readonly unreachable: number;
}

/**
 * One zap (ZAP-01 to 03): a separate payment for each recipient, and one outcome. It succeeds only
 * when every share is proved to be paid.
 */
export const zapMachine = setup({
  types: {
    context: {} as Context,
    events: {} as ZapTold,
    input: {} as ZapInput,
    output: {} as ZapOutcome,
    tags: {} as 'unclear',
  },
  delays: { patience: 10_000, timeout: 75_000 },
  guards: {
    /** A wallet or a mint was asked. */
    isAsked: ({ context: { shares } }) =>
      [...shares.values()].some(
        (record) =>
          record?.paying && record.paying.payer.by !== 'shown' && !isPaymentSettled(record),
      ),
    isSettled: ({ context: { shares } }) =>
      [...shares.values()].every((record) => record !== undefined && isPaymentSettled(record)),
  },
  actions: {
    order: enqueueActions(({ context: { intent, zap, now, payer, again }, enqueue }) => {
      const { target, recipients, relays, message } = zap;
      const sats = sharesOf(
        recipients.map(({ weight }) => weight),
        Math.floor(zap.amountMsats / 1_000),
      );
      const shared = recipients.flatMap((one, at) => {
        const amountMsats = (sats[at] ?? 0) * 1_000;
        return amountMsats > 0
          ? [{ ...one, amountMsats, id: recipients.length === 1 ? intent : `${intent}/${at}` }]
          : [];
      });
      const known = shared.filter(
        ({ address, gift }) => address !== undefined || gift !== undefined,
      );
      enqueue.assign({
        shares: new Map(known.map(({ id }) => [id, undefined])),
        unreachable: shared.length - known.length,
      });
      for (const { id, pubkey, address = '', gift, amountMsats } of known) {
        const to = { ...target, pubkey };
        const want = derived(
          zap,
          (): PaymentWant =>
            gift
              ? { type: 'nutzap', to, ...gift, amountMsats, message }
              : { type: 'zap', to, address, relays, amountMsats, message },
        );
        const whole = { group: intent, wholeMsats: zap.amountMsats, again };
        enqueue.sendParent({
          type: 'money.pay',
          intent: id,
          ...whole,
          want,
          now,
          by: payer,
        } satisfies MoneyCommand);
      }
    }),
    record: assign(
      whenEvent('zap.recorded', ({ context: { shares }, event: { record } }) =>
        shares.has(record.intent) ? { shares: new Map(shares).set(record.intent, record) } : {},
      ),
    ),
    tellUnconfirmed: sendParent(
      ({ context: { intent } }): ZapNews => ({ type: 'zap.unconfirmed', intent }),
    ),
    tellUnclear: sendParent(
      ({ context: { intent } }): ZapNews => ({ type: 'zap.outcomeUnknown', intent }),
    ),
  },
}).createMachine({
  id: 'zap',
  context: ({ input }) => ({ ...input, shares: new Map(), unreachable: 0 }),
  entry: 'order',
  on: { 'zap.recorded': { actions: 'record' } },
  initial: 'paying',
  states: {
    paying: {
      always: { guard: 'isSettled', target: 'ended' },
      after: {
        patience: { guard: 'isAsked', actions: 'tellUnconfirmed' },
        timeout: { target: 'unclear', actions: 'tellUnclear' },
      },
    },
    /** Its payments are looked up until they are resolved. */
    unclear: { tags: 'unclear', always: { guard: 'isSettled', target: 'ended' } },
    ended: { type: 'final' },
  },
  output: ({ context: { intent, shares, unreachable } }) => {
    const paid = [...shares.values()].filter(
      (record) => record && paymentStateOf(record) === 'paid',
    ).length;
    if (paid === 0)
      return { intent, outcome: unreachable === 0 && isDeclined(shares) ? 'declined' : 'failed' };
    return { intent, outcome: paid < shares.size + unreachable ? 'partly' : 'paid' };
  },
});

function isDeclined(shares: Context['shares']): boolean {
  const all = [...shares.values()];
  return all.length > 0 && all.every((record) => record?.failure?.code === 'pay.declined');
}
