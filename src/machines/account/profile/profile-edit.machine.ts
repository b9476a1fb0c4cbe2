import { type ActorRefFrom, assign, enqueueActions, sendParent, setup } from 'xstate';
import { formatAddress } from '../../../events/nostr/address.ts';
import { type Base, decideBase, UNKNOWN } from '../../../events/account/lists/list-base.ts';
import {
  type OwnVersions,
  ownVersions,
  unacknowledgedIn,
} from '../../../events/publish/outbox/list-versions.ts';
import { planProfile, type ProfilePlan } from '../../../events/account/profile/profile-edit.ts';
import {
  changesOf,
  type FieldProblem,
  fieldsOf,
  NO_FIELDS,
  problemsIn,
  type ProfileField,
  type ProfileFields,
  trimmed,
} from '../../../events/account/profile/profile-fields.ts';
import { isFarFuture, type Seconds } from '../../../events/core/time.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import type { OutboxRecords } from '../../../events/publish/outbox/outbox.ts';
import { isOutdated } from '../../../events/publish/outbox/publish-failure.ts';
import { nextCreatedAt } from '../../../events/publish/outbox/event-template.ts';
import type { Bus, Outcome } from '../../core/bus.ts';
import type { RelayAnswer } from '../../connection/relay-protocol.ts';
import { requestMachine } from '../../connection/request.machine.ts';
import { whenEvent, withOutcome } from '../../core/event-guards.ts';
import type { OutboxUpdate } from '../../core/outbox-protocol.ts';
import type { ScopeRef } from '../../core/feature.ts';
import {
  type Fetching,
  fetchingFrom,
  heardCache,
  heardRelay,
  isNewsOf,
} from '../lists/base-answers.ts';
import type { ListNews } from '../lists/list-edit-context.ts';
import { newestFilter, newestRequest } from '../lists/list-lookups.ts';
import type { ProfileSaved } from './profile-recheck.machine.ts';
import type { Ours } from '../../../events/nostr/ours.ts';

/** All times in seconds. */
export type ProfileEditEvent =
  | OutboxUpdate
  | RelayAnswer
  /** The screen was opened again. */
  | { type: 'profile.open' }
  | { type: 'profile.type'; field: ProfileField; text: string }
  | { type: 'profile.save'; now: Seconds }
  /** The user confirms the shown changes. */
  | { type: 'profile.confirm'; now: Seconds }
  | { type: 'profile.back' }
  /** Retries fetching the base, or resends the signed version. */
  | { type: 'profile.retry'; now: Seconds }
  /** Discards the signed but not accepted version and continues editing. */
  | { type: 'profile.giveUp' }
  | { type: 'profile.close' };

export interface ProfileEditInput {
  readonly account: string;
  readonly bus: Bus;
  readonly scope: ScopeRef;
  readonly records: OutboxRecords;
  /** The account's write relays. */
  readonly relays: ReadonlyArray<Ours<string>>;
  /** Versions that were seen. */
  readonly remembered: readonly VerifiedEvent[];
  readonly now: Seconds;
  /** Origin of the page, whose pictures may be used. */
  readonly home: string;
}

interface Context extends ProfileEditInput, Fetching {
  /** Why the profile is being fetched: to show it, or to base the new version on it. */
  readonly purpose: 'open' | 'save';
  readonly base: Base;
  /** The fields as first shown, and as typed now. */
  readonly shown: ProfileFields;
  readonly fields: ProfileFields;
  readonly problems: Readonly<Partial<Record<ProfileField, FieldProblem>>>;
  readonly plan: ProfilePlan | undefined;
  /** The confirmed plan as text. A different plan is shown again. */
  readonly agreed: string | undefined;
  readonly job: string | undefined;
  /** Number of versions of this save that relays refused for a newer one. */
  readonly tries: number;
  /** Result of the last attempt. `network`: the base could not be fetched. */
  readonly note: 'saved' | 'unchanged' | 'network' | 'unsigned' | undefined;
}

/** Maximum versions of one save, if each is refused because a newer one exists. */
const MOST_TRIES = 3;

/**
 * Edits the account's profile (PROFILE-10). It is based on a version from the caching service and
 * the own write relays, fetched again before building. Nothing is based on an unknown version
 * (INV-BASE). Shows the exact change, then publishes it through the outbox, dated after the base,
 * and keeps everything else (INV-PRESERVE). It counts as saved only after acceptance (INV-OUTCOME).
 * If relays have a newer version, the change is put on that one, and shown again if it differs.
 */
export const profileEditMachine = setup({
  types: {
    context: {} as Context,
    events: {} as ProfileEditEvent,
    input: {} as ProfileEditInput,
    tags: {} as 'loading' | 'busy' | 'editable' | 'asking' | 'failed',
  },
  actors: { request: requestMachine },
  guards: {
    isEverybodyHeard: ({ context }) => context.open.size === 0,
    /** True if there is enough to show. A base for saving is fetched completely. */
    isShowable: ({ context }) => context.purpose === 'open' && baseOf(context).state === 'known',
    isOpening: ({ context }) => context.purpose === 'open',
    isLost: ({ context }) => context.purpose === 'open' && context.base.state === 'unknown',
    isUnknown: ({ context }) => context.base.state === 'unknown',
    isUnchanged: ({ context }) => context.plan === undefined,
    isAgreed: ({ context }) => textOf(context.plan) === context.agreed,
    isFlawed: ({ context }) =>
      Object.keys(problemsIn(context.shown, trimmed(context.fields, context.shown), context.home))
        .length > 0,
    isSame: ({ context }) => Object.keys(wantedOf(context)).length === 0,
    isAccepted: ({ context, event }) => isNewsOf(context.job, event, ['accepted']),
    isUnsigned: ({ context, event }) => isNewsOf(context.job, event, ['unsigned']),
    isDiscarded: ({ context, event }) => isNewsOf(context.job, event, ['discarded']),
    /** True if a relay has a newer version, made elsewhere while this one was signed. */
    isOutdated: ({ context, event }) =>
      context.tries < MOST_TRIES &&
      isNewsOf(context.job, event, ['failed']) &&
      event.type === 'outbox.jobChanged' &&
      isOutdated(event.record),
    isFailed: ({ context, event }) => isNewsOf(context.job, event, ['failed']),
  },
  delays: { enough: 1_500, fetchTimeout: 10_000, publishTimeout: 20 * 60_000 },
  actions: {
    receiveRecords: assign(
      whenEvent('outbox.changed', ({ event }) => ({ records: event.records })),
    ),
    receiveTime: assign(({ event }) => ('now' in event ? { now: event.now } : {})),
    wantToSee: assign({ purpose: 'open', note: undefined }),
    wantToSave: assign({ purpose: 'save', note: undefined, agreed: undefined, tries: 0 }),
    countTry: assign({ tries: ({ context }) => context.tries + 1 }),
    /** Request the profile from the own write relays. The caching service is asked in parallel. */
    fetch: enqueueActions(({ context: { account, scope, relays }, enqueue, self }) => {
      enqueue.assign(fetchingFrom(relays));
      if (relays.length === 0) return;
      const filters = [newestFilter('profile', account)];
      enqueue.sendTo(scope, {
        type: 'relays.ask',
        from: self,
        ask: { kind: 'subscribe', filters },
        urls: relays,
      });
    }),
    recordRelay: assign(({ context, event }) => heardRelay(context, event)),
    recordCache: assign(({ context }, { outcome }: { outcome: Outcome | undefined }) =>
      heardCache(context, outcome),
    ),
    decide: assign(({ context }) => {
      const base = baseOf(context);
      const isToBeBuilt = base.state !== 'unknown' && context.purpose === 'save';
      return {
        base,
        plan: isToBeBuilt ? planProfile(eventOf(base), wantedOf(context)) : undefined,
      };
    }),
    begin: assign(({ context }) => {
      const shown = fieldsOf(eventOf(context.base));
      return { shown, fields: shown, problems: {} };
    }),
    write: assign(({ context, event }) => {
      if (event.type !== 'profile.type') return {};
      const { [event.field]: _, ...problems } = context.problems;
      return {
        fields: { ...context.fields, [event.field]: event.text },
        problems,
        note: undefined,
      };
    }),
    complain: assign(({ context }) => ({
      problems: problemsIn(context.shown, trimmed(context.fields, context.shown), context.home),
    })),
    say: assign((_, { note }: { note: Context['note'] }) => ({ note })),
    agree: assign(({ context }) => ({ agreed: textOf(context.plan) })),
    order: enqueueActions(({ context, enqueue, self }) => {
      const { base, plan, relays, now, scope, job } = context;
      if (!plan) return;
      // the refused version that this one replaces
      if (job !== undefined) enqueue.sendTo(scope, { type: 'outbox.discard', job });
      const { last } = ownOf(context);
      const own = last !== undefined && !isFarFuture(last, now) ? last : undefined;
      const at = nextCreatedAt(nextCreatedAt(now, own), eventOf(base)?.created_at);
      enqueue.assign({ job: undefined });
      enqueue.sendTo(scope, {
        type: 'outbox.publish',
        order: {
          draft: plan.draft,
          base: eventOf(base)?.content ?? '',
          relays,
          now: at,
          from: self,
        },
      });
    }),
    recordJob: assign(whenEvent('outbox.jobCreated', ({ event }) => ({ job: event.job }))),
    resend: enqueueActions(({ context: { scope, job, now }, enqueue, self }) => {
      if (job !== undefined) enqueue.sendTo(scope, { type: 'outbox.retry', job, now, from: self });
    }),
    /** Discard an unsigned job, so that it is not signed later on an outdated base. */
    discard: enqueueActions(({ context: { scope, job }, enqueue }) => {
      if (job !== undefined) enqueue.sendTo(scope, { type: 'outbox.discard', job });
      enqueue.assign({ job: undefined });
    }),
    /** The saved version becomes the base that is shown. */
    arrive: assign(({ context, event }) => {
      const saved = event.type === 'outbox.jobChanged' ? event.record.event : undefined;
      if (!saved) return {};
      const shown = fieldsOf(saved);
      return {
        shown,
        fields: shown,
        problems: {},
        plan: undefined,
        job: undefined,
        remembered: [...context.remembered, saved],
        note: 'saved',
      };
    }),
    /** Another device may have saved another version in the same second. */
    notifySaved: enqueueActions(({ context, event, enqueue }) => {
      const version = event.type === 'outbox.jobChanged' ? event.record.event : undefined;
      if (!version) return;
      const [before, wanted] = [fieldsOf(eventOf(context.base)), wantedOf(context)];
      const saved = { version, at: version.created_at, before, wanted };
      enqueue.sendParent({ type: 'profile.saved', ...saved } satisfies ProfileSaved);
    }),
    notifyFailed: sendParent({
      type: 'list.failed',
      list: 'profile',
      message: { code: 'profile.failed' },
    } satisfies ListNews),
  },
}).createMachine({
  id: 'profileEdit',
  context: ({ input }) => ({
    ...input,
    answers: [],
    open: new Set(),
    purpose: 'open',
    base: UNKNOWN,
    shown: NO_FIELDS,
    fields: NO_FIELDS,
    problems: {},
    plan: undefined,
    agreed: undefined,
    job: undefined,
    tries: 0,
    note: undefined,
  }),
  initial: 'fetching',
  on: { 'outbox.changed': { actions: 'receiveRecords' } },
  states: {
    fetching: {
      tags: 'loading',
      entry: 'fetch',
      invoke: {
        id: 'request',
        src: 'request',
        input: ({ context: { bus, account } }) => newestRequest({ bus, list: 'profile', account }),
        onDone: { actions: { type: 'recordCache', params: withOutcome } },
        onError: { actions: { type: 'recordCache', params: { outcome: undefined } } },
      },
      always: { guard: 'isEverybodyHeard', target: 'deciding' },
      on: {
        'relay.events': { actions: 'recordRelay' },
        'relay.ended': { actions: 'recordRelay' },
        'profile.close': 'closed',
      },
      after: { enough: { guard: 'isShowable', target: 'deciding' }, fetchTimeout: 'deciding' },
    },
    deciding: {
      entry: 'decide',
      always: [
        { guard: 'isLost', target: 'unknown' },
        { guard: 'isOpening', target: 'editing', actions: 'begin' },
        {
          guard: 'isUnknown',
          target: 'editing',
          actions: { type: 'say', params: { note: 'network' } },
        },
        {
          guard: 'isUnchanged',
          target: 'editing',
          actions: { type: 'say', params: { note: 'unchanged' } },
        },
        { guard: 'isAgreed', target: 'publishing', actions: 'order' },
        { target: 'reviewing' },
      ],
    },
    /** No source returned the profile, so no new version is built. */
    unknown: {
      tags: 'failed',
      on: {
        'profile.retry': { target: 'fetching', actions: ['receiveTime', 'wantToSee'] },
        'profile.close': 'closed',
      },
    },
    editing: {
      tags: 'editable',
      on: {
        'profile.type': { actions: 'write' },
        'profile.save': [
          { guard: 'isFlawed', actions: 'complain' },
          { guard: 'isSame', actions: { type: 'say', params: { note: 'unchanged' } } },
          { target: 'fetching', actions: ['receiveTime', 'wantToSave'] },
        ],
        'profile.close': 'closed',
      },
    },
    /** Show the exact changes. After a yes, everything is fetched again. */
    reviewing: {
      tags: 'asking',
      on: {
        'profile.confirm': { target: 'fetching', actions: ['receiveTime', 'agree'] },
        'profile.back': 'editing',
        'profile.close': 'closed',
      },
    },
    publishing: {
      tags: 'busy',
      initial: 'watched',
      on: {
        'outbox.jobCreated': { actions: 'recordJob' },
        'outbox.jobChanged': [
          { guard: 'isAccepted', target: 'editing', actions: ['notifySaved', 'arrive'] },
          {
            guard: 'isUnsigned',
            target: 'editing',
            actions: [{ type: 'say', params: { note: 'unsigned' } }, 'discard'],
          },
          { guard: 'isDiscarded', target: 'editing' },
          { guard: 'isFailed', target: 'failed' },
        ],
      },
      after: { publishTimeout: 'failed' },
      states: {
        watched: {
          on: {
            'profile.close': 'left',
            'outbox.jobChanged': {
              guard: 'isOutdated',
              target: '#profileEdit.fetching',
              actions: 'countTry',
            },
          },
        },
        /** The screen was closed. A toast still reports the result of the save. */
        left: {
          on: {
            'profile.open': 'watched',
            'outbox.jobChanged': [
              { guard: 'isAccepted', target: '#profileEdit.closed', actions: 'notifySaved' },
              { guard: 'isUnsigned', target: '#profileEdit.closed', actions: 'discard' },
              { guard: 'isDiscarded', target: '#profileEdit.closed' },
              { guard: 'isFailed', target: '#profileEdit.closed', actions: 'notifyFailed' },
            ],
          },
        },
      },
    },
    /** The version is signed and never signed twice. It can be resent as it is, or discarded. */
    failed: {
      tags: 'failed',
      entry: 'notifyFailed',
      on: {
        'outbox.jobChanged': [
          { guard: 'isAccepted', target: 'editing', actions: ['notifySaved', 'arrive'] },
          { guard: 'isDiscarded', target: 'editing' },
        ],
        'profile.retry': { target: 'publishing', actions: ['receiveTime', 'resend'] },
        'profile.giveUp': { target: 'editing', actions: 'discard' },
        'profile.close': 'closed',
      },
    },
    closed: { type: 'final' },
  },
});

export type ProfileEditActor = ActorRefFrom<typeof profileEditMachine>;

function ownOf({ account, records }: Context): OwnVersions {
  return ownVersions(
    records,
    formatAddress({ kind: KIND.Metadata, pubkey: account, identifier: '' }),
  );
}

/**
 * Return the base from fresh answers and remembered versions. A version signed here counts after
 * acceptance.
 */
function baseOf(context: Context): Base {
  const { account, now, answers, remembered, records } = context;
  const address = formatAddress({ kind: KIND.Metadata, pubkey: account, identifier: '' });
  const { given, taken } = ownOf(context);
  const unheld = unacknowledgedIn(records);
  const held = remembered.filter(({ id }) => !unheld.has(id));
  return decideBase({ address, now, not: given, taken }, answers, held);
}

function eventOf(base: Base): VerifiedEvent | undefined {
  return base.state === 'known' ? base.event : undefined;
}

function wantedOf({ shown, fields }: Context): Partial<ProfileFields> {
  return changesOf(shown, trimmed(fields, shown));
}

function textOf(plan: ProfilePlan | undefined): string {
  return JSON.stringify([plan?.changes, plan?.lost]);
}
