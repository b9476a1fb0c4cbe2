import { assign, enqueueActions, sendParent, setup } from 'xstate';
import type { UserMessage } from '../../../events/account/user-message.ts';
import type { Account } from '../../../events/account/account.ts';
import { query } from '../../../events/connection/verbs.ts';
import { redated, type Seconds } from '../../../events/core/time.ts';
import type { Crash } from '../../core/crash.ts';
import { lazyLogic } from '../../core/lazy-logic.ts';
import { endingOf, judgeCrash, MINUTE, pathed, type Restarts } from '../../core/supervision.ts';
import type { Bus } from '../../core/bus.ts';
import { requestMachine } from '../../connection/request.machine.ts';
import { whenEvent } from '../../core/event-guards.ts';
import { promisePort } from '../../core/ports.ts';
import type {
  AccountAwake,
  AccountCreationChanged,
  AccountNotice,
  AccountUnlocked,
  ScopeEvent,
} from '../../core/feature.ts';
import type { PeerEvent } from '../../connection/relay-protocol.ts';
import type { ScopeActor, ScopeLogic, ScopeNews, ScopeStart } from './scope.machine.ts';
import type { SessionActor, sessionMachine } from './session.machine.ts';
import type { SessionInput, SessionNews } from './session-protocol.ts';

/**
 * The signing code has loaded and is registered. Holds the input of the session and the scope, as
 * data alone.
 */
export interface AccountCode {
  readonly session: Omit<SessionInput, 'bus'>;
  readonly scope: Pick<ScopeStart, 'home' | 'homeRelay' | 'seed'>;
}

export type AccountEvent =
  | SessionNews
  | ScopeNews
  | AccountNotice
  /** Opens the sign-in. */
  | { type: 'account.signIn' }
  /** Loads the code for creating an account. */
  | { type: 'account.prepare' }
  /** Asks a visitor to sign in before their action. */
  | ({ type: 'account.requestSession' } & Wanted)
  /** The visitor cancelled, or signed in and continues. */
  | { type: 'account.decline' }
  | { type: 'account.continue'; now: Seconds }
  /** An intent of the account. */
  | { type: 'account.intent'; intent: ScopeEvent }
  | AccountAwake
  | AccountUnlocked
  | AccountCreationChanged
  | PeerEvent
  /** Restarts the session. After a minute, `forgive` retries parts that failed too often. */
  | { type: 'account.restart' }
  | { type: 'account.resetRestarts' };

/**
 * An action that a visitor wanted. `reason`: message for the visitor. `intent`: `undefined` if
 * there is nothing to continue with.
 */
export interface Wanted {
  readonly reason: UserMessage<'act.signIn' | 'act.signInToZap'>;
  readonly intent?: ScopeEvent | undefined;
}

/** Sent to the parent: the account has changed (INV-SCOPE), or the sign-in is not available now. */
export type AccountNews =
  /** A part of the account failed. */
  | { type: 'account.crashed'; crash: Crash }
  | { type: 'account.changed'; account: Account | undefined }
  | { type: 'account.unavailable' }
  | AccountNotice;

export interface AccountInput {
  readonly bus: Bus;
  /** The last account, as stored by this browser. */
  readonly account: Account | undefined;
}

interface Context extends AccountInput {
  readonly restarts: Restarts;
  readonly wantsSignIn: boolean;
  /** The last notification about the account creation screen. */
  readonly making: AccountCreationChanged | undefined;
  /** A visitor's action, until they sign in or cancel. */
  readonly wanted: Wanted | undefined;
  readonly session: SessionActor | undefined;
  readonly code: AccountCode | undefined;
  /** Intents that came before the outbox had started. */
  readonly waiting: readonly { readonly pubkey: string; readonly intent: ScopeEvent }[];
  /**
   * The scope of the current account, and its public key. `undefined` if the account cannot act.
   */
  readonly scope: ScopeActor | undefined;
  readonly scoped: string | undefined;
}

/**
 * The current account. Loads the code of keys and sessions on demand, starts the session, and
 * reports the account. A visitor never loads that code. A returning user can read at once, and the
 * session follows without a prompt (BEYOND-03).
 */
export const accountMachine = setup({
  types: {
    context: {} as Context,
    events: {} as AccountEvent,
    input: {} as AccountInput,
    tags: {} as 'fetching',
    children: {} as { code: 'code'; face: 'request'; session: 'session'; scope: 'scope' },
  },
  actors: {
    code: promisePort<AccountCode, undefined>('accountCode'),
    request: requestMachine,
    session: lazyLogic<typeof sessionMachine>('session').logic,
    scope: lazyLogic<ScopeLogic>('scope').logic,
  },
  guards: {
    isSomebody: ({ context }) => context.account !== undefined,
    isNobody: ({ context }) => context.account === undefined,
    isOther: ({ context, event }) =>
      event.type === 'session.changed' && event.account?.pubkey !== context.account?.pubkey,
  },
  delays: { startDelay: 1_500, timeout: 30_000 },
  actions: {
    want: assign({ wantsSignIn: true }),
    recordWanted: assign(
      whenEvent('account.requestSession', ({ event }) => ({
        wanted: { reason: event.reason, intent: event.intent },
      })),
    ),
    forgetWanted: assign({ wanted: undefined }),
    /** Date the intent with the time of its execution. */
    goOn: enqueueActions(({ context: { wanted }, event, enqueue }) => {
      if (event.type !== 'account.continue') return;
      enqueue.assign({ wanted: undefined });
      const intent = wanted?.intent;
      if (intent) enqueue.raise({ type: 'account.intent', intent: redated(intent, event.now) });
    }),
    openWanted: enqueueActions(({ context: { session, wantsSignIn }, enqueue }) => {
      if (!session || !wantsSignIn) return;
      enqueue.assign({ wantsSignIn: false });
      enqueue.sendTo(session, { type: 'session.login' });
    }),
    /**
     * Forward notifications to the scope. The state of account creation is stored, so that a new
     * scope gets it too.
     */
    notifyScope: enqueueActions(({ context: { session, scope }, enqueue }, event: ScopeEvent) => {
      if (event.type === 'account.creationChanged') enqueue.assign({ making: event });
      else if (event.type === 'account.wakeChanged' && session && !event.on)
        enqueue.sendTo(session, { type: 'session.slept' });
      if (scope) enqueue.sendTo(scope, event);
    }),
    /** Stop the scope of the previous account, and start one for the next (INV-SCOPE). */
    settle: enqueueActions(
      ({ context: { scope, scoped, code, session, bus, making }, event, enqueue }) => {
        if (event.type !== 'session.changed') return;
        const account = event.account?.method === 'readonly' ? undefined : event.account;
        if (scope && scoped === account?.pubkey) return;
        if (scope) enqueue.stopChild(scope);
        if (!account || !code || !session) enqueue.assign({ scope: undefined, scoped: undefined });
        else {
          const input = { ...code.scope, account, bus, signer: session };
          enqueue.assign({
            scope: ({ spawn }) => spawn('scope', { id: 'scope', input }),
            scoped: account.pubkey,
          });
          if (making) enqueue.sendTo('scope', making);
        }
      },
    ),
    /**
     * Restart a failed part. The session survives a crash of the scope. A crash of the session also
     * restarts the scope, which holds its address.
     */
    supervise: enqueueActions(
      ({ context: { account, scope, restarts: before, session }, event, enqueue, self }) => {
        const { crash, isRestarted, restarts } = judgeCrash(before, event);
        const isActing = crash.actor === 'scope';
        enqueue.sendParent({
          type: 'account.crashed',
          crash: pathed('account', crash),
        } satisfies AccountNews);
        enqueue(endingOf(self, event));
        if (scope) enqueue.stopChild(scope);
        enqueue.assign({ scope: undefined, restarts });
        enqueue.cancel('forgive');
        enqueue.raise({ type: 'account.resetRestarts' }, { id: 'forgive', delay: MINUTE });
        if (!isActing) {
          if (session) enqueue.stopChild(session);
          enqueue.assign({ session: undefined, making: undefined });
        }
        if (isRestarted)
          enqueue.raise(
            isActing ? { type: 'session.changed', account } : { type: 'account.restart' },
          );
      },
    ),
    /** Restart parts that had failed too often. */
    forgive: enqueueActions(({ context: { account, scope, session }, enqueue }) => {
      enqueue.assign({ restarts: {} });
      if (!session) enqueue.raise({ type: 'account.restart' });
      else if (!scope) enqueue.raise({ type: 'session.changed', account });
    }),
    intend: enqueueActions(({ context: { account, scope, waiting }, event, enqueue }) => {
      if (event.type !== 'account.intent' || !account) return;
      const { intent } = event;
      if (scope) enqueue.sendTo(scope, intent);
      else enqueue.assign({ waiting: [...waiting, { pubkey: account.pubkey, intent }] });
    }),
    /** Forward waiting intents of this account. Those of another account are dropped. */
    intendWaiting: enqueueActions(({ context: { account, waiting }, enqueue }) => {
      enqueue.assign({ waiting: [] });
      for (const { pubkey, intent } of waiting)
        if (pubkey === account?.pubkey) enqueue.raise({ type: 'account.intent', intent });
    }),
    passOn: sendParent(({ event }) => event),
    learn: assign(whenEvent('session.changed', ({ event }) => ({ account: event.account }))),
    notifyChanged: sendParent(
      ({ context }): AccountNews => ({ type: 'account.changed', account: context.account }),
    ),
    notifyCrashed: sendParent(
      (_, { crash }: { crash: Crash }): AccountNews => ({
        type: 'account.crashed',
        crash: pathed('account', crash),
      }),
    ),
    notifyUnavailable: sendParent({ type: 'account.unavailable' } satisfies AccountNews),
  },
}).createMachine({
  id: 'account',
  type: 'parallel',
  context: ({ input }) => ({
    ...input,
    wantsSignIn: false,
    making: undefined,
    wanted: undefined,
    session: undefined,
    code: undefined,
    scope: undefined,
    scoped: undefined,
    waiting: [],
    restarts: {},
  }),
  on: {
    'account.intent': { guard: 'isSomebody', actions: 'intend' },
    'account.requestSession': { guard: 'isNobody', actions: 'recordWanted' },
    'account.decline': { actions: 'forgetWanted' },
    'account.continue': { actions: 'goOn' },
    'account.failed': { actions: 'passOn' },
    'account.done': { actions: 'passOn' },
    'account.held': { actions: 'passOn' },
    'account.settled': { actions: 'passOn' },
    'scope.crashed': { actions: { type: 'notifyCrashed', params: ofEvent } },
    'account.wakeChanged': { actions: { type: 'notifyScope', params: ofEvent } },
    'account.unlocked': { actions: { type: 'notifyScope', params: ofEvent } },
    'account.creationChanged': { actions: { type: 'notifyScope', params: ofEvent } },
    'peer.*': { actions: { type: 'notifyScope', params: ofEvent } },
    'account.restart': '.session.fetching',
    'account.resetRestarts': { actions: 'forgive' },
    'xstate.error.actor.*': { actions: 'supervise' },
  },
  states: {
    session: {
      initial: 'none',
      states: {
        none: {
          always: { guard: 'isSomebody', target: 'kept' },
          on: {
            'account.signIn': { target: 'fetching', actions: 'want' },
            'account.prepare': 'fetching',
          },
        },
        /** Content that the user reads is loaded first. */
        kept: {
          on: {
            'account.signIn': { target: 'fetching', actions: 'want' },
            'account.prepare': 'fetching',
            'account.intent': { target: 'fetching', actions: 'intend' },
          },
          after: { startDelay: 'fetching' },
        },
        fetching: {
          tags: 'fetching',
          invoke: {
            id: 'code',
            src: 'code',
            input: undefined,
            onDone: {
              target: 'here',
              actions: assign({
                code: ({ event }) => event.output,
                session: ({ context, spawn, event }) =>
                  spawn('session', {
                    id: 'session',
                    input: { ...event.output.session, bus: context.bus },
                  }),
              }),
            },
            onError: { target: 'failed', actions: 'notifyUnavailable' },
          },
          on: { 'account.signIn': { actions: 'want' } },
          after: { timeout: { target: 'failed', actions: 'notifyUnavailable' } },
        },
        failed: {
          on: {
            'account.signIn': { target: 'fetching', actions: 'want' },
            'account.prepare': 'fetching',
            'account.intent': { target: 'fetching', actions: 'intend' },
          },
        },
        here: {
          entry: 'openWanted',
          on: { 'account.signIn': { actions: ['want', 'openWanted'] } },
        },
      },
    },
    /** Name and picture of the current account. */
    face: {
      initial: 'asking',
      on: {
        'session.changed': [
          {
            guard: 'isOther',
            target: '.asking',
            actions: ['settle', 'learn', 'intendWaiting', 'notifyChanged'],
          },
          { actions: ['settle', 'learn', 'intendWaiting', 'notifyChanged'] },
        ],
      },
      states: {
        asking: {
          always: { guard: 'isNobody', target: 'idle' },
          invoke: {
            id: 'face',
            src: 'request',
            input: ({ context }) => ({
              bus: context.bus,
              query: query('user_infos', { pubkeys: [context.account?.pubkey ?? ''] }),
            }),
            onDone: 'idle',
            onError: 'idle',
          },
        },
        idle: {},
      },
    },
  },
});

/** Return the event, as the parameter of an action. */
function ofEvent<E>({ event }: { readonly event: E }): E {
  return event;
}
