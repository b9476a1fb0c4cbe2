import type { Person } from '../../people/people.ts';
import type { Rng } from '../../prng.ts';
import { MINUTE, pause } from '../note-times.ts';
import { pickListeners } from '../pick-listeners.ts';
import { type WrittenNotes, keepUnlessRepeated } from '../written-notes.ts';
import { type Note, writeNote } from './write-note.ts';
import type { World } from '../world.ts';

/**
 * Write a scripted conversation: the author has the first line, their followers the other parts.
 */
export function tellTalk(
  world: World,
  desk: WrittenNotes,
  rng: Rng,
  author: Person,
  circle: string,
  at: number,
): Note | undefined {
  const talks = world.banks.get(circle)?.talks ?? [];
  if (talks.length === 0) return undefined;
  const talk = desk.talks(`talk ${circle}`, talks).next();
  const letters = [...new Set(talk.map((line) => line.who))];
  const others = pickListeners(
    world,
    rng,
    { author, circle, at, language: 'en' },
    letters.length - 1,
  );
  if (others.length < letters.length - 1) return undefined;
  const cast = new Map(
    letters.flatMap((letter, i) => [
      [letter, i === 0 ? author : (others[i - 1] ?? author)] as const,
    ]),
  );
  const said: (Note | undefined)[] = [];
  let time = at;
  for (const line of talk) {
    const parent = said.length === 0 ? undefined : said[line.to];
    if (said.length > 0 && !parent) break;
    const speaker = cast.get(line.who) ?? author;
    const appeal =
      said.length === 0 ? 1.1 * Math.exp(rng.bell() * 0.6) * author.weight ** 0.7 : 0.6;
    const mood = said.length === 0 ? 'listen' : 'reply';
    const wish = {
      author: speaker,
      at: time,
      circle,
      bank: circle,
      mood,
      text: line.text,
      parent,
      cast,
      appeal,
    };
    const note = keepUnlessRepeated(
      world,
      desk,
      () => writeNote(world, rng, wish),
      said.length === 0 ? desk.patience : desk.patience / 4,
    );
    if (!note) break;
    said.push(note);
    time += pause(rng, 7 * MINUTE);
    if (time > world.now - 30) break;
  }
  return said[0];
}
