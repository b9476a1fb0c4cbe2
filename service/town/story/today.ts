import { readToday } from '../words/today.ts';
import { MINUTE } from './clock.ts';
import { type Desk, keep } from './desk.ts';
import { type Note, say } from './say.ts';
import { named, type World } from './world.ts';

/** The notes of the last hours that were written by hand: what a visitor sees first. */
export function tellToday(world: World, desk: Desk): void {
  const above: Note[] = [];
  for (const fresh of readToday()) {
    const rng = world.rng.fork(`today ${fresh.minutesAgo} ${fresh.name}`);
    const author = named(world, fresh.name);
    const picture = fresh.scene === undefined ? undefined : world.shelf.take(fresh.scene);
    const parent = fresh.depth === 0 ? undefined : above[fresh.depth - 1];
    const note = keep(world, desk, () =>
      say(world, rng, {
        author,
        at: world.now - fresh.minutesAgo * MINUTE - 17,
        circle: author.circles[0] ?? 'town',
        bank: 'town',
        mood: parent ? 'reply' : 'wonder',
        text: fresh.text,
        parent,
        pictures: picture ? [picture] : [],
        hashtags: 0,
        appeal: parent ? 1.5 : 9,
      }),
    );
    if (note) above[fresh.depth] = note;
  }
}
