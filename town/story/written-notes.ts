import type { Rng } from '../prng.ts';
import type { Entry, Line } from '../texts/text-bank.ts';
import { type ShuffleBag, namedShuffleBags } from './shuffle-bag.ts';
import type { Note } from './notes/write-note.ts';
import type { World } from './world.ts';

/**
 * Shared state of the writers: the notes so far, and bags of words, so that texts repeat as late as
 * possible.
 */
export interface WrittenNotes {
  readonly notes: Note[];
  readonly entries: (name: string, list: readonly Entry[]) => ShuffleBag<Entry>;
  readonly texts: (name: string, list: readonly string[]) => ShuffleBag<string>;
  readonly talks: (name: string, list: readonly (readonly Line[])[]) => ShuffleBag<readonly Line[]>;
  /** Time of the last use of each text, in seconds. A text is not repeated for a while. */
  readonly said: Map<string, number>;
  /** Minimum seconds between two uses of a text. Short replies may repeat much sooner. */
  readonly patience: number;
}

const FEW_WORDS = 26;
const A_LINE = 60;

export function openWrittenNotes(
  rng: Rng,
  patience: number,
  said = new Map<string, number>(),
): WrittenNotes {
  return {
    notes: [],
    entries: namedShuffleBags<Entry>(rng.fork('entries')),
    texts: namedShuffleBags<string>(rng.fork('texts')),
    talks: namedShuffleBags<readonly Line[]>(rng.fork('talks')),
    said,
    patience,
  };
}

/**
 * Keep a note that `make` writes, unless it is empty or repeats a recent text. In that case the
 * ledger is rolled back.
 */
export function keepUnlessRepeated(
  world: World,
  desk: WrittenNotes,
  make: () => Note | undefined,
  patience = desk.patience,
): Note | undefined {
  const mark = world.ledger.mark();
  const note = make();
  if (!note) return undefined;
  const words = wordsOf(note.content);
  const before = desk.said.get(words);
  if (before !== undefined && Math.abs(note.at - before) < gapFor(note, words, patience)) {
    world.ledger.back(mark);
    return undefined;
  }
  desk.said.set(words, note.at);
  desk.notes.push(note);
  return note;
}

function gapFor(note: Note, words: string, patience: number): number {
  if (!note.parent) return patience;
  if (words.length <= FEW_WORDS) return patience / 72;
  return words.length <= A_LINE ? patience / 9 : patience;
}

/** Return a text without links, mentions and hashtags, to compare it with others. */
export function wordsOf(content: string): string {
  return content.replace(/https?:\S+|nostr:\S+|[@#]\S+/g, '').trim();
}
