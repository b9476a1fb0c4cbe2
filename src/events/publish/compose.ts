import type { Draft, Tag } from '../event.ts';
import { isHex } from '../hex.ts';
import { field, isRecord } from '../json.ts';
import { npubOf } from '../nip19.ts';
import { EVENT_LIMITS } from '../shape.ts';
import { inMillis, justAfter, type Millis, millis } from '../time.ts';
import { buildAnswer, buildNote, type Found, withQuote } from './note.ts';
import type { Written } from './text-tags.ts';
import { isTag } from '../tag.ts';

/** What is written: a note that begins a thread, an answer, or a quote. */
export type ComposeAim =
  | { readonly type: 'note' }
  | { readonly type: 'reply'; readonly found: Found }
  /** `passage`: the words of it that are quoted, below one's own. */
  | { readonly type: 'quote'; readonly found: Found; readonly passage?: string };

/** A text in the making. `people`: whom a name written with `@` means. `begun`: when; tells it from the next one in the same place. */
export interface Writing {
  readonly text: string;
  readonly people: Readonly<Record<string, string>>;
  /** imeta tags of what was uploaded for it. */
  readonly files: readonly Tag[];
  readonly begun: Millis;
}

export const BLANK: Writing = { text: '', people: {}, files: [], begun: millis(0) };

const MAX_PEOPLE = 200;
const MAX_FILES = 100;

/** Under which name a text in the making is kept: by what it answers or quotes, or `root`. */
export function draftTarget(aim: ComposeAim): string {
  return aim.type === 'note' ? 'root' : `${aim.type}:${aim.found.event.id}`;
}

/** Names this very text, so that what was published of it is known again (PUBLISH-04). */
export function originOf(aim: ComposeAim, { begun }: Writing): string {
  return `${draftTarget(aim)} ${inMillis(begun)}`;
}

/** A text that was kept, and behind it what was typed before that was known; alone where nothing is kept. */
export function followed(kept: Writing, typed: Writing): Writing {
  if (kept.text === '') return typed;
  return { ...kept, text: `${kept.text}\n${typed.text}`, people: { ...kept.people, ...typed.people } };
}

/** The same words as another text: what is published of it is another note than the one before. */
export function renewed(writing: Writing): Writing {
  return { ...writing, begun: justAfter(writing.begun) };
}

/** Reads what was kept; undefined for anything that is no text in the making (E-47). */
export function readWriting(value: unknown): Writing | undefined {
  if (!isRecord(value)) return undefined;
  const [text, people, files, begun] = ['text', 'people', 'files', 'begun'].map((name) => field(value, name));
  if (typeof text !== 'string' || typeof begun !== 'number' || !Number.isFinite(begun) || text.length > EVENT_LIMITS.content * 2)
    return undefined;
  const meant = isRecord(people) ? Object.entries(people).slice(0, MAX_PEOPLE) : [];
  return {
    text,
    begun: millis(begun),
    people: Object.fromEntries(meant.flatMap(([name, key]) => (typeof key === 'string' && isHex(key, 64) ? [[name, key]] : []))),
    files: Array.isArray(files) ? files.slice(0, MAX_FILES).filter((file) => isTag(file) && file.length > 0) : [],
  };
}

/** A name for an account that can be written behind `@`, and that means nobody else in this text. */
export function handleFor(name: string, pubkey: string, people: Writing['people']): string {
  const base =
    name
      .normalize('NFC')
      .replaceAll(/[^\p{L}\p{M}\p{N}_]+/gu, '')
      .slice(0, 40) || 'someone';
  const isFree = (handle: string) => !Object.hasOwn(people, handle) || people[handle] === pubkey;
  for (let nth = 1; nth <= MAX_PEOPLE; nth++) {
    const handle = nth === 1 ? base : `${base}_${nth}`;
    if (isFree(handle)) return handle;
  }
  return pubkey;
}

/** The text with every `@name` that means somebody as the `nostr:` uri of that account (NIP-27). */
export function expandPeople(text: string, people: Writing['people']): string {
  return text.replaceAll(/(?<![\p{L}\p{M}\p{N}_@/])@([\p{L}\p{M}\p{N}_]+)/gu, (written, handle: string) => {
    const npub = Object.hasOwn(people, handle) ? npubOf(people[handle] ?? '') : undefined;
    return npub === undefined ? written : `nostr:${npub}`;
  });
}

/** One's own words, and the passage below them as it is marked in plain text. */
function withPassage(text: string, passage: string | undefined): string {
  if (passage === undefined) return text;
  const quoted = `> ${passage.split(/\s*\n\s*/).join('\n> ')}`;
  return text === '' ? quoted : `${text}\n\n${quoted}`;
}

/** What would be signed. `author` is who writes. */
export function draftOf(
  aim: ComposeAim,
  writing: Writing,
  author: string,
  { emojis, client }: Pick<Written, 'emojis' | 'client'> = {},
): Draft {
  const text = expandPeople(writing.text, writing.people).trim();
  const written = { text, files: writing.files, emojis, client };
  if (aim.type === 'reply') return buildAnswer(written, aim.found, author);
  // a quote without a word of one's own is a text as well
  return buildNote(aim.type === 'quote' ? { ...written, text: withQuote(withPassage(text, aim.passage), aim.found) } : written, author);
}
