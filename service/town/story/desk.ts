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
  /** Texts already said: nobody says them again, apart from a few words that anybody may say again after a while. */
  readonly said: Map<string, number>;
}

const FEW_WORDS = 26;
const A_WHILE = 160;

export function openDesk(rng: Rng, said = new Map<string, number>()): Desk {
  return {
    notes: [],
    entries: bagShelf<Entry>(rng.fork('entries')),
    texts: bagShelf<string>(rng.fork('texts')),
    talks: bagShelf<readonly Line[]>(rng.fork('talks')),
    said,
  };
}

/** Keeps a note that `make` writes, unless it came to nothing or the town has said the same before: then it stays out of the ledger. */
export function keep(world: World, desk: Desk, make: () => Note | undefined): Note | undefined {
  const mark = world.ledger.mark();
  const note = make();
  if (!note) return undefined;
  const words = wordsOf(note.content);
  const before = desk.said.get(words);
  if (before !== undefined && (words.length > FEW_WORDS || desk.notes.length - before < A_WHILE)) {
    world.ledger.back(mark);
    return undefined;
  }
  desk.said.set(words, desk.notes.length);
  desk.notes.push(note);
  return note;
}

/** A text without links, mentions and hashtags: what makes it the same as another. */
export function wordsOf(content: string): string {
  return content.replace(/https?:\S+|nostr:\S+|[@#]\S+/g, '').trim();
}
