import { shuffleBagOf } from '../shuffle-bag.ts';
import { DAY, HOUR, MINUTE, pause } from '../note-times.ts';
import { type WrittenNotes, keepUnlessRepeated } from '../written-notes.ts';
import { answerOnce } from './replies.ts';
import { type Note, writeNote } from './write-note.ts';
import { bankOf, named, type World } from '../world.ts';

const VOICES = [
  'iris',
  'ada',
  'jun',
  'noor',
  'elif',
  'hazel',
  'tamar',
  'ravi',
  'mirela',
  'pia',
  'anahera',
  'ferry',
];

/**
 * Write a very long thread: the mayor asks people to describe the sounds outside, and `count`
 * people answer over two days.
 */
export function tellWindows(world: World, desk: WrittenNotes, count: number): void {
  const rng = world.rng.fork('windows');
  const asker = named(world, 'iris');
  const at = world.now - 2.4 * DAY;
  const text =
    'Before you go to bed: open the window, hold your breath for a moment, and tell me where you are and what you hear. One line is enough. I read all of them.';
  const root = keepUnlessRepeated(world, desk, () =>
    writeNote(world, rng, {
      author: asker,
      at,
      circle: 'town',
      bank: 'window',
      mood: 'listen',
      text,
      appeal: 16,
      hashtags: 0,
    }),
  );
  if (!root) return;
  const templates = shuffleBagOf(rng.fork('templates'), bankOf(world, 'window').entries);
  for (const author of rng.shuffle(world.people).slice(0, count)) {
    if (author === asker || author.institution) continue;
    const time = at + Math.min(2.3 * DAY, pause(rng, 5 * HOUR));
    const answer = keepUnlessRepeated(world, desk, () =>
      writeNote(world, rng, {
        author,
        at: time,
        circle: 'town',
        bank: 'window',
        mood: 'wonder',
        text: templates.next().text,
        parent: root,
        bound: new Map(),
        appeal: 0.8,
      }),
    );
    if (answer && rng.chance(0.16)) answerOnce(world, desk, rng, answer);
  }
}

/** Write a very deep thread: a story in which every line is a reply to the one before. */
export function tellChain(world: World, desk: WrittenNotes): void {
  const rng = world.rng.fork('chain');
  const [talk = []] = bankOf(world, 'chain').talks;
  const cast = new Map(
    'abcdefghijkl'.split('').map((letter, i) => [letter, named(world, VOICES[i] ?? 'iris')]),
  );
  let parent: Note | undefined;
  let at = world.now - 6.2 * DAY;
  for (const line of talk) {
    const author = cast.get(line.who) ?? named(world, 'iris');
    const appeal = parent ? 1.1 : 11;
    const above = parent;
    const note = keepUnlessRepeated(world, desk, () =>
      writeNote(world, rng, {
        author,
        at,
        circle: 'town',
        bank: 'town',
        mood: 'listen',
        text: line.text,
        parent: above,
        cast,
        appeal,
        hashtags: 0,
      }),
    );
    if (!note) return;
    parent = note;
    at += pause(rng, 19 * MINUTE);
  }
}
