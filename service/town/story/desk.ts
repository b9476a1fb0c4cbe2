import type { Rng } from '../prng.ts';
import type { Entry, Line } from '../words/bank.ts';
import { type Bag, bagShelf } from './bag.ts';
import type { Note } from './say.ts';
import type { World } from './world.ts';

/** What the writers share: their notes so far, and bags of words so that nothing comes twice before all came once. */
export interface Desk {
  readonly notes: Note[];
  readonly entries: (name: string, list: readonly Entry[]) => Bag<Entry>;
  readonly texts: (name: string, list: readonly string[]) => Bag<string>;
  readonly talks: (name: string, list: readonly (readonly Line[])[]) => Bag<readonly Line[]>;
  /** When each text was said last, in seconds: nobody says the same again for a while. */
  readonly said: Map<string, number>;
  /** How long a while is for a text of some length, in seconds; a few words of answer may come again much sooner. */
  readonly patience: number;
}

const FEW_WORDS = 26;
const A_LINE = 60;

export function openDesk(rng: Rng, patience: number, said = new Map<string, number>()): Desk {
  return {
    notes: [],
    entries: bagShelf<Entry>(rng.fork('entries')),
    texts: bagShelf<string>(rng.fork('texts')),
    talks: bagShelf<readonly Line[]>(rng.fork('talks')),
    said,
    patience,
  };
}

/** Keeps a note that `make` writes, unless it came to nothing or somebody said the same not long before: then it stays out of the ledger. */
export function keep(world: World, desk: Desk, make: () => Note | undefined, patience = desk.patience): Note | undefined {
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

/** A text without links, mentions and hashtags: what makes it the same as another. */
export function wordsOf(content: string): string {
  return content.replace(/https?:\S+|nostr:\S+|[@#]\S+/g, '').trim();
}
