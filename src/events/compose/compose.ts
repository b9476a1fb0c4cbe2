import type { Draft } from '../nostr/event.ts';
import { npubOf } from '../nostr/nip19.ts';
import { clipLine } from '../core/text.ts';
import { inMillis, justAfter, type Seconds } from '../core/time.ts';
import { splitText, withTyped } from './attachments.ts';
import { buildAnswer, buildNote, type EventWithHints, withQuote } from './build-note.ts';
import { type PollFault, pollFault, withPoll } from '../publish/writing/poll-draft.ts';
import type { Written } from './text-tags.ts';
import type { Ours } from '../nostr/ours.ts';
import { BLANK, LONGEST_WARNING, MAX_PEOPLE, type Writing } from '../publish/writing/writing.ts';

/**
 * Kind of text to write: a note that begins a thread, an answer, or a quote. `isListing`: the list
 * of all drafts is shown first.
 */
export type ComposeAim =
  | ({ readonly type: 'note'; readonly isListing?: true } & Placed)
  | ({ readonly type: 'reply'; readonly found: EventWithHints } & Placed)
  /** `passage`: the quoted words, below the user's own. */
  | ({
      readonly type: 'quote';
      readonly found: EventWithHints;
      readonly passage?: string;
    } & Placed);

/**
 * `place`: names one of several texts for the same aim. '' is the text that an earlier version
 * stored without a name. `undefined` leaves the choice open.
 */
interface Placed {
  readonly place?: string;
  /** Job of the scheduled note from which the text was opened. */
  readonly plan?: string;
}

/**
 * Return the name under which an unsent text is stored: the answered or quoted event, or `root`.
 */
export function draftTarget(aim: ComposeAim): string {
  return targetIn(aim.type === 'note' ? 'root' : `${aim.type}:${aim.found.event.id}`, aim.place);
}

/** Return the name of a text in a place. */
export function targetIn(aim: string, place: string | undefined): string {
  return place === undefined || place === '' ? aim : `${aim} ${place}`;
}

/** Split a name into its aim and its place. */
export function splitTarget(target: string): { readonly aim: string; readonly place: string } {
  const [, aim = target, place = ''] = /^(\S+)(?: (.*))?$/s.exec(target) ?? [];
  return { aim, place };
}

/** Aim of a stored text, read from its name. `id`: of the event that it answers or quotes. */
export type KeptAim = Placed &
  ({ readonly type: 'note' } | { readonly type: 'reply' | 'quote'; readonly id: string });

/** Read such a name; `undefined` if it is invalid. */
export function readTarget(target: string): KeptAim | undefined {
  const [, word, id, place] =
    /^(root|reply|quote)(?::([0-9a-f]{64}))?(?: (.+))?$/s.exec(target) ?? [];
  const placed = place === undefined ? {} : { place };
  if (word === 'root') return id === undefined ? { type: 'note', ...placed } : undefined;
  return (word === 'reply' || word === 'quote') && id !== undefined
    ? { type: word, id, ...placed }
    : undefined;
}

/** Return the name of this text, so that its published event is recognised (PUBLISH-04). */
export function originOf(aim: ComposeAim, writing: Writing): string {
  return draftOrigin(draftTarget(aim), writing);
}

/** Like `originOf`, from the name under which the text is stored. */
export function draftOrigin(target: string, { begun, origin }: Writing): string {
  return origin ?? `${target} ${inMillis(begun)}`;
}

/**
 * Append text that was typed before the stored text was loaded. Returns `typed` alone if nothing
 * was stored.
 */
export function followed(kept: Writing, typed: Writing): Writing {
  if (kept.begun === BLANK.begun) return typed;
  const before = splitText(kept).typed;
  const text = withTyped(kept, before === '' ? typed.text : `${before}\n${typed.text}`);
  return { ...kept, text, people: { ...kept.people, ...typed.people } };
}

/** Return the same words as a new text, which is published as another note. */
export function renewed(writing: Writing): Writing {
  return { ...writing, begun: justAfter(writing.begun), origin: undefined };
}

/**
 * Return a name for an account that can be written behind `@`, and that no other account in this
 * text has.
 */
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

/** Replace every `@name` of a known account by its `nostr:` uri (NIP-27). */
export function expandPeople(text: string, people: Writing['people']): string {
  return text.replaceAll(
    /(?<![\p{L}\p{M}\p{N}_@/])@([\p{L}\p{M}\p{N}_]+)/gu,
    (written, handle: string) => {
      const npub = Object.hasOwn(people, handle) ? npubOf(people[handle] ?? '') : undefined;
      return npub === undefined ? written : `nostr:${npub}`;
    },
  );
}

/** Append the passage to the user's own words, marked as a quote in plain text. */
function withPassage(text: string, passage: string | undefined): string {
  if (passage === undefined) return text;
  const quoted = `> ${passage.split(/\s*\n\s*/).join('\n> ')}`;
  return text === '' ? quoted : `${text}\n\n${quoted}`;
}

/** Further input for a draft. `relays`: where votes on its poll are sent. */
interface Drafting extends Pick<Written, 'client'> {
  readonly relays?: readonly string[];
}

/** Why the poll or the date of a text prevents its publication. */
export type ExtrasFault = PollFault | 'publish.tooSoon';

const EXTRAS_FAULTS: ReadonlySet<string> = new Set<ExtrasFault>([
  'publish.pollShort',
  'publish.pollSame',
  'publish.pollOver',
  'publish.tooSoon',
]);

/** True if the reason is a fault in a field beside the text. */
export function isExtrasFault(reason: string | undefined): reason is ExtrasFault {
  return reason !== undefined && EXTRAS_FAULTS.has(reason);
}

/**
 * Return the fault for a text that is published now; `undefined` if there is none. An answer is
 * never a poll, because NIP-88 does not allow that.
 */
export function extrasFault(
  { type }: ComposeAim,
  { poll, due }: Writing,
  now: Seconds,
): ExtrasFault | undefined {
  if (due !== undefined && due <= now) return 'publish.tooSoon';
  return poll && type !== 'reply' ? pollFault(poll, due ?? now) : undefined;
}

/** True if discarding the text would lose nothing. */
export function isBlank({ text, warning = '', poll }: Writing): boolean {
  return (
    text.trim() === '' &&
    warning.trim() === '' &&
    (poll?.options ?? []).every((option) => option.trim() === '')
  );
}

/** Return the event to sign. `author` is the writer. */
export function draftOf(
  aim: ComposeAim,
  writing: Writing,
  author: string,
  { client, relays = [] }: Drafting = {},
): Ours<Draft> {
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
  // a quote without own words is a text as well
  const note = buildNote(
    aim.type === 'quote'
      ? {
          ...written,
          text: withQuote(withPassage(text, aim.passage ?? writing.passage), aim.found),
        }
      : written,
    author,
  );
  return poll ? withPoll(note, poll, relays) : note;
}
