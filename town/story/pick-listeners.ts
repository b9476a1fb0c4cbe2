import type { Person } from '../people/people.ts';
import type { Rng } from '../prng.ts';
import { awake } from './note-times.ts';
import type { Note } from './notes/write-note.ts';
import { person, type World } from './world.ts';

/**
 * Pick up to `count` different people who would reply to or like a note. Followers come first, and
 * people of its circle and language before others.
 */
export function pickListeners(
  world: World,
  rng: Rng,
  note: Pick<Note, 'author' | 'circle' | 'at' | 'language'>,
  count: number,
  not: readonly Person[] = [],
): Person[] {
  const followers = (world.followers[note.author.index] ?? []).map((index) => person(world, index));
  const pool = followers.filter(
    (other) => other !== note.author && !not.includes(other) && !other.institution,
  );
  const weight = (other: Person) =>
    (0.3 + other.weight ** 0.5) *
    (other.circles.includes(note.circle) ? 3 : 0.6) *
    (0.2 + awake(other, note.at)) *
    (note.language !== 'en' && other.language === note.language ? 12 : 1);
  const keyed = pool.map((other) => ({ other, key: rng.next() ** (1 / weight(other)) }));
  return keyed
    .sort((a, b) => b.key - a.key)
    .slice(0, count)
    .map((row) => row.other);
}
