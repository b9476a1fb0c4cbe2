import type { Person } from '../../people/people.ts';
import type { Rng } from '../../prng.ts';
import type { Entry } from '../../texts/text-bank.ts';
import { MINUTE, pause } from '../note-times.ts';
import { pickListeners } from '../pick-listeners.ts';
import { type WrittenNotes, keepUnlessRepeated } from '../written-notes.ts';
import { type Note, writeNote } from './write-note.ts';
import { bankOf, type World } from '../world.ts';

/** Average number of replies by mood, at usual appeal. */
const LIVELINESS: Readonly<Record<string, number>> = {
  ask: 2.4,
  show: 1.2,
  gripe: 1,
  plan: 1,
  news: 0.95,
  wonder: 0.8,
  joy: 0.85,
  tip: 0.7,
  quip: 0.65,
};

/** A reply, the bank of its words, and possible responses of the note's author. */
interface Answer {
  readonly text: string;
  readonly bank: string;
  readonly back: readonly string[];
}

/** Write replies to a new thread: first those of its entry, then common ones for that mood. */
export function answerAll(
  world: World,
  desk: WrittenNotes,
  rng: Rng,
  note: Note,
  entry: Entry | undefined,
  bank: string,
): void {
  const own = rng
    .shuffle(entry?.answers ?? [])
    .map((text): Answer => ({ text, bank, back: entry?.back ?? [] }));
  const wanted =
    (LIVELINESS[note.mood] ?? 1) * Math.min(3.5, note.appeal) ** 0.7 * rng.between(0.3, 1.6);
  const count = Math.max(note.mood === 'ask' ? 2 : 0, Math.round(wanted));
  let at = note.at;
  for (const author of pickListeners(world, rng, note, count)) {
    const answer = own.shift() ?? commonAnswer(world, desk, rng, note);
    at += pause(rng, 14 * MINUTE);
    if (!answer || at > world.now - 30) return;
    const reply = answerWith(world, desk, rng, note, author, at, answer);
    if (reply && rng.chance(answer.back.length > 0 ? 0.5 : 0.12))
      sayBack(world, desk, rng, reply, note, answer);
  }
}

/** Write one more reply to an existing note. */
export function answerOnce(
  world: World,
  desk: WrittenNotes,
  rng: Rng,
  note: Note,
): Note | undefined {
  const author =
    note.depth > 0 && rng.chance(0.5)
      ? note.parent?.author
      : pickListeners(world, rng, note, 1, [note.parent?.author ?? note.author])[0];
  const at = note.at + pause(rng, 40 * MINUTE);
  const answer = commonAnswer(world, desk, rng, note);
  if (!author || author === note.author || !answer || at > world.now - 30) return undefined;
  const reply = answerWith(world, desk, rng, note, author, at, answer);
  if (reply && rng.chance(0.2)) sayBack(world, desk, rng, reply, note, answer);
  return reply;
}

function answerWith(
  world: World,
  desk: WrittenNotes,
  rng: Rng,
  note: Note,
  author: Person,
  at: number,
  answer: Answer,
): Note | undefined {
  const wish = {
    author,
    at,
    circle: note.circle,
    bank: answer.bank,
    mood: 'reply',
    text: answer.text,
    parent: note,
    appeal: 0.28 * note.appeal ** 0.45 * author.weight ** 0.4,
  };
  return keepUnlessRepeated(
    world,
    desk,
    () => writeNote(world, rng, wish),
    answer.bank === 'replies' ? desk.patience : desk.patience / 4,
  );
}

/**
 * Write a response of the note's author to a reply. Sometimes the reply's author has the last word.
 */
function sayBack(
  world: World,
  desk: WrittenNotes,
  rng: Rng,
  reply: Note,
  note: Note,
  answer: Answer,
): void {
  const common = note.language === 'en' ? desk.entries('back', moodOf(world, 'back')) : undefined;
  const text =
    answer.back.length > 0 && rng.chance(0.8) ? rng.pick(answer.back) : common?.next().text;
  const at = reply.at + pause(rng, 11 * MINUTE);
  if (text === undefined || at > world.now - 30) return;
  const bank = answer.back.includes(text) ? answer.bank : 'replies';
  const back = answerWith(world, desk, rng, reply, note.author, at, { text, bank, back: [] });
  if (!back || note.language !== 'en' || !rng.chance(0.2)) return;
  const last = at + pause(rng, 9 * MINUTE);
  if (last < world.now - 30)
    answerWith(world, desk, rng, back, reply.author, last, {
      text: desk.entries('last', moodOf(world, 'last')).next().text,
      bank: 'replies',
      back: [],
    });
}

/** Return a common reply to a note of that mood: one line, or two short ones. */
function commonAnswer(world: World, desk: WrittenNotes, rng: Rng, note: Note): Answer | undefined {
  if (note.language !== 'en') return undefined;
  const mood = note.mood === 'ask' ? 'same' : note.mood;
  const bag = desk.entries(`common ${mood}`, moodOf(world, mood));
  const [first, second] = [bag.next(), bag.next()];
  const both =
    rng.chance(0.42) && first.text.length + second.text.length < 110 && first.back.length === 0;
  return {
    text: both ? `${first.text} ${second.text}` : first.text,
    bank: 'replies',
    back: both ? second.back : first.back,
  };
}

function moodOf(world: World, mood: string): readonly Entry[] {
  const entries = bankOf(world, 'replies').entries.filter((entry) => entry.mood === mood);
  if (entries.length === 0) throw new Error(`no replies to a ${mood}`);
  return entries;
}
