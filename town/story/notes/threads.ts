import type { Person } from '../../people/people.ts';
import type { Rng } from '../../prng.ts';
import type { Entry } from '../../texts/text-bank.ts';
import { awake } from '../note-times.ts';
import { type WrittenNotes, keepUnlessRepeated } from '../written-notes.ts';
import { answerAll, answerOnce } from './replies.ts';
import { type Note, writeNote } from './write-note.ts';
import type { Picture } from '../picture-library.ts';
import { tellTalk } from './conversations.ts';
import type { World } from '../world.ts';

type Category = 'say' | 'ask' | 'show' | 'talk' | 'long' | 'news';
const CATEGORIES: readonly (readonly [Category, number])[] = [
  ['say', 47],
  ['ask', 11],
  ['show', 27],
  ['talk', 11],
  ['long', 4],
];

/**
 * Start threads at the given times (newest first) with their replies, then add replies until
 * `limit` notes are written.
 */
export function tellThreads(
  world: World,
  desk: WrittenNotes,
  times: readonly number[],
  limit: number,
): void {
  for (const at of times) {
    if (desk.notes.length >= limit) return;
    const rng = world.rng.fork(`root ${at} ${desk.notes.length}`);
    const author = rng.weighted(
      world.people,
      (person) => person.weight * awake(person, at) * (person.institution ? 0.5 : 1),
    );
    tellThread(world, desk, rng, author, circleOf(world, rng, author), at);
  }
  const rng = world.rng.fork('answers');
  for (let tries = 0; tries < limit * 3 && desk.notes.length < limit; tries++) {
    const note = rng.weighted(
      [rng.pick(desk.notes), rng.pick(desk.notes), rng.pick(desk.notes)],
      (one) => one.appeal ** 2 / (1 + one.depth),
    );
    answerOnce(world, desk, rng, note);
  }
}

/** Return one of a person's circles that has words. */
export function circleOf(world: World, rng: Rng, author: Person): string {
  const circles = author.circles.filter((circle) => world.banks.has(circle));
  return circles.length > 0 ? rng.pick(circles) : 'town';
}

/** Write one thread by one author. Returns `undefined` if its text could not be filled. */
export function tellThread(
  world: World,
  desk: WrittenNotes,
  rng: Rng,
  author: Person,
  circle: string,
  at: number,
): Note | undefined {
  if (author.institution)
    return tellEntry(world, desk, rng, {
      author,
      circle,
      at,
      bank: circle,
      category: rng.chance(0.4) ? 'show' : 'news',
      language: 'en',
    });
  const foreign = `lang-${author.language}`;
  if (world.banks.has(foreign) && rng.chance(0.5)) {
    const note = tellEntry(world, desk, rng, {
      author,
      circle,
      at,
      bank: foreign,
      category: 'say',
      language: author.language,
    });
    if (note) return note;
  }
  const [category] = rng.weighted(CATEGORIES, (row) => row[1]);
  if (category === 'talk') return tellTalk(world, desk, rng, author, circle, at);
  if (category === 'long') return tellLong(world, desk, rng, author, circle, at);
  return tellEntry(world, desk, rng, {
    author,
    circle,
    at,
    bank: circle,
    category,
    language: 'en',
  });
}

interface Telling {
  readonly author: Person;
  readonly circle: string;
  readonly at: number;
  readonly bank: string;
  readonly category: Category;
  readonly language: string;
}

function tellEntry(world: World, desk: WrittenNotes, rng: Rng, telling: Telling): Note | undefined {
  const entries = (world.banks.get(telling.bank)?.entries ?? []).filter(
    (entry) => telling.language !== 'en' || fits(entry, telling.category),
  );
  if (entries.length === 0) return undefined;
  const bag = desk.entries(`${telling.bank} ${telling.category}`, entries);
  for (let attempt = 0; attempt < 5; attempt++) {
    const entry = bag.next();
    const pictures = picturesFor(world, rng, entry.scene);
    const appeal =
      Math.exp(rng.bell() * 0.8) * telling.author.weight ** 0.7 * (pictures.length > 0 ? 1.6 : 1);
    const note = keepUnlessRepeated(world, desk, () =>
      writeNote(world, rng, { ...telling, mood: entry.mood, text: entry.text, pictures, appeal }),
    );
    if (!note) continue;
    answerAll(world, desk, rng, note, entry, telling.bank);
    return note;
  }
  return undefined;
}

function fits(entry: Entry, category: Category): boolean {
  if (category === 'say') return entry.mood !== 'ask' && entry.mood !== 'show';
  return category === 'news'
    ? ['news', 'plan', 'tip'].includes(entry.mood)
    : entry.mood === category;
}

function tellLong(
  world: World,
  desk: WrittenNotes,
  rng: Rng,
  author: Person,
  circle: string,
  at: number,
): Note | undefined {
  const list = world.banks.get(circle)?.long ?? [];
  if (list.length === 0) return undefined;
  const text = desk.texts(`long ${circle}`, list).next();
  const appeal = 1.4 * author.weight ** 0.7;
  const note = keepUnlessRepeated(world, desk, () =>
    writeNote(world, rng, { author, at, circle, bank: circle, mood: 'wonder', text, appeal }),
  );
  if (note) answerAll(world, desk, rng, note, undefined, circle);
  return note;
}

/** Return one to four pictures of a scene, usually one. */
function picturesFor(world: World, rng: Rng, scene: string | undefined): Picture[] {
  if (scene === undefined) return [];
  const count = rng.weighted([1, 2, 3, 4], (n) => [0, 88, 6, 3, 3][n] ?? 0);
  const pictures = Array.from({ length: count }, () => world.shelf.take(scene)).filter(
    (picture) => picture !== undefined,
  );
  return [...new Set(pictures)];
}
