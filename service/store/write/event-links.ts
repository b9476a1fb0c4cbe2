import { type SignedEvent, type Tag, tagValue } from '../../../src/events/nostr/event.ts';
import { field, isRecord, parseJson } from '../../../src/events/core/json.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import { type Imeta, imetaFields, readImeta } from '../../../src/events/media/imeta.ts';
import { mediaTypeOf } from '../../../src/events/media/media-type.ts';
import { tokenize } from '../../../src/events/reading/content/content.ts';
import { MEDIA } from '../schema.ts';

/** A link as written in an event, with its type (a bit of MEDIA). */
export interface Link {
  readonly url: string;
  readonly media: number;
}

const MOST_LINKS = 100;
/** Bytes. */
const LONGEST_URL = 2_048;
const LINKING: ReadonlySet<number> = new Set([
  KIND.Text,
  KIND.Image,
  KIND.Comment,
  KIND.LongForm,
  KIND.Highlight,
  KIND.Video,
  KIND.ShortVideo,
  KIND.LiveChatMessage,
]);
const NONE: readonly Link[] = [];
/** Kinds that are no text, and show media. */
const SHOWING: ReadonlySet<number> = new Set([
  KIND.ChannelMessage,
  KIND.VideoPost,
  KIND.ShortVideoPost,
  KIND.FileMetadata,
  KIND.VoiceMessage,
  KIND.VoiceReply,
  KIND.Poll,
  KIND.ZapPoll,
  KIND.ZapGoal,
  KIND.Classified,
]);
/** Kinds whose content is a profile. */
const PROFILES: ReadonlySet<number> = new Set([
  KIND.Dvm,
  KIND.ChannelCreation,
  KIND.ChannelMetadata,
]);
/** Kinds whose events may have decorations, besides those with emoji or files in tags. */
export const DECORATED_KINDS: readonly number[] = [...SHOWING, ...PROFILES];
const MEDIA_TAGS: ReadonlySet<string> = new Set([
  'image',
  'thumb',
  'picture',
  'streaming',
  'recording',
  'url',
]);

/**
 * Return the links of an event in order, without duplicates: from its text, its imeta tags, an
 * article's image, a profile's picture and banner, then its decorations.
 */
export function linksOf(event: SignedEvent): readonly Link[] {
  const links = contentLinks(event);
  const decorations = decorationsOf(event);
  if (decorations.length === 0) return links;
  const known = new Set(links.map(({ url }) => url));
  const others = [...new Set(decorations)].filter((url) => !known.has(url) && isShort(url));
  const added = others.map((url) => ({ url, media: MEDIA.decoration }));
  return [...links, ...added].slice(0, MOST_LINKS);
}

/**
 * Media that are shown, and that no feed counts as media: custom emoji (NIP-30), stills of videos
 * (NIP-92), and pictures, videos and sounds of events that are no text: live events, packs, files.
 */
function decorationsOf(event: SignedEvent): string[] {
  const { kind, tags, content } = event;
  const shows = SHOWING.has(kind) || (kind >= 30_000 && kind < 40_000);
  const named = tags.flatMap((tag) => {
    const [name = '', value, url] = tag;
    if (name === 'emoji') return url ?? [];
    if (name === 'imeta') return LINKING.has(kind) || shows ? imetaMedia(tag) : [];
    return shows && MEDIA_TAGS.has(name) ? (value ?? []) : [];
  });
  const app = PROFILES.has(kind) ? profileLinks(content, 'image').map(({ url }) => url) : [];
  const told = SHOWING.has(kind) && content.includes('://') ? shownIn(event) : [];
  return [...named, ...app, ...told].filter(isHttp);
}

/** Return the medium of an imeta tag, and its still. */
function imetaMedia(tag: Tag): string[] {
  const { fields } = imetaFields(tag);
  return ['url', 'image', 'thumb'].flatMap((name) => fields.get(name) ?? []);
}

/** Return the pictures, videos and sounds in a text. */
function shownIn(event: SignedEvent): string[] {
  return textLinks(event, readImeta(event.tags)).flatMap(({ url, media }) =>
    media === MEDIA.page ? [] : [url],
  );
}

function contentLinks(event: SignedEvent): readonly Link[] {
  if (event.kind === KIND.Metadata) return profileLinks(event.content);
  if (!LINKING.has(event.kind)) return NONE;
  const found = new Map<string, number>();
  const add = (url: string, media: number) => {
    if (found.size < MOST_LINKS && isShort(url) && !found.has(url)) found.set(url, media);
  };
  const cover = event.kind === KIND.LongForm ? tagValue(event, 'image') : undefined;
  if (cover && isHttp(cover)) add(cover, MEDIA.picture);
  // Most notes have no link, and this check is cheaper than parsing the text.
  const imetas = readImeta(event.tags);
  if (event.content.includes('://'))
    for (const { url, media } of textLinks(event, imetas)) add(url, media);
  for (const { url, fields } of imetas.values())
    if (isHttp(url)) add(url, mediaOf(url, fields.get('m')));
  return [...found].map(([url, media]) => ({ url, media }));
}

function textLinks(event: SignedEvent, imetas: ReadonlyMap<string, Imeta>): Link[] {
  const found: Link[] = [];
  for (const { type, text } of tokenize(event)) {
    const links =
      type === 'link' ||
      type === 'image' ||
      type === 'video' ||
      type === 'audio' ||
      type === 'embed';
    // The tokenizer also accepts pictures of the local host, because it does not know where the
    // text is read.
    if (links && isHttp(text))
      found.push({ url: text, media: mediaOf(text, imetas.get(text)?.fields.get('m')) });
  }
  return found;
}

function profileLinks(content: string, ...more: readonly string[]): readonly Link[] {
  const profile = parseJson(content);
  if (!isRecord(profile)) return NONE;
  return ['picture', 'banner', ...more].flatMap((name) => {
    const url = field(profile, name);
    return typeof url === 'string' && isHttp(url) && isShort(url)
      ? [{ url, media: MEDIA.picture }]
      : [];
  });
}

function isShort(url: string): boolean {
  return url.length <= LONGEST_URL && Buffer.byteLength(url) <= LONGEST_URL;
}

function mediaOf(url: string, mime: string | undefined): number {
  const type = mediaTypeOf(url, mime);
  if (type === 'image') return MEDIA.picture;
  if (type === 'audio') return MEDIA.audio;
  return type ? MEDIA.video : MEDIA.page;
}

function isHttp(url: string): boolean {
  return url.startsWith('https://') || url.startsWith('http://');
}
