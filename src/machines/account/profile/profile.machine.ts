import { type ActorRefFrom, assign, setup } from 'xstate';
import type { FilteringClaim } from '../../../events/connection/claims.ts';
import { query } from '../../../events/connection/verbs.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import type { CacheResponse, Bus, Outcome } from '../../core/bus.ts';
import { requestMachine } from '../../connection/request.machine.ts';
import { withOutcome } from '../../core/event-guards.ts';

export interface ProfileInput {
  readonly bus: Bus;
  readonly viewer: string;
}

/**
 * Why there is no data for an account (CACHE-09): no key was given, or the service does not know
 * it.
 */
export type ProfileRejection = 'noPubkey' | 'notFound';

/** Data of a profile page beyond the read model. `undefined` until answered. */
export interface ProfileExtras {
  readonly followedBy: readonly string[] | undefined;
  readonly followsViewer: boolean | undefined;
  readonly latestReads: readonly string[] | undefined;
  readonly popular: readonly string[] | undefined;
  /**
   * Why the service hides the account from this viewer (PROFILE-04, PROFILE-09). `null` if it does
   * not.
   */
  readonly hidden: FilteringClaim | null | undefined;
  /**
   * Why there is nothing to show (CACHE-09): no key was given, or the service does not know the
   * account.
   */
  readonly rejection: ProfileRejection | undefined;
}

const NOTHING: ProfileExtras = {
  followedBy: undefined,
  followsViewer: undefined,
  latestReads: undefined,
  popular: undefined,
  hidden: undefined,
  rejection: undefined,
};

interface Context extends ProfileInput {
  readonly pubkey: string;
  readonly extras: ProfileExtras;
  /** Profiles seen before, latest last, so that going back shows them at once (PROFILE-08). */
  readonly history: readonly { readonly pubkey: string; readonly extras: ProfileExtras }[];
}

export type ProfileEvent =
  | { type: 'profile.show'; pubkey: string }
  | { type: 'profile.retry' }
  | { type: 'screen.shown' };

const HISTORY = 10;
const COMMON = 6;
/** PROFILE-03, LIMIT-02. */
const READS = 2;
const POPULAR = 5;

/**
 * The shown profile (PROFILE-01, 03, 08). Another key restarts all requests and stops the pending
 * ones, so a late answer for the former key has no receiver.
 */
export const profileMachine = setup({
  types: {
    context: {} as Context,
    events: {} as ProfileEvent,
    input: {} as ProfileInput,
    tags: {} as 'loading' | 'ready' | 'failed',
  },
  actors: { request: requestMachine },
  guards: {
    isMissing: ({ event }) => event.type === 'profile.show' && event.pubkey === '',
    isOther: ({ context, event }) =>
      event.type === 'profile.show' && event.pubkey !== context.pubkey,
    isOk: (_, params: { outcome: Outcome }) => params.outcome.ok,
  },
  actions: {
    show: assign(({ context, event }) => {
      if (event.type !== 'profile.show') return {};
      const { pubkey } = event;
      const others = context.history.filter(
        (past) => past.pubkey !== pubkey && past.pubkey !== context.pubkey,
      );
      const history =
        context.pubkey === ''
          ? others
          : [...others, { pubkey: context.pubkey, extras: context.extras }];
      return {
        pubkey,
        extras: context.history.find((past) => past.pubkey === pubkey)?.extras ?? NOTHING,
        history: history.slice(-HISTORY),
      };
    }),
    refuse: assign({ extras: { ...NOTHING, rejection: 'noPubkey' } }),
    take: assign(
      (
        { context },
        params: {
          outcome: Outcome;
          read: (answer: CacheResponse, pubkey: string) => Partial<ProfileExtras>;
        },
      ) =>
        params.outcome.ok
          ? { extras: { ...context.extras, ...params.read(params.outcome.answer, context.pubkey) } }
          : {},
    ),
  },
}).createMachine({
  id: 'profile',
  context: ({ input }) => ({ ...input, pubkey: '', extras: NOTHING, history: [] }),
  initial: 'nobody',
  on: {
    'profile.show': [
      { guard: 'isMissing', target: '.nobody', actions: ['show', 'refuse'] },
      { guard: 'isOther', target: '.shown', actions: 'show' },
    ],
  },
  states: {
    nobody: {},
    shown: {
      invoke: [
        {
          id: 'followedBy',
          src: 'request',
          input: ({ context }) => ({
            bus: context.bus,
            query: query('user_profile_followed_by', { ...seen(context), limit: COMMON }),
          }),
          onDone: {
            actions: {
              type: 'take',
              params: ({ event }) => ({ outcome: event.output, read: readFollowedBy }),
            },
          },
          onError: {},
        },
        {
          id: 'follows',
          src: 'request',
          input: ({ context }) => ({
            bus: context.bus,
            query: query('is_user_following', seen(context)),
          }),
          onDone: {
            actions: {
              type: 'take',
              params: ({ event }) => ({ outcome: event.output, read: readFollows }),
            },
          },
          onError: {},
        },
        {
          id: 'reads',
          src: 'request',
          input: ({ context }) => ({
            bus: context.bus,
            query: query('long_form_content_feed', {
              ...seen(context),
              notes: 'authored',
              limit: READS,
            }),
          }),
          onDone: {
            actions: {
              type: 'take',
              params: ({ event }) => ({ outcome: event.output, read: readReads }),
            },
          },
          onError: {},
        },
        {
          id: 'popular',
          src: 'request',
          input: ({ context }) => ({
            bus: context.bus,
            query: query('user_profile_scored_content', { ...seen(context), limit: POPULAR }),
          }),
          onDone: {
            actions: {
              type: 'take',
              params: ({ event }) => ({ outcome: event.output, read: readPopular }),
            },
          },
          onError: {},
        },
      ],
      initial: 'loading',
      states: {
        loading: {
          tags: 'loading',
          invoke: {
            id: 'header',
            src: 'request',
            input: ({ context }) => ({
              bus: context.bus,
              query: query('user_profile', seen(context)),
            }),
            onDone: [
              {
                guard: { type: 'isOk', params: withOutcome },
                target: 'ready',
                actions: {
                  type: 'take',
                  params: ({ event }) => ({ outcome: event.output, read: readHeader }),
                },
              },
              { target: 'failed' },
            ],
            onError: 'failed',
          },
        },
        ready: { tags: 'ready' },
        failed: {
          tags: 'failed',
          on: {
            'profile.retry': { target: '#profile.shown', reenter: true },
            'screen.shown': { target: '#profile.shown', reenter: true },
          },
        },
      },
    },
  },
});

export type ProfileActor = ActorRefFrom<typeof profileMachine>;

/** Return the shown account and its viewer, as request parameters. */
function seen({ pubkey, viewer }: Context) {
  return { pubkey, user_pubkey: viewer };
}

function readHeader(answer: CacheResponse, pubkey: string): Partial<ProfileExtras> {
  const hidden = answer.claims.find((claim) => claim.claim === 'filtering') ?? null;
  return { hidden, rejection: hidden || isFound(answer, pubkey) ? undefined : 'notFound' };
}

/** True if the service knows the account. For an unknown one it answers with counts of zero. */
function isFound({ events, claims }: CacheResponse, pubkey: string): boolean {
  if (events.some((event) => event.kind === KIND.Metadata && event.pubkey === pubkey)) return true;
  const stats = claims.find((claim) => claim.claim === 'userStats' && claim.pubkey === pubkey);
  return (
    stats !== undefined &&
    Object.values(stats).some((value) => typeof value === 'number' && value > 0)
  );
}

function readFollowedBy({ events }: CacheResponse): Partial<ProfileExtras> {
  return {
    followedBy: events.filter(({ kind }) => kind === KIND.Metadata).map(({ pubkey }) => pubkey),
  };
}

function readFollows({ claims }: CacheResponse): Partial<ProfileExtras> {
  return { followsViewer: claims.find((claim) => claim.claim === 'flag')?.value };
}

function readReads({ events }: CacheResponse, author: string): Partial<ProfileExtras> {
  return { latestReads: idsBy(author, KIND.LongForm, events).slice(0, READS) };
}

function readPopular({ events }: CacheResponse, author: string): Partial<ProfileExtras> {
  return { popular: idsBy(author, KIND.Text, events).slice(0, POPULAR) };
}

function idsBy(author: string, wanted: number, events: CacheResponse['events']): readonly string[] {
  return events
    .filter(({ kind, pubkey }) => kind === wanted && pubkey === author)
    .map(({ id }) => id);
}
