import { type Draft, tagValue, type Tag, type VerifiedEvent } from '../../nostr/event.ts';
import { field, isRecord } from '../../core/json.ts';
import { KIND } from '../../nostr/kinds.ts';
import { openingOf, readArticle } from '../../reading/article/article.ts';
import { MAX_UNSENT_LENGTH } from '../../core/unsent-limit.ts';
import { EVENT_LIMITS } from '../../nostr/event-shape.ts';
import { isTag } from '../../nostr/tag.ts';
import { inSeconds, isTimestamp, type Seconds, seconds } from '../../core/time.ts';
import { altOf, describedTag } from '../../media/upload.ts';
import { naddrOf } from '../../nostr/nip19.ts';
import { buildNote } from '../build-note.ts';
import { isUsed, postable, tagsOf } from '../text-tags.ts';
import { composed, type Ours } from '../../nostr/ours.ts';

/**
 * The editable parts of an article (kind 30023, NIP-23). `content`: Markdown. `hashtags`: lower
 * case, without `#`. `files`: imeta tags of the files in cover and text (NIP-92).
 */
export interface ArticleText {
  readonly title: string;
  readonly summary: string;
  /** Address of the cover; '' for none. */
  readonly image: string;
  readonly hashtags: readonly string[];
  readonly content: string;
  readonly files: readonly Tag[];
}

/**
 * Parts of a published article that an edit keeps: its identifier, the date of its first
 * publication, and tags that the editor does not know.
 */
export interface ArticleBase {
  readonly identifier: string;
  readonly publishedAt: Seconds;
  /** Date of that version. The next one is dated later. */
  readonly at: Seconds;
  readonly tags: readonly Tag[];
}

/** Why an article cannot be published as it is. */
export type ArticleFault = 'noTitle' | 'noText' | 'tooLong';

export const BLANK_ARTICLE: ArticleText = {
  title: '',
  summary: '',
  image: '',
  hashtags: [],
  content: '',
  files: [],
};

const LONGEST_IDENTIFIER = 100;
/** Tags that each version replaces. */
const OWN: ReadonlySet<string> = new Set([
  'd',
  'title',
  'summary',
  'image',
  'published_at',
  't',
  'client',
]);
/** Tags that follow from mentions in the text. */
const MENTIONS: ReadonlySet<string> = new Set(['p', 'q']);

/** Return the editable parts of an article, or of a draft of one. */
export function articleTextOf(event: Pick<Draft, 'tags' | 'content'>): ArticleText {
  const written = { ...openingOf(event), content: postable(event.content) };
  return { ...written, files: event.tags.filter((tag) => isFileOf(written, tag)) };
}

/** Return the parts that an edit of a published article keeps. */
export function articleBaseOf(event: VerifiedEvent): ArticleBase {
  return {
    identifier: tagValue(event, 'd') ?? '',
    publishedAt: readArticle(event).publishedAt,
    at: event.created_at,
    tags: keptTags(event),
  };
}

/** Return the tags that the editor does not know, which stay unchanged. */
export function keptTags({ tags, content }: Pick<Draft, 'tags' | 'content'>): readonly Tag[] {
  const written = { ...openingOf({ tags }), content };
  const mentioned = new Set(mentionsIn(content).map(keyOf));
  return tags.filter(
    (tag) => !OWN.has(tag[0] ?? '') && !mentioned.has(keyOf(tag)) && !isFileOf(written, tag),
  );
}

/**
 * Build the article to sign (NIP-23). With `base` it is the next version of that article: same
 * identifier, same publication date, and all tags of other programs. `now`: date of the first
 * publication. `client`: see `Written`.
 */
export function buildArticle(
  text: ArticleText,
  {
    identifier,
    base,
    now,
    client,
  }: {
    identifier: string;
    base: ArticleBase | undefined;
    now: Seconds;
    client?: string | undefined;
  },
): Ours<Draft> {
  const { title, summary, image, hashtags, content, files } = normalArticle(text);
  const kept = base?.tags ?? [];
  const known = new Set(kept.map(keyOf));
  const one = (name: string, value: string): readonly Tag[] =>
    value === '' ? [] : [[name, value]];
  return composed({
    kind: KIND.LongForm,
    content,
    tags: [
      ['d', base?.identifier ?? identifier],
      ...one('title', title),
      ...one('summary', summary),
      ...one('image', image),
      ['published_at', String(inSeconds(base?.publishedAt ?? now))],
      ...hashtags.map((tag): Tag => ['t', tag]),
      ...mentionsIn(content).filter((tag) => !known.has(keyOf(tag))),
      ...files,
      ...kept,
      ...(client === undefined ? [] : tagsOf({ text: '', client })),
    ],
  });
}

/**
 * Build a note that announces a published article (NIP-27): its title, and the article. It names
 * this client if the article does.
 */
export function articleNote(event: VerifiedEvent): Ours<Draft> {
  const { title, identifier } = readArticle(event);
  const naddr = naddrOf({ kind: event.kind, pubkey: event.pubkey, identifier });
  const client = event.tags.find(([name]) => name === 'client')?.[4];
  return buildNote({ text: [title, `nostr:${naddr ?? ''}`].join('\n\n'), client });
}

/** Return the text as it reads back after publication. */
export function normalArticle({
  title,
  summary,
  image,
  hashtags,
  files,
  ...text
}: ArticleText): ArticleText {
  // descriptions of pictures come from the published text, which has no control characters
  const content = postable(text.content);
  const written = hashtags.map((tag): Tag => ['t', tag]);
  const pictures = files.length === 0 ? [] : picturesIn(content);
  const said = files.map((file) =>
    describedTag(
      file,
      pictures.find(({ source }) => file.includes(`url ${source}`))?.alt ?? altOf(file),
    ),
  );
  return articleTextOf({
    tags: [['title', title], ['summary', summary], ['image', image], ...written, ...said],
    content,
  });
}

/** Return a key that is equal for texts that read the same after publication. */
export function articleKey(text: ArticleText): string {
  return JSON.stringify(normalArticle(text));
}

/** True if both read the same after publication. */
export function isSameArticle(one: ArticleText, other: ArticleText): boolean {
  return one === other || articleKey(one) === articleKey(other);
}

export function isBlankArticle(text: ArticleText): boolean {
  return isSameArticle(text, BLANK_ARTICLE);
}

export function articleFault(text: ArticleText): ArticleFault | undefined {
  if (text.title.trim() === '') return 'noTitle';
  if (text.content.trim() === '') return 'noText';
  return text.content.length > EVENT_LIMITS.content ? 'tooLong' : undefined;
}

/**
 * Return the slug of a title (COMPOSE-07): lower case, hyphens for spaces, all other characters
 * removed. Diacritics count as separate characters. '' if nothing is left, as in most languages of
 * the world.
 */
export function slugOf(title: string): string {
  const plain = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\s+/gu, '-')
    .replaceAll(/[^a-z0-9-]/g, '')
    .replaceAll(/-+/g, '-');
  return plain.slice(0, LONGEST_IDENTIFIER).replace(/^-/, '').replace(/-$/, '');
}

/**
 * Return the identifier of a new article (COMPOSE-07). `isFree`: the author has no article with
 * this slug. If that is false or unknown, a suffix is added, because a second article of the same
 * name would replace the first. `chance`: random text, of which six letters and digits are used.
 */
export function newIdentifier(title: string, isFree: boolean, chance: string): string {
  const slug = slugOf(title);
  const suffix = chance
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .slice(0, 6);
  if (slug === '') return suffix;
  return isFree ? slug : `${slug}-${suffix}`;
}

/** Read the stored text of an article; `undefined` if it is invalid (E-47). */
export function readArticleText(value: unknown): ArticleText | undefined {
  if (!isRecord(value)) return undefined;
  const [title, summary, image, content, hashtags] = [
    'title',
    'summary',
    'image',
    'content',
    'hashtags',
  ].map((name) => field(value, name));
  if (
    typeof title !== 'string' ||
    typeof summary !== 'string' ||
    typeof image !== 'string' ||
    typeof content !== 'string'
  )
    return undefined;
  if (!isTag(hashtags) || content.length > MAX_UNSENT_LENGTH) return undefined;
  // earlier versions had no files
  const files = field(value, 'files') ?? [];
  if (!Array.isArray(files) || !files.every(isTag)) return undefined;
  return { title, summary, image, hashtags, content, files };
}

/** Read the stored base of an edit; `undefined` if it is invalid. */
export function readArticleBase(value: unknown): ArticleBase | undefined {
  if (!isRecord(value)) return undefined;
  const [identifier, publishedAt, at, tags] = ['identifier', 'publishedAt', 'at', 'tags'].map(
    (name) => field(value, name),
  );
  if (
    typeof identifier !== 'string' ||
    !isTime(publishedAt) ||
    !isTime(at) ||
    !Array.isArray(tags) ||
    !tags.every(isTag)
  )
    return undefined;
  return { identifier, publishedAt: seconds(publishedAt), at: seconds(at), tags };
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && isTimestamp(String(value));
}

function mentionsIn(content: string): readonly Tag[] {
  return tagsOf({ text: postable(content) }).filter(([name = '']) => MENTIONS.has(name));
}

/** True if the tag describes a file that cover or text name. */
function isFileOf({ image, content }: Pick<ArticleText, 'image' | 'content'>, tag: Tag): boolean {
  return tag[0] === 'imeta' && isUsed(tag, `${image}\n${content}`);
}

const PICTURE = /!\[((?:[^\]\\]|\\.)*)\]\(<?([^\s)>]+)/g;

/**
 * Return the pictures in a text with their descriptions, in order; '' for none. `source`: the
 * address as written.
 */
export function picturesIn(
  content: string,
): ReadonlyArray<{ readonly source: string; readonly alt: string }> {
  return [...content.matchAll(PICTURE)].map(([, alt = '', source = '']) => ({
    source,
    alt: alt.replaceAll(/\\(.)/g, '$1').trim(),
  }));
}

const keyOf = ([name = '', value = '']: Tag): string =>
  MENTIONS.has(name) ? `${name} ${value}` : '';
