import { assign, not, sendTo, setup } from 'xstate';
import type { Account } from '../../../events/account/account.ts';
import {
  type MembershipStatus,
  statusIn,
  type MembershipTier,
} from '../../../events/account/membership/membership.ts';
import {
  type LegendLook,
  legendQuery,
  membershipQuery,
  purchaseQuery,
  tierIn,
} from '../../../events/account/signing/signed-query.ts';
import { type Order, type Quote, quoteIn } from '../../../events/account/membership/purchase.ts';
import { query } from '../../../events/connection/verbs.ts';
import { clipLine } from '../../../events/core/text.ts';
import type { Bus } from '../../core/bus.ts';
import { requestMachine } from '../../connection/request.machine.ts';
import { whenEvent, withOutcome } from '../../core/event-guards.ts';
import { callbackPort } from '../../core/ports.ts';
import {
  signedRequestMachine,
  type SignedRequestOutcome,
} from '../signing/signed-request.machine.ts';
import type { SignerRef } from '../../core/signer-ref.ts';

/**
 * Command to the reminder store. It checks if a reminder is due, once across tabs, and stores the
 * time of the last one.
 */
export type ReminderCommand = { type: 'reminder.load' };
export type ReminderSignal = { type: 'reminder.found'; isDue: boolean };

export type MembershipEvent =
  | ReminderSignal
  /** Requests the membership for a view. The signer may prompt. */
  | { type: 'membership.ask' }
  | { type: 'membership.dismiss' }
  | { type: 'membership.customize'; look: LegendLook }
  /** Requests the price of a membership. `undefined`: cancel the purchase. */
  | { type: 'membership.order'; order: Order | undefined };

export interface MembershipInput {
  readonly bus: Bus;
  readonly account: Account;
  readonly signer: SignerRef;
}

interface Context extends MembershipInput {
  /**
   * The account's tier according to the service. `undefined` if it was not asked or did not reply.
   */
  readonly tier: MembershipTier | undefined;
  /** Further details. `undefined` also for an account that the service does not know. */
  readonly status: MembershipStatus | undefined;
  /** True if the user requested it, so it is not an automatic check. */
  readonly isWanted: boolean;
  /** The action that failed last. */
  readonly trouble: 'ask' | 'look' | 'order' | undefined;
  /** The service's own message. Empty if there is no readable one. */
  readonly said: string;
  readonly look: LegendLook | undefined;
  /** The order and its price. */
  readonly order: Order | undefined;
  readonly quote: Quote | undefined;
}

/** Transitions for every state in which the membership is known. */
const ORDER = {
  'membership.order': [
    { guard: 'isOrder', target: 'quoting', actions: 'keepOrder' },
    { actions: 'keepOrder' },
  ],
} as const;
/** Maximum characters of the service's message. */
const LONGEST_WORDS = 200;

/**
 * The account's status at the service, requested after sign-in (ACCOUNT-19, MEMBER-01). The
 * automatic check runs only without a prompt, with a key that is open here now or later
 * (BEYOND-03). With other signers it runs when the user views the membership or uploads files
 * (`uploadsMachine`). Non-members get a reminder now and then (MEMBER-02). It also changes the look
 * of a legend (PROFILE-11) and requests prices.
 */
export const membershipMachine = setup({
  types: {
    context: {} as Context,
    events: {} as MembershipEvent,
    input: {} as MembershipInput,
    tags: {} as 'loading' | 'due' | 'saving' | 'quoting',
    children: {} as {
      ask: 'signedRequest';
      save: 'signedRequest';
      quote: 'signedRequest';
      refresh: 'request';
      reminder: 'reminder';
    },
  },
  actors: {
    signedRequest: signedRequestMachine,
    request: requestMachine,
    reminder: callbackPort<ReminderCommand, { readonly account: string }>('membershipReminder'),
  },
  guards: {
    isLocal: ({ context }) => context.account.method === 'key',
    isWanted: ({ context }) => context.isWanted,
    isOk: (_, { outcome }: { outcome: SignedRequestOutcome }) => outcome.ok,
    isLocked: ({ context }, { outcome }: { outcome: SignedRequestOutcome }) =>
      !outcome.ok && outcome.reason === 'unsigned' && !context.isWanted,
    isStranger: ({ context }, { outcome }: { outcome: SignedRequestOutcome }) =>
      outcome.ok && !context.isWanted && tierIn(outcome.answer.claims) === 'none',
    isOrder: ({ event }) => event.type === 'membership.order' && event.order !== undefined,
    isQuoted: (_, { outcome }: { outcome: SignedRequestOutcome }) =>
      outcome.ok && quoteIn(outcome.answer.claims) !== undefined,
    isDue: ({ event }) => event.type === 'reminder.found' && event.isDue,
  },
  delays: { startDelay: 1_000, again: 15_000, timeout: 2_000 },
  actions: {
    want: assign({ isWanted: true, trouble: undefined }),
    learn: assign((_, { outcome }: { outcome: SignedRequestOutcome }) => ({
      tier: outcome.ok ? tierIn(outcome.answer.claims) : undefined,
      status: outcome.ok ? statusIn(outcome.answer.claims) : undefined,
      isWanted: false,
      trouble: outcome.ok ? undefined : ('ask' as const),
    })),
    fail: assign({ isWanted: false, trouble: 'ask' }),
    keepLook: assign(
      whenEvent('membership.customize', ({ event }) => ({ look: event.look, trouble: undefined })),
    ),
    failLook: assign({ trouble: 'look' }),
    keepOrder: assign(
      whenEvent('membership.order', ({ event }) => ({
        order: event.order,
        quote: undefined,
        trouble: undefined,
      })),
    ),
    keepQuote: assign((_, { outcome }: { outcome: SignedRequestOutcome }) => ({
      quote: outcome.ok ? quoteIn(outcome.answer.claims) : undefined,
    })),
    failQuote: assign((_, { outcome }: { outcome: SignedRequestOutcome }) => ({
      trouble: 'order' as const,
      said: !outcome.ok && outcome.reason === 'notice' ? clipLine(outcome.text, LONGEST_WORDS) : '',
    })),
    breakQuote: assign({ trouble: 'order', said: '' }),
    lookUp: sendTo('reminder', { type: 'reminder.load' as const }),
  },
}).createMachine({
  id: 'membership',
  context: ({ input }) => ({
    ...input,
    tier: undefined,
    status: undefined,
    isWanted: false,
    trouble: undefined,
    said: '',
    look: undefined,
    order: undefined,
    quote: undefined,
  }),
  invoke: {
    id: 'reminder',
    src: 'reminder',
    input: ({ context }) => ({ account: context.account.pubkey }),
    onError: {},
  },
  initial: 'arriving',
  on: {
    'membership.ask': { guard: not('isWanted'), target: '.asking', actions: 'want', reenter: true },
  },
  states: {
    /** Content that the user reads is loaded first. */
    arriving: {
      after: { startDelay: [{ guard: 'isLocal', target: 'asking' }, { target: 'settled' }] },
    },
    asking: {
      tags: 'loading',
      invoke: {
        id: 'ask',
        src: 'signedRequest',
        input: ({ context: { bus, account, signer, isWanted } }) => {
          const asked = membershipQuery(account.pubkey);
          const reason = isWanted ? ({ code: 'sign.askMembership' } as const) : asked.reason;
          return {
            account: account.pubkey,
            bus,
            signer,
            asked: { ...asked, reason },
            quiet: !isWanted,
            onlyIfOpen: !isWanted,
          };
        },
        onDone: [
          { guard: { type: 'isLocked', params: withOutcome }, target: 'locked' },
          {
            guard: { type: 'isStranger', params: withOutcome },
            target: 'remembering',
            actions: { type: 'learn', params: withOutcome },
          },
          { target: 'settled', actions: { type: 'learn', params: withOutcome } },
        ],
        onError: { target: 'settled', actions: 'fail' },
      },
    },
    /** The key is locked. It may be open later. */
    locked: { after: { again: 'asking' } },
    remembering: {
      entry: 'lookUp',
      on: {
        ...ORDER,
        'reminder.found': [{ guard: 'isDue', target: 'due' }, { target: 'settled' }],
      },
      after: { timeout: 'settled' },
    },
    /** The reminder is shown until the user dismisses it. */
    due: { tags: 'due', on: { ...ORDER, 'membership.dismiss': 'settled' } },
    settled: {
      on: { ...ORDER, 'membership.customize': { target: 'saving', actions: 'keepLook' } },
    },
    /** The price is requested with a proof of the buyer. The wallet of the account pays it. */
    quoting: {
      tags: 'quoting',
      invoke: {
        id: 'quote',
        src: 'signedRequest',
        input: ({ context: { bus, account, signer, order } }) => {
          if (!order) throw new Error('nothing is wanted');
          return {
            account: account.pubkey,
            bus,
            signer,
            asked: purchaseQuery(account.pubkey, order),
            quiet: false,
          };
        },
        onDone: [
          {
            guard: { type: 'isQuoted', params: withOutcome },
            target: 'settled',
            actions: { type: 'keepQuote', params: withOutcome },
          },
          { target: 'settled', actions: { type: 'failQuote', params: withOutcome } },
        ],
        onError: { target: 'settled', actions: 'breakQuote' },
      },
    },
    saving: {
      tags: 'saving',
      invoke: {
        id: 'save',
        src: 'signedRequest',
        input: ({ context: { bus, account, signer, look } }) => {
          if (!look) throw new Error('no look is to be saved');
          return {
            account: account.pubkey,
            bus,
            signer,
            asked: legendQuery(account.pubkey, look),
            quiet: false,
          };
        },
        onDone: [
          { guard: { type: 'isOk', params: withOutcome }, target: 'refreshing' },
          { target: 'settled', actions: 'failLook' },
        ],
        onError: { target: 'settled', actions: 'failLook' },
      },
    },
    /** Request the membership again, so that the service's current data is shown. */
    refreshing: {
      tags: 'saving',
      invoke: {
        id: 'refresh',
        src: 'request',
        input: ({ context: { bus, account } }) => ({
          bus,
          query: query('user_infos', { pubkeys: [account.pubkey] }),
        }),
        onDone: 'settled',
        onError: 'settled',
      },
    },
  },
});
