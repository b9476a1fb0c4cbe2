import type { Draft, Tag } from '../nostr/event.ts';
import { isHex } from '../core/hex.ts';
import { field, isRecord } from '../core/json.ts';
import { LONGEST_KEPT } from '../core/unsent-limit.ts';
import { npubOf } from '../nostr/nip19.ts';
import { clipLine } from '../core/text.ts';
import { inMillis, justAfter, type Millis, millis, seconds, type Seconds } from '../core/time.ts';
import { buildAnswer, buildNote, type Found, withQuote } from './build-note.ts';
import { MOST_WORK } from '../publish/writing/mining.ts';
import { type PollDraft, type PollFault, pollFault, readPollDraft, withPoll } from '../publish/writing/poll-draft.ts';
import type { Written } from './text-tags.ts';
import { isTag } from '../nostr/tag.ts';
import type { Ours } from '../nostr/ours.ts';

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

/** A text in the making. `people`: whom a name written with `@` means. `begun`: when; tells it from the next one in the same place. */
export interface Writing {
  readonly text: string;
  readonly people: Readonly<Record<string, string>>;
  /** imeta tags of what was uploaded for it. */
  readonly files: readonly Tag[];
  readonly begun: Millis;
  /** Custom emojis that were picked for it: shortcode to address (NIP-30). */
  readonly emojis?: Readonly<Record<string, string>> | undefined;
  /** Why it is hidden at first (NIP-36), '' without a reason; undefined: it is not. */
  readonly warning?: string | undefined;
  readonly poll?: PollDraft | undefined;
  /** When it is to be published; undefined: at once. */
  readonly due?: Seconds | undefined;
  /** Leading zero bits that its id is to have (NIP-13); undefined: it is not mined. */
  readonly work?: number | undefined;
  /** Its name in the log, where it was begun in another place. */
  readonly origin?: string | undefined;
  /** The words that a quote marks, so that it can be gone on with from anywhere. */
  readonly passage?: string | undefined;
}

/** What a text can have beside its words. A part that is undefined is taken away. */
export type Extras = Pick<Writing, 'warning' | 'poll' | 'due' | 'work'>;

export const BLANK: Writing = { text: '', people: {}, files: [], begun: millis(0) };

const MAX_PEOPLE = 200;
const MAX_FILES = 100;
const MAX_EMOJIS = 100;
export const LONGEST_WARNING = 200;

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

/** Reads what was kept; undefined for anything that is no text in the making (E-47). */
export function readWriting(value: unknown): Writing | undefined {
  if (!isRecord(value)) return undefined;
  const [text, people, files, begun] = ['text', 'people', 'files', 'begun'].map((name) => field(value, name));
  if (typeof text !== 'string' || typeof begun !== 'number' || !Number.isFinite(begun) || text.length > LONGEST_KEPT) return undefined;
  const meant = isRecord(people) ? Object.entries(people).slice(0, MAX_PEOPLE) : [];
  const more = ['emojis', 'warning', 'poll', 'due', 'origin', 'passage', 'work'].map((name) => field(value, name));
  return {
    text,
    begun: millis(begun),
    ...readExtras(more),
    people: Object.fromEntries(meant.flatMap(([name, key]) => (typeof key === 'string' && isHex(key, 64) ? [[name, key]] : []))),
    files: Array.isArray(files) ? files.slice(0, MAX_FILES).filter((file) => isTag(file) && file.length > 0) : [],
  };
}

function readExtras([emojis, warning, poll, due, origin, passage, work]: readonly unknown[]): Partial<Writing> {
  const read = readPollDraft(poll);
  const custom = isRecord(emojis)
    ? Object.entries(emojis)
        .filter(([, url]) => typeof url === 'string')
        .slice(0, MAX_EMOJIS)
    : [];
  return {
    ...(custom.length > 0 ? { emojis: Object.fromEntries(custom.map(([shortcode, url]) => [shortcode, String(url)])) } : {}),
    ...(typeof warning === 'string' ? { warning: warning.slice(0, LONGEST_WARNING) } : {}),
    ...(read ? { poll: read } : {}),
    ...(typeof due === 'number' && Number.isSafeInteger(due) && due > 0 ? { due: seconds(due) } : {}),
    ...(typeof origin === 'string' ? { origin } : {}),
    ...(typeof passage === 'string' ? { passage } : {}),
    ...(typeof work === 'number' && Number.isInteger(work) && work > 0 && work <= MOST_WORK ? { work } : {}),
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
