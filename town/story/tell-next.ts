import type { SignedEvent } from '../../src/events/nostr/event.ts';
import { inSeconds } from '../../src/events/core/time.ts';
import { addLikesAndZaps, targetOf } from './notes/likes-and-zaps.ts';
import { awake, HOUR } from './note-times.ts';
import { openWrittenNotes, wordsOf } from './written-notes.ts';
import { addQuotes, addReposts } from './notes/reposts-and-quotes.ts';
import { answerOnce } from './notes/replies.ts';
import type { Note } from './notes/write-note.ts';
import { circleOf, tellThread } from './notes/threads.ts';
import type { World } from './world.ts';

const SECONDS_BETWEEN = 27;

/**
 * Write the events of a period (seconds): new threads, replies to them and to earlier notes, likes,
 * zaps, reposts. Replies may come after `until`, up to the world's `now`. `said`: texts that must
 * not repeat. New texts are added to it.
 */
export function tellNext(
  world: World,
  before: readonly SignedEvent[],
  said: Map<string, number>,
  from: number,
  until: number,
): void {
  const desk = openWrittenNotes(world.rng.fork('desk'), 12 * HOUR, said);
  for (const event of before) said.set(wordsOf(event.content), inSeconds(event.created_at));
  const old = before.flatMap((event) => recall(world, event) ?? []);
  const starts = old.filter((note) => note.depth === 0).slice(0, 60);
  for (
    let at = from + world.rng.between(4, 12);
    at < until;
    at += SECONDS_BETWEEN * world.rng.between(0.25, 1.9)
  ) {
    const rng = world.rng.fork(`at ${Math.floor(at)}`);
    const author = rng.weighted(
      world.people,
      (person) => person.weight * (0.15 + awake(person, at)) * (person.institution ? 0.4 : 1),
    );
    if (rng.chance(0.75)) tellThread(world, desk, rng, author, circleOf(world, rng, author), at);
    else if (starts.length > 0) answerOnce(world, desk, rng, { ...rng.pick(starts), at });
  }
  const fresh = desk.notes.filter((note) => note.at <= until);
  const minutes = (until - from) / 60;
  addQuotes(world, desk, Math.round(minutes / 8));
  addReposts(world, fresh, Math.round(minutes / 5));
  addLikesAndZaps(
    world,
    [...fresh, ...old.slice(0, 40).map((note) => ({ ...note, at: from }))].map(targetOf),
    minutes * 5,
    minutes * 0.6,
  );
}

/** Return an earlier note in the form needed for replies and likes. */
export function recall(world: World, event: SignedEvent): Note | undefined {
  const author = world.people.find((person) => person.pubkey === event.pubkey);
  if (!author || event.tags.some((tag) => tag[0] === 'q')) return undefined;
  const answers = event.tags.some((tag) => tag[0] === 'e');
  return {
    id: event.id,
    author,
    at: inSeconds(event.created_at),
    content: event.content,
    tags: event.tags,
    circle: circleOf(world, world.rng.fork(event.id), author),
    mood: event.tags.some((tag) => tag[0] === 'imeta') ? 'show' : 'wonder',
    language: author.language,
    root: undefined,
    parent: undefined,
    depth: answers ? 1 : 0,
    appeal: author.weight ** 0.5,
    pictures: 0,
    bound: new Map(),
  };
}
