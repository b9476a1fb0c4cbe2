import { assign, enqueueActions, sendTo, setup } from 'xstate';
import { planProfile } from '../../../events/account/profile/profile-edit.ts';
import { fieldsOf, type ProfileFields } from '../../../events/account/profile/profile-fields.ts';
import { plus, type Seconds, seconds } from '../../../events/core/time.ts';
import { newestVersion, replaces, type VerifiedEvent } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import type { Ours } from '../../../events/nostr/ours.ts';
import { nextCreatedAt } from '../../../events/publish/outbox/event-template.ts';
import type { Bus } from '../../core/bus.ts';
import type { ScopeRef } from '../../core/feature.ts';
import { whenEvent } from '../../core/event-guards.ts';
import type { JobUpdate } from '../../core/outbox-protocol.ts';
import { isNewsOf } from '../lists/base-answers.ts';
import type { ListNews } from '../lists/list-edit-context.ts';
import { type ListRechecked, listRecheckMachine } from '../lists/list-recheck.machine.ts';
import type { Invariants } from '../../core/invariants.ts';

/**
 * A saved profile: its version, the fields of its base, and the fields that were changed. `at`: the
 * date of the version in seconds. Without a version that relays accepted, `job` is the job that a
 * next version replaces. `age`: seconds since the save, if an earlier page made it.
 */
export interface SavedProfile {
  readonly version: VerifiedEvent | undefined;
  readonly at: Seconds;
  readonly job?: string | undefined;
  readonly age?: number | undefined;
  readonly before: ProfileFields;
  readonly wanted: Partial<ProfileFields>;
}

/** Sent by the editor after a relay accepted its version. */
export type ProfileSaved = SavedProfile & { type: 'profile.saved' };

export interface ProfileRecheckInput extends SavedProfile {
  readonly account: string;
  readonly bus: Bus;
  readonly scope: ScopeRef;
  /** The account's write relays. */
  readonly relays: ReadonlyArray<Ours<string>>;
}

type ProfileRecheckEvent = Extract<ListNews, { type: 'list.seen' }> | ListRechecked | JobUpdate;

interface Context extends ProfileRecheckInput {
  /** The newest version made elsewhere, if it lacks the change. */
  readonly other: VerifiedEvent | undefined;
  /** How often the change was made again. */
  readonly times: number;
}

/** How often a change is made again. After that, another program keeps leaving it out. */
const MOST_TIMES = 2;
/** A version that is dated later was made by somebody who could see ours. */
const SKEW = seconds(2);

/**
 * Watches a saved profile for about 25 seconds (PROFILE-10, INV-NO-LOSS). Two devices that save
 * other fields in the same second make two versions from one base, and relays store only one. The
 * change is put on that version. If it changed the same field, the user is notified. A save that an
 * earlier page did not complete is put on the newest version in the same way.
 */
export const profileRecheckMachine = setup({
  types: {
    context: {} as Context,
    events: {} as ProfileRecheckEvent,
    input: {} as ProfileRecheckInput,
  },
  actors: { recheck: listRecheckMachine },
  guards: {
    isOverwritten: ({ context }) => context.other !== undefined,
    isGivenUp: ({ context: { other, times } }) => other !== undefined && times >= MOST_TIMES,
    isInConflict: ({ context }) => lostIn(context).isInConflict,
    isAccepted: ({ context, event }) => isNewsOf(context.job, event, ['accepted']),
    isOver: ({ context, event }) =>
      isNewsOf(context.job, event, ['failed', 'unsigned', 'discarded']),
  },
  delays: { publishTimeout: 20 * 60_000 },
  actions: {
    compare: assign(
      whenEvent('list.seen', ({ context, event }) => ({ other: overwriting(context, event.seen) })),
    ),
    order: enqueueActions(({ context, enqueue, self }) => {
      const { other, scope, relays, version, at, job, times } = context;
      const plan = other && planProfile(other, lostIn(context).fields);
      if (!plan) return;
      if (!version && job !== undefined)
        enqueue.sendTo(scope, { type: 'outbox.discard', job, unlessSending: true });
      enqueue.assign({ times: times + 1, job: undefined });
      enqueue.sendTo(scope, {
        type: 'outbox.publish',
        order: {
          draft: plan.draft,
          base: other.content,
          relays,
          now: nextCreatedAt(at, other.created_at),
          from: self,
        },
      });
    }),
    recordJob: assign(whenEvent('outbox.jobCreated', ({ event }) => ({ job: event.job }))),
    recordSaved: assign(
      whenEvent('outbox.jobChanged', ({ context, event }) => ({
        version: event.record.event ?? context.version,
        at: event.record.event?.created_at ?? context.at,
        age: undefined,
        before: fieldsOf(context.other),
        other: undefined,
      })),
    ),
    notifyLost: sendTo(({ context }) => context.scope, {
      type: 'account.failed',
      message: { code: 'profile.overwritten' },
    }),
  },
}).createMachine({
  id: 'profileRecheck',
  context: ({ input }) => ({ ...input, other: undefined, times: 0 }),
  initial: 'watching',
  states: {
    watching: {
      invoke: {
        id: 'recheck',
        src: 'recheck',
        input: ({ context: { account, bus, scope, relays, version, job = '', age } }) => ({
          list: 'profile' as const,
          account,
          bus,
          scope,
          relays,
          version: version?.id ?? job,
          age,
        }),
        onError: 'ended',
      },
      always: [
        { guard: 'isInConflict', target: 'lost' },
        { guard: 'isGivenUp', target: 'lost' },
        { guard: 'isOverwritten', target: 'again' },
      ],
      on: { 'list.seen': { actions: 'compare' }, 'list.rechecked': 'ended' },
    },
    again: {
      entry: 'order',
      on: {
        'outbox.jobCreated': { actions: 'recordJob' },
        'outbox.jobChanged': [
          { guard: 'isAccepted', target: 'watching', actions: 'recordSaved' },
          { guard: 'isOver', target: 'lost' },
        ],
      },
      after: { publishTimeout: 'lost' },
    },
    lost: { entry: 'notifyLost', always: 'ended' },
    ended: { type: 'final' },
  },
});

/**
 * Return the newest seen version if it lacks the change. If the change was saved, it must be a
 * version that replaces it unseen.
 */
function overwriting(
  { account, version, wanted }: Context,
  seen: readonly VerifiedEvent[],
): VerifiedEvent | undefined {
  const newest = newestVersion(
    seen.filter(({ kind, pubkey }) => kind === KIND.Metadata && pubkey === account),
  );
  if (!newest) return undefined;
  const isUnseen =
    !version ||
    (newest.id !== version.id &&
      replaces(newest, version) &&
      newest.created_at <= plus(version.created_at, SKEW));
  return isUnseen && planProfile(newest, wanted) ? newest : undefined;
}

/** Return the changed fields that the other version lacks. In conflict: it changed one of them. */
function lostIn({ other, before, wanted }: Context): {
  readonly fields: Partial<ProfileFields>;
  readonly isInConflict: boolean;
} {
  const changes = other ? (planProfile(other, wanted)?.changes ?? []) : [];
  return {
    fields: Object.fromEntries(changes.map(({ field, to }) => [field, to])),
    isInConflict: changes.some(({ field, from }) => from !== before[field]),
  };
}

/** @internal */
export const profileRecheckInvariants: Invariants<typeof profileRecheckMachine> = {
  /** INV-PROGRESS */
  limitedTimes: ({ context }) => context.times <= MOST_TIMES,
  onlyOverAnother: ({ context, value }) => value !== 'again' || context.other !== undefined,
};
