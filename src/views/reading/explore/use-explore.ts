import { useState } from 'react';
import { query } from '../../../events/connection/verbs.ts';
import { PAGE_SIZE } from '../../../events/reading/feed/home.ts';
import { provideExploreReaders } from '../../../machines/reading/explore/explore-readers.ts';
import { type Lookup, useLookup } from '../../ui/hooks/use-lookup.ts';
import { type Feed, useFeed } from '../feed/use-feed.ts';

provideExploreReaders();

/** Return the lookup of the hashtags of the last day. */
export function useTopics(): Lookup {
  return useLookup('explore:topics', (viewer) => query('explore_topics', { user_pubkey: viewer }));
}

/** Return the list of the people who gained the most followers. */
export function usePeopleFeed(): Feed | undefined {
  const [base] = useState(() => query('explore_people', {}));
  return useFeed({
    kind: 'feed',
    key: 'feed:explore:people',
    input: { base, pageSize: PAGE_SIZE, reads: { as: 'people' } },
  });
}
