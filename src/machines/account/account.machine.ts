import { type ActorRefFrom, assign, enqueueActions, not, sendParent, setup } from 'xstate';
import type { Account } from '../../events/account/account.ts';
import type { FailureReason } from '../../events/publish/failure.ts';
import { type Crash, crashOf } from '../app/failure.ts';
import { endingOf, judgeCrash, MINUTE, pathed, type Restarts } from '../app/supervision.ts';
import type { Hub } from '../connection/hub.ts';
import { requestMachine } from '../connection/request.machine.ts';
import { promisePort } from '../ports.ts';
import type { CitizenInput, CitizenNews, CitizenOrder } from './citizen-context.ts';
import type { CitizenActor, citizenMachine } from './citizen.machine.ts';
import type { SessionActor, sessionMachine } from './session.machine.ts';
import type { SessionInput, SessionNews } from './session-wire.ts';

/** What signs, with its ports: fetched when somebody has an account here or wants one, for no visitor who reads. */
export interface AccountCode {
  readonly session: typeof sessionMachine;
  readonly input: Omit<SessionInput, 'hub'>;
  readonly citizen: typeof citizenMachine;
  readonly citizenInput: Pick<CitizenInput, 'home' | 'homeRelay' | 'seed'>;
}

export type AccountEvent =
  | SessionNews
  | CitizenNews
  /** Somebody wants to sign in. */
  | { type: 'account.signIn' }
  /** Somebody wants to make an account. */
  | { type: 'account.prepare' }
  /** A visitor wants something done, and is asked in first. */
  | ({ type: 'account.want' } & Wanted)
  /** He turned back, or is here now and goes on; `now` in seconds. */
  | { type: 'account.decline' }
  | { type: 'account.goOn'; now: number }
  /** What who is here wants done. */
  | { type: 'account.order'; order: CitizenOrder }
  /** The page went to sleep. */
  | { type: 'account.slept' }
  /** What signs begins anew; and what failed too often is tried once more, a minute later. */
  | { type: 'account.restart' }
  | { type: 'account.forgive' }
  | { type: 'account.woke' };

/** What a visitor wanted. `reason`: what he is told; `order`: undefined where there is nothing that could go on. */
export interface Wanted {
  readonly reason: string;
  readonly order?: CitizenOrder | undefined;
}

/** Told to the parent: another account is here (INV-SCOPE), or signing in cannot be had now. */
export type AccountNews =
  /** Something of the account failed. */
  | { type: 'account.crashed'; crash: Crash }
  | { type: 'account.changed'; account: Account | undefined }
  | { type: 'account.unavailable' }
  /** Something that was to be published was not. */
  | { type: 'account.failed'; text: string; kind?: 'warning'; why?: FailureReason }
  /** Something that was wanted is done, in words. */
  | { type: 'account.done'; text: string; note?: string };

export interface AccountInput {
  readonly hub: Hub;
  /** Who was here last, as this browser keeps it. */
  readonly account: Account | undefined;
}

interface Context extends AccountInput {
  readonly restarts: Restarts;
  readonly wantsSignIn: boolean;
  /** What a visitor wants, until he is in or turns back. */
  readonly wanted: Wanted | undefined;
  readonly session: SessionActor | undefined;
  readonly code: AccountCode | undefined;
  /** What was wanted before the outbox was there. */
  readonly waiting: readonly { readonly pubkey: string; readonly order: CitizenOrder }[];
  /** The outbox and the relays of who is here, if he can act. */
  readonly citizen: CitizenActor | undefined;
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
    noteWanted: assign(({ event }) => (event.type === 'account.want' ? { wanted: { reason: event.reason, order: event.order } } : {})),
    forgetWanted: assign({ wanted: undefined }),
    /** It is dated by the moment it is done. */
    goOn: enqueueActions(({ context: { wanted }, event, enqueue }) => {
      if (event.type !== 'account.goOn') return;
      enqueue.assign({ wanted: undefined });
      const order = wanted?.order;
      if (order) enqueue.raise({ type: 'account.order', order: 'now' in order ? { ...order, now: event.now } : order });
    }),
    openWanted: enqueueActions(({ context, enqueue }) => {
      if (!context.session || !context.wantsSignIn) return;
      enqueue.assign({ wantsSignIn: false });
      enqueue.sendTo(context.session, { type: 'session.login' });
    }),
    tellSlept: enqueueActions(({ context, enqueue }) => {
      if (context.session) enqueue.sendTo(context.session, { type: 'session.slept' });
      if (context.citizen) enqueue.sendTo(context.citizen, { type: 'citizen.slept' });
    }),
    tellWoke: enqueueActions(({ context, enqueue }) => {
      if (context.citizen) enqueue.sendTo(context.citizen, { type: 'citizen.woke' });
    }),
    /** All that belongs to an account ends with it, and starts anew with the next (INV-SCOPE). */
    settle: enqueueActions(({ context: { citizen, code, session, hub }, event, enqueue }) => {
      if (event.type !== 'session.changed') return;
      const account = event.account?.method === 'readonly' ? undefined : event.account?.pubkey;
      const isLocal = event.account?.method === 'key';
      if (citizen?.getSnapshot().context.account === account) return;
      if (citizen) enqueue.stopChild(citizen);
      if (account === undefined || !code || !session) enqueue.assign({ citizen: undefined });
      else
        enqueue.assign({
          citizen: ({ spawn }) => spawn(code.citizen, { input: { ...code.citizenInput, account, isLocal, hub, signer: session } }),
        });
    }),
    /** What acts is started again, and the session lives on; what signs takes what acts with it, which holds its address, and both begin anew. */
    supervise: enqueueActions(({ context: { account, citizen, restarts: before, session }, event, enqueue, self }) => {
      const isActing = 'actorId' in event && citizen?.id === event.actorId;
      const { crash, isRestarted, restarts } = judgeCrash(before, event, isActing ? 'citizen' : 'session');
      enqueue.sendParent({ type: 'account.crashed', crash: pathed('account', crash) } satisfies AccountNews);
      enqueue(endingOf(self, event));
      if (citizen) enqueue.stopChild(citizen);
      enqueue.assign({ citizen: undefined, restarts });
      enqueue.raise({ type: 'account.forgive' }, { id: 'forgive', delay: MINUTE });
      if (!isActing) {
        if (session) enqueue.stopChild(session);
        enqueue.assign({ session: undefined });
      }
      if (isRestarted) enqueue.raise(isActing ? { type: 'session.changed', account } : { type: 'account.restart' });
    }),
    /** What stayed down is tried once more. */
    forgive: enqueueActions(({ context: { account, citizen, session }, enqueue }) => {
      enqueue.assign({ restarts: {} });
      if (!session) enqueue.raise({ type: 'account.restart' });
      else if (!citizen) enqueue.raise({ type: 'session.changed', account });
    }),
    order: enqueueActions(({ context: { account, citizen, waiting }, event, enqueue }) => {
      if (event.type !== 'account.order' || !account) return;
      const { order } = event;
      if (citizen) enqueue.sendTo(citizen, order);
      else enqueue.assign({ waiting: [...waiting, { pubkey: account.pubkey, order }] });
    }),
    /** What was wanted for this account; what was wanted for another is not done for this one. */
    orderWaiting: enqueueActions(({ context: { account, waiting }, enqueue }) => {
      enqueue.assign({ waiting: [] });
      for (const { pubkey, order } of waiting) if (pubkey === account?.pubkey) enqueue.raise({ type: 'account.order', order });
    }),
    tellFailed: sendParent(
      ({ event }): AccountNews => ({ ...(event.type === 'citizen.failed' ? event : { text: '' }), type: 'account.failed' }),
    ),
    learn: assign(({ event }) => (event.type === 'session.changed' ? { account: event.account } : {})),
    tellChanged: sendParent(({ context }): AccountNews => ({ type: 'account.changed', account: context.account })),
    tellDone: sendParent(({ event }): AccountNews => ({ ...(event.type === 'citizen.done' ? event : { text: '' }), type: 'account.done' })),
    tellCrashed: sendParent(
      ({ event }): AccountNews => ({
        type: 'account.crashed',
        crash: pathed('account', event.type === 'citizen.crashed' ? event.crash : crashOf(event)),
      }),
    ),
    tellUnavailable: sendParent({ type: 'account.unavailable' } satisfies AccountNews),
  },
}).createMachine({
  id: 'account',
  type: 'parallel',
  context: ({ input }) => ({
    ...input,
    wantsSignIn: false,
    wanted: undefined,
    session: undefined,
    code: undefined,
    citizen: undefined,
    waiting: [],
    restarts: {},
  }),
  on: {
    'account.order': { guard: 'isSomebody', actions: 'order' },
    'account.want': { guard: not('isSomebody'), actions: 'noteWanted' },
    'account.decline': { actions: 'forgetWanted' },
    'account.goOn': { actions: 'goOn' },
    'citizen.failed': { actions: 'tellFailed' },
    'citizen.done': { actions: 'tellDone' },
    'citizen.crashed': { actions: 'tellCrashed' },
    'account.slept': { actions: 'tellSlept' },
    'account.woke': { actions: 'tellWoke' },
    'account.restart': '.session.fetching',
    'account.forgive': { actions: 'forgive' },
    'xstate.error.actor.*': { actions: 'supervise' },
  },
  states: {
    session: {
      initial: 'none',
      states: {
        none: {
          always: { guard: 'isSomebody', target: 'kept' },
          on: { 'account.signIn': { target: 'fetching', actions: 'want' }, 'account.prepare': 'fetching' },
        },
        /** What is read comes first. */
        kept: {
          on: {
            'account.signIn': { target: 'fetching', actions: 'want' },
            'account.prepare': 'fetching',
            'account.order': { target: 'fetching', actions: 'order' },
          },
          after: { calm: 'fetching' },
        },
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
                code: ({ event }) => event.output,
                session: ({ context, spawn, event }) =>
                  spawn(event.output.session, { systemId: 'session', input: { ...event.output.input, hub: context.hub } }),
              }),
            },
            onError: { target: 'failed', actions: 'tellUnavailable' },
          },
          on: { 'account.signIn': { actions: 'want' } },
          after: { patience: { target: 'failed', actions: 'tellUnavailable' } },
        },
        failed: {
          on: {
            'account.signIn': { target: 'fetching', actions: 'want' },
            'account.prepare': 'fetching',
            'account.order': { target: 'fetching', actions: 'order' },
          },
        },
        here: {
          entry: 'openWanted',
          on: { 'account.signIn': { actions: ['want', 'openWanted'] } },
        },
      },
    },
    /** Name and picture of whoever is here. */
    face: {
      initial: 'asking',
      on: {
        'session.changed': [
          { guard: 'isOther', target: '.asking', actions: ['settle', 'learn', 'orderWaiting', 'tellChanged'] },
          { actions: ['settle', 'learn', 'orderWaiting', 'tellChanged'] },
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
