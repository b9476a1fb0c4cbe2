import { readText } from '../../texts/read-text.ts';
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

const OFFERED: readonly Offered[] = JSON.parse(readText('tiers.json'));

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
