import { KIND, RESULT } from '../../src/events/kinds.ts';
import type { Reference } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { parseStored, type StoredEvent } from '../store/stored.ts';
import { type CacheContext, viewOf } from './context.ts';
import { enrich } from './enrich.ts';
import { type Asked, byTime, pageResults } from './feeds.ts';
import { countOf, flagOf, kindsOf, type Payload, pageOf, Refusal, requiredHex, textOf } from './payload.ts';
import { peopleResults } from './people.ts';
import { type Item, type Page, pageRange, type Source, takePage } from './range.ts';
import { type Result, synthetic } from './results.ts';
import { type Subject, subjectsOf } from './subject.ts';
import { visibleTo } from './visibility.ts';

const RULES = { limit: 20, max: 1_000 };
const MANY = { limit: 100, max: 1_000 };
const MOST_ANCESTORS = 100;
const ANSWERS: readonly number[] = [KIND.Text, KIND.Comment, KIND.Poll, KIND.ZapPoll];
const ACTIONS: ReadonlyMap<number, Reference> = new Map<number, Reference>([
  [KIND.Text, 'reply'],
  [KIND.Comment, 'reply'],
  [KIND.Repost, 'repost'],
  [KIND.GenericRepost, 'repost'],
  [KIND.Reaction, 'like'],
  [KIND.Zap, 'zap'],
  [KIND.Highlight, 'highlight'],
]);

/** Direct replies, newest first, with their RANGE; then the event and its ancestors with theirs (4.4). */
export function threadView(context: CacheContext, payload: Payload): Result[] {
  const subject = subjectsOf(context.store, { event_id: requiredHex(payload, 'event_id') });
  const question: Asked = { context, view: viewOf(context, payload), page: pageOf(payload, RULES) };
  const event = subject?.event;
  if (!subject || !event) return [...pageResults(question, EMPTY), ...pageResults(question, EMPTY)];
  const visible = visibleTo(context.store, question.view.viewer)?.([event]).length !== 0;
  const replies = visible ? pageResults(question, repliesTo(question, subject, kindsOf(payload))) : [];
  const line = flagOf(payload, 'include_parent_posts', true) ? context.store.threadOf(event, MOST_ANCESTORS) : [event];
  return [...replies, ...pageResults(question, { items: line.map(itemOf), orderBy: 'created_at' })];
}

/** An article, what answers it directly, and their RANGE (4.5). */
export function longFormContentThreadView(context: CacheContext, payload: Payload): Result[] {
  const subject = subjectsOf(context.store, payload);
  if (!subject) throw new Refusal('error');
  if (!subject.event) return [];
  const question: Asked = { context, view: viewOf(context, payload), page: pageOf(payload, RULES) };
  if (visibleTo(context.store, question.view.viewer)?.([subject.event]).length === 0) return [];
  const replies = repliesTo(question, subject, undefined);
  return [...enrich(context.store, [subject.event, ...replies.items], question.view), pageRange(replies)];
}

/** Notes that quote a note or article (4.13). */
export function noteMentions(context: CacheContext, payload: Payload): Result[] {
  const subject = subjectsOf(context.store, payload);
  if (!subject) throw new Refusal('error');
  const view = viewOf(context, payload);
  const quotes = takePage(
    referring(context.store, subject, 'quote', [KIND.Text]),
    pageOf(payload, MANY),
    visibleTo(context.store, view.viewer),
  );
  return enrich(context.store, quotes, view);
}

export function noteMentionsCount(context: CacheContext, payload: Payload): Result[] {
  const subject = subjectsOf(context.store, payload);
  if (!subject) throw new Refusal('error');
  const count = context.store.countReferring({ targets: subject.targets, as: 'quote', kinds: [KIND.Text] });
  return [synthetic(RESULT.NoteMentionsCount, { event_id: textOf(payload, 'event_id') ?? subject.event?.id ?? null, count })];
}

/** Who liked, reposted, zapped or answered: the acting events newest first, then their authors (4.13). */
export function eventActions(context: CacheContext, payload: Payload): Result[] {
  const kind = countOf(payload, 'kind', -1);
  const type = ACTIONS.get(kind);
  const subject = subjectsOf(context.store, payload, KIND.LongForm);
  if (!subject) throw new Refusal('error');
  if (type === undefined) return [];
  const { viewer } = viewOf(context, payload);
  const page = pageOf(payload, MANY);
  const acts = takePage(referring(context.store, subject, type, [kind]), page, visibleTo(context.store, viewer));
  return [...acts.map(({ raw }) => raw), ...peopleResults(context.store, actorsOf(context.store, acts))];
}

/** An account's reposts of one event. */
export function findReposts(context: CacheContext, payload: Payload): Result[] {
  return context.store.repostsBy(requiredHex(payload, 'pubkey'), requiredHex(payload, 'event_id')).map(({ raw }) => raw);
}

/** Highlights of an article, who made them, which notes quote which text, and the answers to each (4.13). */
export function getHighlights(context: CacheContext, payload: Payload): Result[] {
  if (payload['event_id'] !== undefined && payload['event_id'] !== null) throw new Refusal('event_id not supported yet');
  const subject = subjectsOf(context.store, payload);
  if (!subject) throw new Refusal('error');
  const { store } = context;
  const view = viewOf(context, payload);
  const everything = { since: 0, until: store.now() + 600, limit: 1_000, offset: 0 };
  const highlights = takePage(referring(store, subject, 'highlight', [KIND.Highlight]), everything, visibleTo(store, view.viewer));
  if (highlights.length === 0) return [];
  const targets = { targets: highlights.map(({ id }) => id), event: undefined };
  const answers = (['reply', 'quote'] as const).flatMap((type) =>
    takePage(referring(store, targets, type, ANSWERS), { ...everything, limit: 100 }, visibleTo(store, view.viewer)),
  );
  const once = [...new Map(answers.map((answer) => [answer.id, answer])).values()];
  return [
    ...highlights.map(({ raw }) => raw),
    ...peopleResults(store, [...new Set(highlights.map(({ pubkey }) => pubkey))]),
    synthetic(RESULT.HighlightGroups, groups(store, highlights)),
    ...enrich(store, once, view),
  ];
}

const EMPTY: Page = { items: [], orderBy: 'created_at' };

function repliesTo(asked: Asked, subject: Subject, kinds: readonly number[] | undefined): Page {
  return byTime(asked, referring(asked.context.store, subject, 'reply', kinds ?? ANSWERS));
}

/** Events of some kinds that refer in one way to a subject, newest first, none twice. */
function referring(store: Store, { targets }: Pick<Subject, 'targets'>, as: Reference, kinds: readonly number[]): Source<Item> {
  return (slice) => store.referringTo({ targets, as, kinds }, slice);
}

function itemOf(event: StoredEvent): Item {
  return { ...event, key: event.created_at };
}

/** A receipt is signed by the recipient's provider; who acted is the sender of the zap. */
function actorsOf(store: Store, acts: readonly StoredEvent[]): string[] {
  const senders = store.sendersOf(acts.map(({ id }) => id));
  return [...new Set(acts.map(({ id, pubkey }) => senders.get(id) ?? pubkey))];
}

/** Highlighted text to the notes that quote it (10000151). */
function groups(store: Store, highlights: readonly StoredEvent[]): Record<string, string[]> {
  const quotes = store.referencesTo({ targets: highlights.map(({ id }) => id), as: 'quote', kinds: [KIND.Text] });
  const texts = new Map(highlights.map((highlight) => [highlight.id, parseStored(highlight).content]));
  const found = new Map<string, string[]>();
  for (const { target, id } of quotes) {
    const content = texts.get(target) ?? '';
    found.set(content, [...(found.get(content) ?? []), id]);
  }
  return Object.fromEntries(found);
}
