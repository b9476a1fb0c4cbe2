import type { SignedEvent, Tag } from '../src/events/nostr/event.ts';
import { tagValue } from '../src/events/nostr/event.ts';
import { KIND } from '../src/events/nostr/kinds.ts';
import { inSeconds } from '../src/events/core/time.ts';
import { directMessage, giftWrappedMessage, writerOf } from './direct-messages.ts';
import { DEMO } from './people/cast.ts';
import type { Person } from './people/people.ts';
import type { Rng } from './prng.ts';
import { takesPrivate } from './story/kinds/accounts.ts';
import { targetOf, zapAt } from './story/notes/likes-and-zaps.ts';
import { recall } from './story/tell-next.ts';
import { writeNote } from './story/notes/write-note.ts';
import { bankOf, type World } from './story/world.ts';
import type { TownTarget } from './town-target.ts';

/** Schedules reactions to current guests in a world. */
export type GreetGuests = (world: World) => Promise<void>;

interface Guest {
  /** Seconds. */
  nextAt: number;
  /** Time up to which the guest's messages were answered. */
  since: number;
  readonly seen: Set<string>;
}

type Deed = (world: World, rng: Rng, guest: Person, at: number) => void | Promise<void>;

/** Seconds after a guest's arrival. All reactions to it happen within two minutes. */
const WELCOME = { first: 5, between: 11 };
const QUIET = { least: 150, most: 420 };
const LATE = 60;
const LATELY = 7 * 86_400;
const MOST_READ = 50;
/**
 * Limit of gift wraps to look at, because their dates are random, and limit of those to open at
 * once.
 */
const MOST_WRAPS = 200;
const MOST_OPENED = 10;

/**
 * Look after guests who use a public demo key. They get a message on first arrival, one event of
 * each kind, then occasional events, and answers to their messages. `isOurs`: the town itself
 * published the event in their name.
 */
export function openGuests(target: TownTarget, isOurs: (id: string) => boolean): GreetGuests {
  const guests = new Map<string, Guest>();
  const deeds = deedsOf(target);
  return async (world) => {
    const { now } = world;
    for (const { name } of DEMO) {
      const person = world.byName.get(name);
      if (!person || !(await target.isHere(person.pubkey))) continue;
      const rng = world.rng.fork(`guest ${name}`);
      const guest = guests.get(name) ?? { nextAt: 0, since: now, seen: new Set<string>() };
      if (!guests.has(name)) {
        guests.set(name, guest);
        await welcome(target, world, rng, person, deeds);
        guest.nextAt = now + QUIET.least;
      } else if (now >= guest.nextAt) {
        await rng.pick(deeds)(world, rng, person, now + rng.between(2, 30));
        guest.nextAt = now + rng.between(QUIET.least, QUIET.most);
      }
      const written = await target.writtenBy(
        person.pubkey,
        [KIND.Text, KIND.EncryptedDirectMessage],
        guest.since,
        MOST_READ,
      );
      for (const event of written) {
        if (guest.seen.has(event.id) || isOurs(event.id)) continue;
        guest.seen.add(event.id);
        answer(world, rng, person, event);
      }
      await answerPrivate(target, world, rng, person, guest);
      guest.since = Math.max(guest.since, now - LATE);
    }
  };
}

/**
 * Schedule a message and one action of each kind for a guest's first visit. It is stored, so that a
 * restart does not repeat it.
 */
async function welcome(
  target: TownTarget,
  world: World,
  rng: Rng,
  guest: Person,
  deeds: readonly Deed[],
): Promise<void> {
  const row = `greeted ${guest.pubkey}`;
  let at = world.now + WELCOME.first;
  if ((await target.getMeta(row)) !== undefined) return;
  await target.setMeta(row, String(world.now));
  world.ledger.write(
    directMessage(host(world, rng), guest.pubkey, words(world, rng, 'welcome'), at),
  );
  const writers = hosts(world).filter(takesPrivate);
  if (await target.takesPrivate(guest.pubkey))
    giftWrappedMessage(
      world.ledger,
      rng.pick(writers),
      guest.pubkey,
      words(world, rng, 'welcome'),
      at,
    );
  for (const deed of deeds) {
    at += WELCOME.between;
    await deed(world, rng, guest, at);
  }
}

/**
 * Answer private messages by private ones, even to senders without DM relays. An open message would
 * reveal the two accounts.
 */
async function answerPrivate(
  target: TownTarget,
  world: World,
  rng: Rng,
  guest: Person,
  { seen, since }: Guest,
): Promise<void> {
  const readers = new Map(
    world.people
      .filter((person) => takesPrivate(person) && !isDemo(person))
      .map((person) => [person.pubkey, person]),
  );
  const wraps = (await target.wrapsTo([...readers.keys()], MOST_WRAPS)).filter(
    ({ id }) => !seen.has(id),
  );
  for (const wrap of wraps.slice(0, MOST_OPENED)) {
    seen.add(wrap.id);
    const reader = readers.get(tagValue(wrap, 'p') ?? '');
    const writer = reader && writerOf(wrap, reader.secret);
    if (!reader || writer?.pubkey !== guest.pubkey || writer.at < since) continue;
    giftWrappedMessage(
      world.ledger,
      reader,
      guest.pubkey,
      words(world, rng, 'answer'),
      world.now + rng.between(8, 40),
    );
  }
}

/** Answer a message by its recipient. Reply to and like a note. */
function answer(world: World, rng: Rng, guest: Person, event: SignedEvent): void {
  const at = world.now + rng.between(8, 40);
  if (event.kind === KIND.EncryptedDirectMessage) {
    const to = world.people.find(({ pubkey }) => pubkey === tagValue(event, 'p'));
    if (to && !isDemo(to))
      world.ledger.write(directMessage(to, guest.pubkey, words(world, rng, 'answer'), at));
    return;
  }
  const note = recall(world, event);
  if (!note) return;
  like(world, host(world, rng), event, at - 3);
  writeNote(world, rng, {
    author: host(world, rng),
    at,
    circle: 'town',
    bank: 'letters',
    mood: 'reply',
    text: words(world, rng, 'reply'),
    parent: note,
  });
}

/**
 * Return the possible actions towards a guest. Replies, likes and zaps require a note of theirs.
 */
function deedsOf(target: TownTarget): readonly Deed[] {
  const onNote =
    (act: (world: World, rng: Rng, note: SignedEvent, at: number) => void): Deed =>
    async (world, rng, guest, at) => {
      const [note] = await target.writtenBy(guest.pubkey, [KIND.Text], world.now - LATELY, 1);
      if (note) act(world, rng, note, at);
    };
  return [
    onNote((world, rng, note, at) => like(world, host(world, rng), note, at)),
    (world, rng, guest, at) => {
      const text = words(world, rng, 'mention');
      writeNote(world, rng, {
        author: host(world, rng),
        at,
        circle: 'town',
        bank: 'letters',
        mood: 'quip',
        text,
        cast: new Map([['b', guest]]),
        hashtags: 0,
      });
    },
    onNote((world, rng, event, at) => {
      const note = recall(world, event);
      if (note)
        zapAt(world, targetOf(note), host(world, rng), {
          at,
          sats: rng.pick([21, 210, 420]),
          comment: words(world, rng, 'thanks'),
        });
    }),
    onNote((world, rng, event, at) => {
      const note = recall(world, event);
      const text = words(world, rng, 'reply');
      if (note)
        writeNote(world, rng, {
          author: host(world, rng),
          at,
          circle: 'town',
          bank: 'letters',
          mood: 'reply',
          text,
          parent: note,
        });
    }),
    async (world, rng, guest, at) => follow(target, world, rng, guest, at),
    onNote((world, rng, note, at) => {
      const tags: Tag[] = [
        ['e', note.id, world.relay],
        ['p', note.pubkey],
      ];
      world.ledger.write({
        author: host(world, rng),
        at,
        kind: KIND.Repost,
        content: JSON.stringify(note),
        tags,
      });
    }),
  ];
}

function like(
  { ledger, relay }: World,
  author: Person,
  { id, pubkey, kind }: SignedEvent,
  at: number,
): void {
  const tags: Tag[] = [
    ['e', id, relay],
    ['p', pubkey, relay],
    ['k', String(kind)],
  ];
  ledger.write({ author, at, kind: KIND.Reaction, content: '+', tags });
}

/** Let a person follow the guest, and keep their other follows. */
async function follow(
  target: TownTarget,
  world: World,
  rng: Rng,
  guest: Person,
  at: number,
): Promise<void> {
  for (const author of rng.sample(hosts(world), 20)) {
    const list = await target.contactsOf(author.pubkey);
    if (!list || list.tags.some(([name, pubkey]) => name === 'p' && pubkey === guest.pubkey))
      continue;
    const tags = [...list.tags, ['p', guest.pubkey, world.relay]];
    world.ledger.write({
      author,
      at: Math.max(at, inSeconds(list.created_at) + 1),
      kind: KIND.Contacts,
      content: list.content,
      tags,
    });
    return;
  }
}

function host(world: World, rng: Rng): Person {
  return rng.pick(hosts(world));
}

/** People of the cast whose keys are not public. */
function hosts({ people }: World): Person[] {
  return people.filter((person) => person.known && !person.institution && !isDemo(person));
}

function isDemo(person: Person): boolean {
  return DEMO.some(({ name }) => name === person.name);
}

function words(world: World, rng: Rng, mood: string): string {
  return rng.pick(bankOf(world, 'letters').entries.filter((entry) => entry.mood === mood)).text;
}
