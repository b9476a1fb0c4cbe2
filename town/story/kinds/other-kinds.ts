import { readText } from '../../texts/read-text.ts';
import type { Tag } from '../../../src/events/nostr/event.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import { naddrOf } from '../../../src/events/nostr/nip19.ts';
import type { Person } from '../../people/people.ts';
import type { Target } from '../notes/likes-and-zaps.ts';
import { DAY, HOUR, MINUTE } from '../note-times.ts';
import { pickListeners } from '../pick-listeners.ts';
import type { Unsigned } from '../event-list.ts';
import { imetaOf, type Picture } from '../picture-library.ts';
import { named, type World } from '../world.ts';

/** A kind that only an app of the harbour supports. */
const TIDE = 31_071;

interface Question {
  readonly name: string;
  readonly minutesAgo: number;
  readonly text: string;
  readonly answers: readonly string[];
  readonly several?: boolean;
  /** Hours from now. Negative for past ones. */
  readonly endsInHours: number;
  readonly votes: number;
}

interface PicturePost {
  readonly name: string;
  readonly minutesAgo: number;
  readonly title: string;
  readonly text: string;
  readonly scenes: readonly string[];
}

interface Posts {
  readonly polls: readonly Question[];
  readonly pictures: readonly PicturePost[];
}

const POSTS: Posts = JSON.parse(readText('posts.json'));

/**
 * Write the posts of other kinds: polls with votes, pictures, files, a community, and an event of
 * an unknown kind.
 */
export function tellKinds(world: World, shows: readonly Target[], clip: Picture): Target[] {
  const polls = POSTS.polls.map((question) => ask(world, question));
  const pictures = POSTS.pictures.map((post) => hang(world, post));
  film(world, clip);
  file(world);
  community(world);
  const tide = tideTable(world);
  passOn(world, polls[0], named(world, 'hazel'), 21 * MINUTE);
  quote(
    world,
    'mirela',
    33 * MINUTE,
    'The library made a pack for whoever is new. I am in it twice, once by mistake.',
    packOf(world),
  );
  const show = shows[0]?.address?.split(':');
  if (show)
    quote(world, 'desmond', 52 * MINUTE, 'Warming up the stove. Then the trombone.', {
      kind: KIND.LiveEvent,
      pubkey: show[1] ?? '',
      identifier: show[2] ?? '',
    });
  quote(world, 'ferry', 95 * MINUTE, 'Low water decides when we sail, not the timetable.', tide);
  return [...polls, ...pictures];
}

function ask(
  world: World,
  { name, minutesAgo, text, answers, several = false, endsInHours, votes }: Question,
): Target {
  const author = named(world, name);
  const tags: Tag[] = [
    ...answers.map((label, at): Tag => ['option', `o${at}`, label]),
    ['relay', world.relay],
    ['polltype', several ? 'multiplechoice' : 'singlechoice'],
    ['endsAt', String(Math.floor(world.now + endsInHours * HOUR))],
    ...[...text.matchAll(/#(\w+)/g)].map(([, tag = '']): Tag => ['t', tag]),
  ];
  const at = world.now - minutesAgo * MINUTE;
  const event = world.ledger.write({ author, at, kind: KIND.Poll, content: text, tags });
  const target = targetOf(event, author, at);
  const rng = world.rng.fork(`votes ${event.id}`);
  const until = Math.min(world.now - 10, world.now + endsInHours * HOUR);
  for (const voter of pickListeners(world, rng, target, votes)) {
    const first = rng.weighted(answers, (label) => 1 + (label.length % 5));
    const second = several && rng.chance(0.4) ? rng.pick(answers) : first;
    const chosen = [...new Set([first, second])].map(
      (label): Tag => ['response', `o${answers.indexOf(label)}`],
    );
    const when = rng.between(at + 20, until);
    world.ledger.write({
      author: voter,
      at: when,
      kind: KIND.PollVote,
      content: '',
      tags: [['e', event.id, world.relay], ...chosen],
    });
  }
  return target;
}

/** Write pictures as a post (NIP-68). */
function hang(world: World, { name, minutesAgo, title, text, scenes }: PicturePost): Target {
  const author = named(world, name);
  const pictures = scenes.flatMap((scene) => world.shelf.take(scene) ?? []);
  const at = world.now - minutesAgo * MINUTE;
  const tags: Tag[] = [
    ['title', title],
    ...pictures.map((picture): Tag => imetaOf(picture)),
    ...[...text.matchAll(/#(\w+)/g)].map(([, tag = '']): Tag => ['t', tag]),
  ];
  const event = world.ledger.write({ author, at, kind: KIND.Image, content: text, tags });
  return targetOf(event, author, at);
}

/** Write a video as a post (NIP-71). */
function film(world: World, clip: Picture): void {
  const imeta = imetaOf(clip).map((field) => (field.startsWith('m ') ? 'm video/webm' : field));
  const tags: Tag[] = [['title', 'Five seconds of the lamp'], imeta, ['t', 'lighthouse']];
  const author = named(world, 'skerrylight');
  world.ledger.write({
    author,
    at: world.now - 28 * MINUTE,
    kind: KIND.VideoPost,
    content: 'One flash every five seconds, since 1871. #lighthouse',
    tags,
  });
}

/** Write a picture as a file (NIP-94). */
function file(world: World): void {
  const picture = world.shelf.take('map');
  if (!picture) return;
  const { url, hash, width, height, alt } = picture;
  const tags: Tag[] = [
    ['url', url],
    ['m', 'image/png'],
    ['x', hash],
    ['dim', `${width}x${height}`],
    ['alt', alt],
  ];
  world.ledger.write({
    author: named(world, 'library'),
    at: world.now - 3 * DAY,
    kind: KIND.FileMetadata,
    content: 'The bench map, as a file. Please print it small.',
    tags,
  });
}

/** Write a community with a post and its approval (NIP-72). */
function community(world: World): void {
  const host = named(world, 'hazel');
  const address = `${KIND.Community}:${host.pubkey}:allotments`;
  const moderators = ['hazel', 'mirela'].map(
    (name): Tag => ['p', named(world, name).pubkey, world.relay, 'moderator'],
  );
  const image = world.shelf.take('garden')?.url;
  const tags: Tag[] = [
    ['d', 'allotments'],
    ['name', 'The allotments'],
    ['description', 'Plots 1 to 64, the shed, and the argument about the shed.'],
    ...(image === undefined ? [] : [['image', image]]),
    ...moderators,
  ];
  world.ledger.write({
    author: host,
    at: world.now - 40 * DAY,
    kind: KIND.Community,
    content: '',
    tags,
  });
  const author = named(world, 'anahera');
  const about: Tag[] = ['A', 'a'].map((name) => [name, address, world.relay]);
  const kinds: Tag[] = ['K', 'k'].map((name) => [name, String(KIND.Community)]);
  const people: Tag[] = ['P', 'p'].map((name) => [name, host.pubkey]);
  const post = world.ledger.write({
    author,
    at: world.now - 5 * HOUR,
    kind: KIND.Comment,
    content: 'The marrows on plot 12 have reached plot 13. We are calling it a union.',
    tags: [...about, ...kinds, ...people],
  });
  world.ledger.write({
    author: host,
    at: world.now - 4.8 * HOUR,
    kind: KIND.CommunityApproval,
    content: '',
    tags: [
      ['a', address, world.relay],
      ['e', post.id, world.relay],
      ['p', author.pubkey],
      ['k', String(KIND.Comment)],
    ],
  });
}

/** Write an event of an unsupported kind, and an app that supports it (NIP-31, NIP-89). */
function tideTable(world: World) {
  const author = named(world, 'ferry');
  const address = { kind: TIDE, pubkey: author.pubkey, identifier: 'tides' };
  const tags: Tag[] = [
    ['d', address.identifier],
    ['alt', 'Tide table of Fennmouth bar: low water 05:52 and 18:17, high water 11:58.'],
  ];
  world.ledger.write({
    author,
    at: world.now - 2 * HOUR,
    kind: TIDE,
    content: 'LW 0552 0.8; HW 1158 4.9; LW 1817 0.9',
    tags,
  });
  const harbour = named(world, 'ada');
  const content = JSON.stringify({ name: 'Harbour Almanac', about: 'Tides, lights and the ferry' });
  const page = `${world.baseUrl}/search/<bech32>`;
  world.ledger.write({
    author: harbour,
    at: world.now - 30 * DAY,
    kind: KIND.Dvm,
    content,
    tags: [
      ['d', 'almanac'],
      ['k', String(TIDE)],
      ['web', page, 'naddr'],
    ],
  });
  return address;
}

function packOf(world: World) {
  return {
    kind: KIND.StarterPack,
    pubkey: named(world, 'library').pubkey,
    identifier: 'pack-town',
  };
}

/** Write a note about an event that is named by its address. */
function quote(
  world: World,
  name: string,
  ago: number,
  text: string,
  address: { kind: number; pubkey: string; identifier: string },
): void {
  const key = `${address.kind}:${address.pubkey}:${address.identifier}`;
  const tags: Tag[] = [
    ['q', key, world.relay, address.pubkey],
    ['p', address.pubkey, world.relay],
  ];
  const content = `${text}\n\nnostr:${naddrOf(address)}`;
  world.ledger.write({
    author: named(world, name),
    at: world.now - ago,
    kind: KIND.Text,
    content,
    tags,
  });
}

/** Write a repost of an event other than a note (NIP-18). */
function passOn(world: World, target: Target | undefined, author: Person, ago: number): void {
  if (!target) return;
  const at = world.now - ago;
  const tags: Tag[] = [
    ['e', target.id, world.relay],
    ['p', target.author.pubkey],
    ['k', String(target.kind)],
  ];
  world.ledger.wrap(target, at, (signed) => ({
    author,
    at,
    kind: KIND.GenericRepost,
    content: JSON.stringify(signed),
    tags,
  }));
}

function targetOf({ id, kind }: Unsigned, author: Person, at: number): Target {
  return {
    id,
    author,
    at,
    circle: author.circles[0] ?? 'town',
    language: 'en',
    appeal: 3,
    kind,
    address: undefined,
  };
}
