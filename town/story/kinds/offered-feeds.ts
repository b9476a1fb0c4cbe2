import { readText } from '../../texts/read-text.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import type { Target } from '../notes/likes-and-zaps.ts';
import { DAY } from '../note-times.ts';
import { named, type World } from '../world.ts';

/** A feed of the market by a person of the town. */
interface Offer {
  readonly by: string;
  readonly identifier: string;
  readonly name: string;
  readonly about: string;
  readonly scene: string;
  /** The feed, as the client sends it to the service. */
  readonly spec: Readonly<Record<string, unknown>>;
  readonly subscription?: true;
}

const OFFERS: readonly Offer[] = JSON.parse(readText('offered-feeds.json'));

/** Write feeds of the market (kind 31990, NIP-89), each with a spec that this service supports. */
export function offerFeeds(world: World): Target[] {
  return OFFERS.map((offer, at) => {
    const author = named(world, offer.by);
    const written = world.now - (40 - at * 3) * DAY;
    const picture = (world.shelf.take(offer.scene) ?? world.shelf.banners.get(author.index))?.url;
    const about = {
      name: offer.name,
      about: offer.about,
      picture,
      image: picture,
      primal_spec: JSON.stringify(offer.spec),
    };
    const content = JSON.stringify(
      offer.subscription ? { ...about, subscription: true } : { ...about, amount: 'free' },
    );
    const tags = [
      ['d', offer.identifier],
      ['k', String(KIND.DvmFeedRequest)],
      ['t', 'feed'],
    ];
    const { id } = world.ledger.write({ author, at: written, kind: KIND.Dvm, content, tags });
    const address = `${KIND.Dvm}:${author.pubkey}:${offer.identifier}`;
    return {
      id,
      author,
      at: written,
      circle: author.circles[0] ?? 'town',
      language: 'en',
      appeal: 7 - at,
      kind: KIND.Dvm,
      address,
    };
  });
}
