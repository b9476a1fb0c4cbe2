import { replaces } from '../../../events/nostr/event.ts';
import { silentIn } from '../../../events/account/lists/list-base.ts';
import { needsSecret } from '../../../events/account/lists/list-edit.ts';
import { breachesOf } from '../../../events/account/lists/list-guard.ts';
import { isSecretKept } from '../../../events/account/signing/signing-error.ts';
import { isOutdated } from '../../../events/publish/outbox/publish-failure.ts';
import { isCalledOff, signedIn, textIn } from '../../core/sign-request.ts';
import { isNewsOf } from './base-answers.ts';
import {
  isAgreed,
  isVersionAsAsked,
  isWithin,
  type ListEditContext,
  type ListEditEvent,
} from './list-edit-context.ts';
import { orphanOf, withoutEnded } from './list-edit-decisions.ts';

/** Maximum attempts of an edit that is overtaken by other changes. */
const MOST_TRIES = 3;

/**
 * True if the version signed for the first edit may be saved: nothing newer than its base exists,
 * and it lacks nothing because of a discarded version. Also true if it is newer than the base and
 * contains all of it (INV-SHRINK). Never true if a relay refused it for a newer version.
 */
function isPublishable({ list, base, queue, recalled }: ListEditContext): boolean {
  const [first] = queue;
  if (!first?.version || first.version.isOutdated || base.state === 'unknown') return false;
  if (base.state === 'none') return true;
  const { event, on } = first.version;
  const [before, after] = [base.event, event].map(({ tags, content }) => ({
    tags,
    content,
    secret: undefined,
  }));
  if (!before || !after) return false;
  const breaches = breachesOf(list, before, after, first.intents);
  if (on && !replaces(base.event, on))
    return !recalled?.own.given.has(on.id) || !breaches.has('INV-SHRINK');
  return replaces(event, base.event) && breaches.size === 0;
}

interface GuardArgs {
  readonly context: ListEditContext;
  readonly event: ListEditEvent;
}
type DecisionArgs = Pick<GuardArgs, 'context'>;

/** True if the base is unknown because no source answered. */
function isSilent({ base }: ListEditContext): boolean {
  return base.state === 'unknown' && base.why.reason === 'silence';
}

/** Guards for the network. */
const holding = {
  isCutOff: ({ context: { isOffline, queue } }: DecisionArgs) => isOffline && queue.length > 0,
  isUnheard: ({ context, context: { isOffline, queue } }: DecisionArgs) =>
    isSilent(context) && (isOffline || queue[0]?.isHeld === true),
  isOnline: ({ context: { isOffline } }: DecisionArgs) => !isOffline,
};

/** Guards that decide the fate of a signed version. */
export const decisions = {
  /**
   * True if it was just accepted, no relay rejected it, and no source can be asked. The acceptance
   * is all that is known.
   */
  isAcceptedWithoutSources: ({ context, context: { queue } }: DecisionArgs) =>
    isSilent(context) && queue[0]?.version?.state === 'taken' && !queue[0].version.isDoubtful,
  /**
   * True for an accepted version. If a relay rejected it since, a lookup without further silent
   * sources is needed first.
   */
  isAcceptedAndCurrent: ({ context }: DecisionArgs) => {
    const version = context.queue[0]?.version;
    return (
      version?.state === 'taken' &&
      (!version.isDoubtful || isWithin(context.base, version)) &&
      isPublishable(context)
    );
  },
  /**
   * A source that answered before signing, but is silent now, may have an unseen version. The user
   * is asked about that.
   */
  isPublishable: ({ context }: DecisionArgs) => {
    const version = context.queue[0]?.version;
    return version !== undefined && isWithin(context.base, version) && isPublishable(context);
  },
  /** True if another tab is editing the list, and the user does not wait for this edit. */
  isOthers: ({ context: { queue } }: DecisionArgs) => queue[0]?.isLeft === true,
  /** True if the current edit waits for its question, which is shown while the base is fetched. */
  isQuestioned: ({ context: { queue } }: DecisionArgs) => queue[0]?.question !== undefined,
  isContested: ({ context: { queue } }: DecisionArgs) =>
    queue[0]?.version !== undefined && queue[0].tries >= MOST_TRIES,
  isVersion: ({ context: { queue } }: DecisionArgs) => queue[0]?.version !== undefined,
  /**
   * True if another edit left a signed version unfinished and this tab holds the lock, because the
   * other tab is gone.
   */
  isOrphaned: ({ context }: DecisionArgs) => orphanOf(context) !== undefined,
  /** True if another signed version is being sent. It may become the newest. */
  isPending: ({ context: { queue, recalled } }: DecisionArgs) =>
    [...(recalled?.own.sending ?? [])].some((job) => job !== queue[0]?.job),
};

/** Guards that decide the fate of a plan. */
const plans = {
  isSealed: ({ context: { list, base, secret, queue } }: DecisionArgs) =>
    secret === undefined &&
    base.state !== 'unknown' &&
    needsSecret(list, base, queue[0]?.intents ?? []),
  /** True if an unchanged list is uncertain, because a silent source may have a newer one. */
  isUnsureUnchanged: ({ context: { base, planned } }: DecisionArgs) =>
    planned?.ok === false && planned.refusal === 'unchanged' && silentIn(base).length > 0,
  isUnchanged: ({ context: { planned } }: DecisionArgs) =>
    planned?.ok === false && planned.refusal === 'unchanged',
  isRefused: ({ context: { planned } }: DecisionArgs) => planned?.ok !== true,
  isToBeAsked: ({ context, context: { planned } }: DecisionArgs) =>
    planned?.ok === true &&
    (planned.plan.reasons.length > 0 || context.queue[0]?.question !== undefined) &&
    !isAgreed(context),
  isToBeSealed: ({ context: { planned } }: DecisionArgs) =>
    planned?.ok === true && planned.plan.seal !== undefined,
};

/** All guards of the list editor. */
export const listGuards = {
  hasWork: ({ context }: GuardArgs) => context.queue.length > 0,
  isUnknown: ({ context }: GuardArgs) => context.base.state === 'unknown',
  isBack: ({ event }: GuardArgs) => event.type === 'network.offline' && !event.on,
  isEndedElsewhere: ({ context: { queue }, event }: GuardArgs) =>
    event.type === 'outbox.jobChanged' &&
    withoutEnded({ queue }, event.record).queue.length < queue.length,
  isFailedOffline: ({ context, event }: GuardArgs) =>
    context.isOffline && isNewsOf(context.queue[0]?.job, event, ['failed']),
  isLeftUnsigned: ({ context: { queue }, event }: GuardArgs) =>
    queue[0]?.isLeft === true && event.type === 'sign.settled' && !event.outcome.ok,
  isEverybodyHeard: ({ context }: GuardArgs) => context.open.size === 0,
  hasJob: ({ context }: GuardArgs) => context.queue[0]?.job !== undefined,
  matchesTemplate: ({ context, event }: GuardArgs) => isVersionAsAsked(context, signedIn(event)),
  /** True if another tab resumed the same edit. */
  isSignedElsewhere: ({ context, event }: GuardArgs) =>
    isNewsOf(context.queue[0]?.job, event, ['sending', 'accepted', 'failed']),
  isText: ({ event }: GuardArgs) => textIn(event) !== undefined,
  isCalledOff: ({ event }: GuardArgs) => isCalledOff(event),
  isAccepted: ({ context, event }: GuardArgs) =>
    isNewsOf(context.queue[0]?.job, event, ['accepted']),
  isSecretKept: ({ event }: GuardArgs) =>
    event.type === 'sign.settled' && !event.outcome.ok && isSecretKept(event.outcome.failure),
  isUnsigned: ({ context, event }: GuardArgs) =>
    isNewsOf(context.queue[0]?.job, event, ['unsigned', 'discarded']),
  /** True if relays have a newer version, so that the edit is redone on it. */
  isOutdated: ({ context, event }: GuardArgs) =>
    isNewsOf(context.queue[0]?.job, event, ['failed']) &&
    event.type === 'outbox.jobChanged' &&
    isOutdated(event.record),
  isFailed: ({ context, event }: GuardArgs) => isNewsOf(context.queue[0]?.job, event, ['failed']),
  ...holding,
  ...decisions,
  ...plans,
};
