import { formatAddress } from '../../nostr/address.ts';
import {
  type Draft,
  type SignedEvent,
  type Tag,
  tagValue,
  type VerifiedEvent,
} from '../../nostr/event.ts';
import { field, isNumber, isRecord, parseJson } from '../../core/json.ts';
import { KIND } from '../../nostr/kinds.ts';
import { EVENT_LIMITS } from '../../nostr/event-shape.ts';
import { isTag } from '../../nostr/tag.ts';
import {
  inMillis,
  inSeconds,
  isTimestamp,
  millis,
  plus,
  type Seconds,
  seconds,
  toMillis,
  toSeconds,
} from '../../core/time.ts';
import { type ArticleBase, articleTextOf, buildArticle, keptTags } from './article-edit.ts';
import { type ArticleVersion, readSeen } from './article-versions.ts';
import { composed, type Ours } from '../../nostr/ours.ts';

/** Time for which relays should store a draft (NIP-37): 90 days. */
const LASTS = seconds(90 * 24 * 60 * 60);
/** Maximum bytes of a text that NIP-44 can encrypt. */
const LONGEST_CLEAR = 65_535;
/**
 * Field with this client's own data about a version, beside the fields of NIP-37. Other programs
 * ignore it.
 */
const OURS = 'starling';
const ORIGIN = 'article';

/**
 * Return the text to encrypt for a draft (NIP-37): the unsigned article as JSON. `draft`: the name
 * of the draft, used as identifier if the article has none yet.
 */
export function clearDraft(
  draft: string,
  account: string,
  { id, at, seen, text, base }: ArticleVersion,
): string {
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

/** True if NIP-44 can encrypt the text: at most 65,535 bytes. */
export function isSealable(clear: string): boolean {
  return new TextEncoder().encode(clear).length <= LONGEST_CLEAR;
}

/** Return the event of an encrypted draft (kind 31234). */
export function sealedDraft(draft: string, content: string, now: Seconds): Ours<Draft> {
  return composed({
    kind: KIND.Draft,
    content,
    tags: [...namesOf(draft), ['expiration', String(inSeconds(plus(now, LASTS)))]],
  });
}

/**
 * Return the event that deletes a draft by replacing it with empty content (NIP-37). `article`: the
 * identifier under which the draft was published.
 */
export function emptiedDraft(
  draft: string,
  account: string,
  article: string | undefined,
): Ours<Draft> {
  const became: readonly Tag[] =
    article === undefined
      ? []
      : [['a', formatAddress({ kind: KIND.LongForm, pubkey: account, identifier: article })]];
  return composed({ kind: KIND.Draft, content: '', tags: [...namesOf(draft), ...became] });
}

/**
 * Return the name of a draft, unique for its author: the d tag of kind 31234, or kind and d tag for
 * a public draft (kind 30024).
 */
export function draftNameOf(event: Pick<SignedEvent, 'kind' | 'tags'>): string | undefined {
  const name = tagValue(event, 'd') ?? '';
  if (event.kind === KIND.LongFormDraft) return draftOfPlain(name);
  return event.kind === KIND.Draft && name !== '' ? name : undefined;
}

/** Return the name of the draft that edits this published article, the same on all devices. */
export function draftOfArticle(identifier: string): string {
  return `${KIND.LongForm}:${identifier}`;
}

/** Return the name of a public draft (kind 30024). */
export function draftOfPlain(identifier: string): string {
  return `${KIND.LongFormDraft}:${identifier}`;
}

/**
 * Return the source in a draft's name, if there is one: a public draft or a published article, with
 * its identifier.
 */
export function sourceOfDraft(
  draft: string,
): { readonly kind: number; readonly identifier: string } | undefined {
  return [KIND.LongForm, KIND.LongFormDraft].flatMap((kind) =>
    draft.startsWith(`${kind}:`) ? [{ kind, identifier: draft.slice(`${kind}:`.length) }] : [],
  )[0];
}

/**
 * Read the version in a draft: kind 31234 from its decrypted text, kind 30024 directly. A version
 * from another program has seen no other version, and is named after its event. `undefined` if it
 * is no article.
 */
export function versionOfDraft(
  event: VerifiedEvent,
  clear: string = event.content,
): ArticleVersion | undefined {
  if (event.kind === KIND.LongFormDraft) return foreign(event, event, undefined);
  const inner = clear.length > EVENT_LIMITS.content * 2 ? undefined : parseJson(clear);
  if (event.kind !== KIND.Draft || !isRecord(inner)) return undefined;
  const [kind, tags, content] = [
    field(inner, 'kind'),
    field(inner, 'tags'),
    field(inner, 'content'),
  ];
  if (
    kind !== KIND.LongForm ||
    !Array.isArray(tags) ||
    !tags.every(isTag) ||
    typeof content !== 'string'
  )
    return undefined;
  const written = { tags, content };
  const ours = field(inner, OURS);
  const [id, at] = isRecord(ours) ? [field(ours, 'id'), field(ours, 'at')] : [];
  const dated = isRecord(ours) ? field(ours, 'base') : undefined;
  const base = baseIn(written, isNumber(dated) ? dated : 0);
  if (!isRecord(ours) || typeof id !== 'string' || id === '' || !isNumber(at))
    return foreign(event, written, base);
  const saved = { id: event.id, at: event.created_at };
  return {
    id,
    at: millis(at),
    seen: readSeen(field(ours, 'seen')),
    made: 'here',
    text: articleTextOf(written),
    base,
    saved,
  };
}

function foreign(
  event: VerifiedEvent,
  written: Pick<Draft, 'tags' | 'content'>,
  base: ArticleBase | undefined,
): ArticleVersion {
  const { id, created_at: at } = event;
  return {
    id,
    at: toMillis(at),
    seen: {},
    made: 'elsewhere',
    text: articleTextOf(written),
    base,
    saved: { id, at },
  };
}

/**
 * Return the base of a draft that edits a published article, which its publication date shows.
 * `dated`: seconds, 0 if unknown.
 */
function baseIn(written: Pick<Draft, 'tags' | 'content'>, dated: number): ArticleBase | undefined {
  const [identifier, published] = [tagValue(written, 'd'), tagValue(written, 'published_at')];
  if (identifier === undefined || !isTimestamp(published)) return undefined;
  const publishedAt = seconds(Number(published));
  return {
    identifier,
    publishedAt,
    at: isTimestamp(String(dated)) && dated > 0 ? seconds(dated) : publishedAt,
    tags: keptTags(written),
  };
}

/**
 * Ask relays to delete their copies of a draft, encrypted or public (NIP-09). `ids`: known events
 * of the draft.
 */
export function draftDeletion(draft: string, ids: readonly string[], account: string): Ours<Draft> {
  const source = sourceOfDraft(draft);
  const isOpen = source?.kind === KIND.LongFormDraft;
  const [kind, identifier] = isOpen ? [KIND.LongFormDraft, source.identifier] : [KIND.Draft, draft];
  return composed({
    kind: KIND.EventDeletion,
    content: '',
    tags: [
      ...ids.map((id): Tag => ['e', id]),
      ['a', formatAddress({ kind, pubkey: account, identifier })],
      ['k', String(kind)],
    ],
  });
}

/**
 * Return a name for publishing this version, so that its result is recognised after a crash
 * (PUBLISH-04).
 */
export function originOfArticle(draft: string, { id, at }: ArticleVersion): string {
  return JSON.stringify([ORIGIN, draft, id, inMillis(at)]);
}

/** Read such a name; `undefined` for any other name. */
export function readOriginOfArticle(
  origin: string | undefined,
): { readonly draft: string; readonly id: string; readonly at: number } | undefined {
  const parts = origin === undefined ? undefined : parseJson(origin);
  if (!Array.isArray(parts)) return undefined;
  const [what, draft, id, at]: readonly unknown[] = parts;
  return what === ORIGIN && typeof draft === 'string' && typeof id === 'string' && isNumber(at)
    ? { draft, id, at }
    : undefined;
}

function namesOf(draft: string): readonly Tag[] {
  return [
    ['d', draft],
    ['k', String(KIND.LongForm)],
  ];
}
