import { type ActorRefFrom, assign, enqueueActions, sendParent, setup } from 'xstate';
import type { Account } from '../../../events/account/account.ts';
import { FIRST_WORDS, firstDrafts, originOfFirst } from '../../../events/compose/first-notes.ts';
import {
  type FieldProblem,
  NO_FIELDS,
  problemsIn,
  type ProfileField,
  type ProfileFields,
  trimmed,
} from '../../../events/account/profile/profile-fields.ts';
import type { SigningFailure } from '../../../events/account/signing/signing-error.ts';
import {
  readSuggestions,
  type SuggestedGroup,
} from '../../../events/account/profile/suggestions.ts';
import type { Claim } from '../../../events/connection/claims.ts';
import { query } from '../../../events/connection/verbs.ts';
import { seconds, type Seconds } from '../../../events/core/time.ts';
import type { Bus, Outcome } from '../../core/bus.ts';
import { requestMachine } from '../../connection/request.machine.ts';
import { whenEvent, withOutcome } from '../../core/event-guards.ts';
import { backupMachine } from '../keys/backup.machine.ts';
import { loginMachine } from '../keys/login.machine.ts';
import type { Ours } from '../../../events/nostr/ours.ts';
import type { PublishIntent } from '../../core/outbox-protocol.ts';

export type CreateEvent =
  | { type: 'create.type'; field: ProfileField; text: string }
  /** Adds or removes follows of the new account. */
  | { type: 'create.follow'; pubkeys: readonly string[]; follows: boolean }
  | { type: 'create.next' }
  | { type: 'create.previous' }
  /** Requests suggestions again. */
  | { type: 'create.retry' }
  /** Creates the key and publishes the first events. */
  | { type: 'create.finish'; now: Seconds }
  /** Sent by the parent: this account is current now, so orders go out in its name (INV-SCOPE). */
  | { type: 'create.adopted'; pubkey: string };

/** Sent to the parent: the account exists with an open key, and its first intents. */
export type CreateNews =
  | { type: 'create.made'; account: Account }
  | { type: 'create.intent'; intent: PublishIntent };

export interface CreateInput {
  readonly bus: Bus;
  /** Origin of the page and its relay, where a new account writes. */
  readonly home: string;
  readonly homeRelay: Ours<string>;
}

interface Context extends CreateInput {
  readonly fields: ProfileFields;
  readonly problems: Readonly<Partial<Record<ProfileField, FieldProblem>>>;
  readonly groups: readonly SuggestedGroup[];
  readonly follows: ReadonlySet<string>;
  readonly now: Seconds;
  readonly account: Account | undefined;
  readonly isAdopted: boolean;
  /** Why there is no key. */
  readonly problem: SigningFailure | undefined;
}

const USERNAME: readonly ProfileField[] = ['name'];

/**
 * A new account in three steps (ACCOUNT-07): a username, further profile fields, and follows. Then
 * its key is created and stored as at a sign-in, the account is adopted, and its first events are
 * ordered. The outbox reports their acceptance. A backup here needs no PIN, because it was just
 * set.
 */
export const createAccountMachine = setup({
  types: {
    context: {} as Context,
    events: {} as CreateEvent,
    input: {} as CreateInput,
    children: {} as { login: 'login'; backup: 'backup'; people: 'request' },
    tags: {} as 'steps' | 'making' | 'made' | 'late',
  },
  actors: { request: requestMachine, login: loginMachine, backup: backupMachine },
  guards: {
    hasName: ({ context }) => Object.keys(problemsOf(context, USERNAME)).length === 0,
    isSound: ({ context }) => Object.keys(problemsOf(context)).length === 0,
    hasAccount: (_, { account }: { account: Account | undefined }) => account !== undefined,
    isMine: ({ context, event }) =>
      event.type === 'create.adopted' && event.pubkey === context.account?.pubkey,
    isAdopted: ({ context }) => context.isAdopted,
    isHeard: (_, { outcome }: { outcome: Outcome }) => outcome.ok,
  },
  delays: { timeout: 15_000 },
  actions: {
    write: assign(({ context, event }) => {
      if (event.type !== 'create.type') return {};
      const { [event.field]: _, ...problems } = context.problems;
      return { fields: { ...context.fields, [event.field]: event.text }, problems };
    }),
    trim: assign(({ context: { fields } }) => ({ fields: trimmed(fields) })),
    complain: assign(({ context }) => ({ problems: problemsOf(context) })),
    complainName: assign(({ context }) => ({ problems: problemsOf(context, USERNAME) })),
    follow: assign(({ context, event }) => {
      if (event.type !== 'create.follow') return {};
      const follows = new Set(context.follows);
      for (const pubkey of event.pubkeys) {
        if (event.follows) follows.add(pubkey);
        else follows.delete(pubkey);
      }
      return { follows };
    }),
    receivePeople: assign((_, { outcome }: { outcome: Outcome }) => ({
      groups: readSuggestions(claimsOf(outcome)),
    })),
    begin: assign(
      whenEvent('create.finish', ({ event }) => ({ now: event.now, problem: undefined })),
    ),
    blame: assign((_, { problem }: { problem: SigningFailure | undefined }) => ({ problem })),
    adopt: assign({ isAdopted: true }),
    name: assign((_, { account }: { account: Account | undefined }) => ({
      account: account?.method === 'key' ? { ...account, unsaved: true as const } : account,
    })),
    notifyMade: sendParent(({ context: { account } }): CreateNews => {
      if (account) return { type: 'create.made', account };
      throw new Error('no account was made');
    }),
    notifyOrders: enqueueActions(({ context: { fields, homeRelay, follows, now }, enqueue }) => {
      const drafts = firstDrafts({ fields, homeRelay, follows: [...follows] });
      for (const word of FIRST_WORDS) {
        const intent = {
          type: 'intents.publish',
          draft: drafts[word],
          now,
          origin: originOfFirst(word),
          also: [homeRelay],
        } as const;
        enqueue.sendParent({ type: 'create.intent', intent } satisfies CreateNews);
      }
    }),
  },
}).createMachine({
  id: 'create',
  type: 'parallel',
  context: ({ input }) => ({
    ...input,
    fields: NO_FIELDS,
    problems: {},
    groups: [],
    follows: new Set(),
    now: seconds(0),
    account: undefined,
    isAdopted: false,
    problem: undefined,
  }),
  states: {
    people: {
      initial: 'asking',
      states: {
        asking: {
          invoke: {
            id: 'people',
            src: 'request',
            input: ({ context: { bus } }) => ({ bus, query: query('get_suggested_users', {}) }),
            onDone: [
              {
                guard: { type: 'isHeard', params: withOutcome },
                target: 'listed',
                actions: { type: 'receivePeople', params: withOutcome },
              },
              { target: 'failed' },
            ],
            onError: 'failed',
          },
        },
        listed: {},
        failed: { on: { 'create.retry': 'asking' } },
      },
    },
    main: {
      initial: 'username',
      states: {
        username: {
          tags: 'steps',
          on: {
            'create.type': { actions: 'write' },
            'create.next': [
              { guard: 'hasName', target: 'details', actions: 'trim' },
              { actions: 'complainName' },
            ],
          },
        },
        details: {
          tags: 'steps',
          on: {
            'create.type': { actions: 'write' },
            'create.previous': 'username',
            'create.next': [
              { guard: 'isSound', target: 'follows', actions: 'trim' },
              { actions: 'complain' },
            ],
          },
        },
        follows: {
          tags: 'steps',
          on: {
            'create.follow': { actions: 'follow' },
            'create.previous': 'details',
            'create.finish': { target: 'making', actions: 'begin' },
          },
        },
        making: {
          tags: 'making',
          invoke: {
            id: 'login',
            src: 'login',
            input: { creates: true },
            onDone: [
              {
                guard: {
                  type: 'hasAccount',
                  params: ({ event }) => ({ account: event.output.account }),
                },
                target: 'made',
                actions: {
                  type: 'name',
                  params: ({ event }) => ({ account: event.output.account }),
                },
              },
              {
                target: 'follows',
                actions: {
                  type: 'blame',
                  params: ({ event }) => ({ problem: event.output.problem }),
                },
              },
            ],
            onError: 'follows',
          },
        },
        made: {
          tags: 'made',
          entry: 'notifyMade',
          initial: 'waiting',
          invoke: {
            id: 'backup',
            src: 'backup',
            input: ({ context }) => ({
              pubkey: context.account?.pubkey ?? '',
              by: 'open' as const,
            }),
            onDone: {},
            onError: {},
          },
          on: { 'create.adopted': { guard: 'isMine', actions: 'adopt' } },
          states: {
            /** Wait until the account is current. */
            waiting: {
              always: { guard: 'isAdopted', target: 'ordered' },
              after: { timeout: 'late' },
            },
            late: { tags: 'late', always: { guard: 'isAdopted', target: 'ordered' } },
            ordered: { entry: 'notifyOrders' },
          },
        },
      },
    },
  },
});

export type CreateActor = ActorRefFrom<typeof createAccountMachine>;

function claimsOf(outcome: Outcome): readonly Claim[] {
  return outcome.ok ? outcome.answer.claims : [];
}

function problemsOf(
  { fields, home }: Context,
  only?: readonly ProfileField[],
): Context['problems'] {
  const problems = problemsIn(NO_FIELDS, trimmed(fields), home);
  if (!only) return problems;
  return Object.fromEntries(
    Object.entries(problems).filter(([name]) => only.some((one) => one === name)),
  );
}
