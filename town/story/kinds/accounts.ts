import { KIND } from '../../../src/events/nostr/kinds.ts';
import type { Person } from '../../people/people.ts';
import { fillTemplate } from '../../texts/fill-template.ts';
import { shuffleBagOf } from '../shuffle-bag.ts';
import { DAY, DAYS_BACK, HOUR } from '../note-times.ts';
import { moneroOf } from './monero-tips.ts';
import { bankOf, person, type World } from '../world.ts';

/**
 * Write metadata, follows, relays and media servers of all people, and the first note of most of
 * them.
 */
export function openAccounts(world: World): void {
  const words = bankOf(world, 'first');
  const lines = shuffleBagOf(world.rng.fork('first lines'), words.entries);
  for (const one of world.people) {
    const rng = world.rng.fork(`account ${one.index}`);
    const at =
      one.name === 'robin'
        ? world.now - 21 * DAY
        : world.now - (DAYS_BACK + rng.between(1, 1100)) * DAY;
    world.ledger.write({
      author: one,
      at,
      kind: KIND.Metadata,
      content: JSON.stringify(metadataOf(world, one)),
      tags: [],
    });
    announce(world, one, at);
    const content =
      fillTemplate(lines.next().text, {
        rng,
        slots: words.slots,
        bound: new Map(),
        special: () => '',
      }) ?? '';
    if (!one.institution)
      world.ledger.write({
        author: one,
        at: at + rng.between(0.1, 30) * HOUR,
        kind: KIND.Text,
        content,
        tags: [],
      });
    const follows = (world.graph[one.index] ?? []).map((index) => person(world, index));
    const tags = follows.map((other) =>
      rng.chance(0.2) ? ['p', other.pubkey, world.relay, other.name] : ['p', other.pubkey],
    );
    world.ledger.write({
      author: one,
      at: world.now - rng.between(0.5, DAYS_BACK) * DAY,
      kind: KIND.Contacts,
      content: '',
      tags,
    });
  }
}

/**
 * Write a person's relay list (NIP-65) and media servers (BUD-03). Repeated when the service moves.
 */
export function announce(
  world: Pick<World, 'ledger' | 'relay' | 'baseUrl'>,
  author: Person,
  at: number,
): void {
  world.ledger.write({ author, at, kind: KIND.RelayList, content: '', tags: [['r', world.relay]] });
  if (takesPrivate(author))
    world.ledger.write({
      author,
      at,
      kind: KIND.DirectMessageRelays,
      content: '',
      tags: [['relay', world.relay]],
    });
  world.ledger.write({
    author,
    at,
    kind: KIND.BlossomServers,
    content: '',
    tags: [['server', world.baseUrl]],
  });
}

/**
 * True if a person has a relay for private messages (NIP-17): the cast, except one in four and the
 * newcomer.
 */
export function takesPrivate({
  known,
  institution,
  index,
  name,
}: Pick<Person, 'known' | 'institution' | 'index' | 'name'>): boolean {
  return name === 'jun' || (known && !institution && name !== 'robin' && index % 4 !== 3);
}

/** Return the content of a person's kind 0. */
export function metadataOf(
  world: Pick<World, 'baseUrl' | 'shelf'>,
  one: Person,
): Record<string, unknown> {
  const address = `${one.name}@${new URL(world.baseUrl).host}`;
  const banner = world.shelf.banners.get(one.index);
  const monero = moneroOf(one);
  return {
    name: one.name,
    display_name: one.displayName,
    about: one.about,
    picture: world.shelf.avatars.get(one.index)?.url ?? '',
    ...(banner ? { banner: banner.url } : {}),
    nip05: address,
    lud16: address,
    ...(monero === undefined ? {} : { cryptocurrency_addresses: { monero } }),
    ...(one.website
      ? { website: one.website.startsWith('/') ? `${world.baseUrl}${one.website}` : one.website }
      : {}),
  };
}
