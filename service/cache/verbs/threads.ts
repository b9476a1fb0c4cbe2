import { KIND, REPLY_KINDS, RESULT } from '../../../src/events/nostr/kinds.ts';
import { inSeconds, plus, seconds } from '../../../src/events/core/time.ts';
import type { Reference } from '../../store/schema.ts';
import type { Store } from '../../store/store.ts';
import { parseStored, type StoredEvent } from '../../store/stored-event.ts';
import { type CacheContext, viewOf } from '../cache-context.ts';
import { enrich } from '../results/enrich-page.ts';
import { type FeedRequest, byTime, pageResults } from '../feeds/feed-page.ts';
import {
  countOf,
  flagOf,
  kindsOf,
  type Payload,
  pageOf,
  Refusal,
  requiredHex,
  textOf,
} from '../payload.ts';
import { peopleResults } from '../results/profile-results.ts';
import type { Item } from '../../store/reading/page-slice.ts';
import { type Page, pageRange, rangeResult, type Source, readPage } from '../feeds/page-range.ts';
import { joined, type Result, synthetic } from '../results.ts';
import { type RequestedSubject, requestedSubject } from '../requested-subject.ts';
import { visibleRows, visibleTo } from '../results/visibility.ts';

const RULES = { limit: 20, max: 1_000 };
const MANY = { limit: 100, max: 1_000 };
const MOST_ANCESTORS = 100;
const ANSWERS: readonly number[] = [...REPLY_KINDS, KIND.Poll, KIND.ZapPoll];
const ACTIONS: ReadonlyMap<number, Reference> = new Map<number, Reference>([
  [KIND.Text, 'reply'],
  [KIND.Comment, 'reply'],
  [KIND.Repost, 'repost'],
  [KIND.GenericRepost, 'repost'],
  [KIND.Reaction, 'like'],
  [KIND.Zap, 'zap'],
  [KIND.Highlight, 'highlight'],
  [KIND.MoneroZapRequest, 'tip'],
  [KIND.MoneroZap, 'tip'],
  [KIND.MoneroZapReceipt, 'tip'],
  [KIND.Nutzap, 'tip'],
]);

/**
 * Return direct replies, newest first, with their RANGE, then the event and its ancestors with
 * theirs.
 */
export async function threadView(context: CacheContext, payload: Payload): Promise<Result[]> {
  const subject = await requestedSubject(context.store, {
    event_id: requiredHex(payload, 'event_id'),
  });
  const asked: FeedRequest = {
    context,
    view: await viewOf(context, payload),
    page: pageOf(payload, RULES),
  };
  const event = subject?.event;
  if (!subject || !event)
    return [...(await pageResults(asked, EMPTY)), ...(await pageResults(asked, EMPTY))];
  const question = await opened(asked, event);
  const replies = await pageResults(question, await repliesTo(question, subject, kindsOf(payload)));
  const line = flagOf(payload, 'include_parent_posts', true)
    ? await context.store.threadOf(event, MOST_ANCESTORS)
    : [event];
  const page: Page = { items: line.map(itemOf), orderBy: 'created_at' };
  const above = await enrich(context, page.items, question.view);
  return [...joined(replies, above), pageRange(page)];
}

/** Return an article, its direct replies, and their RANGE. */
export async function longFormContentThreadView(
  context: CacheContext,
  payload: Payload,
): Promise<Result[]> {
  const subject = await requestedSubject(context.store, payload);
  if (!subject) throw new Refusal('error');
  if (!subject.event) return [];
  const asked: FeedRequest = {
    context,
    view: await viewOf(context, payload),
    page: pageOf(payload, RULES),
  };
  const question = await opened(asked, subject.event);
  const replies = await repliesTo(question, subject, undefined);
  return [
    ...(await enrich(context, [subject.event, ...replies.items], question.view)),
    pageRange(replies),
  ];
}

/** Notes that quote a note or article. */
export async function noteMentions(context: CacheContext, payload: Payload): Promise<Result[]> {
  const subject = await requestedSubject(context.store, payload);
  if (!subject) throw new Refusal('error');
  const view = await viewOf(context, payload);
  const quotes = await readPage(
    referring(context.store, subject, 'quote', [KIND.Text]),
    pageOf(payload, MANY),
    await visibleTo(context.store, view.viewer),
  );
  return enrich(context, quotes, view);
}

export async function noteMentionsCount(
  context: CacheContext,
  payload: Payload,
): Promise<Result[]> {
  const subject = await requestedSubject(context.store, payload);
  if (!subject) throw new Refusal('error');
  const count = await context.store.countReferring({
    targets: subject.targets,
    as: 'quote',
    kinds: [KIND.Text],
  });
  return [
    synthetic(RESULT.NoteMentionsCount, {
      event_id: textOf(payload, 'event_id') ?? subject.event?.id ?? null,
      count,
    }),
  ];
}

/** Return likes, reposts, zaps or replies: the events, newest first, then their authors. */
export async function eventActions(context: CacheContext, payload: Payload): Promise<Result[]> {
  const kind = countOf(payload, 'kind', -1);
  const type = ACTIONS.get(kind);
  const subject = await requestedSubject(context.store, payload, KIND.LongForm);
  if (!subject) throw new Refusal('error');
  if (type === undefined) return [];
  const { viewer } = await viewOf(context, payload);
  const page = pageOf(payload, MANY);
  const acts = await readPage(
    referring(context.store, subject, type, [kind]),
    page,
    await visibleTo(context.store, viewer),
  );
  // A copy of a nutzap can have an earlier date. The order of arrival shows which was first.
  const arrival = acts.toSorted((a, b) => a.seq - b.seq).map(({ id }) => id);
  const order =
    kind === KIND.Nutzap && acts.length > 0 ? [rangeResult([], arrival, 'arrival')] : [];
  return [
    ...acts.map(({ raw }) => raw),
    ...order,
    ...(await peopleResults(context, await actorsOf(context.store, acts))),
  ];
}

export async function findReposts(context: CacheContext, payload: Payload): Promise<Result[]> {
  return (
    await context.store.repostsBy(requiredHex(payload, 'pubkey'), requiredHex(payload, 'event_id'))
  ).map(({ raw }) => raw);
}

/**
 * Return highlights of an article with their authors, the quoting notes by text, and the replies to
 * each.
 */
export async function getHighlights(context: CacheContext, payload: Payload): Promise<Result[]> {
  if (payload['event_id'] !== undefined && payload['event_id'] !== null)
    throw new Refusal('event_id not supported yet');
  const subject = await requestedSubject(context.store, payload);
  if (!subject) throw new Refusal('error');
  const { store } = context;
  const view = await viewOf(context, payload);
  const everything = {
    since: 0,
    until: inSeconds(plus(store.now(), seconds(600))),
    limit: 1_000,
    offset: 0,
  };
  const highlights = await readPage(
    referring(store, subject, 'highlight', [KIND.Highlight]),
    everything,
    await visibleTo(store, view.viewer),
  );
  if (highlights.length === 0) return [];
  const targets = { targets: highlights.map(({ id }) => id), event: undefined };
  const answersAs = async (as: Reference) =>
    readPage(
      referring(store, targets, as, ANSWERS),
      { ...everything, limit: 100 },
      await visibleTo(store, view.viewer),
    );
  const answers = [...(await answersAs('reply')), ...(await answersAs('quote'))];
  const once = [...new Map(answers.map((answer) => [answer.id, answer])).values()];
  const authors = [...new Set(highlights.map(({ pubkey }) => pubkey))];
  return joined(
    highlights.map(({ raw }) => raw),
    await peopleResults(context, authors),
    [synthetic(RESULT.HighlightGroups, await groups(store, highlights))],
    await enrich(context, once, view),
  );
}

const EMPTY: Page = { items: [], orderBy: 'created_at' };

function repliesTo(
  asked: FeedRequest,
  subject: RequestedSubject,
  kinds: readonly number[] | undefined,
): Promise<Page> {
  return byTime(asked, referring(asked.context.store, subject, 'reply', kinds ?? ANSWERS));
}

/**
 * Return events of some kinds that refer to a subject in one way, newest first, without duplicates.
 */
function referring(
  store: Store,
  { targets }: Pick<RequestedSubject, 'targets'>,
  as: Reference,
  kinds: readonly number[],
): Source<Item> {
  return (slice) => store.referringTo({ targets, as, kinds }, slice);
}

/**
 * Do not filter if the opened event itself is hidden from the viewer: the client covers it, and the
 * viewer may uncover it (ACCOUNT-21).
 */
async function opened(asked: FeedRequest, event: StoredEvent): Promise<FeedRequest> {
  const { actor, viewer } = asked.view;
  const isVisible = (await visibleRows(asked.context.store, viewer, [event])).length > 0;
  return isVisible ? asked : { ...asked, view: { actor, viewer: undefined } };
}

function itemOf(event: StoredEvent): Item {
  return { ...event, key: inSeconds(event.created_at) };
}

/**
 * Return the actors. A receipt is signed by the recipient's provider, so its actor is the sender of
 * the zap.
 */
async function actorsOf(store: Store, acts: readonly StoredEvent[]): Promise<string[]> {
  const senders = await store.sendersOf(acts.map(({ id }) => id));
  return [...new Set(acts.map(({ id, pubkey }) => senders.get(id) ?? pubkey))];
}

/** Return the quoting notes for each highlighted text (10000151). */
async function groups(
  store: Store,
  highlights: readonly StoredEvent[],
): Promise<Record<string, string[]>> {
  const quotes = await store.referencesTo({
    targets: highlights.map(({ id }) => id),
    as: 'quote',
    kinds: [KIND.Text],
  });
  const texts = new Map(
    highlights.map((highlight) => [highlight.id, parseStored(highlight).content]),
  );
  const found = new Map<string, string[]>();
  for (const { target, id } of quotes) {
    const content = texts.get(target) ?? '';
    found.set(content, [...(found.get(content) ?? []), id]);
  }
  return Object.fromEntries(found);
}
