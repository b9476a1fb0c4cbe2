import type { SignedEvent, Tag } from '../../nostr/event.ts';
import { field, isRecord, parseJson } from '../../core/json.ts';
import { KIND } from '../../nostr/kinds.ts';
import { isRepost } from '../../facts/references.ts';

/** Tags with texts for users, by the index of these texts. */
const WORDS_AT: ReadonlyMap<string, number> = new Map([
  ...[
    'title',
    'name',
    'subject',
    'summary',
    'description',
    'about',
    'alt',
    'comment',
    'context',
    'caption',
    'content-warning',
    'location',
    'perk',
  ].map((name) => [name, 1] as const),
  ['option', 2],
  ['poll_option', 2],
]);

/** Kinds whose content is a JSON object with names and descriptions. */
const OBJECTS: ReadonlySet<number> = new Set([
  KIND.Metadata,
  KIND.ChannelCreation,
  KIND.ChannelMetadata,
  KIND.Dvm,
]);

/** Kinds whose name is their d tag if they have no other. */
const NAMED: ReadonlySet<number> = new Set([
  KIND.CategorizedPeople,
  KIND.CurationSet,
  KIND.EmojiSet,
  KIND.StarterPack,
  KIND.Community,
  KIND.Tier,
]);

/**
 * Return every text of an event that a reader may see: content, title, summary, poll options,
 * comments of zaps, alt texts.
 */
export function shownTexts(event: SignedEvent): readonly string[] {
  const texts = event.tags.flatMap((tag) => textsIn(tag));
  const name = NAMED.has(event.kind)
    ? event.tags.flatMap(([tag, value = '']) => (tag === 'd' ? [value] : []))
    : [];
  return [...contentOf(event), ...texts, ...name];
}

function contentOf(event: SignedEvent): readonly string[] {
  // a repost carries another event, which is judged separately
  if (isRepost(event)) return [];
  const object = OBJECTS.has(event.kind) ? parseJson(event.content) : undefined;
  return isRecord(object) ? Object.values(object).map(textOf) : [event.content];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function textsIn(tag: Tag): readonly string[] {
  const [name = '', ...values] = tag;
  // ["imeta", "url https://...", "alt Two boats"]
  if (name === 'imeta')
    return values.flatMap((entry) => entry.match(/^(?:alt|summary|title) (.*)$/su)?.slice(1) ?? []);
  const at = WORDS_AT.get(name);
  if (at === undefined) return [];
  const text = tag[at] ?? '';
  const described = text.startsWith('{') ? parseJson(text) : undefined;
  // of the request in a receipt, only the message is shown
  return [isRecord(described) ? textOf(field(described, 'content')) : text];
}
