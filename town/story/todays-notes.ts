import { type TodaysNote, readToday } from '../texts/read-today.ts';
import { targetOf, zapAt } from './notes/likes-and-zaps.ts';
import { MINUTE } from './note-times.ts';
import { type WrittenNotes, keepUnlessRepeated } from './written-notes.ts';
import { type Note, writeNote } from './notes/write-note.ts';
import { named, type World } from './world.ts';

const APPEAL = 14;

/** Write the hand-written notes of the last hours, which a visitor sees first. */
export function tellToday(world: World, desk: WrittenNotes): void {
  const above: Note[] = [];
  for (const fresh of readToday()) {
    const parent = fresh.depth === 0 ? undefined : above[fresh.depth - 1];
    // The replies to a note that could not be written are left out with it.
    above.length = Math.min(above.length, fresh.depth);
    const note = fresh.depth === 0 || parent ? tellFresh(world, desk, fresh, parent) : undefined;
    if (!note) continue;
    above[fresh.depth] = note;
    for (const { name, sats, comment } of fresh.zaps) {
      const rng = world.rng.fork(`fresh zap ${note.id} ${name}`);
      const at = note.at + (world.now - 5 - note.at) * rng.between(0.2, 0.95);
      zapAt(world, targetOf(note), named(world, name), { at, sats, comment });
    }
  }
}

function tellFresh(
  world: World,
  desk: WrittenNotes,
  fresh: TodaysNote,
  parent: Note | undefined,
): Note | undefined {
  const rng = world.rng.fork(`today ${fresh.minutesAgo} ${fresh.name}`);
  const author = named(world, fresh.name);
  const picture = fresh.scene === undefined ? undefined : world.shelf.take(fresh.scene);
  const wish = {
    author,
    at: world.now - fresh.minutesAgo * MINUTE - 17,
    circle: author.circles[0] ?? 'town',
    bank: 'town',
    mood: parent ? 'reply' : 'wonder',
    text: fresh.text,
    parent,
    pictures: picture ? [picture] : [],
    hashtags: 0,
    appeal: parent ? 1.5 : APPEAL,
  };
  return keepUnlessRepeated(world, desk, () => writeNote(world, rng, wish));
}
