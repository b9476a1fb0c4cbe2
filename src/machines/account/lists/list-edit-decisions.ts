import { seconds } from '../../../events/core/time.ts';
import { editCopy } from '../../../events/nostr/edit-copy.ts';
import type { UserMessage } from '../../../events/account/user-message.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import type { Ours } from '../../../events/nostr/ours.ts';
import type { ListIntent } from '../../../events/account/lists/list-intents.ts';
import {
  type ListError,
  listErrorMessage,
  listErrorOf,
} from '../../../events/account/lists/list-error.ts';
import { type OutboxRecord, stateOf } from '../../../events/publish/outbox/outbox.ts';
import { isOutdated } from '../../../events/publish/outbox/publish-failure.ts';
import {
  type Item,
  type ListEditContext,
  type ListEditEvent,
  type ListNews,
  plannedSecret,
  type Signed,
} from './list-edit-context.ts';

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
  /** How often an edit that waits for the network is tried when the browser seems to have one. */
  holdPause: 30_000,
};

type Resume = Extract<ListEditEvent, { type: 'list.resume' }>;
type Edits = Pick<ListEditContext, 'queue' | 'failures'>;

/**
 * Return an edit that another tab, or this page before, left with a signed but not accepted
 * version.
 */
export function orphanOf({ queue, recalled }: ListEditContext): Item | undefined {
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

type Known = {
  readonly [Name in
    | 'job'
    | 'isLeft'
    | 'isHeld'
    | 'question'
    | 'isShown'
    | 'undo'
    | 'again'
    | 'now']?: Item[Name] | undefined;
};

/** Return a new edit with its known fields. */
export function itemOf(
  intents: readonly ListIntent[],
  {
    job,
    isLeft = false,
    isHeld = false,
    question,
    isShown = false,
    undo,
    again,
    now = seconds(0),
  }: Known = {},
): Item {
  return {
    intents,
    request: undefined,
    job,
    agreed: undefined,
    version: undefined,
    tries: 0,
    isLeft,
    isHeld,
    question,
    isShown,
    undo,
    again,
    now,
  };
}

/**
 * Return the edits and the orders after a job is requested for each that needs one. One whose
 * version was replaced may need another consent first. `again`: it has that.
 */
export function withRequests(
  {
    list,
    queue,
    recalled,
    requests,
  }: Pick<ListEditContext, 'list' | 'queue' | 'recalled' | 'requests'>,
  again: boolean,
) {
  const needsJob = ({ job, request, question, tries }: Item) =>
    (job ?? request ?? question) === undefined && (again || tries === 0);
  const named = new Map(queue.filter(needsJob).map((item, at) => [item, String(requests + at)]));
  return {
    queue: queue.map((item) => ({ ...item, request: named.get(item) ?? item.request })),
    requests: requests + named.size,
    orders: [...named].map(([{ intents, now }, request]) => {
      const isPast = recalled !== undefined && recalled.now > now;
      return { request, list, intents, now: isPast ? recalled.now : now };
    }),
  };
}

/** Return the edits with one more from the log. It may have failed in this tab before. */
export function resumed(
  { queue, failures }: Edits,
  { job, intents, isLeft = false, isHeld = false }: Resume,
): Partial<Edits> {
  if (queue.some((item) => item.job === job)) return {};
  return {
    queue: [...queue, itemOf(intents, { job, isLeft, isHeld })],
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

/** Return the queue without a job that ended elsewhere: discarded by the user, or accepted. */
export function withoutEnded(
  { queue }: Pick<ListEditContext, 'queue'>,
  record: OutboxRecord,
): Pick<ListEditContext, 'queue'> {
  const isEnded = ['discarded', 'accepted'].includes(stateOf(record));
  return { queue: isEnded ? queue.filter(({ job }) => job !== record.job) : queue };
}

/**
 * Return the edits that begin to wait for the network, and the queue with them. Only those that
 * were ordered on this page have news for the user.
 */
export function heldNow({ list, queue }: Pick<ListEditContext, 'list' | 'queue'>) {
  const isNew = ({ job, isHeld, isLeft }: Item) => job !== undefined && (!isHeld || isLeft);
  return {
    queue: queue.map((item) => (isNew(item) ? { ...item, isHeld: true } : item)),
    held: queue.filter(isNew).map(({ job = '', isLeft, intents }) => {
      const message = listErrorMessage(list, intents, 'network');
      return { job, news: isLeft ? undefined : ({ type: 'list.held', message } as const) };
    }),
  };
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

/** Return the queue with the version of the first edit as the outbox recorded it. */
export function recordedIn(queue: readonly Item[], record: OutboxRecord): readonly Item[] {
  if (!record.event) return queue;
  const kept = keptOf(record.event, stateOf(record) === 'accepted', queue[0]?.version);
  return withVersion(queue, isOutdated(record) ? { ...kept, isOutdated: true } : kept);
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
}: ListEditContext):
  | { readonly job: string; readonly relays: ReadonlyArray<Ours<string>> }
  | undefined {
  if (base.state !== 'known') return undefined;
  const { id } = base.event;
  const [job] =
    [...(recalled?.own.byJob ?? [])].find(
      ([, { event, isTaken }]) => event.id === id && !isTaken,
    ) ?? [];
  const relays = (recalled?.relays ?? []).filter((url) =>
    answers.some(({ source, events }) => source === url && events.some((one) => one.id === id)),
  );
  return job === undefined || relays.length === 0 ? undefined : { job, relays };
}

/** Return why there is no plan: no base, or the refusal of the plan. */
export function faultOf({ planned, base }: ListEditContext): ListError {
  if (base.state === 'unknown') return listErrorOf(base.why);
  return planned?.ok === false && planned.refusal !== 'unchanged' ? planned.refusal : 'breach';
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
    again: context.queue[0]?.again,
  };
}
