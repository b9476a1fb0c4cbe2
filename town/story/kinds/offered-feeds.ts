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
  readonly spec: string;
  readonly subscription?: true;
}

const search = (query: string) => JSON.stringify({ id: 'advsearch', query, kind: 'notes' });

const OFFERS: readonly Offer[] = [
  {
    by: 'iris',
    identifier: 'town-day',
    name: 'The town today',
    about: 'What the town liked, answered and zapped most since yesterday.',
    scene: 'harbour',
    spec: '{"id":"global-trending","kind":"notes","hours":24}',
  },
  {
    by: 'tomas',
    identifier: 'birds-seen',
    name: 'Birds, by people who looked',
    about: 'Sightings with a place and a time. Pictures welcome, captions required.',
    scene: 'flock',
    spec: search('kind:1 #birds'),
  },
  {
    by: 'pia',
    identifier: 'with-pictures',
    name: 'Only with pictures',
    about: 'Everything that came with a photograph, newest first.',
    scene: 'window',
    spec: search('kind:1 filter:image'),
  },
  {
    by: 'ada',
    identifier: 'well-paid',
    name: 'Worth more than a like',
    about: 'Notes that people gave most sats for in the last seven days.',
    scene: 'night',
    spec: '{"id":"most-zapped","kind":"notes","hours":168}',
    subscription: true,
  },
  {
    by: 'noor',
    identifier: 'long-talks',
    name: 'Long answers',
    about: 'Notes that got replies worth sitting down for.',
    scene: 'rain',
    spec: '{"id":"engaging-discussions","kind":"notes"}',
  },
  {
    by: 'jun',
    identifier: 'long-reads',
    name: 'Reads about the town',
    about: 'Every article on Fennmouth and its people.',
    scene: 'piano',
    spec: '{"kind":"reads","topic":"fennmouth"}',
  },
];

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
      primal_spec: offer.spec,
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
