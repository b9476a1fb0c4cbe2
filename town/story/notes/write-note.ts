import type { Tag } from '../../../src/events/nostr/event.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import { inSeconds } from '../../../src/events/core/time.ts';
import { CIRCLES } from '../../people/circles.ts';
import type { Person } from '../../people/people.ts';
import type { Rng } from '../../prng.ts';
import { fillTemplate } from '../../texts/fill-template.ts';
import { imetaOf, type Picture } from '../picture-library.ts';
import { special, type Speaking } from './specials.ts';
import { bankOf, type World } from '../world.ts';

/**
 * A note of the town. `root` is `undefined` for the start of a thread. `appeal` is its popularity
 * (1 is usual).
 */
export interface Note {
  readonly id: string;
  readonly author: Person;
  readonly at: number;
  readonly content: string;
  readonly tags: readonly Tag[];
  readonly circle: string;
  readonly mood: string;
  readonly language: string;
  readonly root: Note | undefined;
  readonly parent: Note | undefined;
  readonly depth: number;
  readonly appeal: number;
  readonly pictures: number;
  /** Words that are fixed in this conversation. */
  readonly bound: Map<string, string>;
}

/**
 * A note to write. `bank` names the words, `circle` the people. They differ for notes in other
 * languages.
 */
export interface NoteRequest {
  readonly author: Person;
  readonly at: number;
  readonly circle: string;
  readonly bank: string;
  readonly mood: string;
  readonly text: string;
  readonly parent?: Note | undefined;
  readonly pictures?: readonly Picture[];
  readonly language?: string;
  readonly appeal?: number;
  readonly bound?: Map<string, string>;
  readonly cast?: ReadonlyMap<string, Person>;
  readonly hashtags?: number;
  readonly extraTags?: readonly Tag[];
}

/**
 * Write a note into the ledger. Returns `undefined` if its text cannot be filled, for example
 * without a person to mention.
 */
export function writeNote(world: World, rng: Rng, wish: NoteRequest): Note | undefined {
  const { author, at, parent } = wish;
  const speaking: Speaking = {
    author,
    at: Math.floor(at),
    circle: wish.circle,
    rng,
    cast: wish.cast ?? new Map(),
    tags: [],
  };
  const bound = wish.bound ?? parent?.bound ?? new Map<string, string>();
  const slots = bankOf(world, wish.bank).slots;
  const text = fillTemplate(wish.text, {
    rng,
    slots,
    bound,
    special: (name) => special(world, name, speaking),
  });
  if (text === undefined) return undefined;
  const content = withPictures(withHashtags(rng, text, wish), wish.pictures ?? []);
  const topics = hashtagsOf(content).map((tag): Tag => ['t', tag]);
  const media = (wish.pictures ?? []).map((picture): Tag => imetaOf(picture));
  const flat = uniqueTags(
    [
      ...(parent ? replyTags(world, parent) : []),
      ...speaking.tags,
      ...(wish.extraTags ?? []),
      ...topics,
      ...media,
    ],
    author.pubkey,
  );
  const event = world.ledger.write({ author, at, kind: KIND.Text, content, tags: flat });
  return {
    id: event.id,
    author,
    at: inSeconds(event.created_at),
    content,
    tags: flat,
    circle: wish.circle,
    mood: wish.mood,
    language: wish.language ?? parent?.language ?? 'en',
    root: parent ? (parent.root ?? parent) : undefined,
    parent,
    depth: parent ? parent.depth + 1 : 0,
    appeal: wish.appeal ?? 1,
    pictures: wish.pictures?.length ?? 0,
    bound,
  };
}

/** Return the marked e tags and the p tags of a reply (NIP-10). */
function replyTags(world: World, parent: Note): Tag[] {
  const root = parent.root ?? parent;
  const first: Tag = ['e', root.id, world.relay, 'root', root.author.pubkey];
  const people: Tag[] = [
    parent.author.pubkey,
    ...parent.tags.filter((tag) => tag[0] === 'p').map((tag) => tag[1] ?? ''),
  ].map((pubkey) => ['p', pubkey]);
  return parent === root
    ? [first, ...people]
    : [first, ['e', parent.id, world.relay, 'reply', parent.author.pubkey], ...people];
}

function uniqueTags(tags: readonly Tag[], self: string): Tag[] {
  const seen = new Set<string>();
  return tags.filter((tag) => {
    const key = `${tag[0]} ${tag[1]}`;
    if (seen.has(key) || (tag[0] === 'p' && tag[1] === self)) return false;
    seen.add(key);
    return true;
  });
}

function withHashtags(rng: Rng, text: string, wish: NoteRequest): string {
  const tags = CIRCLES.find((circle) => circle.id === wish.circle)?.tags ?? [];
  if (wish.parent || text.includes('#') || tags.length === 0 || !rng.chance(wish.hashtags ?? 0.3))
    return text;
  return `${text}${text.includes('\n') ? '\n\n' : ' '}${rng
    .sample(tags, rng.pick([1, 1, 2]))
    .map((tag) => `#${tag}`)
    .join(' ')}`;
}

function withPictures(text: string, pictures: readonly Picture[]): string {
  return pictures.length === 0
    ? text
    : `${text}\n\n${pictures.map((picture) => picture.url).join('\n')}`;
}

/** Return the hashtags of a text in lower case, without those in links. */
function hashtagsOf(text: string): string[] {
  return [...text.matchAll(/(?:^|\s)#([\p{L}\p{N}_]+)/gu)].map((match) =>
    (match[1] ?? '').toLowerCase(),
  );
}
