import { secretOf } from '../play-keys.ts';
import type { Rng } from '../prng.ts';
import { CAST, type Known } from './cast.ts';
import { CIRCLES } from './circles.ts';
import { CULTURES, type Culture } from './names.ts';

/** An inhabitant. Times in seconds; `secret` and `pubkey` in hex. */
export interface Person {
  readonly index: number;
  readonly name: string;
  readonly displayName: string;
  readonly about: string;
  readonly circles: readonly string[];
  readonly language: string;
  /** Scene and variation of the picture. */
  readonly picture: string;
  readonly weight: number;
  readonly known: boolean;
  /** A newspaper, a ferry, a camera. It publishes automatic notes and never replies. */
  readonly institution: boolean;
  readonly website: string;
  readonly secret: string;
  readonly pubkey: string;
  /** Middle of their waking hours (UTC). */
  readonly noon: number;
}

export interface PeopleWishes {
  readonly seed: number;
  readonly count: number;
  readonly pubkeyOf: (secret: string) => string;
  /** Returns the self-description of a member of a circle. */
  readonly about: (circle: string, rng: Rng) => string;
}

/** Return the cast, then invented people up to `count`. */
export function populate(rng: Rng, wishes: PeopleWishes): Person[] {
  const taken = new Set<string>();
  const people = CAST.map((known, index) => fromCast(known, index, wishes));
  for (const person of people) taken.add(person.name);
  while (people.length < wishes.count)
    people.push(invent(rng.fork(`person ${people.length}`), people.length, taken, wishes));
  return people;
}

function fromCast(known: Known, index: number, { seed, pubkeyOf }: PeopleWishes): Person {
  const secret = secretOf(seed, known.name);
  const institution = known.picture.startsWith('emblem:');
  return {
    language: 'en',
    noon: 13,
    known: true,
    institution,
    ...known,
    website: known.website ?? '',
    index,
    secret,
    pubkey: pubkeyOf(secret),
  };
}

const THINGS = [
  'kettle',
  'heron',
  'teapot',
  'barnacle',
  'marmot',
  'halibut',
  'otter',
  'thimble',
  'lantern',
  'puffin',
  'moth',
  'anchor',
  'pickle',
  'magpie',
  'radish',
  'comet',
  'walrus',
  'snail',
  'turnip',
  'owl',
];
const QUALITIES = [
  'quiet',
  'salty',
  'second',
  'tiny',
  'honest',
  'crooked',
  'midnight',
  'slow',
  'lost',
  'improbable',
  'retired',
  'northern',
  'unhurried',
  'damp',
  'spare',
  'borrowed',
];
const EMBLEMS = [
  'cat',
  'owl',
  'fox',
  'boat',
  'teapot',
  'moon',
  'fish',
  'leaf',
  'mug',
  'heron',
  'mountain',
  'sun',
  'whale',
  'cactus',
  'snail',
] as const;

function invent(rng: Rng, index: number, taken: Set<string>, wishes: PeopleWishes): Person {
  const culture = rng.pick(CULTURES);
  const woman = rng.chance(0.5);
  const [first, family] = [rng.pick(woman ? culture.women : culture.men), rng.pick(culture.family)];
  const masked = rng.chance(0.16);
  const thing = `${rng.pick(QUALITIES)} ${rng.pick(THINGS)}`;
  const name = free(
    masked ? thing.replace(' ', rng.pick(['', '_', ''])) : handle(rng, first, family),
    taken,
    rng,
  );
  const secret = secretOf(wishes.seed, name);
  const circles = rng.sample(CIRCLES, rng.pick([1, 2, 2, 3])).map((circle) => circle.id);
  return {
    index,
    name,
    displayName: masked ? titled(rng, thing) : shown(rng, first, family),
    about: wishes.about(circles[0] ?? 'town', rng),
    circles,
    language: rng.chance(0.5) ? culture.language : 'en',
    picture: rng.chance(masked ? 0.75 : 0.06)
      ? `emblem:${rng.pick(EMBLEMS)}`
      : `portrait:${hint(rng, culture, woman)}`,
    weight: 0.25 + rng.next() ** 3 * 3,
    known: false,
    institution: false,
    website: rng.chance(0.3) ? `https://${name.replaceAll('_', '-')}.example` : '',
    secret,
    pubkey: wishes.pubkeyOf(secret),
    noon: rng.pick([13, 13, 13, 14, 12, 15, 19, 4]),
  };
}

/** Return only the letters a to z, for a name in an address. */
function plain(text: string): string {
  const latin = text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('ø', 'o')
    .replaceAll('ı', 'i')
    .replaceAll('đ', 'd')
    .replaceAll('Đ', 'D')
    .replaceAll('ł', 'l');
  return latin.toLowerCase().replace(/[^a-z]/g, '');
}

function handle(rng: Rng, first: string, family: string): string {
  const [f, l] = [plain(first), plain(family)];
  return rng.pick([
    f,
    `${f}${l}`,
    `${f}.${l}`.replace('.', '_'),
    `${f}${l.slice(0, 1)}`,
    l,
    `${f.slice(0, 1)}${l}`,
  ]);
}

function free(name: string, taken: Set<string>, rng: Rng): string {
  let free = name;
  while (taken.has(free)) free = `${name}${rng.int(2, 99)}`;
  taken.add(free);
  return free;
}

function shown(rng: Rng, first: string, family: string): string {
  const extra = rng.pick([
    '',
    '',
    '',
    '',
    '',
    '',
    '',
    ' 🌾',
    ' ⚓',
    ' 🍞',
    ' 🪶',
    ' 🌙',
    ' 🚲',
    ' 🌱',
  ]);
  return (
    rng.pick([
      `${first} ${family}`,
      `${first} ${family}`,
      `${first} ${family}`,
      `${first} ${family}`,
      first,
      `${first} ${family.slice(0, 1)}.`,
    ]) + extra
  );
}

function titled(rng: Rng, thing: string): string {
  const title = thing.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
  return rng.pick([title, `The ${title}`, thing, thing.replace(' ', '_')]);
}

function hint(rng: Rng, culture: Culture, woman: boolean): string {
  const [cover, share] = woman ? culture.cover : culture.hat;
  const covered = rng.chance(share);
  const hair = rng.chance(0.14) ? 'grey' : rng.chance(0.035) ? 'dyed' : rng.pick(culture.hair);
  return [
    woman ? 'f' : 'm',
    rng.int(...culture.skin),
    hair,
    rng.chance(culture.coily) ? 'coily' : 'plain',
    covered ? cover : 'none',
  ].join('.');
}
