import { editCopy } from '../../../events/nostr/edit-copy.ts';
import type { UserMessage } from '../../../events/account/user-message.ts';
import { replaces, type VerifiedEvent } from '../../../events/nostr/event.ts';
import { CACHE, silentIn } from '../../../events/account/lists/list-base.ts';
import { needsSecret } from '../../../events/account/lists/list-edit.ts';
import { breachesOf } from '../../../events/account/lists/list-guard.ts';
import type { ListIntent } from '../../../events/account/lists/list-intents.ts';
import { listErrorMessage } from '../../../events/account/lists/list-error.ts';
import { type OutboxRecord, stateOf } from '../../../events/publish/outbox/outbox.ts';
import {
  isAgreed,
  isWithin,
  type Item,
  type ListEditContext,
  type ListEditEvent,
  type ListNews,
  plannedSecret,
  type Signed,
} from './list-edit-context.ts';

/** Maximum attempts of an edit that is overtaken by other changes. */
const MOST_TRIES = 3;

export const DELAYS = {
  lockTimeout: 30_000,
  recallTimeout: 5_000,
  quick: 5_000,
  /** Longer than the signer's own timeout. */
  signTimeout: 15 * 60_000,
  fetchTimeout: 10_000,
  cipherTimeout: 12 * 60_000,
  jobTimeout: 20_000,
  publishTimeout: 20 * 60_000,
};

/**
 * True if the version signed for the first edit may be saved: nothing newer than its base exists,
 * and it lacks nothing because of a discarded version. Also true if it is newer than the base and
 * contains all of it (INV-SHRINK).
 */
function isPublishable({ list, base, queue, recalled }: ListEditContext): boolean {
  const [first] = queue;
  if (!first?.version || base.state === 'unknown') return false;
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

type Resume = Extract<ListEditEvent, { type: 'list.resume' }>;
type Edits = Pick<ListEditContext, 'queue' | 'failures'>;

interface DecisionArgs {
  readonly context: ListEditContext;
}

/** Guards that decide the fate of a signed version. */
export const decisions = {
  /**
   * True if it was just accepted, no relay rejected it, and no source can be asked. The acceptance
   * is all that is known.
   */
  isAcceptedWithoutSources: ({ context: { base, queue } }: DecisionArgs) =>
    base.state === 'unknown' &&
    base.why.reason === 'silence' &&
    queue[0]?.version?.state === 'taken' &&
    !queue[0].version.isDoubtful,
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
export const plans = {
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

/**
 * Return an edit that another tab, or this page before, left with a signed but not accepted
 * version.
 */
function orphanOf({ queue, recalled }: ListEditContext): Item | undefined {
  const { sending, byJob } = recalled?.own ?? { sending: new Set<string>(), byJob: undefined };
  const job = [...sending].find(
    (one) => one !== queue[0]?.job && byJob?.get(one)?.intents !== undefined,
  );
  return job === undefined
    ? undefined
    : itemOf(byJob?.get(job)?.intents ?? [], { job, isLeft: true });
}

/** Return the queue with that edit first, and the failures without it. */
export function adopted(context: ListEditContext): Partial<Edits> {
  const orphan = orphanOf(context);
  if (!orphan) return {};
  const isOther = ({ job }: Item) => job !== orphan.job;
  const asked = context.queue.find((item) => !isOther(item));
  return {
    queue: [asked ?? orphan, ...context.queue.filter(isOther)],
    failures: context.failures.filter(isOther),
  };
}

/** Return the intent that takes back an addition or a removal. */
export function reversed({ act, ...entry }: ListIntent): ListIntent {
  return { ...entry, act: act === 'remove' ? 'add' : 'remove' };
}

/** Return the queue without the edit whose question is shown. */
export function withoutQuestioned({
  queue,
  unsaved,
}: Pick<ListEditContext, 'queue' | 'unsaved'>): Pick<ListEditContext, 'queue' | 'unsaved'> {
  const asked = queue.find(({ question }) => question !== undefined);
  return {
    queue: queue.filter((item) => item !== asked),
    unsaved: unsavedWith(unsaved, asked),
  };
}

/** Maximum number of intents that are remembered as unsaved. */
const MOST_UNSAVED = 50;

/** Return the unsaved intents after this edit was cancelled or failed. */
export function unsavedWith(
  unsaved: readonly ListIntent[],
  item: Pick<Item, 'intents'> | undefined,
): readonly ListIntent[] {
  return item ? [...unsaved, ...item.intents].slice(-MOST_UNSAVED) : unsaved;
}

/** Return a new edit. `known`: its known fields besides the intents. */
export function itemOf(
  intents: readonly ListIntent[],
  known: Partial<Pick<Item, 'request' | 'job' | 'isLeft' | 'question' | 'isShown' | 'undo'>> = {},
): Item {
  return {
    intents,
    request: undefined,
    job: undefined,
    agreed: undefined,
    version: undefined,
    tries: 0,
    isLeft: false,
    question: undefined,
    isShown: false,
    undo: undefined,
    ...known,
  };
}

/** Return the edits with one more from the log. It may have failed in this tab before. */
export function resumed(
  { queue, failures }: Edits,
  { job, intents, isLeft = false }: Resume,
): Partial<Edits> {
  if (queue.some((item) => item.job === job)) return {};
  return {
    queue: [...queue, itemOf(intents, { job, isLeft })],
    failures: failures.filter((item) => item.job !== job),
  };
}

/**
 * Return the edits after the outbox began a job for a request. An edit that failed in the meantime
 * gets its job, too.
 */
export function named(
  { queue, failures }: Edits,
  request: string | undefined,
  job: string,
): Edits | undefined {
  const isAsked = (item: Item) => request !== undefined && item.request === request;
  if (![...queue, ...failures].some(isAsked)) return undefined;
  const name = <T extends Item>(items: readonly T[]) =>
    items.map((item) => (isAsked(item) ? { ...item, job } : item));
  return { queue: name(queue), failures: name(failures) };
}

/**
 * Return the queue with a version for its first edit. Earlier consent was not for this version, so
 * it is dropped.
 */
export function withVersion(
  [first, ...rest]: readonly Item[],
  version: Item['version'],
): readonly Item[] {
  return first ? [{ ...first, version, agreed: undefined }, ...rest] : [];
}

/** Return the queue with the signed version of the first edit and its base. */
export function withSigned(
  context: ListEditContext,
  event: VerifiedEvent | undefined,
): Partial<Edits> {
  const { queue, base } = context;
  if (!event) return {};
  const on = base.state === 'known' ? base.event : undefined;
  return {
    queue: withVersion(queue, {
      event,
      state: 'signed',
      on,
      unheard: base.unheard,
      secret: plannedSecret(context),
    }),
  };
}

/**
 * Return a version as recorded in the outbox. Its base and silent sources are known only if it was
 * signed here.
 */
export function keptOf(event: VerifiedEvent, isTaken: boolean, known: Item['version']): Signed {
  const same = known?.event.id === event.id ? known : undefined;
  const state = isTaken ? 'taken' : 'kept';
  return {
    event,
    state,
    on: same?.on,
    unheard: same?.unheard ?? [],
    secret: same?.secret,
    isDoubtful: !same || same.isDoubtful === true,
  };
}

/** Return a failed edit that a late OK saved to the queue, for another check. */
export function withRepairs({ queue, failures }: Edits, record: OutboxRecord): Partial<Edits> {
  const late = failures.find(({ job }) => job === record.job);
  if (!late || !record.event || stateOf(record) !== 'accepted') return {};
  const { fault: _, message: __, ...item } = late;
  const version = { ...keptOf(record.event, true, item.version), isDoubtful: true };
  return {
    failures: failures.filter((one) => one !== late),
    queue: [...queue, { ...item, version, tries: 0 }],
  };
}

/**
 * Return the queue after news of its first, accepted version. If a relay rejected it since, it is
 * checked again.
 */
export function refusedIn(
  queue: readonly Item[],
  { job, event, relays }: OutboxRecord,
): readonly Item[] {
  const version = queue[0]?.version;
  const isDoubtful = [...relays.values()].some(({ outcome }) => outcome === 'rejected');
  if (
    !version ||
    !isDoubtful ||
    version.isDoubtful ||
    queue[0]?.job !== job ||
    version.event.id !== event?.id
  )
    return queue;
  return queue.with(0, { ...queue[0], version: { ...version, isDoubtful } });
}

/**
 * Return the queue with the version that another tab, or this page before a crash, signed for the
 * first edit.
 */
export function withOwn({ queue, recalled }: ListEditContext): readonly Item[] {
  const [first] = queue;
  const signed = first?.job === undefined ? undefined : recalled?.own.byJob.get(first.job);
  return !first || first.version || !signed
    ? queue
    : withVersion(queue, keptOf(signed.event, signed.isTaken, undefined));
}

/**
 * Return the failures without a discarded one. The version in progress is not based on a discarded
 * one.
 */
export function withoutGiven(
  { failures, recalled }: ListEditContext,
  record: OutboxRecord,
): Partial<ListEditContext> {
  const given =
    stateOf(record) === 'discarded' ? failures.find(({ job }) => job === record.job) : undefined;
  if (!given) return {};
  const id = given.version?.event.id;
  return {
    failures: failures.filter((one) => one !== given),
    recalled:
      recalled && id !== undefined
        ? editCopy(recalled, ({ own }) => void own.given.add(id))
        : recalled,
  };
}

/** Return the jobs of failed, unsigned edits with the intents of the first edit. */
export function twinsOf({ queue, failures }: Edits): readonly string[] {
  const wanted = JSON.stringify(queue[0]?.intents);
  return failures.flatMap(({ job, version, intents }) =>
    job !== undefined && !version && JSON.stringify(intents) === wanted ? [job] : [],
  );
}

/**
 * Return the own base version without a recorded OK, by its job, and the relays that serve it. They
 * have accepted it.
 */
export function heldOf({
  answers,
  base,
  recalled,
}: ListEditContext): { readonly job: string; readonly relays: readonly string[] } | undefined {
  if (base.state !== 'known') return undefined;
  const { id } = base.event;
  const [job] =
    [...(recalled?.own.byJob ?? [])].find(
      ([, { event, isTaken }]) => event.id === id && !isTaken,
    ) ?? [];
  const relays = answers.flatMap(({ source, events }) =>
    source !== CACHE && events.some((event) => event.id === id) ? [source] : [],
  );
  return job === undefined || relays.length === 0 ? undefined : { job, relays };
}

export function messageOfFault({ list, queue, fault, base }: ListEditContext): UserMessage {
  return listErrorMessage(
    list,
    queue[0]?.intents ?? [],
    fault,
    base.state === 'unknown' ? base.why : undefined,
  );
}

/** Return the notification that the first edit failed. */
export function failedNews(context: ListEditContext): ListNews {
  return {
    type: 'list.failed',
    list: context.list,
    message: messageOfFault(context),
    undo: context.queue[0]?.undo,
  };
}
