import { assign, not, sendTo, setup } from 'xstate';
import type { Account } from '../../../events/account/account.ts';
import { type MembershipStatus, statusIn, type MembershipTier } from '../../../events/account/membership/membership.ts';
import {
  type LegendLook,
  legendQuestion,
  membershipQuestion,
  purchaseQuestion,
  tierIn,
} from '../../../events/account/signing/signed-query.ts';
import { type Order, type Quote, quoteIn } from '../../../events/account/membership/purchase.ts';
import { query } from '../../../events/connection/verbs.ts';
import { clipLine } from '../../../events/core/text.ts';
import type { Bus } from '../../core/bus.ts';
import { requestMachine } from '../../connection/request.machine.ts';
import { when, withOutcome } from '../../core/event-guards.ts';
import { callbackPort } from '../../core/ports.ts';
import { privilegedMachine, type PrivilegedOutcome } from '../signing/signed-request.machine.ts';
import type { SignerRef } from '../../core/signer-ref.ts';

/** The device is asked whether a reminder is due, in whichever tab asks first, and keeps when the last one was. */
export type ReminderCommand = { type: 'reminder.look' };
export type ReminderSignal = { type: 'reminder.found'; isDue: boolean };

export type MembershipEvent =
  | ReminderSignal
  /** Somebody looks at the membership: the signer may ask. */
  | { type: 'membership.ask' }
  | { type: 'membership.dismiss' }
  | { type: 'membership.customize'; look: LegendLook }
  /** Asks what a membership costs; undefined: it is not to be bought any more. */
  | { type: 'membership.order'; order: Order | undefined };

export interface MembershipInput {
  readonly bus: Bus;
  readonly account: Account;
  readonly signer: SignerRef;
}

interface Context extends MembershipInput {
  /** What the service said that the account is; undefined: it was not asked, or did not say. */
  readonly tier: MembershipTier | undefined;
  /** More of that; undefined also for who is a stranger there. */
  readonly status: MembershipStatus | undefined;
  /** Somebody wants to know: it is not asked by itself. */
  readonly isWanted: boolean;
  /** What did not come about last. */
  readonly trouble: 'ask' | 'look' | 'order' | undefined;
  /** In the service's own words; empty: it said nothing that can be read. */
  readonly said: string;
  readonly look: LegendLook | undefined;
  /** What is wanted, and what it costs. */
  readonly order: Order | undefined;
  readonly quote: Quote | undefined;
}

/** Wherever the membership is known. */
const ORDER = {
  'membership.order': [{ guard: 'isOrder', target: 'quoting', actions: 'keepOrder' }, { actions: 'keepOrder' }],
} as const;
/** Characters of what the service says. */
const LONGEST_WORDS = 200;

/**
 * What the account is to the service, asked with the sign-in (ACCOUNT-19, MEMBER-01). By itself it asks only where no person is troubled (BEYOND-03):
 * with a key that is open here, now or later. Where another signer would have to ask somebody, it is asked when somebody wants to see it, or when
 * files are uploaded (`uploadsMachine`). Whoever turns out to be no member is reminded of it now and then (MEMBER-02). How a legend looks is
 * changed here, too (PROFILE-11), and what a membership costs is asked.
 */
export const membershipMachine = setup({
  types: {
    context: {} as Context,
    events: {} as MembershipEvent,
    input: {} as MembershipInput,
    tags: {} as 'loading' | 'due' | 'saving' | 'quoting',
    children: {} as { ask: 'privileged'; save: 'privileged'; quote: 'privileged'; refresh: 'request'; reminder: 'reminder' },
  },
  actors: {
    privileged: privilegedMachine,
    request: requestMachine,
    reminder: callbackPort<ReminderCommand, { readonly account: string }>('membershipReminder'),
  },
  guards: {
    isLocal: ({ context }) => context.account.method === 'key',
    isWanted: ({ context }) => context.isWanted,
    isOk: (_, { outcome }: { outcome: PrivilegedOutcome }) => outcome.ok,
    isLocked: ({ context }, { outcome }: { outcome: PrivilegedOutcome }) =>
      !outcome.ok && outcome.reason === 'unsigned' && !context.isWanted,
    isStranger: ({ context }, { outcome }: { outcome: PrivilegedOutcome }) =>
      outcome.ok && !context.isWanted && tierIn(outcome.answer.claims) === 'none',
    isOrder: ({ event }) => event.type === 'membership.order' && event.order !== undefined,
    isQuoted: (_, { outcome }: { outcome: PrivilegedOutcome }) => outcome.ok && quoteIn(outcome.answer.claims) !== undefined,
    isDue: ({ event }) => event.type === 'reminder.found' && event.isDue,
  },
  delays: { calm: 1_000, again: 15_000, patience: 2_000 },
  actions: {
    want: assign({ isWanted: true, trouble: undefined }),
    learn: assign((_, { outcome }: { outcome: PrivilegedOutcome }) => ({
      tier: outcome.ok ? tierIn(outcome.answer.claims) : undefined,
      status: outcome.ok ? statusIn(outcome.answer.claims) : undefined,
      isWanted: false,
      trouble: outcome.ok ? undefined : ('ask' as const),
    })),
    fail: assign({ isWanted: false, trouble: 'ask' }),
    keepLook: assign(when('membership.customize', ({ event }) => ({ look: event.look, trouble: undefined }))),
    failLook: assign({ trouble: 'look' }),
    keepOrder: assign(when('membership.order', ({ event }) => ({ order: event.order, quote: undefined, trouble: undefined }))),
    keepQuote: assign((_, { outcome }: { outcome: PrivilegedOutcome }) => ({
      quote: outcome.ok ? quoteIn(outcome.answer.claims) : undefined,
    })),
    failQuote: assign((_, { outcome }: { outcome: PrivilegedOutcome }) => ({
      trouble: 'order' as const,
      said: !outcome.ok && outcome.reason === 'notice' ? clipLine(outcome.text, LONGEST_WORDS) : '',
    })),
    breakQuote: assign({ trouble: 'order', said: '' }),
    lookUp: sendTo('reminder', { type: 'reminder.look' as const }),
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
  invoke: { id: 'reminder', src: 'reminder', input: ({ context }) => ({ account: context.account.pubkey }), onError: {} },
  initial: 'arriving',
  on: { 'membership.ask': { guard: not('isWanted'), target: '.asking', actions: 'want', reenter: true } },
  states: {
    /** What is read comes first. */
    arriving: { after: { calm: [{ guard: 'isLocal', target: 'asking' }, { target: 'settled' }] } },
    asking: {
      tags: 'loading',
      invoke: {
        id: 'ask',
        src: 'privileged',
        input: ({ context: { bus, account, signer, isWanted } }) => {
          const asked = membershipQuestion(account.pubkey);
          const reason = isWanted ? ({ code: 'sign.askMembership' } as const) : asked.reason;
          return { account: account.pubkey, bus, signer, asked: { ...asked, reason }, quiet: !isWanted };
        },
        onDone: [
          { guard: { type: 'isLocked', params: withOutcome }, target: 'locked' },
          { guard: { type: 'isStranger', params: withOutcome }, target: 'remembering', actions: { type: 'learn', params: withOutcome } },
          { target: 'settled', actions: { type: 'learn', params: withOutcome } },
        ],
        onError: { target: 'settled', actions: 'fail' },
      },
    },
    /** The key is not open: it may be later. */
    locked: { after: { again: 'asking' } },
    remembering: {
      entry: 'lookUp',
      on: { ...ORDER, 'reminder.found': [{ guard: 'isDue', target: 'due' }, { target: 'settled' }] },
      after: { patience: 'settled' },
    },
    /** The reminder is seen until somebody has done with it. */
    due: { tags: 'due', on: { ...ORDER, 'membership.dismiss': 'settled' } },
    settled: { on: { ...ORDER, 'membership.customize': { target: 'saving', actions: 'keepLook' } } },
    /** What it costs is asked with a proof of who buys; paid it is by the money of the account. */
    quoting: {
      tags: 'quoting',
      invoke: {
        id: 'quote',
        src: 'privileged',
        input: ({ context: { bus, account, signer, order } }) => {
          if (!order) throw new Error('nothing is wanted');
          return { account: account.pubkey, bus, signer, asked: purchaseQuestion(account.pubkey, order), quiet: false };
        },
        onDone: [
          { guard: { type: 'isQuoted', params: withOutcome }, target: 'settled', actions: { type: 'keepQuote', params: withOutcome } },
          { target: 'settled', actions: { type: 'failQuote', params: withOutcome } },
        ],
        onError: { target: 'settled', actions: 'breakQuote' },
      },
    },
    saving: {
      tags: 'saving',
      invoke: {
        id: 'save',
        src: 'privileged',
        input: ({ context: { bus, account, signer, look } }) => {
          if (!look) throw new Error('no look is to be saved');
          return { account: account.pubkey, bus, signer, asked: legendQuestion(account.pubkey, look), quiet: false };
        },
        onDone: [
          { guard: { type: 'isOk', params: withOutcome }, target: 'refreshing' },
          { target: 'settled', actions: 'failLook' },
        ],
        onError: { target: 'settled', actions: 'failLook' },
      },
    },
    /** What is shown of it is what the service says now. */
    refreshing: {
      tags: 'saving',
      invoke: {
        id: 'refresh',
        src: 'request',
        input: ({ context: { bus, account } }) => ({ bus, query: query('user_infos', { pubkeys: [account.pubkey] }) }),
        onDone: 'settled',
        onError: 'settled',
      },
    },
  },
});
