import { readText } from '../../texts/read-text.ts';
import type { Tag } from '../../../src/events/nostr/event.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import { fillTemplate } from '../../texts/fill-template.ts';
import type { Target } from '../notes/likes-and-zaps.ts';
import { HOUR } from '../note-times.ts';
import { pickListeners } from '../pick-listeners.ts';
import { bankOf, named, type World } from '../world.ts';

interface Show {
  readonly host: string;
  readonly guests: readonly string[];
  readonly identifier: string;
  readonly title: string;
  readonly summary: string;
  readonly status: 'live' | 'ended' | 'planned';
  readonly startsInHours: number;
  readonly hours: number;
  readonly scene: string;
  readonly now: number;
  readonly total: number;
}

const SHOWS: readonly Show[] = JSON.parse(readText('live-events.json'));

/** Write live events (NIP-53) with their chat. */
export function addLiveEvents(world: World): Target[] {
  return SHOWS.map((show) => {
    const host = named(world, show.host);
    const starts = Math.floor(world.now + show.startsInHours * HOUR);
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
    const content =
      fillTemplate(line.text, { rng, slots, bound: new Map(), special: () => '👋' }) ?? '';
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
