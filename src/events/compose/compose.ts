import type { Draft } from '../nostr/event.ts';
import { npubOf } from '../nostr/nip19.ts';
import { clipLine } from '../core/text.ts';
import { inMillis, justAfter, type Seconds } from '../core/time.ts';
import { buildAnswer, buildNote, type Found, withQuote } from './build-note.ts';
import { type PollFault, pollFault, withPoll } from '../publish/writing/poll-draft.ts';
import type { Written } from './text-tags.ts';
import type { Ours } from '../nostr/ours.ts';
import { BLANK, LONGEST_WARNING, MAX_PEOPLE, type Writing } from '../publish/writing/writing.ts';

/** What is written: a note that begins a thread, an answer, or a quote. */
export type ComposeAim =
  | ({ readonly type: 'note' } & Placed)
  | ({ readonly type: 'reply'; readonly found: Found } & Placed)
  /** `passage`: the words of it that are quoted, below one's own. */
  | ({ readonly type: 'quote'; readonly found: Found; readonly passage?: string } & Placed);

/** `place`: names one of several texts for the same aim. '' names the text that an earlier version kept without a name. `undefined` leaves the choice open. */
interface Placed {
  readonly place?: string;
}

/** Under which name a text in the making is kept: by what it answers or quotes, or `root`. */
export function draftTarget(aim: ComposeAim): string {
  return targetIn(aim.type === 'note' ? 'root' : `${aim.type}:${aim.found.event.id}`, aim.place);
}

/** The name of a text in a place, for an aim without one. */
export function targetIn(aim: string, place: string | undefined): string {
  return place === undefined || place === '' ? aim : `${aim} ${place}`;
}

/** Splits a name into its aim and its place. */
export function splitTarget(target: string): { readonly aim: string; readonly place: string } {
  const [, aim = target, place = ''] = /^(\S+)(?: (.*))?$/s.exec(target) ?? [];
  return { aim, place };
}

/** What a kept text is for, by the name under which it is kept. `id`: of the event that it answers or quotes. */
export type KeptAim = Placed & ({ readonly type: 'note' } | { readonly type: 'reply' | 'quote'; readonly id: string });

/** Reads such a name; undefined for what is none. */
export function readTarget(target: string): KeptAim | undefined {
  const [, word, id, place] = /^(root|reply|quote)(?::([0-9a-f]{64}))?(?: (.+))?$/s.exec(target) ?? [];
  const placed = place === undefined ? {} : { place };
  if (word === 'root') return id === undefined ? { type: 'note', ...placed } : undefined;
  return (word === 'reply' || word === 'quote') && id !== undefined ? { type: word, id, ...placed } : undefined;
}

/** Names this very text, so that what was published of it is known again (PUBLISH-04). */
export function originOf(aim: ComposeAim, writing: Writing): string {
  return draftOrigin(draftTarget(aim), writing);
}

/** The same, by the name under which the text is kept. */
export function draftOrigin(target: string, { begun, origin }: Writing): string {
  return origin ?? `${target} ${inMillis(begun)}`;
}

/** A text that was kept, and behind it what was typed before that was known; alone where nothing is kept, not even a poll without its question. */
export function followed(kept: Writing, typed: Writing): Writing {
  if (kept.begun === BLANK.begun) return typed;
  const text = kept.text === '' ? typed.text : `${kept.text}\n${typed.text}`;
  return { ...kept, text, people: { ...kept.people, ...typed.people } };
}

/** The same words as another text: what is published of it is another note than the one before. */
export function renewed(writing: Writing): Writing {
  return { ...writing, begun: justAfter(writing.begun), origin: undefined };
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

/** What is known beside the text when it is drafted. `relays`: where votes on its poll are to go. */
interface Drafting extends Pick<Written, 'client'> {
  readonly relays?: readonly string[];
}

/** Why what stands beside a text keeps it from being published: its poll, or a time that went by. */
export type ExtrasFault = PollFault | 'publish.tooSoon';

/** That, for a text that is published now; undefined: nothing does. An answer is never a poll, which NIP-88 has no place for. */
export function extrasFault({ type }: ComposeAim, { poll, due }: Writing, now: Seconds): ExtrasFault | undefined {
  if (due !== undefined && due <= now) return 'publish.tooSoon';
  return poll && type !== 'reply' ? pollFault(poll, due ?? now) : undefined;
}

/** Whether nothing would be lost with it. */
export function isBlank({ text, warning = '', poll }: Writing): boolean {
  return text.trim() === '' && warning.trim() === '' && (poll?.options ?? []).every((option) => option.trim() === '');
}

/** What would be signed. `author` is who writes. */
export function draftOf(aim: ComposeAim, writing: Writing, author: string, { client, relays = [] }: Drafting = {}): Ours<Draft> {
  const text = expandPeople(writing.text, writing.people).trim();
  const { files, emojis = {}, warning, poll } = writing;
  const written = {
    text,
    files,
    emojis: new Map(Object.entries(emojis)),
    warning: warning === undefined ? undefined : clipLine(warning, LONGEST_WARNING),
    client,
  };
  if (aim.type === 'reply') return buildAnswer(written, aim.found, author);
  // a quote without a word of one's own is a text as well
  const note = buildNote(
    aim.type === 'quote' ? { ...written, text: withQuote(withPassage(text, aim.passage ?? writing.passage), aim.found) } : written,
    author,
  );
  return poll ? withPoll(note, poll, relays) : note;
}
