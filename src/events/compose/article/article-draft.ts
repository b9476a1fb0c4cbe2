import { formatAddress } from '../../nostr/address.ts';
import { type Draft, type SignedEvent, type Tag, tagValue, type VerifiedEvent } from '../../nostr/event.ts';
import { field, isNumber, isRecord, parseJson } from '../../core/json.ts';
import { KIND } from '../../nostr/kinds.ts';
import { EVENT_LIMITS } from '../../nostr/event-shape.ts';
import { isTag } from '../../nostr/tag.ts';
import { inMillis, inSeconds, isTimestamp, millis, plus, type Seconds, seconds, toMillis, toSeconds } from '../../core/time.ts';
import { type ArticleBase, articleTextOf, buildArticle, keptTags } from './article-edit.ts';
import { type ArticleVersion, readSeen } from './article-versions.ts';
import { composed, type Ours } from '../../nostr/ours.ts';

/** How long relays are asked to keep a draft (NIP-37): 90 days. */
const LASTS = seconds(90 * 24 * 60 * 60);
/** Bytes that NIP-44 encrypts at most. */
const LONGEST_CLEAR = 65_535;
/** Under this name a draft carries what this client wants to know of the version, beside what NIP-37 asks for; other programs pass it over. */
const OURS = 'starling';
const ORIGIN = 'article';

/**
 * The text that is encrypted for a draft (NIP-37): the unsigned article as JSON. `draft`: the name of the draft, which stands for the identifier of an
 * article that has none yet.
 */
export function clearDraft(draft: string, account: string, { id, at, seen, text, base }: ArticleVersion): string {
  const identifier = sourceOfDraft(draft)?.identifier ?? draft;
  const article = buildArticle(text, { identifier, base, now: toSeconds(at) });
  const tags = base ? article.tags : article.tags.filter(([name]) => name !== 'published_at');
  const version = { id, at: inMillis(at), seen, base: base ? inSeconds(base.at) : 0 };
  return JSON.stringify({
    kind: article.kind,
    pubkey: account,
    created_at: inSeconds(toSeconds(at)),
    tags,
    content: article.content,
    [OURS]: version,
  });
}

/** Whether NIP-44 can encrypt it: it takes 65,535 bytes. */
export function isSealable(clear: string): boolean {
  return new TextEncoder().encode(clear).length <= LONGEST_CLEAR;
}

/** The event that holds an encrypted draft (kind 31234). */
export function sealedDraft(draft: string, content: string, now: Seconds): Ours<Draft> {
  return composed({ kind: KIND.Draft, content, tags: [...namesOf(draft), ['expiration', String(inSeconds(plus(now, LASTS)))]] });
}

/** Takes the place of a draft: an empty content says that it is deleted (NIP-37). `article`: the identifier of the article that came of it. */
export function emptiedDraft(draft: string, account: string, article: string | undefined): Ours<Draft> {
  const became: readonly Tag[] =
    article === undefined ? [] : [['a', formatAddress({ kind: KIND.LongForm, pubkey: account, identifier: article })]];
  return composed({ kind: KIND.Draft, content: '', tags: [...namesOf(draft), ...became] });
}

/** The name of a draft among those of its author: the d tag of kind 31234; one that lies open on relays (kind 30024) has its kind before it. */
export function draftNameOf(event: Pick<SignedEvent, 'kind' | 'tags'>): string | undefined {
  const name = tagValue(event, 'd') ?? '';
  if (event.kind === KIND.LongFormDraft) return draftOfPlain(name);
  return event.kind === KIND.Draft && name !== '' ? name : undefined;
}

/** The name of the draft in which that published article is edited, the same on all devices. */
export function draftOfArticle(identifier: string): string {
  return `${KIND.LongForm}:${identifier}`;
}

/** The name of a draft that lies open on relays (kind 30024). */
export function draftOfPlain(identifier: string): string {
  return `${KIND.LongFormDraft}:${identifier}`;
}

/** What of a draft's name tells where it comes from: an open draft, or a published article, with its identifier. */
export function sourceOfDraft(draft: string): { readonly kind: number; readonly identifier: string } | undefined {
  return [KIND.LongForm, KIND.LongFormDraft].flatMap((kind) =>
    draft.startsWith(`${kind}:`) ? [{ kind, identifier: draft.slice(`${kind}:`.length) }] : [],
  )[0];
}

/**
 * The version that a draft holds: kind 31234 with its decrypted text, kind 30024 as it is. What another program wrote has seen nothing that is known
 * here, and is named after its event. Undefined: it is no article.
 */
export function versionOfDraft(event: VerifiedEvent, clear: string = event.content): ArticleVersion | undefined {
  if (event.kind === KIND.LongFormDraft) return foreign(event, event, undefined);
  const inner = clear.length > EVENT_LIMITS.content * 2 ? undefined : parseJson(clear);
  if (event.kind !== KIND.Draft || !isRecord(inner)) return undefined;
  const [kind, tags, content] = [field(inner, 'kind'), field(inner, 'tags'), field(inner, 'content')];
  if (kind !== KIND.LongForm || !Array.isArray(tags) || !tags.every(isTag) || typeof content !== 'string') return undefined;
  const written = { tags, content };
  const ours = field(inner, OURS);
  const [id, at] = isRecord(ours) ? [field(ours, 'id'), field(ours, 'at')] : [];
  const dated = isRecord(ours) ? field(ours, 'base') : undefined;
  const base = baseIn(written, isNumber(dated) ? dated : 0);
  if (!isRecord(ours) || typeof id !== 'string' || id === '' || !isNumber(at)) return foreign(event, written, base);
  const saved = { id: event.id, at: event.created_at };
  return { id, at: millis(at), seen: readSeen(field(ours, 'seen')), made: 'here', text: articleTextOf(written), base, saved };
}

function foreign(event: VerifiedEvent, written: Pick<Draft, 'tags' | 'content'>, base: ArticleBase | undefined): ArticleVersion {
  const { id, created_at: at } = event;
  return { id, at: toMillis(at), seen: {}, made: 'elsewhere', text: articleTextOf(written), base, saved: { id, at } };
}

/** What is kept of the published article that a draft edits: it has one where it says when that was published. `dated`: seconds, 0 where unknown. */
function baseIn(written: Pick<Draft, 'tags' | 'content'>, dated: number): ArticleBase | undefined {
  const [identifier, published] = [tagValue(written, 'd'), tagValue(written, 'published_at')];
  if (identifier === undefined || !isTimestamp(published)) return undefined;
  const publishedAt = seconds(Number(published));
  return { identifier, publishedAt, at: isTimestamp(String(dated)) && dated > 0 ? seconds(dated) : publishedAt, tags: keptTags(written) };
}

/** Asks relays to delete what they have of a draft, encrypted or in the open (NIP-09). `ids`: of events that are known to be. */
export function draftDeletion(draft: string, ids: readonly string[], account: string): Ours<Draft> {
  const source = sourceOfDraft(draft);
  const isOpen = source?.kind === KIND.LongFormDraft;
  const [kind, identifier] = isOpen ? [KIND.LongFormDraft, source.identifier] : [KIND.Draft, draft];
  return composed({
    kind: KIND.EventDeletion,
    content: '',
    tags: [...ids.map((id): Tag => ['e', id]), ['a', formatAddress({ kind, pubkey: account, identifier })], ['k', String(kind)]],
  });
}

/** Names one publishing of one version, so that what became of it is known again after a crash (PUBLISH-04). */
export function originOfArticle(draft: string, { id, at }: ArticleVersion): string {
  return JSON.stringify([ORIGIN, draft, id, inMillis(at)]);
}

/** What such a name says; undefined: it is the name of something else. */
export function readOriginOfArticle(
  origin: string | undefined,
): { readonly draft: string; readonly id: string; readonly at: number } | undefined {
  const parts = origin === undefined ? undefined : parseJson(origin);
  if (!Array.isArray(parts)) return undefined;
  const [what, draft, id, at]: readonly unknown[] = parts;
  return what === ORIGIN && typeof draft === 'string' && typeof id === 'string' && isNumber(at) ? { draft, id, at } : undefined;
}

function namesOf(draft: string): readonly Tag[] {
  return [
    ['d', draft],
    ['k', String(KIND.LongForm)],
  ];
}
