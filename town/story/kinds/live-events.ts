import type { Tag } from '../../../src/events/nostr/event.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import { fill } from '../../texts/fill-template.ts';
import type { Target } from '../notes/likes-and-zaps.ts';
import { DAY, HOUR } from '../note-times.ts';
import { pickListeners } from '../pick-listeners.ts';
import { bankOf, named, type World } from '../world.ts';

interface Show {
  readonly host: string;
  readonly guests: readonly string[];
  readonly identifier: string;
  readonly title: string;
  readonly summary: string;
  readonly status: 'live' | 'ended' | 'planned';
  readonly startsIn: number;
  readonly hours: number;
  readonly scene: string;
  readonly now: number;
  readonly total: number;
}

const SHOWS: readonly Show[] = [
  {
    host: 'caetano',
    guests: ['solenne', 'desmond'],
    identifier: 'ropewalk-wednesday',
    title: 'Wednesday at the Ropewalk',
    summary: 'Slow ones first. Three microphones, eleven chairs, one stove.',
    status: 'live',
    startsIn: -1.1 * HOUR,
    hours: 3,
    scene: 'piano',
    now: 41,
    total: 96,
  },
  {
    host: 'wanjiru',
    guests: ['tamar'],
    identifier: 'hump-open-evening',
    title: 'Open evening on the Hump',
    summary: 'Saturn through the old refractor, if the cloud from the bar stays where it is.',
    status: 'planned',
    startsIn: 22 * HOUR,
    hours: 3,
    scene: 'night',
    now: 0,
    total: 0,
  },
  {
    host: 'tomas',
    guests: ['elif', 'hazel'],
    identifier: 'dusk-count',
    title: 'The dusk count, with commentary',
    summary: 'An hour at the second sluice. Mostly whispering.',
    status: 'ended',
    startsIn: -2.2 * DAY,
    hours: 1,
    scene: 'flock',
    now: 0,
    total: 188,
  },
  {
    host: 'gazette',
    guests: ['iris'],
    identifier: 'town-meeting',
    title: 'Town meeting: Kevin, lamps, the duck',
    summary: 'From the market hall. Biscuits from half past six.',
    status: 'ended',
    startsIn: -9 * DAY,
    hours: 3,
    scene: 'rain',
    now: 0,
    total: 240,
  },
];

/** Write live events (NIP-53) with their chat. */
export function broadcast(world: World): Target[] {
  return SHOWS.map((show) => {
    const host = named(world, show.host);
    const starts = Math.floor(world.now + show.startsIn);
    const ends = starts + show.hours * HOUR;
    const tags: Tag[] = [
      ['d', show.identifier],
      ['title', show.title],
      ['summary', show.summary],
      ['image', world.shelf.take(show.scene)?.url ?? ''],
      ['status', show.status],
      ['starts', String(starts)],
      ...(show.status === 'ended' ? [['ends', String(ends)]] : []),
      ['current_participants', String(show.now)],
      ['total_participants', String(show.total)],
      ['t', 'fennmouth'],
      ['p', host.pubkey, world.relay, 'Host'],
      ...show.guests.map((name): Tag => ['p', named(world, name).pubkey, world.relay, 'Speaker']),
      ['relays', world.relay],
    ];
    const at = Math.min(world.now - 240, show.status === 'ended' ? ends : starts);
    const event = world.ledger.write({ author: host, at, kind: KIND.LiveEvent, content: '', tags });
    const address = `${KIND.LiveEvent}:${host.pubkey}:${show.identifier}`;
    const target: Target = {
      id: event.id,
      author: host,
      at: Math.min(starts, world.now - 300),
      circle: host.circles[0] ?? 'town',
      language: 'en',
      appeal: 6,
      kind: KIND.LiveEvent,
      address,
    };
    if (show.status !== 'planned') chat(world, target, Math.min(ends, world.now - 20));
    return target;
  });
}

function chat(world: World, target: Target, until: number): void {
  const rng = world.rng.fork(`chat ${target.address}`);
  const { entries, slots } = bankOf(world, 'replies');
  const lines = rng.shuffle(entries.filter((entry) => entry.mood === 'chat'));
  const people = pickListeners(world, rng, target, 16);
  for (const line of lines) {
    const author = rng.sample(people, 1)[0];
    if (!author) return;
    const content = fill(line.text, { rng, slots, bound: new Map(), special: () => '👋' }) ?? '';
    const tags: Tag[] = [['a', target.address ?? '', world.relay, 'root']];
    world.ledger.write({
      author,
      at: rng.between(target.at + 60, until),
      kind: KIND.LiveChatMessage,
      content,
      tags,
    });
  }
}
