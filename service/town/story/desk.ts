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
  /** Texts already said: nobody says them again. */
  readonly said: Set<string>;
}

export function openDesk(rng: Rng): Desk {
  return {
    notes: [],
    entries: bagShelf<Entry>(rng.fork('entries')),
    texts: bagShelf<string>(rng.fork('texts')),
    talks: bagShelf<readonly Line[]>(rng.fork('talks')),
    said: new Set(),
  };
}

/** Keeps a note that `make` writes, unless it came to nothing or the town has said the same before: then it stays out of the ledger. */
export function keep(world: World, desk: Desk, make: () => Note | undefined): Note | undefined {
  const mark = world.ledger.mark();
  const note = make();
  if (!note) return undefined;
  const words = note.content.replace(/https?:\S+|nostr:\S+/g, '').trim();
  if (words.length > 20 && desk.said.has(words)) {
    world.ledger.back(mark);
    return undefined;
  }
  desk.said.add(words);
  desk.notes.push(note);
  return note;
}
