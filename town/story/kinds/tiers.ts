import type { Tag } from '../../../src/events/nostr/event.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import { DAY } from '../note-times.ts';
import { named, type World } from '../world.ts';

/** A subscription tier of a person (kind 37001). Prices: amount, unit, cadence. */
interface Offered {
  readonly by: string;
  readonly identifier: string;
  readonly title: string;
  readonly about: string;
  readonly perks: readonly string[];
  readonly prices: readonly (readonly [string, string, string])[];
}

const OFFERED: readonly Offered[] = [
  {
    by: 'jun',
    identifier: 'reader',
    title: 'Reader',
    about: 'Pays for paper, ink and the tea that goes with both.',
    perks: ['Essays a day before everybody else', 'Your name in the colophon, in eight point'],
    prices: [
      ['2100', 'sats', 'monthly'],
      ['21000000', 'msats', 'yearly'],
    ],
  },
  {
    by: 'jun',
    identifier: 'patron',
    title: 'Patron of the press',
    about: 'For those who want something in the post.',
    perks: [
      'Everything that readers get',
      'One printed essay a quarter, numbered',
      'A vote on the next typeface',
    ],
    prices: [
      ['21000', 'sats', 'monthly'],
      ['25', 'EUR', 'quarterly'],
    ],
  },
  {
    by: 'noor',
    identifier: 'friend',
    title: 'Friend of the archive',
    about: 'Keeps the boxes dry.',
    perks: ['A letter about one box a month'],
    prices: [['5000', 'sats', 'monthly']],
  },
];

/** Write subscription tiers of writers (kinds 37001, 17000). */
export function offerTiers(world: World): void {
  for (const [name, tiers] of Map.groupBy(OFFERED, ({ by }) => by)) {
    const author = named(world, name);
    const listed = tiers.map(({ identifier, title, about, perks, prices }, at): Tag => {
      const tags: Tag[] = [
        ['d', identifier],
        ['title', title],
        ...perks.map((perk) => ['perk', perk]),
        ...prices.map((price) => ['amount', ...price]),
      ];
      return [
        'e',
        world.ledger.write({
          author,
          at: world.now - (60 - at) * DAY,
          kind: KIND.Tier,
          content: about,
          tags,
        }).id,
      ];
    });
    world.ledger.write({
      author,
      at: world.now - 50 * DAY,
      kind: KIND.TierList,
      content: '',
      tags: listed,
    });
  }
}
