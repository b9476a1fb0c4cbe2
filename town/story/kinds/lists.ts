import type { Tag } from '../../../src/events/nostr/event.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import { CIRCLES } from '../../people/circles.ts';
import type { Person } from '../../people/people.ts';
import type { Article } from './articles.ts';
import { readText } from '../../texts/read-text.ts';
import { DAY } from '../note-times.ts';
import type { Note } from '../notes/write-note.ts';
import { named, person, type World } from '../world.ts';

const EMOJI_SET = 30_030;
const EMOJI_LIST = 10_030;
const WORDS = ['price prediction', 'hustle', 'moist', 'giveaway', 'synergy', 'hot take'];

/** Write bookmarks, mutes, follow sets, emoji and starter packs. */
export function keepLists(
  world: World,
  notes: readonly Note[],
  articles: readonly Article[],
): void {
  const roots = notes.filter((note) => note.depth === 0 && note.appeal > 1);
  world.people.forEach((one) => {
    const rng = world.rng.fork(`lists of ${one.index}`);
    const mayor = one.name === 'iris';
    if (mayor || (one.name !== 'robin' && rng.chance(0.35))) {
      const kept = rng
        .sample(roots, mayor ? 28 : rng.int(2, 14))
        .map((note): Tag => ['e', note.id, world.relay]);
      const read = rng
        .sample(articles, mayor ? 9 : rng.int(0, 4))
        .map((article): Tag => ['a', article.address, world.relay]);
      write(world, one, KIND.Bookmarks, rng.shuffle([...kept, ...read]), rng.between(0.2, 20));
    }
    if (mayor || (one.name !== 'robin' && rng.chance(0.18)))
      write(world, one, KIND.MuteList, mutesOf(world, one), rng.between(1, 40));
    if (mayor || rng.chance(0.08))
      write(
        world,
        one,
        KIND.CategorizedPeople,
        followSet(world, one, one.circles[0] ?? 'town'),
        rng.between(1, 50),
      );
  });
  for (const circle of ['birds', 'maps', 'gardens'])
    write(
      world,
      named(world, 'iris'),
      KIND.CategorizedPeople,
      followSet(world, named(world, 'iris'), circle),
      12,
    );
  packs(world);
  emojiLists(world);
}

function write(
  world: World,
  author: Person,
  kind: number,
  tags: readonly Tag[],
  daysAgo: number,
): void {
  world.ledger.write({ author, at: world.now - daysAgo * DAY, kind, content: '', tags });
}

function mutesOf(world: World, one: Person): Tag[] {
  const rng = world.rng.fork(`mutes of ${one.index}`);
  const strangers = world.people.filter(
    (other) =>
      !other.known && other !== one && !(world.graph[one.index] ?? []).includes(other.index),
  );
  return [
    ...rng.sample(strangers, rng.int(1, 4)).map((other): Tag => ['p', other.pubkey]),
    ...rng.sample(WORDS, rng.int(0, 2)).map((word): Tag => ['word', word]),
    ...(rng.chance(0.3) ? [['t', 'motivation']] : []),
  ];
}

function followSet(world: World, one: Person, circleId: string): Tag[] {
  const circle = CIRCLES.find((row) => row.id === circleId);
  const members = (world.graph[one.index] ?? [])
    .map((index) => person(world, index))
    .filter((other) => other.circles.includes(circleId));
  return [
    ['d', circleId],
    ['title', circle?.title ?? circleId],
    ...members.slice(0, 40).map((other): Tag => ['p', other.pubkey, world.relay]),
  ];
}

/** A follow pack: people with one interest. Its words are in `texts/follow-packs.json`. */
interface PackText {
  readonly circle: string;
  readonly title: string;
  readonly about: string;
}

const PACKS: readonly PackText[] = JSON.parse(readText('follow-packs.json'));

/** Write follow packs for newcomers. The first of the texts is the newest. */
function packs(world: World): void {
  const library = named(world, 'library');
  const shown = new Set<number>();
  PACKS.forEach(({ circle, title, about }, nth) => {
    const members = world.people
      .filter((one) => one.circles.includes(circle))
      .sort((a, b) => b.weight - a.weight);
    // each pack has the banner of another person
    const { index = 0 } = members.find((one) => !shown.has(one.index)) ?? {};
    shown.add(index);
    const image = world.shelf.banners.get(index)?.url;
    const tags: Tag[] = [
      ['d', `pack-${circle}`],
      ['title', title],
      ['description', about],
      ...(image === undefined ? [] : [['image', image]]),
      ...members.slice(0, 24).map((one): Tag => ['p', one.pubkey, world.relay]),
    ];
    write(world, library, KIND.StarterPack, tags, 30 + nth / 10);
  });
}

/** Write the town's emoji as a set (NIP-51, NIP-30), and the emoji lists of its users. */
function emojiLists(world: World): void {
  const library = named(world, 'library');
  const emoji = [...world.shelf.emoji].map(([name, picture]): Tag => ['emoji', name, picture.url]);
  write(world, library, EMOJI_SET, [['d', 'fennmouth'], ['title', 'Fennmouth'], ...emoji], 58);
  for (const name of ['iris', 'jun', 'mirela'])
    write(
      world,
      named(world, name),
      EMOJI_LIST,
      [['a', `${EMOJI_SET}:${library.pubkey}:fennmouth`, world.relay]],
      50,
    );
}
