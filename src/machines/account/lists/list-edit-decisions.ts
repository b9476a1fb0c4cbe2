import { edited } from '../../../events/nostr/edit-copy.ts';
import type { Message } from '../../../events/account/user-message.ts';
import { replaces, type VerifiedEvent } from '../../../events/nostr/event.ts';
import { CACHE } from '../../../events/account/lists/list-base.ts';
import { needsSecret } from '../../../events/account/lists/list-edit.ts';
import { breachesOf } from '../../../events/account/lists/list-guard.ts';
import type { ListIntent } from '../../../events/account/lists/list-intents.ts';
import { faultMessage } from '../../../events/account/lists/list-error.ts';
import { type OutboxRecord, stateOf } from '../../../events/publish/outbox/outbox.ts';
import {
  isAgreed,
  isWithin,
  type Item,
  type ListEditContext,
  type ListEditEvent,
  plannedSecret,
  type Signed,
} from './list-edit-context.ts';

/** So often an edit is done anew because of what others do meanwhile. */
const MOST_TRIES = 3;

/** Milliseconds. */
export const DELAYS = {
  lockPatience: 30_000,
  recallPatience: 5_000,
  quick: 5_000,
  /** Longer than the signer's own. */
  signPatience: 15 * 60_000,
  fetchPatience: 10_000,
  cipherPatience: 12 * 60_000,
  jobPatience: 20_000,
  publishPatience: 20 * 60_000,
};

/**
 * Whether the version that was signed for the first edit may stand: nothing has come since it was built, and it lacks nothing because of a
 * version that was given up meanwhile; or it is newer than what is there and holds all that is in it (INV-SHRINK).
 */
function isGood({ list, base, queue, recalled }: ListEditContext): boolean {
  const [first] = queue;
  if (!first?.version || base.state === 'unknown') return false;
  if (base.state === 'none') return true;
  const { event, on } = first.version;
  const [before, after] = [base.event, event].map(({ tags, content }) => ({ tags, content, secret: undefined }));
  if (!before || !after) return false;
  const breaches = breachesOf(list, before, after, first.intents);
  if (on && !replaces(base.event, on)) return !recalled?.own.given.has(on.id) || !breaches.has('INV-SHRINK');
  return replaces(event, base.event) && breaches.size === 0;
}

type Resume = Extract<ListEditEvent, { type: 'list.resume' }>;
type Edits = Pick<ListEditContext, 'queue' | 'failures'>;

interface Judged {
  readonly context: ListEditContext;
}

/** Guards of the editor that decide what happens to a signed version. */
export const judgements = {
  /** Somebody took it just now, nobody refused it, and nobody can be asked: that he took it is all there is to know. */
  isTakenUnheard: ({ context: { base, queue } }: Judged) =>
    base.state === 'unknown' && base.why.reason === 'silence' && queue[0]?.version?.state === 'taken' && !queue[0].version.isDoubtful,
  /** A version that was taken is good; one that a relay has refused since, only after a look that missed no further source. */
  isTakenAndGood: ({ context }: Judged) => {
    const version = context.queue[0]?.version;
    return version?.state === 'taken' && (!version.isDoubtful || isWithin(context.base, version)) && isGood(context);
  },
  /** A source that was heard when it was signed, and is not now, may hold what nobody has seen: that is asked about. */
  isGood: ({ context }: Judged) => {
    const version = context.queue[0]?.version;
    return version !== undefined && isWithin(context.base, version) && isGood(context);
  },
  /** Another tab edits the list now, and no person waits for this edit. */
  isOthers: ({ context: { queue } }: Judged) => queue[0]?.isLeft === true,
  isContested: ({ context: { queue } }: Judged) => queue[0]?.version !== undefined && queue[0].tries >= MOST_TRIES,
  isVersion: ({ context: { queue } }: Judged) => queue[0]?.version !== undefined,
  /** Another edit has signed a version and not seen it through, and it is our turn: its tab is gone. */
  isOrphaned: ({ context }: Judged) => orphanOf(context) !== undefined,
  /** Another version is signed and on its way: nobody knows whether it will be the newest. */
  isPending: ({ context: { queue, recalled } }: Judged) => [...(recalled?.own.sending ?? [])].some((job) => job !== queue[0]?.job),
};

/** Guards of the editor that decide what happens to a plan. */
export const plannings = {
  isSealed: ({ context: { list, base, secret, queue } }: Judged) =>
    secret === undefined && base.state !== 'unknown' && needsSecret(list, base, queue[0]?.intents ?? []),
  /** A source that was not heard may hold a newer list, where it is not so. */
  isUnsureUnchanged: ({ context: { base, planned } }: Judged) =>
    planned?.ok === false && planned.refusal === 'unchanged' && base.unheard.length > 0,
  isUnchanged: ({ context: { planned } }: Judged) => planned?.ok === false && planned.refusal === 'unchanged',
  isRefused: ({ context: { planned } }: Judged) => planned?.ok !== true,
  isToBeAsked: ({ context, context: { planned } }: Judged) => planned?.ok === true && planned.plan.reasons.length > 0 && !isAgreed(context),
  isToBeSealed: ({ context: { planned } }: Judged) => planned?.ok === true && planned.plan.seal !== undefined,
};

/** An edit that another tab, or this one before, left with its version signed and not taken. */
function orphanOf({ queue, recalled }: ListEditContext): Item | undefined {
  const { sending, byJob } = recalled?.own ?? { sending: new Set<string>(), byJob: undefined };
  const job = [...sending].find((one) => one !== queue[0]?.job && byJob?.get(one)?.intents !== undefined);
  return job === undefined ? undefined : itemOf(byJob?.get(job)?.intents ?? [], { job, isLeft: true });
}

/** The queue with that edit at its head, and the failures without it. */
export function adopted(context: ListEditContext): Partial<Edits> {
  const orphan = orphanOf(context);
  if (!orphan) return {};
  const isOther = ({ job }: Item) => job !== orphan.job;
  const asked = context.queue.find((item) => !isOther(item));
  return { queue: [asked ?? orphan, ...context.queue.filter(isOther)], failures: context.failures.filter(isOther) };
}

/** An edit to be done. `known`: what is known of it beyond its intents. */
export function itemOf(intents: readonly ListIntent[], known: Partial<Pick<Item, 'request' | 'job' | 'isLeft'>> = {}): Item {
  return { intents, request: undefined, job: undefined, agreed: undefined, version: undefined, tries: 0, isLeft: false, ...known };
}

/** The edits with one more from the log; it may have failed in this tab before. */
export function resumed({ queue, failures }: Edits, { job, intents, isLeft = false }: Resume): Partial<Edits> {
  if (queue.some((item) => item.job === job)) return {};
  return { queue: [...queue, itemOf(intents, { job, isLeft })], failures: failures.filter((item) => item.job !== job) };
}

/** The edits once the outbox has begun a job for a request; one that failed in the meantime gets its job, too. */
export function named({ queue, failures }: Edits, request: string | undefined, job: string): Edits | undefined {
  const isAsked = (item: Item) => request !== undefined && item.request === request;
  if (![...queue, ...failures].some(isAsked)) return undefined;
  const name = <T extends Item>(items: readonly T[]) => items.map((item) => (isAsked(item) ? { ...item, job } : item));
  return { queue: name(queue), failures: name(failures) };
}

/** The queue with a version for its first edit. What a person agreed to before was not this version, so the agreement is dropped. */
export function withVersion([first, ...rest]: readonly Item[], version: Item['version']): readonly Item[] {
  return first ? [{ ...first, version, agreed: undefined }, ...rest] : [];
}

/** The queue with what the signer made of the first edit, and what that was built on. */
export function withSigned(context: ListEditContext, event: VerifiedEvent | undefined): Partial<Edits> {
  const { queue, base } = context;
  if (!event) return {};
  const on = base.state === 'known' ? base.event : undefined;
  return { queue: withVersion(queue, { event, state: 'signed', on, unheard: base.unheard, secret: plannedSecret(context) }) };
}

/** A version as it stands in the outbox. What it was built on, and that nothing was missed since, is known of the one that was signed here. */
export function keptOf(event: VerifiedEvent, isTaken: boolean, known: Item['version']): Signed {
  const same = known?.event.id === event.id ? known : undefined;
  const state = isTaken ? 'taken' : 'kept';
  return { event, state, on: same?.on, unheard: same?.unheard ?? [], secret: same?.secret, isDoubtful: !same || same.isDoubtful === true };
}

/** A failed edit that a late OK has made good is in the queue again, to be looked at once more. */
export function madeGood({ queue, failures }: Edits, record: OutboxRecord): Partial<Edits> {
  const late = failures.find(({ job }) => job === record.job);
  if (!late || !record.event || stateOf(record) !== 'accepted') return {};
  const { fault: _, message: __, ...item } = late;
  const version = { ...keptOf(record.event, true, item.version), isDoubtful: true };
  return { failures: failures.filter((one) => one !== late), queue: [...queue, { ...item, version, tries: 0 }] };
}

/** The queue after news of its first version, which was taken: where a relay has refused it since, it is looked at once more. */
export function refusedIn(queue: readonly Item[], { job, event, relays }: OutboxRecord): readonly Item[] {
  const version = queue[0]?.version;
  const isDoubtful = [...relays.values()].some(({ outcome }) => outcome === 'rejected');
  if (!version || !isDoubtful || version.isDoubtful || queue[0]?.job !== job || version.event.id !== event?.id) return queue;
  return queue.with(0, { ...queue[0], version: { ...version, isDoubtful } });
}

/** The queue, with what is signed already of the first wish: in another tab, or before a crash. */
export function withOwn({ queue, recalled }: ListEditContext): readonly Item[] {
  const [first] = queue;
  const signed = first?.job === undefined ? undefined : recalled?.own.byJob.get(first.job);
  return !first || first.version || !signed ? queue : withVersion(queue, keptOf(signed.event, signed.isTaken, undefined));
}

/** What failed without what the ledger gave up: the version that is being made is not built on that one's. */
export function withoutGiven({ failures, recalled }: ListEditContext, record: OutboxRecord): Partial<ListEditContext> {
  const given = stateOf(record) === 'discarded' ? failures.find(({ job }) => job === record.job) : undefined;
  if (!given) return {};
  const id = given.version?.event.id;
  return {
    failures: failures.filter((one) => one !== given),
    recalled: recalled && id !== undefined ? edited(recalled, ({ own }) => void own.given.add(id)) : recalled,
  };
}

/** The own version that is the base and that nobody was heard to take, by its job, and the relays that serve it: they have taken it. */
export function heldOf({
  answers,
  base,
  recalled,
}: ListEditContext): { readonly job: string; readonly relays: readonly string[] } | undefined {
  if (base.state !== 'known') return undefined;
  const { id } = base.event;
  const [job] = [...(recalled?.own.byJob ?? [])].find(([, { event, isTaken }]) => event.id === id && !isTaken) ?? [];
  const relays = answers.flatMap(({ source, events }) => (source !== CACHE && events.some((event) => event.id === id) ? [source] : []));
  return job === undefined || relays.length === 0 ? undefined : { job, relays };
}

export function messageOfFault({ list, queue, fault, base }: ListEditContext): Message {
  return faultMessage(list, queue[0]?.intents ?? [], fault, base.state === 'unknown' ? base.why : undefined);
}
