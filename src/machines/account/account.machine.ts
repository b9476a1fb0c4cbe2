import { type ActorRefFrom, assign, enqueueActions, sendParent, setup } from 'xstate';
import type { Account } from '../../events/account/account.ts';
import type { Hub } from '../connection/hub.ts';
import { requestMachine } from '../connection/request.machine.ts';
import { promisePort } from '../ports.ts';
import type { SessionActor, SessionInput, SessionNews, sessionMachine } from './session.machine.ts';

/** What signs, with its ports: fetched when somebody has an account here or wants one, for no visitor who reads. */
export interface AccountCode {
  readonly session: typeof sessionMachine;
  readonly input: SessionInput;
}

export type AccountEvent =
  | SessionNews
  /** Somebody wants to sign in. */
  | { type: 'account.signIn' }
  /** The page went to sleep. */
  | { type: 'account.slept' };

/** Told to the parent: another account is here (INV-SCOPE), or signing in cannot be had now. */
export type AccountNews = { type: 'account.changed'; account: Account | undefined } | { type: 'account.unavailable' };

export interface AccountInput {
  readonly hub: Hub;
  /** Who was here last, as this browser keeps it. */
  readonly account: Account | undefined;
}

interface Context extends AccountInput {
  readonly wantsSignIn: boolean;
  readonly session: SessionActor | undefined;
}

/**
 * Whose house it is: fetches the code of keys and sessions once it is needed, starts the session, and tells who is here. A visitor never
 * loads any of it; whoever was here before reads first, and the session follows (BEYOND-03: it asks for nothing).
 */
export const accountMachine = setup({
  types: {
    context: {} as Context,
    events: {} as AccountEvent,
    input: {} as AccountInput,
    tags: {} as 'fetching',
  },
  actors: { code: promisePort<AccountCode, undefined>('accountCode'), request: requestMachine },
  guards: {
    isSomebody: ({ context }) => context.account !== undefined,
    isOther: ({ context, event }) => event.type === 'session.changed' && event.account?.pubkey !== context.account?.pubkey,
  },
  delays: { calm: 1_500, patience: 30_000 },
  actions: {
    want: assign({ wantsSignIn: true }),
    openWanted: enqueueActions(({ context, enqueue }) => {
      if (!context.session || !context.wantsSignIn) return;
      enqueue.assign({ wantsSignIn: false });
      enqueue.sendTo(context.session, { type: 'session.login' });
    }),
    tellSlept: enqueueActions(({ context, enqueue }) => {
      if (context.session) enqueue.sendTo(context.session, { type: 'session.slept' });
    }),
    learn: assign(({ event }) => (event.type === 'session.changed' ? { account: event.account } : {})),
    tellChanged: sendParent(({ context }): AccountNews => ({ type: 'account.changed', account: context.account })),
    tellUnavailable: sendParent({ type: 'account.unavailable' } satisfies AccountNews),
  },
}).createMachine({
  id: 'account',
  type: 'parallel',
  context: ({ input }) => ({ ...input, wantsSignIn: false, session: undefined }),
  states: {
    session: {
      initial: 'none',
      states: {
        none: { always: { guard: 'isSomebody', target: 'kept' }, on: { 'account.signIn': { target: 'fetching', actions: 'want' } } },
        /** What is read comes first. */
        kept: { on: { 'account.signIn': { target: 'fetching', actions: 'want' } }, after: { calm: 'fetching' } },
        fetching: {
          tags: 'fetching',
          invoke: {
            id: 'code',
            src: 'code',
            input: undefined,
            onDone: {
              target: 'here',
              // its logic comes with its code: it is no actor that could be named beforehand
              actions: assign({
                session: ({ spawn, event }) => spawn(event.output.session, { systemId: 'session', input: event.output.input }),
              }),
            },
            onError: { target: 'failed', actions: 'tellUnavailable' },
          },
          on: { 'account.signIn': { actions: 'want' } },
          after: { patience: { target: 'failed', actions: 'tellUnavailable' } },
        },
        failed: { on: { 'account.signIn': { target: 'fetching', actions: 'want' } } },
        here: {
          entry: 'openWanted',
          on: { 'account.signIn': { actions: ['want', 'openWanted'] }, 'account.slept': { actions: 'tellSlept' } },
        },
      },
    },
    /** Name and picture of whoever is here. */
    face: {
      initial: 'asking',
      on: {
        'session.changed': [
          { guard: 'isOther', target: '.asking', actions: ['learn', 'tellChanged'] },
          { actions: ['learn', 'tellChanged'] },
        ],
      },
      states: {
        asking: {
          always: { guard: ({ context }) => context.account === undefined, target: 'idle' },
          invoke: {
            id: 'face',
            src: 'request',
            input: ({ context }) => ({
              hub: context.hub,
              query: { verb: 'user_infos', payload: { pubkeys: [context.account?.pubkey ?? ''] } },
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

export type AccountActor = ActorRefFrom<typeof accountMachine>;
